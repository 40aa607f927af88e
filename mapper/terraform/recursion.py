"""Where a schema that contains itself is cut."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import RECURSION
from ..documents import Documents, Node
from .all_of import MergedNode, via_of
from .cycles import Cycle, Cycles, Key
from .keywords import Schema, Unmappable

Stack = tuple[Key, ...]
"""The keys of the references that are being followed, from the outermost to the innermost."""


class Recursion:
    """Follows references. `depth`: how many times a cycle is written out before it is cut."""

    def __init__(self, documents: Documents, depth: int) -> None:
        self._cycles = Cycles(documents)
        self._depth = depth

    def start(self, nodes: Iterable[Node]) -> Stack:
        """The stack of a root schema, that `nodes` lead to."""
        stack = []
        for node in nodes:
            self._cycles.of(node)
            stack.append(node.key)
        return tuple(stack)

    def follow(self, schema: Schema, node: Node, stack: Stack) -> Stack:
        """The stack inside of `schema`, found behind `node`. Raises Unmappable where a cycle is to be cut."""
        via = via_of(node)
        if via:
            stack += tuple(hop.key for hop in via)
        if schema.hops:
            for hop in schema.hops:
                cycle = self._cycles.of(hop)
                if cycle and stack.count(hop.key) > self._depth:
                    raise Unmappable(RECURSION, f"the schema contains itself: {_path(stack, hop.key)}", node)
                self._check_levels(cycle, stack, 0, node)
            stack += tuple(hop.key for hop in schema.hops)
        if isinstance(schema.node, MergedNode):
            self._check_parts(schema.node, stack, node)
        return stack

    def decisive(self, schema: Schema, stack: Stack) -> Stack:
        """What of the stack decides where something inside of `schema` is cut, in an order of its own."""
        if isinstance(schema.node, MergedNode):  # whose parts may belong to several cycles
            return tuple(sorted(key for key in stack if self._cycles.is_cyclic(key)))
        cycle = self._cycles.of(schema.hops[-1])
        return tuple(sorted(key for key in stack if key in cycle.members)) if cycle else ()

    def _check_parts(self, merged: MergedNode, stack: Stack, node: Node) -> None:
        hops = {hop.key: hop for part in merged.parts for hop in part.via}
        cycles = {id(cycle): cycle for cycle in map(self._cycles.of, hops.values())}
        for cycle in cycles.values():
            # a schema may be part of one that is inside of it, as long as these are few
            self._check_levels(cycle, stack, 1 if cycle and cycle.levels == len(cycle.members) else 0, node)

    def _check_levels(self, cycle: Cycle | None, stack: Stack, more: int, node: Node) -> None:
        if cycle and sum(key in cycle.members for key in stack) >= cycle.levels + self._depth + more:
            text = f"{len(cycle.members)} schemas refer to each other in too many ways to write them all out"
            raise Unmappable(RECURSION, f"{text}; cut after {cycle.levels} levels", node)


def _path(stack: Stack, key: Key) -> str:
    names = [pointer.rsplit("/", 1)[-1] or "(root)" for _, pointer in (*stack[stack.index(key) :], key)]
    return " → ".join(names)
