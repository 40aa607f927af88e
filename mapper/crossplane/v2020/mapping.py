"""The resources of a provider -> a mapping: each field is once there, in the spec or in the status."""

from __future__ import annotations

from ...budget import Budget
from ...diagnostics import Severity
from ...documents import Document, Node
from ...model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Coverage,
    Entity,
    Identity,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Origin,
    Placement,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from ...places import Part, PartKind
from ..fields import Field, Many, Shape, Side, Struct
from ..kinds import MANAGED_RESOURCE
from .checks import diagnostics_of
from .names import PROFILE
from .resources import Provider, Resource

_SCHEMA, _CONFIG = Part(PartKind.OTHER, "provider schema"), Part(PartKind.OTHER, "provider config")

_REQUIRED = Reason("required-by-provider", "the provider requires it; the definition does not")
_OPTIONAL = Reason("optional", "the schema says optional")
_FILLED = Reason("optional-computed", "the schema says optional and computed: what nobody sets, the provider does")
_OUTPUT = Reason("computed", "the schema says computed: the provider sets it")
_IDENTITY = Reason("identifier_from_provider", "the external name is the id that the provider gives")
_MODES = {
    CollectionKind.LIST: NestingMode.LIST,
    CollectionKind.SET: NestingMode.SET,
    CollectionKind.MAP: NestingMode.MAP,
}


def map_resources(
    provider: Provider,
    documents: tuple[Document, ...],
    configs: tuple[str, ...],
    levels: dict[str, Severity],
    budget: Budget,
) -> Mapping:
    """The mapping of a provider."""
    return Mapping(
        "crossplane",
        provider.prefix,
        tuple(map(_entity, provider.resources)),
        tuple(diagnostics_of(provider, levels)),
        Coverage(),
        documents,
        target=PROFILE,
        configs=configs,
        budget=budget,
    )


def _entity(resource: Resource) -> Entity:
    has_id = resource.block.attributes.get("id") is not None
    corrected = resource.settings.flags.keys() | resource.settings.to_status
    return Entity(
        MANAGED_RESOURCE,
        resource.name,
        Body(tuple(_placed(field, resource, corrected) for field in resource.fields)),
        resource.text or resource.block.description or None,
        location=resource.node,
        deprecation=resource.block.deprecation_message or None,
        addresses=(resource.address,),
        identity=Identity("id", _IDENTITY) if has_id else None,
        frame=_frame(resource.node),
    )


def _frame(node: Node) -> Body:
    origins = (Origin(_SCHEMA, node, contribution=Contribution.CHILDREN),)

    def holder(name: str, status: Status, why: str, *inside: Attribute) -> Attribute:
        return Attribute(name, name, Nested(NestingMode.SINGLE, Body(inside)), status, Reason(name, why), origins)

    given = holder("forProvider", Status.REQUIRED, "what the object is to be")
    seen = holder("atProvider", Status.COMPUTED, "what the object is")
    return Body((
        holder("spec", Status.REQUIRED, "what is asked for", given),
        holder("status", Status.COMPUTED, "what the provider says", seen),
    ))  # fmt: skip


def _placed(field: Field, resource: Resource, corrected: frozenset[str] | set[str]) -> Attribute:
    side = next(side for side in Side if field.on(side))
    status, _ = _status(field)
    own = status if side is Side.FOR else Status.COMPUTED
    return _attribute(field, resource, corrected, (Placement(side.value, own),))


def _attribute(
    field: Field, resource: Resource, corrected: frozenset[str] | set[str], placements: tuple[Placement, ...] = ()
) -> Attribute:
    status, reason = _status(field)
    origins = [Origin(_SCHEMA, field.node)]
    line = resource.settings.paths.get(field.path) if field.path in corrected else None
    if line is not None:
        origins.append(Origin(_CONFIG, line, contribution=Contribution.OVERRIDE))
    return Attribute(
        field.name,
        field.name,
        _type(field.shape, resource, corrected),
        status,
        reason,
        tuple(origins),
        field.text or None,
        sensitive=field.sensitive,
        deprecation=field.deprecation,
        write_only=field.write_only,
        placements=placements,
    )


def _status(field: Field) -> tuple[Status, Reason]:
    if field.is_output:
        return Status.COMPUTED, _OUTPUT
    if field.required:
        return Status.REQUIRED, _REQUIRED
    return (
        (Status.COMPUTED_OPTIONAL, _FILLED) if field.computed and not field.is_block else (Status.OPTIONAL, _OPTIONAL)
    )


def _type(shape: Shape, resource: Resource, corrected: frozenset[str] | set[str]) -> Type:
    match shape:
        case Struct(fields):
            return Nested(NestingMode.SINGLE, _body(fields, resource, corrected))
        case Many(kind, Struct(fields)):
            return Nested(_MODES[kind], _body(fields, resource, corrected))
        case Many(kind, element):
            return Collection(kind, _element(element, resource, corrected))
        case ScalarKind():
            return Scalar(shape)


def _element(shape: Shape, resource: Resource, corrected: frozenset[str] | set[str]) -> Type:
    inner = _type(shape, resource, corrected)
    return Object(inner.body) if isinstance(inner, Nested) and inner.mode is NestingMode.SINGLE else inner


def _body(fields: tuple[Field, ...], resource: Resource, corrected: frozenset[str] | set[str]) -> Body:
    return Body(tuple(_attribute(field, resource, corrected) for field in fields))
