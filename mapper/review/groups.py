"""Changes that are one edit of the input: the same change at the same place, seen by everything that uses it."""

from __future__ import annotations

from collections.abc import Iterable

from ..places import Location
from .changes import Change, by_severity
from .rules import Severity


def grouped(changes: Iterable[Change]) -> list[tuple[Change, ...]]:
    """The changes, those of one edit together, in the order of the first of each.

    One edit may be a warning for a resource and documentation for a data source: it stands where it is worst.
    """
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        places = tuple(_key(place) for place in (change.old_location, change.new_location) if place is not None)
        name = change.path.rpartition(".")[2]
        edit: object = (name, places) if places and change.path else id(change)
        key = (change.rule.id, change.approved, change.before, change.after, change.cause, edit)
        groups.setdefault(key, []).append(change)
    return [tuple(group) for group in groups.values()]


def by_worst(changes: Iterable[Change]) -> dict[Severity, list[tuple[Change, ...]]]:
    """The groups by the severity of what is worst in them, worst first."""
    found: dict[Severity, list[tuple[Change, ...]]] = {severity: [] for severity in Severity}
    for group in grouped(by_severity(changes)):
        found[group[0].severity].append(group)
    return found


def _key(place: Location) -> tuple[str, str]:
    return place.document.uri, place.pointer
