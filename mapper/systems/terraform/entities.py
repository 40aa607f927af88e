"""Maps entries of the config to entities, and chooses the bodies of operations that an entity merges."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from mapper.inputs import Node, text_of
from mapper.languages.golang.source import is_exported
from mapper.languages.hcl.literals import RESERVED_ROOT_NAMES
from mapper.model import Attribute, Body, Entity, Ignored, Omission, Operation, Purpose, SourceBody
from mapper.model.attribute import with_attributes
from mapper.model.limits import Limits
from mapper.report.diagnostic import Note
from mapper.report.origin import Location, PartKind
from mapper.report.rules import NAME_COLLISION
from mapper.text.suggest import closest, nearest

from . import kinds, rules
from .arguments import Calls, calls_of
from .attributes.bodies import BodyMapper
from .attributes.kept import KeptMarker
from .attributes.merge import Merger
from .attributes.omissions import settling_fix
from .attributes.part import Part
from .attributes.patches import patch_of
from .body_arguments import needed_of
from .config.config import EntityConfig, ProviderConfig
from .config.policies import DEFAULTS
from .identifiers import NAMING, is_identifier
from .mapped_entity import MappedEntity
from .missing_arguments import never_returned, notes_of_calls, unused_aliases
from .openapi.declared import constant_of
from .openapi.operations import OLD_METHODS, ApiOperation, BodySchema, repeated_keys
from .openapi.path_parameters import only_of, parents
from .openapi.roles import (
    Role,
    create_request,
    data_source_parameter,
    data_source_response,
    provider_schema,
    resource_parameter,
    resource_response,
    update_request,
)
from .other_requests import left_to_provider, notes_of_other_requests
from .overrides.aliases import apply_aliases, is_of_an_operation, property_aliases
from .overrides.overrides import source_paths
from .overrides.plan_modifiers import Replacement, keep_identity
from .overrides.policies import Finisher, describe, require
from .overrides.updates import UpdateMarker
from .replacement import replacement_of
from .spec.go_code import KnownTypes, go_name, named_by_path

Operations = dict[Purpose, ApiOperation]


class EntityMapper:
    """Maps the entries of a config one by one. Without `calls`, arguments that no note is about may be missing."""

    def __init__(self, bodies: BodyMapper, *, calls: bool = True) -> None:
        self._bodies, self._calls = bodies, calls
        self._merger = Merger()
        self._kept_note = KeptMarker()
        self._updates = UpdateMarker()
        self._finisher = Finisher()
        self._types = KnownTypes()
        self._settings: frozenset[str] = frozenset()
        """The names of the provider's attributes, which is mapped first; no path has a secret."""

    def entity(self, config: EntityConfig, operations: Operations) -> MappedEntity:
        """A resource or data source; without operations, it has only the attributes that the config adds."""
        if not operations:
            text = f"the config declares the {config.kind}: no operation of the API stands behind it"
            outcome = MappedEntity(notes=[Note(rules.ADDED, text, config.node)])
            self._alias(config, None, (), outcome.notes)
            return self._entity(outcome, config, Body(), operations, ())
        return (self.resource if config.kind is kinds.RESOURCE else self.data_source)(config, operations)

    def resource(self, config: EntityConfig, operations: Operations) -> MappedEntity:
        """Merges create request body, create response, read response and read parameters, in this order."""
        outcome = MappedEntity(notes=self._operation_notes(config, operations))
        notes, bodies = outcome.notes, self._bodies
        create, read = operations.get(Purpose.CREATE), operations.get(Purpose.READ)
        source = bodies.request(config, "create", create, notes)
        request = bodies.object(source, _create_role(config), config, notes) if source else None
        if source is None and create and create.node:
            notes.append(
                Note(rules.NO_REQUEST_BODY, "the create operation has no request body with a schema", create.node)
            )
        if request is None or request.reference_drops_it:
            notes.append(_kept_note(config, "cannot map all of the create request body"))
        responses = []
        for part, operation in (("create", create), ("read", read)):
            response = bodies.response(config, part, operation, notes)
            if response is not None:
                role = resource_response(part, response.code)
                responses.append(bodies.object(response, role, config, notes))
        parts = [part for part in (request, *responses) if part is not None]
        outcome.sources += self._alias(config, read, [SourceBody(part.role.part, part.body) for part in parts], notes)
        parameters = bodies.parameters(config, read, resource_parameter) if read is not None else []
        outcome.sources += parameters
        body = self._merger.merge_all(source.body for source in outcome.sources)
        if request is None and not body.attributes and not config.schema.additions:
            return _lost(outcome, config)
        skipped = {part.role.part for part in parts if part.reference_drops_it and part is not request}
        written = [s for s in outcome.sources if s.part not in skipped and s not in parameters]
        written += filter(self._is_written, parameters)
        if len(written) < len(outcome.sources):
            body = self._with_difference_notes(body, self._merger.merge_all(source.body for source in written), config)
        if config.policies.parent_parameters == "required" and create is not None and read is not None:
            body = self._with_parents(body, config, create, read)
        is_inferred = config.policies.replace == "infer"
        update = self._update(config, operations, request, notes if is_inferred else [])
        body = self._updates.mark(body, update.body) if update is not None else body
        replacement = replacement_of(self._bodies.api, config, operations, update, notes) if is_inferred else None
        requests = {Purpose.CREATE: request, Purpose.UPDATE: update}
        return self._entity(outcome, config, body, operations, parts, requests, replacement)

    def _with_parents(self, body: Body, config: EntityConfig, create: ApiOperation, read: ApiOperation) -> Body:
        """The body with what create needs in its path and query required; what only create has is added."""
        shared, only_create = parents(create.path, read.path), only_of(create.path, read.path)
        aliases = {alias.parameter: alias.name for alias in config.schema.aliases}
        required = {
            aliases.get(parameter.placed_name) or aliases.get(parameter.name, parameter.name): parameter
            for parameter in self._bodies.api.parameters(read)
            if parameter.place == "path" and parameter.name in shared
        }
        wanted = {name: aliases.get(f"create.path.{name}", full_name) for name, full_name in only_create.items()}
        taken = {attribute.source_name for attribute in body.attributes}
        asked = [p for p in self._bodies.api.parameters(create) if p.place == "query" and p.required]
        wanted |= {p.name: aliases.get(f"create.query.{p.name}") or aliases.get(p.name, p.name) for p in asked}
        declared = {p.name: p for p in self._bodies.api.parameters(create) if p.place == "path" and p.name in wanted}
        declared |= {p.name: p for p in asked}
        filled = {addition.path for addition in config.schema.additions} | self._settings
        for name, parameter in declared.items():
            schema = self._bodies.api.documents.behind(parameter.schema).value if parameter.schema else None
            if constant_of(schema) is not None or not filled.isdisjoint((name, wanted[name])):
                del wanted[name]
            else:
                required[wanted[name]] = parameter
        added = {name: attribute for name, attribute in wanted.items() if name in only_create or attribute not in taken}
        body = self._merger.merge_all([body, *(s.body for s in self._bodies.parents(config, create, added))])
        return require(body, required)

    def _update(
        self, config: EntityConfig, operations: Operations, created: Part | None, notes: list[Note]
    ) -> Part | None:
        """What an update takes, under the names that aliases give; None if nothing can be mapped. Steps, as in a JSON
        Patch, change what create takes.
        """
        update = operations.get(Purpose.UPDATE)
        part: Part | None = None
        if created is not None and (patch := patch_of(self._bodies.api, update)) is not None:
            part = replace(created, node=patch[1], media_type=patch[0])
        elif source := self._bodies.request(config, "update", update, notes):
            part = self._bodies.object(source, update_request(_create_role(config)), config, notes)
        if part is None:
            return None
        (renamed,) = self._alias(config, operations.get(Purpose.READ), [SourceBody(part.role.part, part.body)], [])
        return replace(part, body=renamed.body)

    def _alias(
        self,
        config: EntityConfig | ProviderConfig,
        read: ApiOperation | None,
        sources: Sequence[SourceBody],
        notes: list[Note],
    ) -> list[SourceBody]:
        """The sources with aliases applied to properties; adds a note for each alias without a match."""
        if not config.schema.aliases:
            return list(sources)
        parameters = self._bodies.api.parameters(read) if read else ()
        parameter_names = {name for parameter in parameters for name in (parameter.name, parameter.placed_name)}
        aliases, used = property_aliases(config.schema.aliases, parameter_names), set[Location]()
        names = config.policies.names
        renamed = [replace(source, body=apply_aliases(source.body, aliases, names, used)) for source in sources]
        paths: list[str] = []
        for alias in config.schema.aliases:
            if alias in aliases and not NAMING[config.policies.names](alias.name):
                text = f"the name {alias.name!r} leaves nothing for an identifier"
                notes.append(Note(rules.UNUSED_ALIAS, text, alias.node))
            elif alias in aliases and alias.node not in used:
                paths = paths or [path for source in sources for path in source_paths(source.body)]
                hint = nearest(alias.parameter.removeprefix("."), paths)
                notes.append(
                    Note(rules.UNUSED_ALIAS, f"no property has the path {alias.parameter!r}{hint}", alias.node)
                )
            elif is_of_an_operation(alias):
                continue  # whether there is such a parameter is known with the arguments
            elif alias not in aliases and alias.parameter not in parameter_names:
                paths = paths or [path for source in sources for path in source_paths(source.body)]
                nearest_path = closest(alias.parameter, paths)
                hint = f"; did you mean {'.' + nearest_path!r}?" if nearest_path else ""
                whose = "read operation" if read else config.kind
                text = f"the {whose} has no path or query parameter {alias.parameter!r}{hint}"
                notes.append(Note(rules.UNUSED_ALIAS, text, alias.node))
        return renamed

    def data_source(self, config: EntityConfig, operations: Operations) -> MappedEntity:
        """Merges the read parameters and the read response."""
        outcome = MappedEntity(notes=self._operation_notes(config, operations))
        notes, read = outcome.notes, operations[Purpose.READ]
        parameters = self._bodies.parameters(config, read, data_source_parameter)
        source = self._bodies.response(config, "read", read, notes)
        part = None
        if source is not None:
            part = self._bodies.object(source, data_source_response(source.code), config, notes)
        if part is None and not config.schema.additions:
            return _lost(outcome, config)
        if part is None or part.reference_drops_it:
            why = "does not read" if source and source.reference_never_reads_it else "cannot map all of"
            notes.append(_kept_note(config, f"{why} the read {f'response {source.code}' if source else 'response'}"))
        parts = [] if part is None else [part]
        responses = self._alias(config, read, [SourceBody(part.role.part, part.body) for part in parts], notes)
        outcome.sources += [*parameters, *responses]
        body = self._beside_parameters(parameters, responses)
        written = list(filter(self._is_written, parameters))
        if len(written) < len(parameters):
            body = self._with_difference_notes(body, self._beside_parameters(written, responses), config)
        return self._entity(outcome, config, body, operations, parts)

    def _beside_parameters(self, parameters: Sequence[SourceBody], responses: Iterable[SourceBody]) -> Body:
        """The attributes of a data source."""
        if any(omission.instead for parameter in parameters for omission in parameter.body.omitted):  # in this order
            return self._merger.merge_all(source.body for source in (*parameters, *responses))
        body = _side_by_side(parameter.body for parameter in parameters)
        for response in responses:
            body = self._merger.merge(body, response.body)
        return body

    def _is_written(self, parameter: SourceBody) -> bool:
        """Whether the reference tool can map a parameter."""
        return not self._bodies.reference_drops(parameter)

    def _with_difference_notes(self, body: Body, written: Body, config: EntityConfig) -> Body:
        """The body with notes on what the reference tool does not write, which has the body `written`."""
        described = frozenset(o.path for o in config.schema.overrides if "description" in o.settings)
        return self._kept_note.mark(body, written, described)

    def _operation_notes(self, config: EntityConfig, operations: Operations) -> list[Note]:
        """Notes on the operations themselves."""
        return [
            *_missing(config, operations),
            *_new_methods(operations),
            *repeated_keys(self._bodies.api.documents, operations.values()),
        ]

    def provider(self, config: ProviderConfig, schema: Node | None) -> MappedEntity:
        """The provider, with the schema that the config refers to, if there is one."""
        outcome = MappedEntity()
        part = None
        if schema is not None:
            source = BodySchema(schema)
            part = self._bodies.object(source, provider_schema(), config, outcome.notes)
            if part is None or part.reference_drops_it:
                text = "tfplugingen-openapi stops here: it cannot map all of the provider schema"
                outcome.notes.append(Note(rules.ENTITY_KEPT, text, schema))
        sources = [SourceBody(part.role.part, part.body)] if part else []
        outcome.sources += self._alias(config, None, sources, outcome.notes)
        outcome.notes += _name_notes(config.name, config.node)
        body, notes = self._apply_config(outcome.sources[0].body if outcome.sources else Body(), config)
        self._settings = frozenset(attribute.name for attribute in body.attributes if not attribute.sensitive)
        outcome.notes += notes
        body = _with_reserved_noted(body, _OF_PROVIDER)
        description, fragments, description_notes = describe(config, (), part.description if part else None)
        has_schema = schema is not None or bool(body.attributes)  # otherwise, no description is written
        outcome.notes += description_notes if has_schema else [replace(note, alike=True) for note in description_notes]
        outcome.entity = Entity(
            kinds.PROVIDER,
            config.name,
            body,
            description,
            location=config.node,
            has_schema=has_schema,
            fragments=fragments,
            sources=tuple(outcome.sources),
        )
        return outcome

    def _apply_config(
        self, body: Body, config: EntityConfig | ProviderConfig, replacement: Replacement | None = None
    ) -> tuple[Body, list[Note]]:
        """The body with the config applied, and notes on settings without effect."""
        body, notes = self._finisher.finish(body, config, replacement)
        by_path = config.policies.nested_names == "path"
        return named_by_path(body, self._types, config.node) if by_path else body, notes

    def _entity(
        self,
        outcome: MappedEntity,
        config: EntityConfig,
        body: Body,
        operations: Operations,
        parts: Sequence[Part],
        requests: dict[Purpose, Part | None] | None = None,
        replacement: Replacement | None = None,
    ) -> MappedEntity:
        body, notes = self._apply_config(body, config, replacement)
        outcome.notes += notes
        if not body.attributes:
            outcome.notes.append(Note(rules.ENTITY_EMPTY, "it has no attributes", config.node))
        outcome.notes += _name_notes(config.name, config.node)
        documents = self._bodies.api.documents
        sent = [(purpose, part) for purpose, part in (requests or {}).items() if part]
        is_said = config.policies != DEFAULTS
        needed = {
            purpose: needed_of(documents, part, body, purpose, is_said_who_sets=is_said) for purpose, part in sent
        }
        created = [p for p in parts if p.role.part.kind is PartKind.RESPONSE and p.role.part.of == Purpose.CREATE]
        if self._calls or config.kind is kinds.RESOURCE or config.schema.aliases or config.schema.ignored_paths:
            response = next(iter(created), None)
            calls = calls_of(self._bodies.api, config, operations, body, needed, self._settings, response)
        else:
            calls = Calls(dict.fromkeys(operations, ()))
        if config.kind is kinds.RESOURCE:
            body = keep_identity(body, calls.identifying, config)
            outcome.notes += notes_of_calls(self._bodies.api, operations, calls, body, config)
            outcome.notes += never_returned(body, config)
        outcome.notes += unused_aliases(calls, config)
        schemas = self._bodies.schemas(config)
        outcome.notes += notes_of_other_requests(self._bodies.api, schemas, config, operations, body, calls)
        outcome.left_to_provider = left_to_provider(self._bodies.api, schemas, config, operations, calls)
        limits = {purpose: part.limits for purpose, part in sent}
        described = tuple(_operation(part, operation, calls, limits) for part, operation in operations.items())
        schema_text = next((part.description for part in reversed(parts) if part.description), None)
        main = operations.get(Purpose.CREATE if config.kind is kinds.RESOURCE else Purpose.READ)
        tag = self._bodies.api.tag(main) if main and config.policies.entity_description == "tag" else None
        description, fragments, description_notes = describe(config, described, schema_text, tag)
        outcome.notes += description_notes
        outcome.entity = Entity(
            config.kind,
            config.name,
            _with_reserved_noted(body, _OF_RESOURCE),
            description,
            described,
            tuple(outcome.notes),
            config.node,
            deprecation=config.schema.texts.get("deprecation_message"),
            fragments=fragments,
            sources=tuple(outcome.sources),
            identity=calls.identity,
        )
        return outcome


