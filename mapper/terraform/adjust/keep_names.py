"""What a config has to say so that a name stays what it was."""

from __future__ import annotations

from ...documents import Node, text_of
from ...model import Attribute, Entity
from .. import kinds
from ..identifiers import to_identifier


def keep_name(entity: Entity, attribute: Attribute | None, name: str) -> tuple[str, str] | None:
    """The line that gives an entity, or an attribute of it, the name it had, and its section; None if none can.

    Only entities and parameters have names that a config chooses.
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
