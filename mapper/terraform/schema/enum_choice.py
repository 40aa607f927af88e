"""Maps a oneOf or anyOf of single values, such as `{title: Once, const: 1}`, to an enum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...inputs import Documents, Node
from ...inputs.merged_node import MergedNode, made
from .keywords import SCALAR_TYPES, Schema, is_annotation, type_of_values
from .null import types_of

_VALUES = frozenset(("const", "enum", "type", "format"))


def enumerated(documents: Documents, place: Node, branches: Iterable[Node]) -> Schema | None:
    """The schema of the enum; None if a branch is not a value, or they are not of one scalar type."""
    values: list[Node] = []
    types: set[str] = set()
    for branch in branches:
        found = documents.behind(branch)
        if not isinstance(found.value, dict):
            return None
        type_ = type_of_values(found)
        if type_ is None or not all(key in _VALUES or is_annotation(key) for key in found.value):
            return None
        written = types_of(found)
        types.add(written[0] if len(written) == 1 and (written[0], type_) == ("number", "integer") else type_)
        if written and type_ not in written and written != ["number"]:
            return None
        values += _values(found)
    if len(types) != 1 or not types <= SCALAR_TYPES:
        return None
    (type_,) = types
    children = dict[str | int, Node](enumerate(values))
    listed = MergedNode(place.document, place.pointer, [node.value for node in values], children)
    return Schema(made(place, {"type": Node(place.document, place.pointer, type_), "enum": listed}), type_, None)


def _values(branch: Node) -> Iterator[Node]:
    if "const" in branch.value:
        yield branch.child("const")
    else:
        listed = branch.get("enum")
        yield from listed.items() if listed else ()
