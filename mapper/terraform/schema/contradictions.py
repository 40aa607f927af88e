"""The policy contradictions: of merged schemas with types that exclude each other, which ones count.

Many APIs declare an envelope once, with a member that may be anything (`result: {type: array, items: {}}`), and say
in each response what it is (`result: {type: object, properties: …}`). What says more is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...inputs import Documents, Node
from ...report.diagnostic import Note
from ..rules import POLICY
from .null import types_in
from .variants import says_nothing

_SPECIFIC = "specific"
_COMPATIBLE = frozenset(("integer", "number"))


class Contradictions:
    """Applies the policy."""

    def __init__(self, documents: Documents, policy: str) -> None:
        self._documents = documents
        self.are_settled = policy == _SPECIFIC

    def without(self, parts: Sequence[Node], notes: list[Note]) -> list[Node]:
        """The parts of a merged schema that go with the first of those that say what a value holds."""
        typed = [(part, types) for part in parts if (types := _types(part))] if self.are_settled else []
        if not any(_exclude(typed[0][1], types) for _, types in typed[1:]):
            return list(parts)
        first, meant = next((entry for entry in typed if self._says_something(*entry)), typed[0])
        lost = {part for part, types in typed if _exclude(meant, types)}
        others = ", ".join(dict.fromkeys(type_ for part, types in typed if part in lost for type_ in types))
        text = f"the type is {', '.join(meant)}, not {others} as in another of the merged schemas"
        notes.append(Note(POLICY, f"{text} (policy contradictions)", first))
        return [part for part in parts if part not in lost]

    def types_without_objects(self, parts: Iterable[Node]) -> frozenset[str]:
        """The types of what is merged, where the policy makes them count for a choice; empty where one is an object."""
        types = frozenset(type_ for part in parts for type_ in _types(part)) if self.are_settled else frozenset()
        return frozenset() if "object" in types else types

    def _says_something(self, part: Node, types: Sequence[str]) -> bool:
        if "array" in types:
            items = part.get("items")
            return items is not None and not says_nothing(self._documents, items)
        if "object" in types:
            values = part.get("additionalProperties")
            if values is not None and isinstance(values.value, dict) and not says_nothing(self._documents, values):
                return True
            return bool(part.value.get("properties"))
        return True


def _types(part: Node) -> list[str]:
    """The types of a schema, but for null; an object's where it only has properties."""
    found = [type_ for type_ in types_in(part.value.get("type")) if type_ != "null"]
    return found or (["object"] if part.value.get("properties") else [])


def _exclude(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether no value is of both."""
    both = {*first, *second}
    return set(first).isdisjoint(second) and not both <= _COMPATIBLE
