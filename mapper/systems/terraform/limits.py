"""Counts the resources that a mapping uses, and stops one that grows without limit.

The number of attributes has its own limits (OAS311, OAS312). Counted here is what each of them carries: long texts,
lists of values, long paths.
"""

from collections.abc import Iterable, Sequence

from mapper.inputs import Node
from mapper.model import Body, Entity, nested_body
from mapper.report.budget import Budget, Cost, weight

_ATTRIBUTE = 600
"""The minimum characters of an attribute in a code spec and a sidecar."""

_COUNTED = frozenset(("enum", "default", "pattern"))
"""Keywords that contain texts."""

_SHORT = 64
"""Lists up to this number of entries are not counted."""

_COMPARED = 8
"""The cost of comparing one schema with others, in list entries."""

_LISTED = (list, dict)

_MERGED = ("properties", "required", "enum")
"""Keywords whose entries are compared one by one in a merge."""

_LONG_POINTER = 200
"""JSON pointers of more than this number of characters are counted."""


def _is_text(value: object) -> bool:
    return isinstance(value, str)


class Spending:
    """The meters of one mapping."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.begin()

    def begin(self) -> None:
        """Count from nothing: another mapping begins, which is not charged for what an earlier one has made."""
        budget = self._budget
        self.lists = budget.meter(Cost.SCALARS, "the mapping")
        self.places = budget.meter(Cost.PLACES, "the mapping")
        self._texts = budget.meter(Cost.WRITTEN, "the output")
        self._entities = budget.meter(Cost.WRITTEN, "the output")
        self._path_lengths: dict[Body, int] = {}

    def attribute(self, schema: Node, description: str | None) -> None:
        """Count the texts and lists in the schema of an attribute. Raises OverBudget."""
        if description is not None and len(description) > _SHORT:
            self._texts.add(weight(description), schema)
        keywords = schema.value
        if _COUNTED.isdisjoint(keywords):  # most have none
            return
        if isinstance(values := keywords.get("enum"), list):
            self.list(schema, "enum")
            self._texts.add(sum(map(len, filter(_is_text, values))), schema)
        for keyword in ("default", "pattern"):
            text = keywords.get(keyword)
            if isinstance(text, str):
                self._texts.add(weight(text), schema)

    def place(self, node: Node) -> None:
        """Count a long JSON pointer; the number of places has its own limit. Raises OverBudget."""
        if len(node.pointer) > _LONG_POINTER:
            self.places.add(len(node.pointer), node)

    def members(self, node: Node, names: Sequence[str]) -> None:
        """Count the places of the members of an object. Raises OverBudget."""
        self.places.add(len(names) * (len(node.pointer) + 1) + sum(map(len, names)), node)

    def list(self, schema: Node, keyword: str) -> None:
        """Count the entries of the list or object under a keyword. Raises OverBudget."""
        listed = schema.value.get(keyword)
        if isinstance(listed, _LISTED) and len(listed) > _SHORT:
            self.lists.add(len(listed), schema)

    def merge(self, parts: Iterable[Node]) -> None:
        """Count the entries that a merge of schemas compares. Raises OverBudget."""
        for part in parts:
            if len(part.value) > _SHORT:
                self.compared(part, len(part.value))
            for keyword in _MERGED:
                if keyword in part.value:
                    self.list(part, keyword)

    def compared(self, schema: Node, count: int) -> None:
        """Count schemas that are compared one by one, such as the branches of a choice. Raises OverBudget."""
        if count > _SHORT // _COMPARED:
            self.lists.add(count * _COMPARED, schema)

    def choice(self, names: Sequence[str], schema: Node) -> None:
        """Count the names of variants: each of them lists all others. Raises OverBudget."""
        self.lists.add(len(names) ** 2, schema)
        self._texts.add(len(names) * sum(map(len, names)), schema)

    def entity(self, entity: Entity) -> None:
        """Count the minimum size of an entity in the output. Raises OverBudget."""
        body = entity.body
        left_out = len(body.omitted) + len(body.ignored)
        self._entities.add((body.size + left_out) * _ATTRIBUTE + self._paths(body), entity.location)

    def _paths(self, body: Body) -> int:
        count = self._path_lengths.get(body)
        if count is None:
            paths = sum([len(attribute.name) + len(attribute.source_name) for attribute in body.attributes])
            for attribute in body.attributes if body.size > len(body.attributes) else ():
                if (nested := nested_body(attribute.type)) is not None:
                    names = len(attribute.name) + len(attribute.source_name)
                    paths += names * nested.size + self._paths(nested)
            count = self._path_lengths[body] = paths
        return count
