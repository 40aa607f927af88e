"""Finds cycles of references between schemas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from ...graph import groups
from ...inputs import Documents, Node, Unresolved
from ...inputs.location import escape_token
from ..config.policies import Policies

Key = tuple[object, str]
MAX_WALKS = 256
"""The maximum number of paths through a cycle, from one schema, that are mapped."""

_CONTAINERS = frozenset((dict, list))
_NOT_SCHEMAS = frozenset(("example", "examples", "default", "enum", "const"))
_NAMED_SCHEMAS = frozenset(("properties", "patternProperties", "$defs", "dependentSchemas"))


class Cycle(Struct, frozen=True, eq=False):
    """Schemas that reach each other by references. `levels`: how many of them may be nested."""

    members: frozenset[Key]
    levels: int


class Cycles:
    """The strongly connected components of the `$ref` graph, computed on demand (Tarjan, 1972)."""

    def __init__(self, documents: Documents, policies: Policies) -> None:
        self._documents = documents
        self._merges = policies.siblings == "merge"
        self._cycles: dict[Key, Cycle | None] = {}
        self._edges: dict[Key, list[Key]] = {}

    def of(self, node: Node) -> Cycle | None:
        """The cycle that contains `node`; None if there is none."""
        key = node.key
        if key not in self._cycles:
            self._search(node)
        return self._cycles[key]

    def is_cyclic(self, key: Key) -> bool:
        """Whether a schema has been found to be in a cycle."""
        return self._cycles.get(key) is not None

    def _search(self, start: Node) -> None:
        nodes = {start.key: start}

        def inner(key: Key) -> Iterator[Key]:
            targets = [(target.key, target) for target in self._targets(nodes[key])]
            nodes.update(targets)
            self._edges[key] = [target for target, _ in targets]
            return (target for target in self._edges[key] if target not in self._cycles)

        for component in groups([start.key], inner):
            cyclic = len(component) > 1 or any(key in self._edges[key] for key in component)
            self._cycles.update(dict.fromkeys(component, self._cycle(component) if cyclic else None))

    def _cycle(self, members: frozenset[Key]) -> Cycle:
        """Count the paths through the cycle: if there are few, each may run until it closes."""
        walks = dict.fromkeys(members, 1)
        totals = dict.fromkeys(members, 1)
        for levels in range(1, len(members)):
            walks = {key: sum(walks[target] for target in self._edges[key] if target in members) for key in members}
            totals = {key: totals[key] + walks[key] for key in members}
            if max(totals.values()) > MAX_WALKS:
                return Cycle(members, levels)
        return Cycle(members, len(members))

    def _targets(self, node: Node) -> Iterator[Node]:
        """The targets of all references in `node`, as often as there is a reference to one."""
        for reference, place in self._references(node, self._documents.has_names(node.document)):
            with suppress(Unresolved):
                yield self._documents.resolve(node.document, reference, place)

    def _references(self, node: Node, has_names: bool) -> Iterator[tuple[str, str]]:
        """All references in a schema, except in keywords that contain no schemas, with the pointers to them.

        Without `$id` and `$anchor`, the position of a reference does not matter.
        """
        stack: list[tuple[Any, str]] = [(node.value, node.pointer)]
        while stack:
            value, place = stack.pop()
            if value.__class__ is list:
                members = list(enumerate(value))
            elif value.__class__ is not dict:
                continue
            else:
                reference = value.get("$ref")
                if isinstance(reference, str):
                    yield reference, place
                    if not self._merges:  # siblings of a reference are not mapped
                        continue
                members = [(key, child) for key, child in value.items() if key not in _NOT_SCHEMAS]
            for key, child in members:
                if child.__class__ not in _CONTAINERS:
                    continue
                inside = f"{place}/{escape_token(str(key))}" if has_names else ""
                if key in _NAMED_SCHEMAS and child.__class__ is dict:
                    stack += [
                        (schema, f"{inside}/{escape_token(name)}" if has_names else "")
                        for name, schema in child.items()
                        if schema.__class__ in _CONTAINERS
                    ]
                else:
                    stack.append((child, inside))
