"""Finds cycles of references between schemas."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...inputs import Documents, Node, Unresolved
from ...inputs.pointers import escape_token
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
        order: dict[Key, int] = {}
        low: dict[Key, int] = {}
        path: list[Key] = []
        on_path: set[Key] = set()
        loops: set[Key] = set()
        work: list[tuple[Key, list[Node]]] = []

        def enter(node: Node, key: Key) -> None:
            order[key] = low[key] = len(order)
            path.append(key)
            on_path.add(key)
            work.append((key, self._targets(node)))

        enter(start, start.key)
        while work:
            key, targets = work[-1]
            if targets:
                target = targets.pop()
                found = target.key
                if found == key:
                    loops.add(key)
                elif found in on_path:
                    low[key] = min(low[key], order[found])
                elif found not in order and found not in self._cycles:
                    enter(target, found)
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[key])
            if low[key] == order[key]:
                component = [path.pop()]
                while component[-1] != key:
                    component.append(path.pop())
                on_path.difference_update(component)
                cyclic = len(component) > 1 or key in loops
                cycle = self._cycle(frozenset(component)) if cyclic else None
                self._cycles.update(dict.fromkeys(component, cycle))

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

    def _targets(self, node: Node) -> list[Node]:
        """The distinct targets of all references in `node`."""
        found: dict[Key, Node] = {}
        edges = self._edges[node.key] = []
        if self._documents.has_names(node.document):
            references = self._placed(node)
        else:  # the position of a reference does not matter without $id or $anchor
            references = [(reference, "") for reference in self._references(node.value)]
        for reference, place in references:
            try:
                target = self._documents.resolve(node.document, reference, place)
            except Unresolved:
                continue
            key = target.key
            edges.append(key)
            found[key] = target
        return list(found.values())

    def _references(self, value: Any) -> list[str]:
        """All references in a schema, except in keywords that contain no schemas."""
        found: list[str] = []
        stack: list[Any] = [value] if value.__class__ in _CONTAINERS else []
        while stack:
            value = stack.pop()
            if value.__class__ is list:
                stack += [child for child in value if child.__class__ in _CONTAINERS]
                continue
            reference = value.get("$ref")
            if isinstance(reference, str):
                found.append(reference)
                if not self._merges:  # siblings of a reference are not mapped
                    continue
            for keyword, child in value.items():
                if child.__class__ not in _CONTAINERS or keyword in _NOT_SCHEMAS:
                    continue
                if keyword in _NAMED_SCHEMAS and child.__class__ is dict:
                    stack += [schema for schema in child.values() if schema.__class__ in _CONTAINERS]
                else:
                    stack.append(child)
        return found

    def _placed(self, node: Node) -> list[tuple[str, str]]:
        """The same references in the same order, with the pointers to them."""
        found: list[tuple[str, str]] = []
        stack: list[tuple[Any, str]] = [(node.value, node.pointer)] if node.value.__class__ in _CONTAINERS else []
        while stack:
            value, place = stack.pop()
            if value.__class__ is list:
                stack += [(child, f"{place}/{at}") for at, child in enumerate(value) if child.__class__ in _CONTAINERS]
                continue
            reference = value.get("$ref")
            if isinstance(reference, str):
                found.append((reference, place))
                if not self._merges:
                    continue
            for keyword, child in value.items():
                if child.__class__ not in _CONTAINERS or keyword in _NOT_SCHEMAS:
                    continue
                inside = f"{place}/{escape_token(keyword)}"
                if keyword in _NAMED_SCHEMAS and child.__class__ is dict:
                    stack += [
                        (schema, f"{inside}/{escape_token(name)}")
                        for name, schema in child.items()
                        if schema.__class__ in _CONTAINERS
                    ]
                else:
                    stack.append((child, inside))
        return found
