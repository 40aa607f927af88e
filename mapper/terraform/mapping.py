"""The whole line: an API description and a generator config -> a Mapping."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ..diagnostics import (
    BAD_ENTITY_NAME,
    BODY_LOST,
    DUPLICATE_KEY,
    ENTITY_EMPTY,
    ENTITY_KEPT,
    ENTITY_LOST,
    NAME_COLLISION,
    NO_OPERATION,
    NO_REQUEST_BODY,
    NO_SCHEMA,
    NOT_AN_OBJECT,
    RESERVED_NAME,
    UNUSED_ALIAS,
    UNUSED_IGNORE,
    Diagnostic,
    MappingError,
    Note,
    Problem,
    Severity,
    at,
)
from ..documents import Node, Unresolved, problem_at, text_of
from ..model import (
    Attribute,
    Body,
    Coverage,
    Entity,
    EntityKind,
    Ignored,
    Mapping,
    Omission,
    Operation,
    Origin,
)
from .attributes import DEPRECATED, AttributeMapper, Context, is_map
from .config import Config, EntityConfig, Ignore
from .findings import Findings
from .identifiers import RESERVED_ROOT_NAMES, is_identifier, to_identifier
from .kept import mark_kept
from .merge import Merger
from .operations import Api, ApiOperation, BodySchema, OperationNotFound, Parameter
from .overrides import apply_overrides
from .roles import (
    Role,
    create_request,
    data_source_parameter,
    data_source_response,
    provider_schema,
    resource_parameter,
    resource_response,
)
from .schema import Schema, Unmappable

_MAJOR_VERSIONS = frozenset("3456789")


def map_api(api: Api, config: Config, levels: dict[str, Severity] | None = None) -> Mapping:
    """Map every resource, data source and the provider schema of `config`.

    `levels` overrules severities by diagnostic code. Raises MappingError where the API description is of
    an unsupported version, or the config asks for an operation or a schema that does not exist.
    """
    _check_version(api)
    return _Run(api, config, levels or {}).mapping()


def _check_version(api: Api) -> None:
    root, node = api.document.root, api.document.node
    if not isinstance(root, dict):
        raise _problem("an OpenAPI description is a mapping with the key openapi", node)
    if "openapi" not in root and "swagger" in root:
        text = f"Swagger {text_of(root['swagger'])} is not supported, OpenAPI 3 is; convert the description first"
        raise _problem(text, node.child("swagger"))
    if "openapi" not in root:
        raise _problem("the key openapi with the version is missing; is this an OpenAPI description?", node)
    version = text_of(root["openapi"]) or ""
    if version[:1] not in _MAJOR_VERSIONS:
        raise _problem(f"version {version!r} of OpenAPI is not supported, 3.0 and later are", node.child("openapi"))


def _problem(text: str, node: Node) -> MappingError:
    return MappingError(problem_at(text, node))


@dataclass(slots=True)
class _Part:
    """One mapped body on its way into an entity."""

    body: Body
    role: Role
    dropped_by_reference: bool = False


class _Run:
    def __init__(self, api: Api, config: Config, levels: dict[str, Severity]) -> None:
        self.api = api
        self.config = config
        self.levels = levels
        self.mapper = AttributeMapper(api.documents)
        self.merger = Merger()
        self.findings = Findings()
        self.diagnostics: dict[tuple[object, ...], Diagnostic] = {}
        self.uses: dict[tuple[str, str], list[str]] = {}

    def mapping(self) -> Mapping:
        operations = self._look_up()
        self._report("", [*self.config.notes, *self._document_notes()])
        provider = self._provider()
        resources = [
            self._resource(entity, operations[entity.kind, entity.name])
            for entity in self.config.of_kind(EntityKind.RESOURCE)
        ]
        data_sources = [
            self._data_source(entity, operations[entity.kind, entity.name])
            for entity in self.config.of_kind(EntityKind.DATA_SOURCE)
        ]
        entities = [provider, *resources, *data_sources]
        coverage = Coverage(
            {(method, path): tuple(self.uses.get((method, path), ())) for path, method, _ in self.api.operations()}
        )
        return Mapping(
            "terraform",
            self.config.provider.name,
            tuple(entity for entity in entities if entity is not None),
            tuple(self.diagnostics.values()),
            coverage,
            (*self.api.documents.loaded, self.config.document),
        )

    # --- before anything is mapped -------------------------------------------------------------

    def _look_up(self) -> dict[tuple[EntityKind, str], dict[str, ApiOperation]]:
        """Find every operation of the config; all that are missing are one error."""
        problems: list[Problem] = []
        found: dict[tuple[EntityKind, str], dict[str, ApiOperation]] = {}
        for entity in self.config.entities:
            operations = found[entity.kind, entity.name] = {}
            for part, wanted in entity.operations.items():
                try:
                    operation = self.api.operation(wanted.path, wanted.method)
                except OperationNotFound as error:
                    problems.append(problem_at(f"{entity.kind} {entity.name!r}: {part}: {error}", wanted.node))
                    continue
                operations[part] = operation
                if operation.node is not None:
                    self.uses.setdefault((operation.method, operation.path), []).append(f"{entity.kind} {entity.name}")
        if problems:
            raise MappingError(*problems)
        return found

    def _document_notes(self) -> list[Note]:
        return [
            Note(DUPLICATE_KEY, f"the key {key!r} in line {(second >> 12) + 1} stands in line {(first >> 12) + 1} too",
                 document.node)
            for document in self.api.documents.loaded
            for key, first, second in document.duplicates
        ]  # fmt: skip

    # --- the three kinds of entities -----------------------------------------------------------

    def _resource(self, config: EntityConfig, operations: dict[str, ApiOperation]) -> Entity | None:
        notes = self._missing_operations(config, operations)
        create, read = operations.get("create"), operations.get("read")
        parts: list[_Part] = []
        request = self._request(create, notes)
        request_part = self._part(request, create_request(), config.ignores, notes) if request else None
        if request_part is not None:
            parts.append(request_part)
            if request_part.dropped_by_reference:
                notes.append(_kept(config, "it drops the create request body"))
        else:
            notes.append(_kept(config, "the create operation has no usable request body"))
        for part, operation in (("create", create), ("read", read)):
            response = self._response(part, operation, notes)
            if response is not None:
                role = resource_response(part, response.label)
                if (mapped := self._part(response, role, config.ignores, notes)) is not None:
                    parts.append(mapped)
        body = Body()
        for mapped in parts:
            body = self.merger.merge(body, mapped.body)
        parameters = self._parameters(config, read, resource_parameter, notes) if read else []
        for parameter in parameters:
            body = self.merger.merge(body, parameter)
        if request_part is None and not body.attributes:
            self._lost(config, notes)
            return None
        dropped = {part.role.label for part in parts if part.dropped_by_reference and part is not request_part}
        body = mark_kept(body, frozenset(dropped)) if dropped else body
        return self._entity(config, body, operations, notes)

    def _data_source(self, config: EntityConfig, operations: dict[str, ApiOperation]) -> Entity | None:
        notes = self._missing_operations(config, operations)
        read = operations["read"]
        body = Body()
        for parameter in self._parameters(config, read, data_source_parameter, notes):
            body = _append(body, parameter)
        response = self._response("read", read, notes)
        if response is None:
            self._lost(config, notes)
            return None
        role = data_source_response(response.label)
        schema = self._root_schema(response, role, notes)
        if schema is None:
            self._lost(config, notes)
            return None
        mapped = (
            self._collection(config, schema, response, role, notes)
            if schema.type == "array"
            else self._root(schema, response, role, config.ignores, notes)
        )
        if mapped is None:
            self._lost(config, notes)
            return None
        if self.findings.sinks(mapped):
            notes.append(_kept(config, "it drops the read response"))
        return self._entity(config, self.merger.merge(body, mapped), operations, notes)

    def _provider(self) -> Entity:
        config = self.config.provider
        notes: list[Note] = []
        body = Body()
        if config.schema_ref is not None:
            try:
                node = self.api.documents.resolve(self.api.document, config.schema_ref)
            except Unresolved as error:
                raise _problem(f"provider: schema_ref: {error}", config.node.child("schema_ref")) from None
            root = BodySchema("provider schema", node)
            part = self._part(root, provider_schema(), config.ignores, notes)
            body = part.body if part else body
            if part is None or part.dropped_by_reference:
                notes.append(Note(ENTITY_KEPT, "the reference tool stops at the provider schema", node))
        entity = Entity(
            EntityKind.PROVIDER, config.name, body, notes=tuple(notes), location=config.node,
            has_schema=config.schema_ref is not None,
        )  # fmt: skip
        self._finish(entity, config.ignores)
        return entity

    # --- bodies --------------------------------------------------------------------------------

    def _request(self, create: ApiOperation | None, notes: list[Note]) -> BodySchema | None:
        operation = create.node if create else None
        if operation is None:
            return None
        try:
            request = self.api.request_body(operation)
        except Unresolved as error:
            notes.append(Note(BODY_LOST, f"the create request body cannot be followed: {error}", operation))
            return None
        if request is None:
            notes.append(Note(NO_REQUEST_BODY, "the create operation has no request body with a schema", operation))
        return request

    def _response(self, part: str, operation: ApiOperation | None, notes: list[Note]) -> BodySchema | None:
        if operation is None or operation.node is None:
            return None
        try:
            response = self.api.success_response(operation.node)
        except Unresolved as error:
            notes.append(Note(BODY_LOST, f"the {part} response cannot be followed: {error}", operation.node))
            return None
        if response is None:
            text = f"the {part} operation has no success response with a schema"
            notes.append(Note(NO_SCHEMA, text, operation.node))
        else:
            notes.extend(response.notes)
        return response

    def _part(self, source: BodySchema, role: Role, ignores: tuple[Ignore, ...], notes: list[Note]) -> _Part | None:
        schema = self._root_schema(source, role, notes)
        if schema is None:
            return None
        body = self._root(schema, source, role, ignores, notes)
        return _Part(body, role, self.findings.sinks(body))

    def _root_schema(self, source: BodySchema, role: Role, notes: list[Note]) -> Schema | None:
        try:
            schema = self.mapper.schemas.normalise(source.node)
        except Unmappable as error:
            note = error.note
            notes.append(Note(BODY_LOST, f"the {role.label} cannot be mapped: {note.text}", note.location))
            return None
        notes.extend(note for note in schema.notes if note.rule.code != "OAS407")
        return schema

    def _root(
        self, schema: Schema, source: BodySchema, role: Role, ignores: tuple[Ignore, ...], notes: list[Note]
    ) -> Body:
        body = self.mapper.root(schema, source.node, role, _start(ignores))
        if (
            not body.attributes
            and not body.omitted
            and not body.ignored
            and (schema.type != "object" or is_map(schema))
        ):
            kind = "a map" if schema.type == "object" else f"of type {schema.type}"
            text = f"the {role.label} is {kind}, and only an object with properties has attributes"
            notes.append(Note(NOT_AN_OBJECT, text, schema.node))
        return body

    def _collection(
        self, config: EntityConfig, schema: Schema, response: BodySchema, role: Role, notes: list[Note]
    ) -> Body | None:
        """A response that is a list: one set, named after the data source."""
        identifier = to_identifier(config.name)
        try:
            type_, type_notes = self.mapper.collection(schema, response.node, role, _start(config.ignores))
        except Unmappable as error:
            text = f"the {role.label} cannot be mapped: {error.note.text}"
            notes.append(Note(BODY_LOST, text, error.note.location))
            return None
        if not identifier:
            notes.append(Note(BODY_LOST, f"the name {config.name!r} leaves nothing for an identifier", config.node))
            return None
        status, reason = role.optional
        deprecated = schema.node.value.get("deprecated") is True
        attribute = Attribute(
            identifier, config.name, type_, status, reason, (Origin(role.label, response.node, schema.hops),),
            schema.description, deprecation=DEPRECATED if deprecated else None, notes=type_notes,
        )  # fmt: skip
        return Body((attribute,))

    def _parameters(
        self, config: EntityConfig, operation: ApiOperation, role_of: Callable[[str], Role], notes: list[Note]
    ) -> list[Body]:
        """One body with at most one attribute for each path and query parameter."""
        try:
            parameters = self.api.parameters(operation)
        except Unresolved as error:
            text = f"the parameters of the read operation cannot be followed: {error}"
            notes.append(Note(BODY_LOST, text, operation.node or operation.path_item))
            return []
        aliases = {alias.parameter: alias for alias in config.aliases}
        ignored = {ignore.path: ignore for ignore in config.ignores}
        bodies = []
        for parameter in parameters:
            alias = aliases.pop(parameter.name, None)
            name = alias.name if alias else parameter.name
            if name in ignored:
                bodies.append(Body(ignored=(Ignored(name, parameter.node, ignored[name].node),)))
            else:
                bodies.append(self._parameter(name, parameter, role_of(parameter.place), config))
        for alias in aliases.values():
            text = f"no path or query parameter of the read operation is named {alias.parameter!r}"
            notes.append(Note(UNUSED_ALIAS, text, alias.node))
        return bodies

    def _parameter(self, name: str, parameter: Parameter, role: Role, config: EntityConfig) -> Body:
        if parameter.schema is None or not to_identifier(name):
            note = parameter.notes[0] if parameter.schema is None else _nameless(name, parameter)
            return Body(omitted=(Omission(name, note),))
        try:
            attribute = self.mapper.attribute(
                name, parameter.schema, parameter.required, Context(role, _start(config.ignores))
            )
        except Unmappable as error:
            return Body(omitted=(Omission(name, error.note),))
        (origin,) = attribute.origins
        attribute = replace(
            attribute,
            origins=(replace(origin, location=parameter.node, via=(*parameter.via, *origin.via)),),
            description=parameter.description or attribute.description,
            notes=(*(n for n in attribute.notes if not (parameter.description and n.rule.code == "OAS407")),
                   *parameter.notes),
        )  # fmt: skip
        return Body((attribute,))

    # --- entities ------------------------------------------------------------------------------

    def _missing_operations(self, config: EntityConfig, operations: dict[str, ApiOperation]) -> list[Note]:
        return [
            Note(
                NO_OPERATION,
                f"{part}: the path {operation.path!r} has no {operation.method.upper()} operation",
                config.operations[part].node,
            )
            for part, operation in operations.items()
            if operation.node is None
        ]

    def _entity(
        self, config: EntityConfig, body: Body, operations: dict[str, ApiOperation], notes: list[Note]
    ) -> Entity:
        body, override_notes = apply_overrides(body, config.overrides)
        notes += override_notes
        if not body.attributes:
            notes.append(Note(ENTITY_EMPTY, "it has no attributes", config.node))
        if not is_identifier(config.name):
            text = f"{config.name!r} must be of lower-case letters, digits and underscores"
            notes.append(Note(BAD_ENTITY_NAME, text, config.node))
        body = _mark_reserved(body)
        described = next((o for o in map(operations.get, ("read", "create")) if o and o.node), None)
        summary = described.node.value.get("summary") if described and described.node else None
        entity = Entity(
            config.kind,
            config.name,
            body,
            text_of(summary),
            tuple(_operation(part, operation) for part, operation in operations.items()),
            tuple(notes),
            config.node,
        )
        self._finish(entity, config.ignores)
        return entity

    def _lost(self, config: EntityConfig, notes: list[Note]) -> None:
        notes.append(Note(ENTITY_LOST, "nothing could be mapped of it", config.node))
        self._report(f"{config.kind} {config.name}", notes)

    def _finish(self, entity: Entity, ignores: tuple[Ignore, ...]) -> None:
        subject = f"{entity.kind} {entity.name}"
        used = self.findings.used_rules(entity.body)
        unused = [
            Note(UNUSED_IGNORE, f"no property or parameter has the path {ignore.path!r}", ignore.node)
            for ignore in ignores
            if ignore.node not in used
        ]
        self._report(subject, [*entity.notes, *unused])
        for finding in self.findings.of(entity.body):
            note = finding.note
            if note.fix and "{path}" in note.fix:
                note = replace(note, fix=note.fix.replace("{path}", finding.source_path))
            self._add(at(note, subject, finding.path, self.levels))

    def _report(self, subject: str, notes: Iterable[Note]) -> None:
        for note in notes:
            self._add(at(note, subject, "", self.levels))

    def _add(self, diagnostic: Diagnostic) -> None:
        location = diagnostic.location
        place = (id(location.document), location.pointer) if location else None
        self.diagnostics.setdefault((diagnostic.code, diagnostic.entity, diagnostic.path, place), diagnostic)


def _start(ignores: tuple[Ignore, ...]) -> tuple[tuple[str, Ignore], ...]:
    return tuple((ignore.path, ignore) for ignore in ignores)


def _kept(config: EntityConfig, why: str) -> Note:
    return Note(ENTITY_KEPT, f"the reference tool leaves out this {config.kind}: {why}", config.node)


def _nameless(name: str, parameter: Parameter) -> Note:
    from ..diagnostics import NO_IDENTIFIER

    return Note(NO_IDENTIFIER, f"the name {name!r} leaves nothing for an identifier", parameter.node)


def _append(body: Body, parameter: Body) -> Body:
    """A data source's parameters stand side by side; a second one of the same name is left out."""
    taken = {attribute.name: attribute for attribute in body.attributes}
    omitted = tuple(
        Omission(
            attribute.source_name,
            Note(
                NAME_COLLISION,
                f"two parameters become {attribute.name!r}",
                attribute.origins[0].location,
                "attributes: {aliases: {" + attribute.source_name + ": another_name}}",
            ),
        )
        for attribute in parameter.attributes
        if attribute.name in taken
    )
    fresh = tuple(attribute for attribute in parameter.attributes if attribute.name not in taken)
    return Body(body.attributes + fresh, body.omitted + parameter.omitted + omitted, body.ignored + parameter.ignored)


def _mark_reserved(body: Body) -> Body:
    if not any(attribute.name in RESERVED_ROOT_NAMES for attribute in body.attributes):
        return body
    return replace(body, attributes=tuple(map(_reserved, body.attributes)))


def _reserved(attribute: Attribute) -> Attribute:
    if attribute.name not in RESERVED_ROOT_NAMES:
        return attribute
    text = f"{attribute.name!r} is a meta-argument of Terraform and cannot be an attribute here"
    note = Note(RESERVED_NAME, text, attribute.origins[0].location, "ignores: [{path}]")
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
