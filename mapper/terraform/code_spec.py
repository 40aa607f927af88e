"""The Provider Code Specification (version 0.1) of a mapping, as `tfplugingen-openapi` lays it out.

Tabs, keys in the order of the specification's Go types, no newline at the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Attribute, Body, Collection, Entity, EntityKind, Mapping, Nested, Object, Scalar, Status, Type
from .go import json_number, json_string, json_value, validator
from .plan_modifiers import KEYWORD, expand
from .retype import kind_of

_SECTIONS = {EntityKind.DATA_SOURCE: "datasources", EntityKind.RESOURCE: "resources"}
_NESTED_OBJECT = "nested_object."
_STATUS = {f: f'"computed_optional_required": "{f}"' for f in Status}
_PROVIDER_STATUS = {f: f'"optional_required": "{f}"' for f in Status}


def write_code_spec(mapping: Mapping) -> str:
    """The text of the artifact."""
    return _Writer().document(mapping)


class _Writer:
    """Writes attributes; the text of a body that is shared is made once for each depth."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[int, str, EntityKind], str] = {}

    def document(self, mapping: Mapping) -> str:
        sections = {
            name: self._section(name, mapping.of_kind(kind))
            for kind, name in _SECTIONS.items()
            if mapping.of_kind(kind)
        }
        for entity in mapping.of_kind(EntityKind.PROVIDER):
            sections["provider"] = f'\t"provider": {self._entity(entity, chr(9))}'
        sections["version"] = '\t"version": "0.1"'
        return "{\n" + ",\n".join(sections[name] for name in sorted(sections)) + "\n}"

    def _section(self, name: str, entities: Iterable[Entity]) -> str:
        entries = ",\n".join(f"\t\t{self._entity(entity, chr(9) * 2)}" for entity in entities)
        return f'\t"{name}": [\n{entries}\n\t]'

    def _entity(self, entity: Entity, indent: str) -> str:
        members = [f'"name": {json_string(entity.name)}']
        if entity.has_schema:
            inner = indent + "\t"
            attributes = self._attributes(entity.body, inner + "\t", entity.kind)
            texts = [f'"{part.keyword}": {json_value(part.value, inner)}' for part in entity.fragments]
            parts = [attributes, *texts] if attributes else texts
            members.append(f'"schema": {_object(parts, inner) if parts else "{}"}')
        return _object(members, indent)

    def _attributes(self, body: Body, indent: str, kind: EntityKind) -> str:
        """`"attributes": [...]` with members at `indent`; empty where there are none."""
        if not body.attributes:
            return ""
        key = (id(body), indent, kind)
        text = self._bodies.get(key)
        if text is None:
            inner = indent + "\t"
            entries = ",\n".join(inner + self._attribute(attribute, inner, kind) for attribute in body.attributes)
            text = self._bodies[key] = f'"attributes": [\n{entries}\n{indent}]'
        return text

    def _attribute(self, attribute: Attribute, indent: str, kind: EntityKind) -> str:
        type_ = attribute.type
        inner = indent + "\t\t"
        statuses = _PROVIDER_STATUS if kind is EntityKind.PROVIDER else _STATUS
        members = [statuses[attribute.status]]
        key = _key(type_)
        if isinstance(type_, Nested):
            members += self._nested(attribute, type_, inner, kind)
        elif isinstance(type_, Collection):
            members.append(f'"element_type": {_element(type_.element, inner)}')
        elif isinstance(type_, Object):
            members.append(f'"attribute_types": {_members(type_.body, inner)}')
        elif attribute.default is not None and kind is EntityKind.RESOURCE:
            members.append(f'"default": {{\n{inner}\t"static": {_value(attribute.default.value)}\n{inner}}}')
        if attribute.deprecation is not None:
            members.append(f'"deprecation_message": {json_string(attribute.deprecation)}')
        if attribute.description is not None:
            members.append(f'"description": {json_string(attribute.description)}')
        if attribute.sensitive:
            members.append('"sensitive": true')
        if attribute.constraints and attribute.status is not Status.COMPUTED:
            members += _validators(attribute, inner)
        if attribute.fragments:
            members = _with_fragments(members, attribute, inner)
        separator = ",\n" + inner
        return (
            f'{{\n{indent}\t"name": "{attribute.name}",\n{indent}\t"{key}": {{\n{inner}{separator.join(members)}'
            f"\n{indent}\t}}\n{indent}}}"
        )

    def _nested(self, attribute: Attribute, type_: Nested, indent: str, kind: EntityKind) -> list[str]:
        if type_.mode == "single":
            attributes = self._attributes(type_.body, indent, kind)
            return [attributes] if attributes else []
        attributes = self._attributes(type_.body, indent + "\t", kind)
        parts = [attributes] if attributes else []
        parts += sorted(
            _fragment(part.keyword.removeprefix(_NESTED_OBJECT), part.value, "object", indent + "\t")
            for part in attribute.fragments
            if part.keyword.startswith(_NESTED_OBJECT)
        )
        return [f'"nested_object": {_object(parts, indent) if parts else "{}"}']


def _with_fragments(members: list[str], attribute: Attribute, indent: str) -> list[str]:
    """The members of an attribute with its fragments among them, in the order of the specification's Go types."""
    inferred = [member for member in members if member.startswith('"validators"')]
    others = [member for member in members if member not in inferred]
    for part in attribute.fragments:
        if part.keyword == "validators" and inferred:
            given = json_value(part.value, indent)
            others.append(inferred.pop().removesuffix(f"\n{indent}]") + "," + given.removeprefix("["))
        elif not part.keyword.startswith(_NESTED_OBJECT):
            others.append(_fragment(part.keyword, part.value, kind_of(attribute.type), indent))
    fixed = 1 if isinstance(attribute.type, Scalar) else 2
    return [*others[:fixed], *sorted([*others[fixed:], *inferred])]


def _fragment(key: str, value: object, kind: str, indent: str) -> str:
    """A member of an attribute, or of a nested object, that the config gives."""
    written = expand(kind, value) if key == KEYWORD and isinstance(value, list) else value
    return f'"{key}": {json_value(written, indent)}'


def _key(type_: Type) -> str:
    match type_:
        case Scalar(kind) | Collection(kind, _):
            return kind
        case Nested(mode, _):
            return f"{mode}_nested"
        case Object(_):
            return "object"


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


def _members(body: Body, indent: str) -> str:
    inner = indent + "\t"
    types = ",\n".join(inner + _member(attribute, inner) for attribute in body.attributes)
    return f"[\n{types}\n{indent}]" if types else "[]"


def _member(attribute: Attribute, indent: str) -> str:
    element = _element(attribute.type, indent)
    return f'{{\n{indent}\t"name": "{attribute.name}",{element[1:]}'


def _validators(attribute: Attribute, indent: str) -> list[str]:
    kind = attribute.type.mode if isinstance(attribute.type, Nested) else _key(attribute.type)
    entries = []
    for constraint in attribute.constraints:
        found = validator(kind, constraint)
        if found is None:
            continue
        imports, expression = found
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
