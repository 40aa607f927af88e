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

from .cty_types import GO_ESCAPES, CtyType, Primitive, type_json
from .schema import SHAPES, Attribute, NestedType, ProviderSchema, SchemaDocument

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
    yield f'{{"format_version": {_quoted(document.format_version)}'
    start = ', "provider_schemas": {\n '
    for address, schema in document.providers.items():
        yield f"{start}{_quoted(address)}: "
        yield from _provider(schema)
        start = ",\n "
    yield "\n}}\n" if document.providers else "}\n"


def _provider(schema: ProviderSchema) -> Iterator[str]:
    separator = "{"
    fields, members = _WRITTEN[ProviderSchema]
    for value, (name, _, write) in zip(fields(schema), members, strict=True):
        if value:
            yield f'{separator}"{name}": '
            yield from (_text(value, " "),) if write is plain else _entries(value, " ", is_block=write is _blocks)
            separator = ", "
    yield "}" if separator == ", " else "{}"


def _entries(items: Mapping[str, Struct], indent: str, *, is_block: bool = False) -> Iterator[str]:
    """What has names that a provider chose: each has a line."""
    deeper = f"{indent} "
    start = f"{{\n{deeper}"
    for name, item in items.items():
        text = _text(item, deeper)
        yield f'{start}{_quoted(name)}: {{"block": {text}}}' if is_block else f"{start}{_quoted(name)}: {text}"
        start = f",\n{deeper}"
    yield f"\n{indent}}}"


def _text(part: Struct, indent: str) -> str:
    """A part of a schema, on one line but for what has names that a provider chose."""
    if isinstance(part, Attribute) and part.type.__class__ is Primitive:
        return _attribute(part)
    return _members(part, indent)


def _members(part: Struct, indent: str) -> str:
    fields, members = _WRITTEN[type(part)]
    written = []
    for value, (name, always, write) in zip(fields(part), members, strict=True):
        if not (value or always):
            continue
        if value.__class__ is NestedType:
            written.append(f'"nested_type": {_members(value, indent)}')
        elif write is plain:
            written.append(f'"{name}": {_text(value, indent)}')
        elif write is _by_name:
            written.append(f'"{name}": {"".join(_entries(value, indent))}')
        else:
            written.append(f'"{name}": {_one_line(value if write is None else write(value))}')
    return f"{{{', '.join(written)}}}"


_attribute = lru_cache(maxsize=8192)(lambda attribute: _members(attribute, ""))
"""An attribute without parts: many are equal."""

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})


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
