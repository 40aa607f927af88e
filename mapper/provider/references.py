"""What attributes refer to by their names: `vpc_id` is the `id` of `aws_vpc`, if the provider has this resource."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..model import Attribute, Body, Collection, Entity, EntityRef, Nested, Reason, Reference, Scalar, ScalarKind, Type
from ..model.attribute import BY_NAME, rewrite, with_attributes, with_inner
from . import kinds

_WITH = (kinds.RESOURCE, kinds.DATA_SOURCE, kinds.EPHEMERAL, kinds.LIST_RESOURCE, kinds.ACTION)


def with_references(entities: Iterable[Entity], provider: str) -> tuple[Entity, ...]:
    """The entities, with the references of their attributes."""
    listed = tuple(entities)
    identified = frozenset(
        entity.name
        for entity in listed
        if entity.kind is kinds.RESOURCE and any(a.name == "id" and _is_text(a.type) for a in entity.body.attributes)
    )
    done: dict[Body, Body] = {}

    def claimed(attribute: Attribute) -> Attribute:
        name = f"{provider}_{_noun(attribute)}"
        if name not in identified:
            return attribute
        evidence = Reason(BY_NAME, f"`{attribute.name}` is named after the `id` of `{name}`")
        return replace(attribute, refers_to=Reference(provider, EntityRef(kinds.RESOURCE, name), "id", evidence))

    def at_root(attribute: Attribute, entity: Entity) -> Attribute:
        if isinstance(attribute.type, Nested):
            attribute = with_inner(attribute, lambda inner: rewrite(inner, claimed, done))
        return attribute if f"{provider}_{_noun(attribute)}" == entity.name else claimed(attribute)

    def related(entity: Entity) -> Entity:
        if entity.kind not in _WITH:
            return entity
        body = with_attributes(entity.body, [at_root(attribute, entity) for attribute in entity.body.attributes])
        return entity if body is entity.body else replace(entity, body=body)

    return tuple(map(related, listed))


def _noun(attribute: Attribute) -> str:
    """The name of an attribute without `_id`; without `_ids`, if it is a list. Empty for other attributes."""
    if _is_text(attribute.type):
        return attribute.name.removesuffix("_id") if attribute.name.endswith("_id") else ""
    is_many = isinstance(attribute.type, Collection) and _is_text(attribute.type.element)
    return attribute.name.removesuffix("_ids") if is_many and attribute.name.endswith("_ids") else ""


def _is_text(type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.kind is ScalarKind.STRING
