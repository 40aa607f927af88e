"""A manifest of a custom resource with all fields, which have types instead of values."""

from collections.abc import Iterator

from mapper.model import (
    Address,
    Attribute,
    Body,
    Collection,
    Entity,
    Nested,
    Object,
    Status,
    Type,
    nested_body,
    type_in_words,
)
from mapper.text.yaml_scalar import dump_texts

MOST_LINES = 400
_DEEPEST = 6


def skeleton(entity: Entity, address: Address) -> str:
    """A manifest with the type of every field that can be set. Levels that are too deep or too long are left out."""
    for deepest in range(_DEEPEST, 0, -1):
        lines = [*_head(entity, address)]
        for root in entity.layout.attributes:
            body = nested_body(root.type)
            if root.status is not Status.COMPUTED and body is not None:
                lines += [f"{root.name}:", *_fields(body, "  ", deepest)]
        if len(lines) <= MOST_LINES:
            break
    return "\n".join([*lines[:MOST_LINES], *(["  # …"] if len(lines) > MOST_LINES else []), ""])


def _head(entity: Entity, address: Address) -> list[str]:
    kind = address.kind or entity.name
    return [f"apiVersion: {address.group}/{address.version}", f"kind: {kind}", "metadata:", "  name: string"]


def _fields(body: Body, indent: str, levels: int) -> Iterator[str]:
    for attribute in body.attributes:
        if attribute.status is not Status.COMPUTED:
            yield from _field(attribute, indent, levels)


def _field(attribute: Attribute, indent: str, levels: int) -> Iterator[str]:
    name = _key(attribute.name)
    body, wrapping = nested_body(attribute.type), _wrapping(attribute.type)
    if body is None or not body.attributes or levels <= 1:
        kind = type_words(attribute.type)
        yield f"{indent}{name}: {_short(attribute.type) or f'{{}} # {kind}'}"
        return
    inner = indent + "  "
    lines = list(_fields(body, "", levels - 1))
    for kind in reversed(wrapping):
        if kind == "map":
            lines = ["key:", *(f"  {line}" for line in lines)]
        else:
            lines = [f"{'- ' if number == 0 else '  '}{line}" for number, line in enumerate(lines)]
    yield f"{indent}{name}:"
    yield from (inner + line for line in lines)


def _wrapping(type_: Type) -> list[str]:
    """The lists and maps around a structure, outermost first."""
    words = []
    while isinstance(type_, Collection):
        words.append(str(type_.kind))
        type_ = type_.element
    if isinstance(type_, Nested) and type_.mode != "single":
        words.append(str(type_.mode))
    return words


def _short(type_: Type) -> str:
    """A type without fields, on one line; empty for others."""
    match type_:
        case Collection("map", element):
            return f"{{key: {inner}}}" if (inner := _short(element)) else ""
        case Collection(_, element):
            return f"[{inner}]" if (inner := _short(element)) else ""
        case Nested() | Object():
            return ""
    return type_words(type_)


def _key(name: str) -> str:
    return dump_texts({name: "x"}).rpartition(":")[0]


CRD_WORDS = "custom resource definitions, to install in a cluster"
GO_WORDS = "the types of the custom resources, in Go"
"""The purpose of Go files."""

_SCALARS = {
    "bool": "boolean",
    "int64": "integer",
    "int32": "integer",
    "float64": "number",
    "bytes": "string (base64)",
    "timestamp": "string (date-time)",
}


def type_words(type_: Type) -> str:
    """A type in words: `list of string`, `map of object`; scalars have their OpenAPI names."""
    return type_in_words(type_, lambda own: _SCALARS.get(own.kind, own.kind))
