"""Small schemas of providers, mapped."""

import json
from typing import Any

from mapper.inputs import Document
from mapper.model import Attribute, Entity, EntityKind, Mapping, nested_body
from mapper.registry import system_named
from mapper.request import Request
from mapper.systems.provider import kinds

ADDRESS = "registry.terraform.io/tests/zoo"
Json = dict[str, Any]


def string(*flags: str, **more: Any) -> Json:
    """An attribute that is a text."""
    return typed("string", *flags, **more)


def typed(type_: Any, *flags: str, **more: Any) -> Json:
    """An attribute of a type; flags are such as *required*."""
    return {"type": type_, "description_kind": "plain", **dict.fromkeys(flags, True), **more}


def block(attributes: Json | None = None, blocks: Json | None = None, **more: Any) -> Json:
    """A block of a schema."""
    found: Json = {"description_kind": "plain", **more}
    if attributes:
        found["attributes"] = attributes
    if blocks:
        found["block_types"] = blocks
    return found


def nested(mode: str, inner: Json, **counts: int) -> Json:
    """A block type."""
    return {"nesting_mode": mode, "block": inner, **counts}


def schema(inner: Json, version: int = 0) -> Json:
    """The schema of a resource and the like."""
    return {"version": version, "block": inner}


def document(**sections: Any) -> Json:
    """A document with one provider; sections are such as *resource_schemas*."""
    return {"format_version": "1.0", "provider_schemas": {ADDRESS: {"provider": schema(block()), **sections}}}


def cage(attributes: Json | None = None, blocks: Json | None = None, version: int = 0, **more: Any) -> Json:
    """A document with the resource zoo_cage."""
    return document(resource_schemas={"zoo_cage": schema(block(attributes, blocks, **more), version)})


def mapped(data: Json | str, **options: Any) -> Mapping:
    """The mapping of a document."""
    text = data if isinstance(data, str) else json.dumps(data)
    return system_named("provider").run(Request(Document("schema.json", text.encode()), (), **options)).mapping


def entity(mapping: Mapping, kind: EntityKind = kinds.RESOURCE) -> Entity:
    """The only entity of a kind."""
    (found,) = mapping.of_kind(kind)
    return found


def attribute(of: Entity, path: str) -> Attribute:
    """The attribute at a dotted path."""
    body, found = of.body, None
    for name in path.split("."):
        assert body is not None
        found = next(a for a in body.attributes if a.name == name)
        body = nested_body(found.type)  # type: ignore[assignment]
    assert found is not None
    return found
