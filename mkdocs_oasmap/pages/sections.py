"""Entities in the sections of a navigation, which each page of a site has: nobody reads a list of a thousand names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .views import EntryGroup, EntryView, ListView

MOST = 100
"""Entities of a kind, or of a section, that are in one list."""

_FEW = 4
"""Entities that groups have on average at least; where they are smaller, the names alone make better sections."""

_DIGITS = re.compile(r"(\d+)")


def sections(kind: ListView) -> tuple[EntryGroup, ...]:
    """The entities of a kind in sections of at most `MOST`: one without a title, if they are not more.

    Sections are the groups of the front page. What would still be too long is in the order of the names, in parts
    with the first and the last of these as titles.
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
    """Names in the order in which people look for them: numbers, which are every other part, by their values."""
    words, numbers = _DIGITS.split(entry.name.lower())[::2], _DIGITS.findall(entry.name)
    values = [number.lstrip("0") for number in numbers] + [""]
    return [part for word, value in zip(words, values, strict=True) for part in ((0, word), (len(value), value))]
