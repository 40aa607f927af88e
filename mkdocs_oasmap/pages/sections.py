"""Splits the entities of a kind into sections of the navigation, which every page contains."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .views import EntryGroup, EntryView, ListView

MOST = 40
"""The maximum number of entities in one list, which is on each of their pages."""

_FEW = 4
"""The minimum average size of groups; smaller groups are replaced by sections of names."""

_DIGITS = re.compile(r"(\d+)")


def sections(kind: ListView) -> tuple[EntryGroup, ...]:
    """The entities of a kind in sections of at most `MOST`; one section without a title if there are no more.

    Sections are the groups of the front page. Groups that are too large are sorted by name and split; the titles of the
    parts are their first and last names.
    """
    if len(kind.entries) <= MOST:
        return (EntryGroup("", kind.entries),)
    is_grouped = 1 < len(kind.groups) <= len(kind.entries) // _FEW
    groups = kind.groups if is_grouped else (EntryGroup("", kind.entries),)
    return tuple(part for group in groups for part in _parts(group))


def _parts(group: EntryGroup) -> Iterator[EntryGroup]:
    count = -(-len(group.entries) // MOST)
    if count == 1:
        yield group
        return
    entries = sorted(group.entries, key=_in_order)
    for number in range(count):
        part = entries[len(entries) * number // count : len(entries) * (number + 1) // count]
        names = f"{part[0].name} – {part[-1].name}"
        yield EntryGroup(f"{group.title}: {names}" if group.title else names, tuple(part))


def _in_order(entry: EntryView) -> list[tuple[int, str]]:
    """A sort key that compares numbers in a name by value."""
    words, numbers = _DIGITS.split(entry.name.lower())[::2], _DIGITS.findall(entry.name)
    values = [number.lstrip("0") for number in numbers] + [""]
    return [part for word, value in zip(words, values, strict=True) for part in ((0, word), (len(value), value))]
