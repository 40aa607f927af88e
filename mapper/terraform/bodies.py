"""From the bodies and parameters of operations to attributes, with a note for what cannot be had of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..diagnostics import (
    BODY_KEPT,
    BODY_LOST,
    JSON_STRING,
    NO_IDENTIFIER,
    NO_SCHEMA,
    NOT_AN_OBJECT,
    NULL_DESCRIPTION,
    POLICY,
    STRING_MAP,
    Note,
)
from ..documents import Unresolved, bool_of
from ..model import Attribute, Body, EntityKind, Ignored, Location, Omission, Origin
from .attributes import DEPRECATED, AttributeMapper, Ignores, is_map
from .config import EntityConfig, ProviderConfig
from .findings import SINKS_BODY, Findings
from .operations import Api, ApiOperation, BodySchema, Parameter
from .policies import Policies
from .roles import Role
from .schema import Schema, Unmappable
from .schema_config import Ignore


@dataclass(frozen=True, slots=True)
class Part:
    """The attributes that one body gives. `sinks`: the reference tool drops the whole of it."""

    body: Body
    role: Role
    description: str | None
    sinks: bool


class BodyMapper:
    """Maps bodies and parameters of one API description. Whatever goes wrong is a note, never an exception."""

    def __init__(self, api: Api, findings: Findings) -> None:
        self.api = api
        self._mappers: dict[Policies, AttributeMapper] = {}
        self._findings = findings

    def _mapper(self, config: EntityConfig | ProviderConfig) -> AttributeMapper:
        """One mapper for all entities with the same policies."""
        mapper = self._mappers.get(config.policies)
        if mapper is None:
            mapper = self._mappers[config.policies] = AttributeMapper(self.api.documents, config.policies)
        return mapper

    def request(self, part: str, operation: ApiOperation | None, notes: list[Note]) -> BodySchema | None:
        """The schema of a request body, if there is one."""
        return self._source(self.api.request_body, f"{part} request body", operation, notes)

    def response(self, part: str, operation: ApiOperation | None, notes: list[Note]) -> BodySchema | None:
        """The schema of the success response, if there is one; a note if an operation has none."""
        found = self._source(self.api.success_response, f"{part} response", operation, notes)
        if found is not None:
            notes.extend(found.notes)
        elif operation is not None and operation.node is not None:
            text = f"the {part} operation has no success response with a schema"
            notes.append(Note(NO_SCHEMA, text, operation.node))
        return found

    def _source(
        self,
        look_up: Callable[[ApiOperation], BodySchema | None],
        what: str,
        operation: ApiOperation | None,
        notes: list[Note],
    ) -> BodySchema | None:
        if operation is None or operation.node is None:
            return None
        try:
            return look_up(operation)
        except Unresolved as error:
            notes.append(Note(BODY_LOST, f"the {what} cannot be followed: {error}", operation.node))
            return None

    def object(
        self, source: BodySchema, role: Role, config: EntityConfig | ProviderConfig, notes: list[Note]
    ) -> Part | None:
        """The attributes of a body: its properties. None where it cannot be mapped at all."""
        schema = self._root_schema(source, role, config, notes)
        return None if schema is None else self._object(schema, source, role, config, notes)

    def object_or_collection(
        self, source: BodySchema, role: Role, config: EntityConfig, notes: list[Note]
    ) -> Part | None:
        """As `object`, but an array becomes one attribute with the name of the data source."""
        schema = self._root_schema(source, role, config, notes)
        if schema is None:
            return None
        if schema.type == "array":
            return self._collection(schema, source, role, config, notes)
        return self._object(schema, source, role, config, notes)

    def parameters(self, config: EntityConfig, operation: ApiOperation, role_of: Callable[[str], Role]) -> list[Body]:
        """A body with at most one attribute for each path and query parameter, under its alias if it has one."""
        aliases = {alias.parameter: alias for alias in config.schema.aliases}
        ignored: dict[str, Location] = {ignore.path: ignore.node for ignore in config.schema.ignores}
        pages = dict(config.policies.pagination) if config.kind is EntityKind.DATA_SOURCE else {}
        bodies = []
        parameters = self.api.parameters(operation)
        for parameter in parameters:
            alias = aliases.get(parameter.name)
            name = alias.name if alias else parameter.name
            if (rule := ignored.get(name)) is not None:
                bodies.append(Body(ignored=(Ignored(name, parameter.node, rule),)))
            elif (page := pages.get(parameter.name)) is not None:
                note = Note(POLICY, "data sources leave out what pages through a list (policy pagination)", page)
                bodies.append(Body(omitted=(Omission(name, note),)))
            else:
                bodies.append(self._parameter(name, parameter, role_of(parameter.place), config))
        return bodies

    def _root_schema(
        self, source: BodySchema, role: Role, config: EntityConfig | ProviderConfig, notes: list[Note]
    ) -> Schema | None:
        try:
            schema = self._mapper(config).schemas.normalise(source.node)
        except Unmappable as error:
            notes.append(_lost(role, error.note))
            return None
        for note in schema.notes:
            if note.rule in (JSON_STRING, STRING_MAP):  # which may do for an attribute, but not for a body
                notes.append(_lost(role, note))
                return None
        notes.extend(note for note in schema.notes if note.rule is not NULL_DESCRIPTION)
        return schema

    def _object(
        self,
        schema: Schema,
        source: BodySchema,
        role: Role,
        config: EntityConfig | ProviderConfig,
        notes: list[Note],
    ) -> Part:
        body = self._mapper(config).root(schema, source.node, role, start(config.schema.ignores))
        has_properties = body.attributes or body.omitted or body.ignored
        if not has_properties and (schema.type != "object" or is_map(schema)):
            kind = "a map" if schema.type == "object" else f"of type {schema.type}"
            text = f"the {role.label} is {kind}, and only an object with properties has attributes"
            notes.append(Note(NOT_AN_OBJECT, text, schema.node))
        return self._part(body, schema, role)

    def _part(self, body: Body, schema: Schema, role: Role) -> Part:
        sinks = self._findings.sinks(body) or any(note.rule in SINKS_BODY for note in schema.notes)
        return Part(body, role, schema.description, sinks)

    def _collection(
        self, schema: Schema, source: BodySchema, role: Role, config: EntityConfig, notes: list[Note]
    ) -> Part | None:
        identifier = self._mapper(config).identifier(config.name)
        if not identifier:
            notes.append(Note(BODY_LOST, f"the name {config.name!r} leaves nothing for an identifier", config.node))
            return None
        try:
            type_, type_notes = self._mapper(config).collection(schema, source.node, role, start(config.schema.ignores))
        except Unmappable as error:
            notes.append(_lost(role, error.note))
            return None
        status, reason = role.optional
        deprecated = bool_of(schema.node.value.get("deprecated")) is True
        attribute = Attribute(
            identifier,
            config.name,
            type_,
            status,
            reason,
            (Origin(role.label, source.node, schema.hops),),
            schema.description,
            deprecation=DEPRECATED if deprecated else None,
            notes=type_notes + schema.notes,
        )
        return self._part(Body((attribute,)), schema, role)

    def _parameter(self, name: str, parameter: Parameter, role: Role, config: EntityConfig) -> Body:
        if parameter.schema is None:
            return Body(omitted=(Omission(name, parameter.notes[0]),))
        if not self._mapper(config).identifier(name):
            text = f"the name {name!r} leaves nothing for an identifier"
            return Body(omitted=(Omission(name, Note(NO_IDENTIFIER, text, parameter.node)),))
        try:
            attribute = self._mapper(config).parameter(
                name, parameter.schema, parameter.required, role, start(config.schema.ignores)
            )
        except Unmappable as error:
            return Body(omitted=(Omission(name, error.note),))
        (origin,) = attribute.origins
        notes = attribute.notes
        if parameter.description:
            notes = tuple(note for note in notes if note.rule is not NULL_DESCRIPTION)
        attribute = replace(
            attribute,
            origins=(replace(origin, location=parameter.node, via=parameter.via + origin.via),),
            description=parameter.description or attribute.description,
            notes=notes + parameter.notes,
        )
        body = Body((attribute,))
        if not self._findings.sinks(body):
            return body
        kept = Note(BODY_KEPT, "the reference tool leaves out this parameter", parameter.node)
        return Body((replace(attribute, notes=(*attribute.notes, kept)),))


def start(ignores: tuple[Ignore, ...]) -> Ignores:
    """The ignores of a config, with the whole of their paths still to go."""
    return tuple((ignore.path, ignore) for ignore in ignores)


def _lost(role: Role, note: Note) -> Note:
    return Note(BODY_LOST, f"the {role.label} cannot be mapped: {note.text}", note.location)
