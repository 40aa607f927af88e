"""Request bodies of Swagger 2.0: a body parameter, or the fields of a form as one object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ...inputs import Documents, Node, bool_of, text_of
from ...inputs.merged_node import MergedNode, made

_NOT_SCHEMA = ("name", "in", "required", "type", "format")


def body_parameter(documents: Documents, holders: Sequence[Node | None]) -> tuple[Node, tuple[Node, ...]] | None:
    """The schema of the body and the references to it; None if there is no body.

    `holders` are the operation and the path item. `consumes` is ignored, and so is `collectionFormat`. Raises
    Unresolved.
    """
    fields: dict[str, Node] = {}
    for item, parameter, via in _parameters(documents, holders):
        schema, name = parameter.get("schema"), text_of(parameter.value.get("name"))
        if schema is not None and parameter.value.get("in") == "body":
            return schema, via
        if name is not None and parameter.value.get("in") == "formData":
            fields.setdefault(name, item)
    place = next(iter(fields.values()), None)
    return None if place is None else (_form(documents, place, fields), ())


def _parameters(documents: Documents, holders: Sequence[Node | None]) -> Iterator[tuple[Node, Node, tuple[Node, ...]]]:
    """Each parameter: the entry of the list, its target, and the references followed."""
    for holder in holders:
        listed = holder.get("parameters") if holder else None
        for item in listed.items() if listed else ():
            parameter, via = documents.follow(item)
            if isinstance(parameter.value, dict):
                yield item, parameter, via


def _form(documents: Documents, place: Node, fields: dict[str, Node]) -> MergedNode:
    """An object schema with a property for each field."""
    targets = {name: documents.follow(item)[0] for name, item in fields.items()}
    required = [name for name, target in targets.items() if bool_of(target.value.get("required")) is True]
    properties = {
        name: _file(target) if target.value.get("type") == "file" else fields[name] for name, target in targets.items()
    }
    members = {
        "type": _given(place, "object"),
        "properties": made(place, properties),
        "required": _given(place, required),
    }
    return _named("form", made(place, members), place)


def _file(parameter: Node) -> MergedNode:
    """A file field as a binary string, as in OpenAPI 3."""
    members = {key: member for key, member in parameter.members() if key not in _NOT_SCHEMA}
    members |= {"type": _given(parameter.child("type"), "string"), "format": _given(parameter, "binary")}
    return _named("file", made(parameter, members), parameter)


def _given(place: Node, value: object) -> Node:
    return Node(place.document, place.pointer, value)


def _named(kind: str, node: MergedNode, place: Node) -> MergedNode:
    """The node with a unique name."""
    return replace(node, name=f"{kind} {' '.join(map(str, place.key))}")
