"""Writes the typed model as the JSON of `terraform providers schema -json`. Needs no library.

Members are in Terraform's order, and empty ones are left out as Terraform does.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
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
    """The text of `document_lines` in pieces, made on iteration.

    The levels are a stack, and no generators in generators: a piece would climb through one for each level above it.
    """
    levels = [_object(document_json(document), "")]
    while levels:
        level = levels[-1]
        member = next(level.members, None)
        if member is None:
            yield level.end
            levels.pop()
            continue
        name, value = member
        inner = _below(level, name, value)
        start = f"{level.before}{_quoted(name)}: "
        level.before = level.between
        if inner is None:
            yield f"{start}{_one_line(value)}"
        else:
            yield start
            levels.append(inner)
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


class _Level(Struct):
    """An object whose members are being written, `before` precedes the next one. `has_lines`: each has its line."""

    indent: str
    members: Iterator[tuple[str, Any]]
    before: str
    between: str
    end: str
    has_lines: bool = False


def _object(value: Json, indent: str) -> _Level:
    return _Level(indent, iter(value.items()), "{", ", ", "}")


def _below(level: _Level, name: str, value: Any) -> _Level | None:
    """The level of a member; None for one that is written on one line."""
    if not isinstance(value, dict) or not value:
        return None
    if not level.has_lines and name in _NAMED:
        deeper = f"{level.indent} "
        return _Level(deeper, iter(value.items()), f"{{\n{deeper}", f",\n{deeper}", f"\n{level.indent}}}", True)
    return None if "type" in value else _object(value, level.indent)


def _one_line(value: Any) -> str:
    text = _ENCODE(value)
    return text if text.isascii() else text.translate(_LINE_ENDS)


_quoted = lru_cache(maxsize=8192)(_one_line)
"""A name: most are those of many resources."""


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
