"""Limits on the compositions of one schema: how deep, how many, and none of itself."""

from collections.abc import Sequence

from msgspec.structs import replace

from mapper.inputs import Node
from mapper.inputs.document import MergedNode

from .. import rules
from ..limits import Spending
from .keywords import Unmappable

MAX_COMPOSITION = 30
"""The maximum nesting of allOf, oneOf and anyOf."""

MAX_COMPOSED = 500
"""The maximum number of compositions in one schema."""

Outer = tuple[Node, ...]
"""The compositions being resolved, from the outermost to the innermost."""


class WorkLimit:
    """Counts compositions, and names merged schemas."""

    def __init__(self, spending: Spending) -> None:
        self.taken = 0
        """The number of entries and parts visited so far, as a measure of work."""
        self.cut = 0
        """The number of schemas rejected because of their context."""
        self.spending = spending
        self._left = 0
        self._names: dict[tuple[object, ...], str] = {}

    def enter(self, node: Node, outer: Outer) -> Outer:
        """The compositions being resolved, with `node`. Raises Unmappable at a limit."""
        if not outer:
            self._left = MAX_COMPOSED
        self._left -= 1
        self.taken += 1
        self.spending.place(node)
        self.check_loop(node, outer)
        if len(outer) >= MAX_COMPOSITION:
            self.cut += 1
            raise Unmappable(rules.TOO_DEEP, f"it is composed over more than {MAX_COMPOSITION} levels", node)
        if self._left < 0:
            self.cut += 1
            raise Unmappable(rules.TOO_DEEP, f"it is composed of more than {MAX_COMPOSED:,} schemas", node)
        return (*outer, node)

    def check_loop(self, node: Node, outer: Outer) -> None:
        """Raise Unmappable if a schema is composed of itself."""
        if any(node.key == seen.key for seen in outer):
            self.cut += 1
            raise Unmappable(rules.RECURSION, "the schema is composed of itself", node)

    def take(self, node: Node) -> None:
        """Count an entry."""
        self.taken += 1
        self.spending.place(node)

    def merge(self, parts: Sequence[Node]) -> None:
        """Count parts before a merge. Raises OverBudget."""
        self.taken += len(parts)
        self.spending.merge(parts)

    def named(self, kind: str, merged: MergedNode, parts: Sequence[Node], hops: Sequence[Node]) -> MergedNode:
        """The merged schema, with a name that is equal for schemas merged from the same objects."""
        objects = [part.key for part in parts if not {"properties", "required"}.isdisjoint(part.value)]
        name = self.name(kind, *objects) if objects else ""
        return replace(merged, name=name, hops=tuple({hop.key: hop for hop in hops}.values()))

    def name(self, *parts: object) -> str:
        """A name that is equal for equal parts."""
        return self._names.setdefault(parts, str(len(self._names)))