def _create_role(config: EntityConfig) -> Role:
    """The role of the create request body."""
    return create_request(read_only_computed=config.policies.read_only == "computed")


def _missing(config: EntityConfig, operations: Operations) -> list[Note]:
    return [
        Note(
            rules.NO_OPERATION,
            f"{part}: the path {operation.path!r} has no {operation.method.upper()} operation",
            config.operations[part].node,
        )
        for part, operation in operations.items()
        if operation.node is None
    ]


def _new_methods(operations: Operations) -> list[Note]:
    newer = [(part, operation) for part, operation in operations.items() if operation.method not in OLD_METHODS]
    return [
        Note(rules.NEW_METHOD, f"{part}: {operation.method.upper()} {operation.path}", operation.node)
        for part, operation in newer
        if operation.node is not None
    ]


def _name_notes(name: str, node: Node) -> list[Note]:
    """Notes on an entity name from which the Go generator cannot make function names."""
    if not is_identifier(name):
        text = f"{name!r} is not made of lower-case letters, digits and underscores only"
        return [Note(rules.BAD_ENTITY_NAME, text, node)]
    if not is_exported(go_name(name)):
        text = f"its name becomes {go_name(name)!r} in Go, where what other packages use begins with a capital letter"
        return [Note(rules.GO_NAME, text, node)]
    return []


