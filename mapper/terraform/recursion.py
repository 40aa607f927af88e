"""Where a schema that contains itself is cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..diagnostics import RECURSION
from ..documents import Documents, Node
from .all_of import MergedNode, Part, trail_of
from .cycles import Cycle, Cycles, Key
from .keywords import Schema, Unmappable


@dataclass(frozen=True, slots=True)
class Stack:
    """The keys of the references that are being followed, from the outermost to the innermost.

    `entered` are those that lead to the innermost schema.
    """

    keys: tuple[Key, ...] = ()
    entered: tuple[Key, ...] = ()


EMPTY = Stack()


class Recursion:
    """Follows references. `depth`: how many times a cycle is written out before it is cut."""

    def __init__(self, documents: Documents, depth: int) -> None:
        self._cycles = Cycles(documents)
        self._depth = depth

    def start(self, nodes: Iterable[Node]) -> Stack:
        """The stack of a root schema, that `nodes` lead to."""
        keys = []
        for node in nodes:
            self._cycles.of(node)
            keys.append(node.key)
        return Stack(tuple(keys), tuple(keys))

    def follow(self, schema: Schema, node: Node, stack: Stack) -> Stack:
        """The stack inside of `schema`, found behind `node`. Raises Unmappable where a cycle is to be cut."""
        trail = trail_of(node)
        merged = schema.node if isinstance(schema.node, MergedNode) else None
        if not schema.hops and not trail and merged is None:
            return stack
        keys = stack.keys
        for level in trail:
            keys += self._one_of_each_cycle(level, stack.entered)
        for hop in schema.hops:
            cycle = self._cycles.of(hop)
            if cycle and keys.count(hop.key) > self._depth:
                raise Unmappable(RECURSION, f"the schema contains itself: {_path(keys, hop.key)}", node)
            self._check_levels(cycle, _count(keys, cycle), node)
        entered = tuple(hop.key for hop in schema.hops)
        keys += entered
        for part in merged.parts if merged else ():
            self._check_part(part, keys, node)
        return Stack(keys, entered)

    def decisive(self, schema: Schema, stack: Stack) -> tuple[Key, ...]:
        """What of the stack decides where something inside of `schema` is cut, in an order of its own."""
        if isinstance(schema.node, MergedNode):  # whose parts may belong to several cycles
            return tuple(sorted(key for key in stack.keys if self._cycles.is_cyclic(key)))
        cycle = self._cycles.of(schema.hops[-1])
        return tuple(sorted(key for key in stack.keys if key in cycle.members)) if cycle else ()

    def _one_of_each_cycle(self, hops: Sequence[Node], entered: tuple[Key, ...]) -> tuple[Key, ...]:
        """What a level of composition adds to the stack: not more than a reference would."""
        found: list[Key] = []
        for hop in hops:
            cycle = self._cycles.of(hop)
            if cycle and not any(key in cycle.members for key in (*entered, *found)):
                found.append(hop.key)
        return tuple(found)

    def _check_part(self, part: Part, keys: tuple[Key, ...], node: Node) -> None:
        *above, hops = part.trail
        for hop in hops:
            cycle = self._cycles.of(hop)
            if cycle:
                levels = _count(keys, cycle) + sum(any(h.key in cycle.members for h in level) for level in above)
                # a schema may be part of one that is inside of it, as long as these are few
                self._check_levels(cycle, levels - (cycle.levels == len(cycle.members)), node)

    def _check_levels(self, cycle: Cycle | None, levels: int, node: Node) -> None:
        if cycle and levels >= cycle.levels + self._depth:
            text = f"{len(cycle.members)} schemas refer to each other in too many ways to write them all out"
            raise Unmappable(RECURSION, f"{text}; cut after {cycle.levels} levels", node)


def _count(keys: Iterable[Key], cycle: Cycle | None) -> int:
    return sum(key in cycle.members for key in keys) if cycle else 0


def _path(keys: tuple[Key, ...], key: Key) -> str:
    names = [pointer.rsplit("/", 1)[-1] or "(root)" for _, pointer in (*keys[keys.index(key) :], key)]
    return " → ".join(names)
