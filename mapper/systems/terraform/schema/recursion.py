"""Finds cycles of references between schemas, and cuts schemas that contain themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from mapper.inputs import Documents, Node, Unresolved
from mapper.inputs.document import MergedNode
from mapper.inputs.location import escape_token
from mapper.model.graph import groups

from ..config.policies import Policies
from ..rules import RECURSION
from .keywords import Schema, Unmappable

MAX_MERGED = 10
"""The maximum nesting of merged schemas with the same recursive part."""


class Stack(Struct, frozen=True):
    """The schemas being mapped, from the outermost to the innermost.

    `keys` identify the references being followed, and `parts` the merged schemas, with one reference for each cycle.
    """

    keys: tuple[Key, ...] = ()
    parts: tuple[Key, ...] = ()


EMPTY = Stack()


def _in_fixed_order(keys: Iterable[Key]) -> tuple[Key, ...]:
    """The keys in an order that is the same for the same keys."""
    return tuple(sorted(keys, key=hash))


class Recursion:
    """Follows references and detects recursion."""

    def __init__(self, documents: Documents, policies: Policies) -> None:
        self._cycles = Cycles(documents, policies)
        self._roots: dict[Key, Node] = {}
        """Schemas that a stack begins with: whether they are in a cycle is searched where it matters."""

    def start(self, nodes: Iterable[Node]) -> Stack:
        """The stack of a root schema behind `nodes`."""
        keys = []
        for node in nodes:
            key = node.key
            self._roots[key] = node
            keys.append(key)
        return Stack(tuple(keys))

    def follow(self, schema: Schema, node: Node, stack: Stack, depth: int) -> Stack:
        """The stack inside `schema`, found behind `node`. Raises Unmappable where recursion is cut.

        `depth`: how many times a cycle is expanded before it is cut.
        """
        if not schema.hops and schema.node.__class__ is Node:  # most are
            return stack
        merged = schema.node if isinstance(schema.node, MergedNode) else None
        if not schema.hops and merged is None:
            return stack
        for hop in schema.hops:
            cycle = self._cycles.of(hop)
            if cycle and stack.keys.count(hop.key) > depth:
                raise Unmappable(RECURSION, f"the schema contains itself: {_path(stack.keys, hop.key)}", node)
            if cycle:
                _check_levels(cycle, _count(stack.keys, cycle) - depth, node)
        keys = tuple([hop.key for hop in schema.hops])
        parts = self._parts(merged, keys, stack, node, depth) if merged else ()
        return Stack(stack.keys + keys, stack.parts + parts)

    def decisive(self, schema: Schema, stack: Stack) -> Stack:
        """The part of the stack that decides where recursion in `schema` is cut, sorted: a cache key."""
        if isinstance(schema.node, MergedNode):  # its parts may belong to several cycles
            keys = _in_fixed_order(key for key in stack.keys if self._is_cyclic(key))
            return Stack(keys, _in_fixed_order(stack.parts))
        cycle = self._cycles.of(schema.hops[-1])
        if cycle is None:
            return EMPTY
        return Stack(_in_fixed_order(key for key in stack.keys if key in cycle.members), _in_fixed_order(stack.parts))

    def _is_cyclic(self, key: Key) -> bool:
        root = self._roots.get(key)
        return self._cycles.is_cyclic(key) if root is None else self._cycles.of(root) is not None

    def _parts(
        self, merged: MergedNode, entered: tuple[Key, ...], stack: Stack, node: Node, depth: int
    ) -> tuple[Key, ...]:
        cycles = {cycle: hop.key for hop in merged.hops if (cycle := self._cycles.of(hop))}
        if not cycles:
            return ()
        if stack.parts.count(merged.key) > depth:
            text = f"what is merged of {', '.join(_name(hop.key) for hop in merged.hops)} contains itself"
            raise Unmappable(RECURSION, text, node)
        added = [merged.key] if merged.name else []
        for cycle, key in cycles.items():
            if not any(k in cycle.members for k in entered):
                levels = _count(stack.keys, cycle) + _count(stack.parts, cycle) - depth
                is_small = cycle.levels == len(cycle.members)
                _check_levels(cycle, levels - MAX_MERGED if is_small else levels, node)
                added.append(key)
        return tuple(added)


def _check_levels(cycle: Cycle, levels: int, node: Node) -> None:
    if levels >= cycle.levels:
        text = f"{len(cycle.members)} schemas refer to each other in too many ways to write them all out"
        raise Unmappable(RECURSION, f"{text}; cut after {cycle.levels} levels", node)


def _count(keys: Iterable[Key], cycle: Cycle) -> int:
    return sum(key in cycle.members for key in keys)


def _path(keys: tuple[Key, ...], key: Key) -> str:
    return " → ".join(map(_name, (*keys[keys.index(key) :], key)))


def _name(key: Key) -> str:
    return key[1].rsplit("/", 1)[-1] or "(root)"


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
            try:  # `suppress` would take three calls for each
                target = self._documents.resolve(node.document, reference, place)
            except Unresolved:
                continue
            yield target

    def _references(self, node: Node, has_names: bool) -> Iterator[tuple[str, str]]:
        """All references in a schema, except in keywords that contain no schemas, with the pointers to them.

        Without `$id` and `$anchor`, the position of a reference does not matter.
        """
        stack: list[tuple[Any, str]] = [(node.value, node.pointer)] if node.value.__class__ in _CONTAINERS else []
        while stack:
            value, place = stack.pop()
            if value.__class__ is list:
                items = ((item, f"{place}/{at}" if has_names else "") for at, item in enumerate(value))
                stack += [entry for entry in items if entry[0].__class__ in _CONTAINERS]
                continue
            reference = value.get("$ref")
            if isinstance(reference, str):
                yield reference, place
                if not self._merges:  # siblings of a reference are not mapped
                    continue
            for key, child in value.items():
                if child.__class__ not in _CONTAINERS or key in _NOT_SCHEMAS:
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