def _lost(outcome: MappedEntity, config: EntityConfig) -> MappedEntity:
    outcome.notes = [note for note in outcome.notes if note.rule is not rules.ENTITY_KEPT]
    outcome.notes.append(Note(rules.ENTITY_LOST, "no attribute could be mapped", config.node))
    return outcome


def _kept_note(config: EntityConfig, why: str) -> Note:
    return Note(rules.ENTITY_KEPT, f"tfplugingen-openapi skips this {config.kind}: it {why}", config.node)


def _side_by_side(parameters: Iterable[Body]) -> Body:
    """The parameters of a data source, which are not merged: of two with the same name, the second is left out."""
    attributes: dict[str, Attribute] = {}
    omitted: list[Omission] = []
    ignored: list[Ignored] = []
    for parameter in parameters:
        omitted += parameter.omitted
        ignored += parameter.ignored
        for attribute in parameter.attributes:
            if attribute.name in attributes:
                omitted.append(_taken_name(attribute, attributes[attribute.name]))
            else:
                attributes[attribute.name] = attribute
    return Body(tuple(attributes.values()), tuple(omitted), tuple(ignored))


def _taken_name(attribute: Attribute, first: Attribute) -> Omission:
    text = f"two parameters become {attribute.name!r}"
    note = Note(NAME_COLLISION, text, attribute.origins[0].location, settling_fix(attribute, first))
    return Omission(attribute.source_name, note)


