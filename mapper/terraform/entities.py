"""From bodies to entities: which sources a resource, a data source and a provider are merged from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..diagnostics import (
    BAD_ENTITY_NAME,
    ENTITY_EMPTY,
    ENTITY_KEPT,
    ENTITY_LOST,
    NAME_COLLISION,
    NO_OPERATION,
    NO_REQUEST_BODY,
    RESERVED_NAME,
    Note,
)
from ..documents import Node, text_of
from ..model import Attribute, Body, Entity, EntityKind, Ignored, Omission, Operation
from .attributes import settling_fix
from .bodies import BodyMapper, Part
from .config import EntityConfig, ProviderConfig
from .identifiers import RESERVED_ROOT_NAMES, is_identifier
from .kept import mark_kept
from .merge import Merger
from .operations import ApiOperation, BodySchema
from .overrides import apply_overrides
from .roles import (
    create_request,
    data_source_parameter,
    data_source_response,
    provider_schema,
    resource_parameter,
    resource_response,
)

Operations = dict[str, ApiOperation]


@dataclass(slots=True)
class Outcome:
    """What became of an entry of the config: an entity, or None, and what there is to say about it."""

    entity: Entity | None = None
    notes: list[Note] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    """All that was mapped for it, before it was merged."""


class EntityMapper:
    """Maps the entries of a config one by one."""

    def __init__(self, bodies: BodyMapper) -> None:
        self._bodies = bodies
        self._merger = Merger()

    def resource(self, config: EntityConfig, operations: Operations) -> Outcome:
        """Create request, create response, read response and read parameters, merged in this order."""
        outcome = Outcome(notes=_missing(config, operations))
        notes, bodies = outcome.notes, self._bodies
        create, read = operations.get("create"), operations.get("read")
        source = bodies.request("create", create, notes)
        role = create_request(read_only_computed=config.policies.read_only == "computed")
        request = bodies.object(source, role, config, notes) if source else None
        if source is None and create and create.node:
            notes.append(Note(NO_REQUEST_BODY, "the create operation has no request body with a schema", create.node))
        if request is None or request.sinks:
            notes.append(_kept(config, "cannot map the whole of the create request body"))
        responses = []
        for part, operation in (("create", create), ("read", read)):
            response = bodies.response(part, operation, notes)
            if response is not None:
                role = resource_response(part, response.label)
                responses.append(bodies.object(response, role, config, notes))
        parts = [part for part in (request, *responses) if part is not None]
        outcome.bodies += [part.body for part in parts]
        if read is not None:
            outcome.bodies += bodies.parameters(config, read, resource_parameter, notes)
        body = self._merged(outcome.bodies)
        if request is None and not body.attributes:
            return _lost(outcome, config)
        dropped = frozenset(part.role.label for part in parts if part.sinks and part is not request)
        return self._entity(outcome, config, mark_kept(body, dropped) if dropped else body, operations, parts)

    def data_source(self, config: EntityConfig, operations: Operations) -> Outcome:
        """Read parameters, then the read response."""
        outcome = Outcome(notes=_missing(config, operations))
        notes, read = outcome.notes, operations["read"]
        parameters = self._bodies.parameters(config, read, data_source_parameter, notes)
        source = self._bodies.response("read", read, notes)
        if source is None:
            return _lost(outcome, config)
        part = self._bodies.object_or_collection(source, data_source_response(source.label), config, notes)
        if part is None:
            return _lost(outcome, config)
        if part.sinks:
            notes.append(_kept(config, "cannot map the whole of the read response"))
        outcome.bodies += [*parameters, part.body]
        body = self._merger.merge(_side_by_side(parameters), part.body)
        return self._entity(outcome, config, body, operations, [part])

    def provider(self, config: ProviderConfig, schema: Node | None) -> Outcome:
        """The schema that the config refers to, if it does."""
        outcome = Outcome()
        part = None
        if schema is not None:
            source = BodySchema("provider schema", schema)
            part = self._bodies.object(source, provider_schema(), config, outcome.notes)
            if part is None or part.sinks:
                text = "the reference tool stops here: it cannot map the whole of the provider schema"
                outcome.notes.append(Note(ENTITY_KEPT, text, schema))
        outcome.bodies += [part.body] if part else []
        if not is_identifier(config.name):
            outcome.notes.append(_bad_name(config.name, config.node))
        outcome.entity = Entity(
            EntityKind.PROVIDER,
            config.name,
            part.body if part else Body(),
            part.description if part else None,
            location=config.node,
            has_schema=schema is not None,
        )
        return outcome

    def _merged(self, bodies: Iterable[Body]) -> Body:
        merged = Body()
        for body in bodies:
            merged = self._merger.merge(merged, body)
        return merged

    def _entity(
        self, outcome: Outcome, config: EntityConfig, body: Body, operations: Operations, parts: Sequence[Part]
    ) -> Outcome:
        body, notes = apply_overrides(body, config.overrides)
        outcome.notes += notes
        if not body.attributes:
            outcome.notes.append(Note(ENTITY_EMPTY, "it has no attributes", config.node))
        if not is_identifier(config.name):
            outcome.notes.append(_bad_name(config.name, config.node))
        described = [_operation(part, operation) for part, operation in operations.items()]
        outcome.entity = Entity(
            config.kind,
            config.name,
            _mark_reserved(body),
            next((part.description for part in reversed(parts) if part.description), None),
            tuple(described),
            tuple(outcome.notes),
            config.node,
        )
        return outcome


def _missing(config: EntityConfig, operations: Operations) -> list[Note]:
    return [
        Note(
            NO_OPERATION,
            f"{part}: the path {operation.path!r} has no {operation.method.upper()} operation",
            config.operations[part].node,
        )
        for part, operation in operations.items()
        if operation.node is None
    ]


def _bad_name(name: str, node: Node) -> Note:
    text = f"{name!r} is not made of lower-case letters, digits and underscores only"
    return Note(BAD_ENTITY_NAME, text, node)


def _lost(outcome: Outcome, config: EntityConfig) -> Outcome:
    outcome.notes = [note for note in outcome.notes if note.rule is not ENTITY_KEPT]
    outcome.notes.append(Note(ENTITY_LOST, "nothing could be mapped of it", config.node))
    return outcome


def _kept(config: EntityConfig, why: str) -> Note:
    return Note(ENTITY_KEPT, f"the reference tool leaves out this {config.kind}: it {why}", config.node)


def _side_by_side(parameters: Iterable[Body]) -> Body:
    """The parameters of a data source, which do not merge: a second one of the same name is left out."""
    attributes: dict[str, Attribute] = {}
    omitted: list[Omission] = []
    ignored: list[Ignored] = []
    for parameter in parameters:
        omitted += parameter.omitted
        ignored += parameter.ignored
        for attribute in parameter.attributes:
            if attribute.name in attributes:
                omitted.append(_taken(attribute))
            else:
                attributes[attribute.name] = attribute
    return Body(tuple(attributes.values()), tuple(omitted), tuple(ignored))


def _taken(attribute: Attribute) -> Omission:
    text = f"two parameters become {attribute.name!r}"
    note = Note(NAME_COLLISION, text, attribute.origins[0].location, settling_fix(attribute))
    return Omission(attribute.source_name, note)


def _mark_reserved(body: Body) -> Body:
    if not any(attribute.name in RESERVED_ROOT_NAMES for attribute in body.attributes):
        return body
    return replace(body, attributes=tuple(map(_reserved, body.attributes)))


def _reserved(attribute: Attribute) -> Attribute:
    if attribute.name not in RESERVED_ROOT_NAMES:
        return attribute
    text = f"{attribute.name!r} is a meta-argument of Terraform and cannot be an attribute here"
    note = Note(RESERVED_NAME, text, attribute.origins[0].location, settling_fix(attribute))
    return replace(attribute, notes=(*attribute.notes, note))


def _operation(part: str, operation: ApiOperation) -> Operation:
    value = operation.node.value if operation.node else {}
    return Operation(
        part,
        operation.method,
        operation.path,
        operation.node,
        text_of(value.get("operationId")),
        text_of(value.get("summary")),
        text_of(value.get("description")),
    )
