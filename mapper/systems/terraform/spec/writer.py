"""Writes the Provider Code Specification (version 0.1) of a mapping, with the layout of `tfplugingen-openapi`.

Indentation by tabs, keys in the order of the specification's Go types, no newline at the end.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import assert_never

from mapper.languages.golang.source import json_number, json_string, json_value
from mapper.model import (
    Attribute,
    Body,
    Collection,
    Entity,
    EntityKind,
    Mapping,
    Nested,
    Object,
    Scalar,
    Status,
    Type,
    Union,
)
from mapper.report.budget import Cost, Meter, weight

from .. import kinds
from ..config.additions import status_key
from ..config.fragments import KEYWORD, expand
from ..config.types import is_block, kind_of
from .validators import write_required, write_validator

_SECTIONS = {kinds.DATA_SOURCE: "datasources", kinds.RESOURCE: "resources"}
_NESTED_OBJECT = "nested_object."
_LONG = 1 << 15
"""The number of characters from which nested text is referenced instead of copied into its parents."""

_HOLE = "\0"
"""The placeholder for referenced text; no other part of the artifact contains this character."""

_LISTS: dict[str, Callable[[Attribute], bool]] = {
    "attributes": lambda attribute: not is_block(attribute),
    "blocks": is_block,
}
_Pieces = tuple[str, ...]


def code_spec(mapping: Mapping) -> Iterator[str]:
    """The text of the artifact in pieces. Raises OverBudget if one entity needs too much memory."""
    kept = mapping.budget.meter(Cost.WRITTEN, "the specification")
    sections = {
        name: _section(name, _Writer(kind, kept), mapping.of_kind(kind))
        for kind, name in _SECTIONS.items()
        if mapping.of_kind(kind)
    }
    for entity in mapping.of_kind(kinds.PROVIDER):
        sections["provider"] = chain(('\t"provider": ',), _Writer(kinds.PROVIDER, kept).entity(entity, "\t"))
    sections["version"] = iter(('\t"version": "0.1"',))
    return chain(("{\n",), _comma_separated(sections[name] for name in sorted(sections)), ("\n}",))


def _section(name: str, writer: "_Writer", entities: Iterable[Entity]) -> Iterator[str]:
    entries = (("\t\t", *writer.entity(entity, "\t\t")) for entity in entities)
    return chain((f'\t"{name}": [\n',), _comma_separated(entries), ("\n\t]",))


class _Writer:
    """Writes entities of one kind; the text of a shared body is made once for each depth."""

    def __init__(self, kind: EntityKind, kept: Meter) -> None:
        self._kept = kept
        self._long: dict[str, str] = {}
        self._has_defaults = kind is kinds.RESOURCE
        self._statuses = {status: f'"{status_key(kind)}": "{status}"' for status in Status}
        self._bodies: dict[tuple[Body, str], _Pieces] = {}

    def entity(self, entity: Entity, indent: str) -> _Pieces:
        """The JSON object of an entity, with its members indented by `indent` and a tab."""
        members = [f'"name": {json_string(entity.name)}']
        attributes: _Pieces = ()
        if entity.has_schema:
            inner = indent + "\t"
            attributes = self._attributes(entity.body, inner + "\t")
            texts = [f'"{part.keyword}": {json_value(part.value, inner)}' for part in entity.fragments]
            parts = [_HOLE, *texts] if attributes else texts
            members.append(f'"schema": {_object(parts, inner) if parts else "{}"}')
        return _with_pieces(_object(members, indent), attributes)

    def _attributes(self, body: Body, indent: str) -> _Pieces:
        """`"attributes": [...]` and `"blocks": [...]` with members at `indent`; empty without attributes."""
        if not body.attributes:
            return ()
        key = (body, indent)
        pieces = self._bodies.get(key)
        if pieces is None:
            before = self._kept.spent
            listed = self._made(body, indent)
            taken, shared = self._count(listed, body)
            pieces = self._bodies[key] = _join_short_pieces(listed)
            more = sum(weight(piece) - len(piece) for piece in pieces if piece not in shared)  # short ones are joined
            self._kept.spent = before + taken + more
        return pieces

    def _made(self, body: Body, indent: str) -> list[str]:
        if not any(map(is_block, [attribute for attribute in body.attributes if attribute.type.__class__ is Nested])):
            return self._list("attributes", body.attributes, indent)
        listed: list[str] = []
        for word, is_listed in _LISTS.items():
            chosen = [attribute for attribute in body.attributes if is_listed(attribute)]
            if chosen:
                listed += [f",\n{indent}"] if listed else []
                listed += self._list(word, chosen, indent)
        return listed

    def _list(self, word: str, attributes: Iterable[Attribute], indent: str) -> list[str]:
        inner = indent + "\t"
        listed = [f'"{word}": [']
        start, separator = f"\n{inner}", f",\n{inner}"
        for attribute in attributes:
            listed += (start, *self._attribute(attribute, inner))
            start = separator
        listed.append(f"\n{indent}]")
        return listed

    def _count(self, pieces: list[str], body: Body) -> tuple[int, set[str]]:
        """Count the characters of a body that stay in memory, without long texts that other bodies have: these are the
        second value.
        """
        taken = sum(map(len, pieces))
        shared: set[str] = set()
        for index, piece in enumerate(pieces) if taken >= _LONG else ():
            if len(piece) >= _LONG:
                if piece in self._long:
                    taken -= len(piece)
                    shared.add(piece)
                pieces[index] = self._long.setdefault(piece, piece)
        self._kept.add(taken, body.attributes[0].origins[0].location)
        return taken, shared

    def _attribute(self, attribute: Attribute, indent: str) -> _Pieces:
        type_ = attribute.type
        nested: _Pieces = ()
        block = False
        inner = indent + "\t\t"
        members = [self._statuses[attribute.status]]
        if isinstance(type_, Scalar):
            key: str = type_.kind
            if attribute.default is not None and self._has_defaults:
                members.append(f'"default": {{\n{inner}\t"static": {_value(attribute.default.value)}\n{inner}}}')
        elif isinstance(type_, Nested):
            key = f"{type_.mode}_nested"
            block = type_.block
            members = [] if block else members
            single = type_.mode == "single"
            nested = self._attributes(type_.body, inner if single else inner + "\t")
            members += _nested_member(attribute, bool(nested), inner)
        elif isinstance(type_, Collection):
            key = type_.kind
            members.append(f'"element_type": {_element(type_.element, inner)}')
        elif isinstance(type_, Object):
            key = "object"
            members.append(f'"attribute_types": {_members(type_.body, inner)}')
        else:
            raise TypeError("a union cannot be the type of an attribute")
        if attribute.deprecation is not None:
            members.append(f'"deprecation_message": {json_string(attribute.deprecation)}')
        if attribute.description is not None:
            members.append(f'"description": {json_string(attribute.description)}')
        if attribute.sensitive:
            members.append('"sensitive": true')
        if (attribute.limits or block) and attribute.status is not Status.COMPUTED:
            members += _validators(attribute, type_.mode if isinstance(type_, Nested) else key, inner)
        if attribute.fragments:
            members = _with_fragments(members, attribute, inner)
        listed = members[0] if len(members) == 1 else f",\n{inner}".join(members)
        text = (
            f'{{\n{indent}\t"name": "{attribute.name}",\n{indent}\t"{key}": {{\n{inner}{listed}'
            f"\n{indent}\t}}\n{indent}}}"
        )
        return _with_pieces(text, nested) if nested else (text,)


def _comma_separated(entries: Iterable[Iterable[str]]) -> Iterator[str]:
    """The pieces of all entries, separated by commas."""
    separator = ""
    for entry in entries:
        if separator:
            yield separator
        yield from entry
        separator = ",\n"


def _join_short_pieces(pieces: Sequence[str]) -> _Pieces:
    """The same text with short pieces joined."""
    if max(map(len, pieces)) < _LONG:
        return ("".join(pieces),)
    packed: list[str] = []
    for is_long, run in groupby(pieces, lambda piece: len(piece) >= _LONG):
        texts = list(run)
        packed += texts if is_long else ["".join(texts)]
    return tuple(packed)


def _with_pieces(text: str, pieces: _Pieces) -> _Pieces:
    """The pieces of a text, with `_HOLE` replaced by the given pieces, if it has one."""
    if not pieces:
        return (text,)
    before, after = text.split(_HOLE)
    return before, *pieces, after


def _nested_member(attribute: Attribute, has_attributes: bool, indent: str) -> list[str]:
    """The member of a nested attribute with its attributes, which a hole stands for."""
    parts = [_HOLE] if has_attributes else []
    if isinstance(attribute.type, Nested) and attribute.type.mode == "single":
        return parts
    parts += sorted(
        _fragment(part.keyword.removeprefix(_NESTED_OBJECT), part.value, "object", indent + "\t")
        for part in attribute.fragments
        if part.keyword.startswith(_NESTED_OBJECT)
    )
    return [f'"nested_object": {_object(parts, indent) if parts else "{}"}']


def _with_fragments(members: list[str], attribute: Attribute, indent: str) -> list[str]:
    """The members of an attribute with its fragments, in the order of the specification's Go types."""
    inferred = [member for member in members if member.startswith('"validators"')]
    others = [member for member in members if member not in inferred]
    for part in attribute.fragments:
        if part.keyword == "validators" and inferred:
            given = json_value(part.value, indent)
            others.append(inferred.pop().removesuffix(f"\n{indent}]") + "," + given.removeprefix("["))
        elif not part.keyword.startswith(_NESTED_OBJECT):
            others.append(_fragment(part.keyword, part.value, kind_of(attribute.type), indent))
    fixed = (not is_block(attribute)) + (not isinstance(attribute.type, Scalar))
    return [*others[:fixed], *sorted([*others[fixed:], *inferred])]


