"""Writes the typed model as the JSON of `terraform providers schema -json`. Needs no library.

Members are in Terraform's order, and empty ones are left out as Terraform does.
"""

import json
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from .cty_types import GO_ESCAPES, type_json
from .schema import SHAPES, Member, NestedType, SchemaDocument

Json = dict[str, Any]


def document_json(document: SchemaDocument) -> Json:
    """A document as plain data, ready to be dumped."""
    providers = {address: plain(schema) for address, schema in document.providers.items()}
    return {"format_version": document.format_version, **({"provider_schemas": providers} if providers else {})}


def document_text(document: SchemaDocument) -> str:
    """A document as the command prints it: on one line, without a line end."""
    text = json.dumps(document_json(document), ensure_ascii=False, separators=(",", ":"))
    return text.translate(GO_ESCAPES)


def document_lines(document: SchemaDocument) -> str:
    """A document with one attribute on each line, for version control: a change affects the lines
    of changed attributes only.

    Everything with a name has a line: an attribute, a block, a resource. Indented by one space, because some providers
    nest blocks twenty levels deep.
    """
    return "".join(document_pieces(document))


def document_pieces(document: SchemaDocument) -> Iterator[str]:
    """The text of `document_lines` in pieces, made on iteration."""
    yield from _members(document_json(document), "")
    yield "\n"


_NAMED = frozenset(
    """
    provider_schemas resource_schemas data_source_schemas ephemeral_resource_schemas list_resource_schemas functions
    resource_identity_schemas action_schemas attributes block_types
    """.split()
)
"""Members whose keys are names chosen by a provider."""

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def _members(value: Json, indent: str) -> Iterator[str]:
    """An object on one line, except named members, which get lines of their own."""
    if "type" in value:
        yield _one_line(value)
        return
    before = "{"
    for key, item in value.items():
        yield f"{before}{_one_line(key)}: "
        yield from _member(key, item, indent)
        before = ", "
    yield "}" if value else "{}"


def _member(key: str, item: Any, indent: str) -> Iterator[str]:
    if key in _NAMED and item:
        deeper, before = f"{indent} ", "{\n"
        for name, named in item.items():
            yield f"{before}{deeper}{_one_line(name)}: "
            yield from _members(named, deeper)
            before = ",\n"
        yield f"\n{indent}}}"
    elif isinstance(item, dict):
        yield from _members(item, indent)
    else:
        yield _one_line(item)


def _one_line(value: Any) -> str:
    return _ENCODE(value).translate(_LINE_ENDS)


def plain(value: Struct) -> Json:
    """A part of a schema as plain data, with its members in Terraform's order."""
    found: Json = {}
    for member in SHAPES[type(value)]:
        inner = getattr(value, member.field)
        if member.always or inner:
            name = "nested_type" if isinstance(inner, NestedType) else member.name
            found[name] = _plain(member, inner)
    return found


def _plain(member: Member, value: Any) -> object:
    match member.kind:
        case "type" | "own type" if not isinstance(value, NestedType):
            return type_json(value)
        case "markup" | "nesting":
            return value.value
        case "each":
            return {name: plain(item) for name, item in value.items()}
        case "blocks":
            return {name: {"block": plain(item)} for name, item in value.items()}
        case "list":
            return [*map(plain, value)]
        case "text" | "flag" | "count":
            return value
    return plain(value)
