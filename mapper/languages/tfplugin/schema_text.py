"""Writes the typed model as the JSON of `terraform providers schema -json`. Needs no library.

Members are in Terraform's order, and empty ones are left out as Terraform does.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from json.encoder import encode_basestring
from operator import attrgetter
from typing import Any

from msgspec import Struct

from .cty_types import GO_ESCAPES, CtyType, type_json
from .schema import SHAPES, NestedType, SchemaDocument

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
    """The text of `document_lines` in pieces, made on iteration: each resource or data source is one."""
    yield from _pieces(document_json(document), "", _LEVELS)
    yield "\n"


_LEVELS = 2
"""The levels of names above the attributes of a resource: providers, and the resources of one."""

_NAMED = frozenset(
    """
    provider_schemas resource_schemas data_source_schemas ephemeral_resource_schemas list_resource_schemas functions
    resource_identity_schemas action_schemas attributes block_types
    """.split()
)
"""Members whose keys are names chosen by a provider."""

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def _pieces(value: Json, indent: str, levels: int) -> Iterator[str]:
    """The text of an object in pieces: what has a name on one of the first `levels` is one, with all that is in it."""
    separator = "{"
    for name, member in value.items():
        yield f"{separator}{_quoted(name)}: "
        separator = ", "
        if not levels or name not in _NAMED or not member:
            yield _text(name, member, indent)
            continue
        deeper = f"{indent} "
        start = f"{{\n{deeper}"
        for key, entry in member.items():
            yield f"{start}{_quoted(key)}: "
            start = f",\n{deeper}"
            yield from _pieces(entry, deeper, levels - 1) if levels > 1 and entry else (_object(entry, deeper),)
        yield f"\n{indent}}}"
    yield "}"


def _text(name: str, value: Any, indent: str) -> str:
    """The value of a member: a line for each entry if the provider chooses their names."""
    if name not in _NAMED or not value:
        return _object(value, indent)
    deeper = f"{indent} "
    lines = f",\n{deeper}".join([f"{_quoted(key)}: {_object(entry, deeper)}" for key, entry in value.items()])
    return f"{{\n{deeper}{lines}\n{indent}}}"


def _object(value: Any, indent: str) -> str:
    """A value whose named members have lines of their own; an attribute, or anything else, is on one line."""
    if not isinstance(value, dict):
        return _one_line(value)
    if "type" in value:
        return f"{{{', '.join([f'{_quoted(name)}: {_one_line(member)}' for name, member in value.items()])}}}"
    return f"{{{', '.join([f'{_quoted(name)}: {_text(name, member, indent)}' for name, member in value.items()])}}}"


def _one_line(value: Any) -> str:
    if value.__class__ is str:
        text = encode_basestring(value)
        return text if text.isascii() else text.translate(_LINE_ENDS)
    if value is True or value.__class__ is int:
        return "true" if value is True else str(value)
    text = _ENCODE(value)
    return text if text.isascii() else text.translate(_LINE_ENDS)


_quoted = lru_cache(maxsize=8192)(_one_line)
"""A name: most are those of many resources."""


def plain(value: Struct) -> Json:
    """A part of a schema as plain data, with its members in Terraform's order."""
    written: Json = {}
    fields, members = _WRITTEN[type(value)]
    for inner, (name, always, write) in zip(fields(value), members, strict=True):
        if inner or always:
            key = "nested_type" if inner.__class__ is NestedType else name
            written[key] = inner if write is None else write(inner)
    return written


def _by_name(items: Mapping[str, Struct]) -> Json:
    return {name: plain(item) for name, item in items.items()}


def _blocks(items: Mapping[str, Struct]) -> Json:
    return {name: {"block": plain(item)} for name, item in items.items()}


def _own_type(value: CtyType | NestedType) -> object:
    return plain(value) if isinstance(value, NestedType) else type_json(value)


_word = attrgetter("_value_")
"""The word of a kind: its property `value` takes three times as long."""

_PLAIN: dict[str, Callable[[Any], object] | None] = {
    "text": None,
    "flag": None,
    "count": None,
    "type": type_json,
    "own type": _own_type,
    "markup": _word,
    "nesting": _word,
    "each": _by_name,
    "blocks": _blocks,
    "list": lambda items: [*map(plain, items)],
}
"""How values of each kind of member become plain data; None as they are. Others are parts of a schema."""


def _fields(names: list[str]) -> Callable[[Struct], tuple[Any, ...]]:
    """Gets the fields of a value, all at once."""
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda value: (get(value),)


_WRITTEN = {
    cls: (
        _fields([member.field for member in members]),
        [(member.name, member.always, _PLAIN.get(member.kind, plain)) for member in members],
    )
    for cls, members in SHAPES.items()
}
"""What gets the fields of each class, and the name of each, whether it is written if empty, and how it is."""