def _fragment(key: str, value: object, kind: str, indent: str) -> str:
    """A member of an attribute, or of a nested object, that the config gives verbatim."""
    written = expand(kind, value) if key == KEYWORD and isinstance(value, list) else value
    return f'"{key}": {json_value(written, indent)}'


def _element(type_: Type, indent: str) -> str:
    inner = indent + "\t"
    match type_:
        case Scalar(kind):
            return f'{{\n{inner}"{kind}": {{}}\n{indent}}}'
        case Collection(kind, element):
            inside = _element(element, inner + "\t")
            return f'{{\n{inner}"{kind}": {{\n{inner}\t"element_type": {inside}\n{inner}}}\n{indent}}}'
        case Object(body):
            listed = _members(body, inner + "\t")
            return f'{{\n{inner}"object": {{\n{inner}\t"attribute_types": {listed}\n{inner}}}\n{indent}}}'
        case Nested():
            raise TypeError("nested attributes cannot be an element type")
        case Union():
            raise TypeError("a union cannot be an element type")
    assert_never(type_)


def _members(body: Body, indent: str) -> str:
    inner = indent + "\t"
    types = ",\n".join(inner + _member(attribute, inner) for attribute in body.attributes)
    return f"[\n{types}\n{indent}]" if types else "[]"


