"""The sidecar: provenance, diagnostics and coverage of a mapping as JSON, beside the spec artifact.

Its form is described by `sidecar.schema.json` in this folder. File names are as in the messages, lines and
columns count from 1. It holds no dates, so that equal input gives equal bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from .. import __version__
from ..diagnostics import Diagnostic
from ..model import (
    Attribute,
    Body,
    Constraint,
    Entity,
    Location,
    Mapping,
    Nested,
    Origin,
    Source,
    Type,
    attribute_size,
    nested_body,
    type_in_words,
)
from .coverage import Account, accounts

FORMAT = "oasmap-sidecar"
VERSION = 1
_LEVELS = 4


_encode = json.JSONEncoder(ensure_ascii=False).encode


class _Line(str):
    """The JSON text of something, on one line."""

    __slots__ = ()


def write_sidecar(mapping: Mapping) -> str:
    """The text of the sidecar: a line for each attribute, diagnostic and operation."""
    return _lines(_sections(mapping), _LEVELS) + "\n"


def _lines(value: Any, levels: int) -> str:
    """JSON with the outer `levels` of containers spread over lines, and what is inside of them on one."""
    if isinstance(value, _Line):
        return value
    if levels and value and isinstance(value, dict):
        return "{\n" + ",\n".join(f"{_encode(key)}: {_lines(item, levels - 1)}" for key, item in value.items()) + "\n}"
    if levels and value and isinstance(value, list | Iterator):
        lines = ",\n".join([_lines(item, levels - 1) for item in value])
        return f"[\n{lines}\n]" if lines else "[]"
    return _encode(value)


def sidecar_schema() -> str:
    """The JSON Schema (2020-12) of the sidecar."""
    from importlib.resources import files

    return files(__package__).joinpath("sidecar.schema.json").read_text(encoding="utf-8")


def _sections(mapping: Mapping) -> dict[str, Any]:
    """The sidecar; what is long is made one by one, so that only its text is kept."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "generator": {"name": "mkdocs-oasmap", "version": __version__},
        "system": mapping.system,
        "provider": mapping.provider,
        "documents": [_document(document, mapping) for document in mapping.documents],
        "entities": map(partial(_entity, texts=_Texts()), mapping.entities),
        "diagnostics": map(diagnostic_data, mapping.diagnostics),
        "coverage": {
            "operations": [
                {"method": method.upper(), "path": path, "used_by": list(users)}
                for (method, path), users in mapping.coverage.operations.items()
            ],
            "entities": [_counts(entity) for entity in mapping.entities],
        },
    }


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain data."""
    return without_nulls(
        {
            "code": diagnostic.code,
            "severity": str(diagnostic.severity),
            "title": diagnostic.rule.title,
            "entity": diagnostic.entity or None,
            "path": diagnostic.path or None,
            "message": diagnostic.text,
            "consequence": diagnostic.rule.consequence,
            "differs_from_reference": diagnostic.rule.differs,
            "location": location_data(diagnostic.location),
            "fix": diagnostic.fix,
        }
    )


def body_counts(body: Body) -> tuple[int, int, int]:
    """How many properties of an object are attributes, left out by the config, and lost; nested ones included."""
    mapped, ignored, lost = 0, len(body.ignored), len(body.omitted)
    for attribute in body.attributes:
        mapped += 1
        inner = nested_body(attribute.type)
        if inner is not None:
            counts = body_counts(inner)
            mapped, ignored, lost = mapped + counts[0], ignored + counts[1], lost + counts[2]
    return mapped, ignored, lost


def _counts(entity: Entity) -> dict[str, Any]:
    mapped, ignored, lost = body_counts(entity.body)
    return {
        "kind": str(entity.kind),
        "name": entity.name,
        "mapped": mapped,
        "ignored": ignored,
        "lost": lost,
        "sources": [_account(account) for account in accounts(entity)],
    }


def _account(account: Account) -> dict[str, Any]:
    ignored = [{"count": count, "by": location_data(place)} for place, count in account.ignored.items()]
    return without_nulls(
        {
            "role": account.role,
            "properties": account.properties,
            "declared": account.declared,
            "merged": account.merged,
            "ignored": ignored or None,
            "lost": dict(sorted(account.lost.items())) or None,
        }
    )


def _document(document: Source, mapping: Mapping) -> dict[str, Any]:
    is_config = document.uri in mapping.configs or None
    return without_nulls(
        {"file": document.uri, "sha256": getattr(document, "sha256", None), "generator_config": is_config}
    )


def _entity(entity: Entity, texts: _Texts) -> dict[str, Any]:
    return without_nulls(
        {
            "kind": str(entity.kind),
            "name": entity.name,
            "summary": entity.description,
            "deprecation": entity.deprecation,
            "location": location_data(entity.location),
            "operations": [
                without_nulls(
                    {
                        "part": operation.part,
                        "method": operation.method.upper(),
                        "path": operation.path,
                        "operation_id": operation.operation_id,
                        "summary": operation.summary,
                        "location": location_data(operation.location),
                    }
                )
                for operation in entity.operations
            ],
            "attributes": list(_attributes(entity.body, "", "", texts)),
            "left_out": list(_left_out(entity.body, "")),
        }
    )


class _Texts:
    """The JSON of what stands in several places of the sidecar, each made once."""

    def __init__(self) -> None:
        self._attributes: dict[int, str] = {}
        self._places: dict[tuple[int, str], str] = {}

    def attribute(self, attribute: Attribute) -> str:
        """What is the same wherever an attribute stands: the members that are not its paths."""
        text = self._attributes.get(id(attribute))
        if text is None:
            origins = ", ".join([self._origin(origin) for origin in attribute.origins])
            members = _encode(_attribute(attribute))[1:-1]
            text = self._attributes[id(attribute)] = f'{members}, "origins": [{origins}]'
        return text

    def _origin(self, origin: Origin) -> str:
        members = f'"role": {_encode(origin.role)}, "contribution": {_encode(str(origin.contribution))}'
        via = ", ".join([self._place(hop) for hop in origin.via])
        more = f', "via": [{via}]' if via else ""
        return f'{{{members}, "location": {self._place(origin.location)}{more}}}'

    def _place(self, location: Location) -> str:
        key = (id(location.document), location.pointer)
        text = self._places.get(key)
        if text is None:
            text = self._places[key] = _encode(location_data(location))
        return text


def _attributes(body: Body, prefix: str, source_prefix: str, texts: _Texts) -> Iterator[_Line]:
    """A line for each attribute."""
    for attribute in body.attributes:
        path, source_path = prefix + attribute.name, source_prefix + attribute.source_name
        rest = texts.attribute(attribute)
        yield _Line(f'{{"path": {_encode(path)}, "source_path": {_encode(source_path)}, {rest}}}')
        inner = nested_body(attribute.type)
        if inner is not None:
            yield from _attributes(inner, path + ".", source_path + ".", texts)


def _attribute(attribute: Attribute) -> dict[str, Any]:
    return without_nulls(
        {
            "type": type_in_words(attribute.type),
            "element_type": _is_element_type(attribute.type) or None,
            "nested": attribute_size(attribute) - 1 or None,
            "status": str(attribute.status),
            "reason": {"code": attribute.reason.code, "text": attribute.reason.text},
            "description": attribute.description,
            "default": _default(attribute),
            "constraints": [_constraint(constraint) for constraint in attribute.constraints] or None,
            "sensitive": attribute.sensitive or None,
            "deprecation": attribute.deprecation,
            "replaces": attribute.replaces or None,
            "write_only": attribute.write_only or None,
            "fragments": {fragment.keyword: fragment.value for fragment in attribute.fragments} or None,
        }
    )


def _is_element_type(type_: Type) -> bool:
    """Whether the words for a type end in an object whose members have no status of their own."""
    return not isinstance(type_, Nested) and nested_body(type_) is not None


def _default(attribute: Attribute) -> dict[str, Any] | None:
    return None if attribute.default is None else {"value": attribute.default.value}


def _constraint(constraint: Constraint) -> dict[str, Any]:
    value = list(constraint.value) if isinstance(constraint.value, tuple) else constraint.value
    return {"keyword": constraint.keyword, "value": value}


def _left_out(body: Body, prefix: str) -> list[dict[str, Any]]:
    found = [
        {"source_path": prefix + ignored.source_name, "ignored_by": location_data(ignored.rule)}
        for ignored in body.ignored
    ]
    found += [
        {"source_path": prefix + omission.source_name, "code": omission.note.rule.code} for omission in body.omitted
    ]
    for attribute in body.attributes:
        inner = nested_body(attribute.type)
        if inner is not None:
            found += _left_out(inner, f"{prefix}{attribute.source_name}.")
    return found


def location_data(location: Location | None) -> dict[str, Any] | None:
    """A place as plain data."""
    if location is None:
        return None
    line, column = location.document.position(location.pointer) or (None, None)
    return without_nulls({"file": location.document.uri, "pointer": location.pointer, "line": line, "column": column})


def without_nulls(data: dict[str, Any]) -> dict[str, Any]:
    """The members that have a value."""
    return {key: value for key, value in data.items() if value is not None}
