"""A plan: what is added to a config, with a comment on each entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

POLICIES = "policies"
ITEM: Any = object()
"""The value of an item of a list: the item is the last key that leads to it."""

Way = tuple[str, ...]
"""The keys that lead to an entry; the last may be an item of a list."""


class Plan(Struct, frozen=True):
    """Single values and items of lists, by the keys that lead to them from the root of a config. It has comments on
    these and on other entries.
    """

    values: dict[Way, Any] = {}
    comments: dict[Way, str] = {}

    @property
    def entries(self) -> dict[str, Any]:
        """The entries as a config has them."""
        root: dict[str, Any] = {}
        for way, value in self.values.items():
            *outer, last = way[:-1] if value is ITEM else way
            holder = root
            for key in outer:
                holder = holder.setdefault(key, {})
            if value is ITEM:
                holder.setdefault(last, []).append(way[-1])
            else:
                holder[last] = value
        return root

    @property
    def policies(self) -> frozenset[Way]:
        """The policies for all entities."""
        return frozenset(way[:2] for way in self.values if way[0] == POLICIES)

    @property
    def ways(self) -> frozenset[Way]:
        """All keys that lead to an entry, or to several below one."""
        return frozenset(way[:end] for way in self.values for end in range(1, len(way) + 1))

    def adding(self, other: Plan) -> Plan:
        """The plan with the entries of another one, which count where both have a single value."""
        return Plan({**self.values, **other.values}, {**self.comments, **other.comments})

    def without(self, ways: Iterable[Way]) -> Plan:
        """The plan without some entries, and all below them."""
        gone = frozenset(ways)
        kept = (way for way in self.values if not any(way[:end] in gone for end in range(1, len(way) + 1)))
        return Plan({way: self.values[way] for way in kept}, self.comments)


def flat(entries: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """The single values and the items of lists in nested mappings, each with the keys that lead to it."""
    if isinstance(entries, dict):
        for key, inner in entries.items():
            yield from flat(inner, (*way, key))
    elif isinstance(entries, list):
        yield from (((*way, item), ITEM) for item in entries)
    else:
        yield way, entries