_OF_RESOURCE = "a Terraform meta-argument", RESERVED_ROOT_NAMES
_OF_PROVIDER = "an argument of every provider block", frozenset(("alias", "version"))
"""What the framework refuses at the root, and why (`IsReservedProviderAttributeName`)."""


def _with_reserved_noted(body: Body, reserved: tuple[str, frozenset[str]]) -> Body:
    """The body with a note on each attribute whose name the framework refuses at the root."""
    what, names = reserved
    if not [attribute for attribute in body.attributes if attribute.name in names]:
        return body
    return with_attributes(body, [_reserved(a, what) if a.name in names else a for a in body.attributes])


def _reserved(attribute: Attribute, what: str) -> Attribute:
    text = f"{attribute.name!r} is {what} and cannot be an attribute at the root"
    note = Note(rules.RESERVED_NAME, text, attribute.origins[0].location, settling_fix(attribute))
    return attribute.with_notes(note)


def _operation(part: Purpose, operation: ApiOperation, calls: Calls, limits: dict[Purpose, Limits]) -> Operation:
    value = operation.node.value if operation.node else {}
    return Operation(
        part,
        operation.method,
        operation.path,
        operation.node,
        text_of(value.get("operationId")),
        text_of(value.get("summary")),
        text_of(value.get("description")),
        arguments=calls.arguments.get(part, ()),
        limits=limits.get(part, ()),
    )
