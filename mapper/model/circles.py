"""Entities that refer to each other, so that not all of the references can be expressions in one configuration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..entity_kind import EntityRef
from ..graph import groups
from .attribute import Attribute, Body, Status, nested_body
from .mapping import Entity


def circles(entities: Iterable[Entity]) -> dict[EntityRef, frozenset[EntityRef]]:
    """The entities that an entity refers to and that refer back to it, directly or not, by the attributes that can be
    set; without those that have none.
    """
    known: dict[Body, frozenset[EntityRef]] = {}
    targets = {entity.ref: _targets(entity.body, known) for entity in entities}

    def used(ref: EntityRef) -> Iterator[EntityRef]:
        return iter(sorted(targets.get(ref, ()), key=str))

    return {ref: group for group in groups(targets, used) if len(group) > 1 for ref in group}


def _targets(body: Body, known: dict[Body, frozenset[EntityRef]]) -> frozenset[EntityRef]:
    """What attributes of a body refer to, nested ones included. Shared bodies are visited once."""
    if body not in known:
        known[body] = frozenset()
        known[body] = frozenset().union(*(_of(attribute, known) for attribute in body.attributes))
    return known[body]


def _of(attribute: Attribute, known: dict[Body, frozenset[EntityRef]]) -> frozenset[EntityRef]:
    if attribute.status is Status.COMPUTED:
        return frozenset()
    inner = nested_body(attribute.type)
    nested = frozenset() if inner is None else _targets(inner, known)
    return nested if attribute.refers_to is None else nested | {attribute.refers_to.entity}
