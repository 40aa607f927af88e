"""A plan: what is added to a config, with a comment on each entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct

POLICIES = "policies"

Way = tuple[str, ...]
"""The keys that lead to an entry; the last may be an item of a list."""


class Plan(Struct, frozen=True):
    """Entries from the root of a config, and comments by the keys that lead to an entry."""

    entries: dict[str, Any] = {}
    comments: dict[Way, str] = {}

    @property
    def policies(self) -> frozenset[Way]:
        """The policies for all entities."""
        return frozenset((POLICIES, name) for name in self.entries.get(POLICIES, ()))

    def has(self, way: Way) -> bool:
        """Whether the plan has an entry."""
        found: Any = self.entries
        for key in way:
            if not isinstance(found, dict):
                return isinstance(found, list) and key in found
            if key not in found:
                return False
            found = found[key]
        return True

    def at(self, way: Way) -> Any:
        """The value of an entry that the plan has."""
        return reduce(lambda found, key: found[key], way, self.entries)

    def adding(self, other: Plan) -> Plan:
        """The plan with the entries of another one, which count where both have a single value."""
        merged = copied(self.entries)
        merge(merged, other.entries)
        return Plan(merged, {**self.comments, **other.comments})

    def without(self, ways: Iterable[Way]) -> Plan:
        """The plan without some entries, and their parents that become empty."""
        kept = copied(self.entries)
        for way in ways:
            _remove(kept, way)
        return Plan(kept, self.comments)


def copied(value: Any) -> Any:
    """Nested mappings and lists of their own."""
    if isinstance(value, dict):
        return {key: copied(entry) for key, entry in value.items()}
    return list(value) if isinstance(value, list) else value


def merge(target: dict[str, Any], added: Mapping[str, Any]) -> None:
    """Merge entries into `target`: mappings key by key, lists item by item; a single value replaces another."""
    for key, value in added.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict):
            merge(target[key], value)
        elif isinstance(value, list) and isinstance(target.get(key), list):
            known = set(map(str, target[key]))
            target[key] += [item for item in value if str(item) not in known]
        else:
            target[key] = copied(value)


def _remove(entries: Any, way: Way) -> None:
    if isinstance(entries, list):
        if len(way) == 1 and way[0] in entries:
            entries.remove(way[0])
    elif isinstance(entries, dict) and way[0] in entries:
        if len(way) > 1:
            _remove(entries[way[0]], way[1:])
        if len(way) == 1 or entries[way[0]] in ({}, []):
            del entries[way[0]]
