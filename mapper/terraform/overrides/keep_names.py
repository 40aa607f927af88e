"""Proposes the line of a config that keeps a former name."""

from __future__ import annotations

import re

from ...inputs import Node, text_of
from ...model import Attribute, Body, Entity, nested_body
from .. import kinds
from ..identifiers import to_identifier

_PLAIN = re.compile(r"[A-Za-z_][\w-]*")


def keep_name(entity: Entity, attribute: Attribute | None, name: str, path: str = "") -> tuple[str, str] | None:
    """The line that keeps the name of an entity, or of the attribute at `path`, and its section; None if none can."""
    if entity.kind not in kinds.SECTIONS:
        return (f"name: {name}", "provider")
    section = kinds.SECTIONS[entity.kind]
    if attribute is None:
        return f"{name}:", f"{section}, in place of {entity.name}:"
    origin = attribute.origins[0] if attribute.origins else None
    if origin is None or not isinstance(origin.location, Node):
        return None
    key = _parameter(origin.location) if origin.is_parameter else _path_in_api(entity, path)
    if not key:
        return None
    place = f"{section}.{entity.name}.schema.attributes"
    if to_identifier(key.rpartition(".")[2]) == name:
        return f"no alias for {key}, and no other name in overrides", place
    return f"aliases: {{{key}: {name}}}", place


def _parameter(location: Node) -> str | None:
    return text_of(location.value.get("name")) if isinstance(location.value, dict) else None


def _path_in_api(entity: Entity, path: str) -> str | None:
    """The names in the API on the way to an attribute, with a dot before one at the root; None for odd ones."""
    names: list[str] = []
    body: Body | None = entity.body
    for step in path.split("."):
        found = next((one for one in body.attributes if one.name == step), None) if body else None
        if found is None or not _PLAIN.fullmatch(found.source_name):
            return None
        names.append(found.source_name)
        body = nested_body(found.type)
    return ".".join(names) if len(names) > 1 else f".{names[0]}"
