"""Writes CustomResourceDefinitions, with the parts that ACK adds to all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..kubernetes.crd import (
    Rules,
    Schemas,
    Version,
    comment,
    comment_on_one_line,
    definition,
    file_name,
    root,
    with_empty_status,
)
from ..kubernetes.yaml_text import text_of
from ..model import Address, Attribute, Body, Entity, Mapping, Nested, Status
from .runtime import GO_TAG, SECRET, Profile, profile_of

_IMMUTABLE = [{"message": "Value is immutable once set", "rule": "self == oldSelf"}]


def write_crds(mapping: Mapping) -> dict[str, str]:
    """The definition of each custom resource: file name -> text."""
    start = "\n---\n" if profile_of(mapping.target).seed else "---\n"
    return {
        file_name(entity.address): start + text_of(definition)
        for entity, definition in definitions(mapping)
        if entity.address is not None
    }


def definitions(mapping: Mapping) -> Iterator[tuple[Entity, dict[str, Any]]]:
    """The definition of each custom resource as plain data. They share data: do not change it."""
    profile = profile_of(mapping.target)
    text = comment_on_one_line if profile.seed else comment
    schemas = Schemas(Rules(_is_required, text, _of_field, _of_object))
    for entity in mapping.entities:
        if entity.address is not None:
            yield entity, _definition(entity, entity.address, profile, schemas, text)


def _definition(
    entity: Entity, address: Address, profile: Profile, schemas: Schemas, text: Callable[[str], str]
) -> dict[str, Any]:
    roots = {
        attribute.name: schemas.object(attribute.type.body)
        for attribute in entity.placed.attributes
        if isinstance(attribute.type, Nested)
    }
    version = Version(address.version, root(entity.name, roots, text), address.columns)
    found = definition(entity.name, address, [version], profile.controller_gen)
    return with_empty_status(found) if profile.seed else found


def _is_required(attribute: Attribute) -> bool:
    """Whether controller-gen treats a field as required: it has the marker, or its Go tag lacks *omitempty*."""
    bare = any(f.keyword == GO_TAG and ",omitempty" not in str(f.value) for f in attribute.fragments)
    return attribute.always or attribute.status is Status.REQUIRED or (bare and attribute.status is not Status.COMPUTED)


def _of_field(attribute: Attribute) -> dict[str, Any]:
    return {"x-kubernetes-validations": _IMMUTABLE} if attribute.replaces else {}


def _of_object(body: Body) -> dict[str, Any]:
    return {"x-kubernetes-map-type": "atomic"} if body.name == SECRET else {}
