"""Groups changes that one edit of the input makes: the same change at the same place, for each entity that uses it."""

from __future__ import annotations

from collections.abc import Iterable

from ..origin import Location
from .changes import Change, by_severity
from .rules import ChangeSeverity


def grouped(changes: Iterable[Change]) -> list[tuple[Change, ...]]:
    """The changes grouped by edit, in the order of the first change of each group."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        places = tuple(_key(place) for place in (change.old_location, change.new_location) if place is not None)
        name = change.path.rpartition(".")[2]
        edit: object = (name, places) if places and change.path else id(change)
        key = (change.rule.id, change.approved, change.before, change.after, change.cause, edit)
        groups.setdefault(key, []).append(change)
    return [tuple(group) for group in groups.values()]


def by_worst(changes: Iterable[Change]) -> dict[ChangeSeverity, list[tuple[Change, ...]]]:
    """The groups by the severity of their worst change, worst first."""
    groups: dict[ChangeSeverity, list[tuple[Change, ...]]] = {severity: [] for severity in ChangeSeverity}
    for group in grouped(by_severity(changes)):
        groups[group[0].severity].append(group)
    return groups


def _key(place: Location) -> tuple[str, str]:
    return place.document.uri, place.pointer
