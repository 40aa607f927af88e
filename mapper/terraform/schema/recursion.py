"""Cuts schemas that contain themselves."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ...inputs import Documents, Node
from ...inputs.document import MergedNode
from ..config.policies import Policies
from ..rules import RECURSION
from .cycles import Cycle, Cycles, Key
from .keywords import Schema, Unmappable

MAX_MERGED = 10
"""The maximum nesting of merged schemas with the same recursive part."""


class Stack(Struct, frozen=True):
    """The schemas being mapped, from the outermost to the innermost.

    `keys` are those of the references being followed, `parts` those of merged schemas, with one reference for each
    cycle.
    """

    keys: tuple[Key, ...] = ()
    parts: tuple[Key, ...] = ()


EMPTY = Stack()


def _sorted(keys: Iterable[Key]) -> tuple[Key, ...]:
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
            keys = _sorted(key for key in stack.keys if self._is_cyclic(key))
            return Stack(keys, _sorted(stack.parts))
        cycle = self._cycles.of(schema.hops[-1])
        if cycle is None:
            return EMPTY
        return Stack(_sorted(key for key in stack.keys if key in cycle.members), _sorted(stack.parts))

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
