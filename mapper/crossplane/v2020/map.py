"""Maps the resources of a provider to entities: each field has one placement, in the spec or in the status."""

from __future__ import annotations

from collections.abc import Iterator

from ...budget import Budget
from ...inputs import Document
from ...model import Attribute, Body, Coverage, Entity, Fragment, Identity, Mapping, Origin, Placement, Reason, Status
from ...model.nesting import check_nesting
from ...report.diagnostic import Severity
from ..fields import Field, ManifestSide
from ..names import MANAGED_RESOURCE
from ..objects import FILLED, OPTIONAL, OUTPUT, SCHEMA, SECRET, changes_of, frame, limits_of, secret_type, type_of
from ..page_fragments import READY, readiness
from .checks import diagnostics_of
from .go_names import PROFILE
from .plain_fields import is_hidden
from .resources import PlainProvider, PlainResource

_REQUIRED = Reason("required-by-provider", "the provider requires it; the definition does not")
_IDENTITY = Reason("identifier_from_provider", "the external name is the id that the provider gives")


def map_resources(
    provider: PlainProvider,
    documents: tuple[Document, ...],
    configs: tuple[str, ...],
    levels: dict[str, Severity],
    budget: Budget,
) -> Mapping:
    """The mapping of a provider. Raises MappingError for too deep a type."""
    entities = tuple(map(_entity, provider.resources))
    check_nesting((str(entity.ref), entity.body) for entity in entities)
    return Mapping(
        "crossplane",
        provider.prefix,
        entities,
        tuple(diagnostics_of(provider, levels)),
        Coverage(),
        documents,
        target=PROFILE,
        configs=configs,
        budget=budget,
    )


def _entity(resource: PlainResource) -> Entity:
    has_id = resource.block.attributes.get("id") is not None
    return Entity(
        MANAGED_RESOURCE,
        resource.name,
        Body(tuple(_placed(field, resource) for field in resource.target.fields if _is_shown(field))),
        resource.text or resource.block.description or None,
        location=resource.node,
        deprecation=resource.block.deprecation_message or None,
        addresses=(resource.address,),
        identity=Identity("id", _IDENTITY) if has_id else None,
        frame=frame(resource.node),
        fragments=tuple(_facts(resource)),
    )


def _facts(resource: PlainResource) -> Iterator[Fragment]:
    text = readiness(resource.target.settings, str)
    if text:
        yield Fragment(READY, text, resource.node)


def _placed(field: Field, resource: PlainResource) -> Attribute:
    side = next(side for side in ManifestSide if field.on(side))
    status, _ = _status(field)
    own = status if side is ManifestSide.FOR else Status.COMPUTED
    return _attribute(field, resource, (Placement(side.value, own),))


def _attribute(field: Field, resource: PlainResource, placements: tuple[Placement, ...] = ()) -> Attribute:
    status, reason = _status(field)
    origins = (Origin(SCHEMA, field.node), *changes_of(field, resource.target.settings))
    return Attribute(
        field.json,
        field.name,
        secret_type(field) if field.is_secret else type_of(field.shape, lambda fields: _body(fields, resource)),
        status,
        SECRET if field.is_secret and status is not Status.REQUIRED else reason,
        origins,
        field.text or None,
        limits=limits_of(field),
        sensitive=field.sensitive,
        deprecation=field.deprecation,
        write_only=field.write_only,
        placements=placements,
    )


def _status(field: Field) -> tuple[Status, Reason]:
    if field.is_output:
        return Status.COMPUTED, OUTPUT
    if field.required:
        return Status.REQUIRED, _REQUIRED
    return (Status.COMPUTED_OPTIONAL, FILLED) if field.computed and not field.is_block else (Status.OPTIONAL, OPTIONAL)


def _body(fields: tuple[Field, ...], resource: PlainResource) -> Body:
    return Body(tuple(_attribute(field, resource) for field in fields if _is_shown(field)))


def _is_shown(field: Field) -> bool:
    return field.is_secret or not is_hidden(field)
