"""How a custom resource is laid out: the fields of a page are those in spec and status."""

from __future__ import annotations

from dataclasses import replace

from ..model import Body, Entity, nested_body


def fields(entity: Entity) -> Body:
    """The fields below the roots (*spec*, *status*) of a custom resource, by their paths."""
    attributes = [
        replace(inner, name=f"{root.name}.{inner.name}", source_name=f"{root.source_name}.{inner.source_name}")
        for root in entity.body.attributes
        if (body := nested_body(root.type))
        for inner in body.attributes
    ]
    return Body(tuple(attributes))
