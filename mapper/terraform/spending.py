"""What a mapping takes of an API description, counted as often as it is used, and stopped where that has no end.

The numbers of attributes are limited elsewhere (OAS311, OAS312). Here it is about what each of them may carry: a long
text, a list of values, a long path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..budget import Budget, Cost, weight
from ..documents import Node
from ..immutable import dataclass
from ..model import Body, Entity, Scalar, nested_body

_ATTRIBUTE = 600
"""What an attribute without texts of its own takes at least, in a specification and a sidecar."""

_SHORT = 64
"""Entries of a list that are not worth counting."""

_COMPARED = 8
"""What a schema costs that is compared with others, in entries of a list: it is looked up, taken apart and named."""

_LISTED = (list, dict)

_COUNTED = frozenset(("enum", "default", "pattern"))
"""Keywords with texts."""

_MERGED = ("properties", "required", "enum")
"""Keywords whose entries are looked at one by one where schemas are merged."""

_LONG_POINTER = 200
"""Characters of a JSON pointer from which on it is counted."""


@dataclass(frozen=True, slots=True)
class _Size:
    """The characters of all paths below a body, of both kinds; the body is kept so that its id stays taken."""

    body: Body
    paths: int


def _is_text(value: object) -> bool:
    return isinstance(value, str)


class Spending:
    """The accounts of one mapping."""

    def __init__(self, budget: Budget) -> None:
        self.lists = budget.meter(Cost.SCALARS, "the mapping")
        self.places = budget.meter(Cost.PLACES, "the mapping")
        self._texts = budget.meter(Cost.WRITTEN, "the output")
        self._entities = budget.meter(Cost.WRITTEN, "the output")
        self._sizes: dict[int, _Size] = {}

    def attribute(self, schema: Node, description: str | None) -> None:
        """Count what an attribute takes of the texts and lists of `schema`. Raises OverBudget."""
        if description is not None and len(description) > _SHORT:
            self._texts.add(weight(description), schema)
        keywords = schema.value
        if _COUNTED.isdisjoint(keywords):
            return
        if isinstance(values := keywords.get("enum"), list):
            self.list(schema, "enum")
            self._texts.add(sum(map(len, filter(_is_text, values))), schema)
        if "default" in keywords or "pattern" in keywords:
            for keyword in ("default", "pattern"):
                text = keywords.get(keyword)
                if isinstance(text, str) and len(text) > _SHORT:
                    self._texts.add(weight(text), schema)

    def place(self, node: Node) -> None:
        """Count a place that is longer than most are; how many there may be is limited elsewhere. Raises OverBudget."""
        if len(node.pointer) > _LONG_POINTER:
            self.places.add(len(node.pointer), node)

    def members(self, node: Node, names: Sequence[str]) -> None:
        """Count the places of members of an object. Raises OverBudget."""
        self.places.add(len(names) * (len(node.pointer) + 1) + sum(map(len, names)), node)

    def list(self, schema: Node, keyword: str) -> None:
        """Count the entries of the list, or of the object, that a keyword gives. Raises OverBudget."""
        listed = schema.value.get(keyword)
        if isinstance(listed, _LISTED) and len(listed) > _SHORT:
            self.lists.add(len(listed), schema)

    def merge(self, parts: Iterable[Node]) -> None:
        """Count what is looked at to make one schema of several. Raises OverBudget."""
        for part in parts:
            if len(part.value) > _SHORT:
                self.compared(part, len(part.value))
            for keyword in _MERGED:
                if keyword in part.value:
                    self.list(part, keyword)

    def compared(self, schema: Node, count: int) -> None:
        """Count schemas that are looked at one by one: the branches of a choice, those that declare what is lost.

        Raises OverBudget.
        """
        if count > _SHORT // _COMPARED:
            self.lists.add(count * _COMPARED, schema)

    def choice(self, names: Sequence[str], schema: Node) -> None:
        """Count the names of variants: each of them says the names of all others. Raises OverBudget."""
        self.lists.add(len(names) ** 2, schema)
        self._texts.add(len(names) * sum(map(len, names)), schema)

    def entity(self, entity: Entity) -> None:
        """Count what an entity takes at least before its texts are counted. Raises OverBudget."""
        body = entity.body
        left_out = len(body.omitted) + len(body.ignored)
        self._entities.add((body.size + left_out) * _ATTRIBUTE + self._paths(body), entity.location)

    def _paths(self, body: Body) -> int:
        known = self._sizes.get(id(body))
        if known is None:
            paths = sum([len(attribute.name) + len(attribute.source_name) for attribute in body.attributes])
            for attribute in body.attributes if body.size > len(body.attributes) else ():
                if attribute.type.__class__ is not Scalar and (inner := nested_body(attribute.type)) is not None:
                    names = len(attribute.name) + len(attribute.source_name)
                    paths += names * inner.size + self._paths(inner)
            known = self._sizes[id(body)] = _Size(body, paths)
        return known.paths