def _member(attribute: Attribute, indent: str) -> str:
    element = _element(attribute.type, indent)
    return f'{{\n{indent}\t"name": "{attribute.name}",{element[1:]}'


def _validators(attribute: Attribute, kind: str, indent: str) -> list[str]:
    entries = []
    required = [write_required(kind)] if is_block(attribute) and attribute.status is Status.REQUIRED else []
    for validator in (*required, *(write_validator(kind, limit) for limit in attribute.limits)):
        if validator is None:
            continue
        imports, expression = validator
        paths = ",\n".join(
            f'{indent}\t\t\t\t{{\n{indent}\t\t\t\t\t"path": {json_string(path)}\n{indent}\t\t\t\t}}' for path in imports
        )
        entries.append(
            f'{indent}\t{{\n{indent}\t\t"custom": {{\n{indent}\t\t\t"imports": [\n{paths}\n{indent}\t\t\t],\n'
            f'{indent}\t\t\t"schema_definition": {json_string(expression)}\n{indent}\t\t}}\n{indent}\t}}'
        )
    joined = ",\n".join(entries)
    return [f'"validators": [\n{joined}\n{indent}]'] if entries else []


def _object(members: list[str], indent: str) -> str:
    separator = f",\n{indent}\t"
    return f"{{\n{indent}\t{separator.join(members)}\n{indent}}}"


def _value(value: bool | int | float | str) -> str:
    if isinstance(value, str):
        return json_string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return json_number(value)
