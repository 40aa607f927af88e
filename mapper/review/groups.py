"""Changes that are one edit of the input: the same change at the same place, seen by everything that uses it."""

from __future__ import annotations

from collections.abc import Iterable

from ..places import Location
from .changes import Change


def grouped(changes: Iterable[Change]) -> list[tuple[Change, ...]]:
    """The changes, those of one edit together, in the order of the first of each."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        places = tuple(_key(place) for place in (change.old_location, change.new_location) if place is not None)
        name = change.path.rpartition(".")[2]
        edit: object = (name, places) if places and change.path else id(change)
        key = (change.rule.id, change.severity, change.approved, change.before, change.after, change.cause, edit)
        groups.setdefault(key, []).append(change)
    return [tuple(group) for group in groups.values()]


def _key(place: Location) -> tuple[str, str]:
    return place.document.uri, place.pointer
