"""How far the schemas of one mapping have been brought to one form: what is composed of itself, or of too much."""

from __future__ import annotations

from collections.abc import Sequence

from ...documents import Node
from ...documents.merged import MergedNode
from ...immutable import replace
from ..rules import RECURSION, TOO_DEEP
from ..spending import Spending
from .gathered import Outer
from .keywords import Unmappable

MAX_COMPOSITION = 30
"""Levels of allOf, oneOf and anyOf in each other."""

MAX_COMPOSED = 500
"""Compositions that one schema may consist of."""


class Steps:
    """Counts compositions, and names what is merged of them."""

    def __init__(self, spending: Spending) -> None:
        self.taken = 0
        """Entries and parts of compositions looked at so far, a measure of work."""
        self.cut = 0
        """How often something was given up for what is around it."""
        self.spending = spending
        self._left = 0
        self._names: dict[tuple[object, ...], str] = {}

    def enter(self, node: Node, outer: Outer) -> Outer:
        """The compositions that are being resolved, with `node`. Raises Unmappable."""
        if not outer:
            self._left = MAX_COMPOSED
        self._left -= 1
        self.taken += 1
        self.spending.place(node)
        self.check_loop(node, outer)
        if len(outer) >= MAX_COMPOSITION:
            self.cut += 1
            raise Unmappable(TOO_DEEP, f"it is composed over more than {MAX_COMPOSITION} levels", node)
        if self._left < 0:
            self.cut += 1
            raise Unmappable(TOO_DEEP, f"it is composed of more than {MAX_COMPOSED:,} schemas", node)
        return (*outer, node)

    def check_loop(self, node: Node, outer: Outer) -> None:
        """Raise Unmappable where a schema is composed of itself."""
        if any(node.key == seen.key for seen in outer):
            self.cut += 1
            raise Unmappable(RECURSION, "the schema is composed of itself", node)

    def take(self, node: Node) -> None:
        """Count one more entry."""
        self.taken += 1
        self.spending.place(node)

    def merge(self, parts: Sequence[Node]) -> None:
        """Count parts that are about to be merged. Raises OverBudget."""
        self.taken += len(parts)
        self.spending.merge(parts)

    def named(self, kind: str, merged: MergedNode, parts: Sequence[Node], hops: Sequence[Node]) -> MergedNode:
        """What is merged of the same objects has the same name."""
        objects = [part.key for part in parts if not {"properties", "required"}.isdisjoint(part.value)]
        name = self.name(kind, *objects) if objects else ""
        return replace(merged, name=name, hops=tuple({hop.key: hop for hop in hops}.values()))

    def name(self, *parts: object) -> str:
        """The same name for the same parts."""
        return self._names.setdefault(parts, str(len(self._names)))
