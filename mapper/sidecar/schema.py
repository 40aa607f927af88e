"""The JSON Schema of a sidecar, generated from the classes that its writer and reader use."""

from __future__ import annotations

import json
from typing import Any

import msgspec


def sidecar_schema() -> str:
    """The JSON Schema (2020-12) of the sidecar."""
    from .shape import VERSION, Sidecar

    return _schema_of(Sidecar, f"Sidecar of a mapping, version {VERSION}")


def _schema_of(shape: type, title: str) -> str:
    """The JSON Schema (2020-12) of a shape, as text."""
    (reference,), defs = msgspec.json.schema_components([shape])
    name = reference["$ref"].rpartition("/")[2]
    root = defs.pop(name)
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "title": title}
    if defs:
        document["$defs"] = defs
    return json.dumps(_closed(_at(document, "#/$defs/")), indent=1, ensure_ascii=False) + "\n"


def _at(value: Any, prefix: str) -> Any:
    """The schema with its references pointing into `$defs`."""
    if isinstance(value, dict):
        return {
            key: prefix + item.rpartition("/")[2] if key == "$ref" else _at(item, prefix) for key, item in value.items()
        }
    return [_at(item, prefix) for item in value] if isinstance(value, list) else value


def _closed(value: Any) -> Any:
    """The schema with `additionalProperties: false`: the writer writes no other members, although readers
    accept them.
    """
    if isinstance(value, dict):
        closed = {key: _closed(item) for key, item in value.items()}
        return {**closed, "additionalProperties": False} if isinstance(value.get("properties"), dict) else closed
    return [_closed(item) for item in value] if isinstance(value, list) else value
