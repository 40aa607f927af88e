"""Proposes the line of a config that keeps a former name."""

from __future__ import annotations

from ...inputs import Node, text_of
from ...model import Attribute, Entity
from .. import kinds
from ..identifiers import to_identifier


def keep_name(entity: Entity, attribute: Attribute | None, name: str) -> tuple[str, str] | None:
    """The line that keeps the name of an entity or attribute, and its section; None if a config cannot.

    A config names only entities and parameters.
    """
    if entity.kind not in kinds.SECTIONS:
        return (f"name: {name}", "provider")
    section = kinds.SECTIONS[entity.kind]
    if attribute is None:
        return f"{name}:", f"{section}, in place of {entity.name}:"
    origin = attribute.origins[0] if attribute.origins else None
    if origin is None or not origin.is_parameter or not isinstance(origin.location, Node):
        return None
    value = origin.location.value
    parameter = text_of(value.get("name")) if isinstance(value, dict) else None
    if not parameter:
        return None
    place = f"{section}.{entity.name}.schema.attributes"
    if to_identifier(parameter) == name:
        return f"no alias for {parameter}", place
    return f"aliases: {{{parameter}: {name}}}", place
