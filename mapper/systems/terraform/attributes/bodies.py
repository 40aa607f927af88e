"""Maps the bodies and parameters of operations to attributes, with a note for each failure."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from mapper.inputs import Node, Unresolved, bool_of, problem_at
from mapper.inputs.document import merged_node
from mapper.model import Attribute, Body, EntityRef, Ignored, Omission, Origin, SourceBody
from mapper.model.arguments import MERGE_PATCH
from mapper.report.diagnostic import Note, Problem
from mapper.report.fix import Fix, setting
from mapper.report.origin import Location
from mapper.text.plural import listed

from .. import kinds, rules
from ..config.config import EntityConfig, ProviderConfig
from ..config.operations import BodyChoice
from ..config.paths import plain
from ..config.policies import DEFAULTS, Policies
from ..config.schema import EARLY, Alias, Ignore, Override, paths_in_api
from ..openapi.operations import Api, ApiOperation, BodySchema
from ..openapi.parameters import BodyNotFound, Parameter
from ..openapi.roles import Role, parent_parameter
from ..schema.keywords import Unmappable, single
from ..schema.normalise import Schemas
from ..schema.unmapped import LEFT_OVER
from .attributes import DEPRECATED, AttributeMapper
from .body_pointer import (
    Sibling,
    Unwrapped,
    advice,
    ignored_members,
    part_of,
    selectable,
    siblings_of,
    unwrap,
    whole,
    without,
)
from .collect_notes import Findings
from .context import EarlyKeys, Ignores, Recursions
from .keyword_case import described, of_body, of_collection
from .mappers import Mappers
from .omissions import value_name
from .part import Part
from .types import is_map, property_names

_MOST_NAMED = 5
_CHOICE = "correct the choice, or leave it out for the default"
_ANNOTATIONS = frozenset(("default", "deprecated", "description", "example", "examples", "title"))
"""Keywords that a schema without any statement on its values may have."""


class BodyMapper:
    """Maps bodies and parameters of one API description. Failures become notes, never exceptions."""

    def __init__(self, api: Api, findings: Findings, mappers: Mappers) -> None:
        self.api = api
        self.problems: list[tuple[EntityRef, Problem]] = []
        """Choices of the config that the bodies do not have."""
        self._shared = mappers
        self._mappers: dict[Policies, AttributeMapper] = {}
        self._findings = findings
        self._parameters: dict[tuple[object, ...], Body] = {}

    def _mapper(self, config: EntityConfig | ProviderConfig) -> AttributeMapper:
        """The mapper for the policies of an entity; entities with equal policies share one."""
        policies = config.policies
        if policies not in self._mappers:
            self._mappers[policies] = self._shared.of(policies)
        return self._mappers[policies]

    def schemas(self, config: EntityConfig) -> Schemas:
        """What normalises the schemas of an entity, by its policies."""
        return self._mapper(config).schemas

    def request(
        self, config: EntityConfig, part: str, operation: ApiOperation | None, notes: list[Note]
    ) -> BodySchema | None:
        """The schema of a request body; None if there is none, or the config ignores it."""
        what = f"{part} request body"
        if _is_ignored(operation.request if operation else None, what, notes):
            return None
        return self._source(config, self.api.request_body, what, operation, notes)

    def response(
        self, config: EntityConfig, part: str, operation: ApiOperation | None, notes: list[Note]
    ) -> BodySchema | None:
        """The schema of the success response; None if there is none, with a note, or if the config ignores it."""
        what = f"{part} response"
        if _is_ignored(operation.response if operation else None, what, notes):
            return None
        body_schema = self._source(config, self.api.success_response, what, operation, notes)
        if body_schema is not None:
            notes.extend(body_schema.notes)
        elif operation is not None and operation.node is not None:
            text = f"the {part} operation has no success response with a schema"
            if unread := [repr(code) for code in self.api.unread_responses(operation)]:
                verb = "is no status code" if len(unread) == 1 else "are no status codes"
                text += f"; {listed(unread[:_MOST_NAMED])} {verb}"
            notes.append(Note(rules.NO_SCHEMA, text, operation.node))
        return body_schema

    def _source(
        self,
        config: EntityConfig,
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
            notes.append(Note(rules.BODY_LOST, f"the {what} cannot be followed: {error}", operation.node))
            return None
        except BodyNotFound as error:
            self._miss(config, f"{what}: {error}", error.node)
            return None

    def _miss(self, config: EntityConfig | ProviderConfig, text: str, node: Node) -> None:
        text = f"{config.kind} {config.name!r}: {text}"
        self.problems.append((config.ref, problem_at(text, node, remedy=_CHOICE)))

    def object(
        self, source: BodySchema, role: Role, config: EntityConfig | ProviderConfig, notes: list[Note]
    ) -> Part | None:
        """The attributes of a body, from its properties. None, with a note, if the body cannot be mapped.

        An array that a data source reads becomes one attribute with the name of the data source.
        """
        unwrapped = self._chosen_part(source, role, config, notes)
        if unwrapped is None:
            return None
        is_list = config.kind is kinds.DATA_SOURCE and unwrapped.schema.type == "array"
        return (self._collection if is_list else self._object)(unwrapped, role, config, notes)

    def parameters(
        self, config: EntityConfig, operation: ApiOperation, role_of: Callable[[str], Role]
    ) -> list[SourceBody]:
        """A body with at most one attribute for each path and query parameter, named by its alias if it has one."""
        aliases = {alias.parameter: alias for alias in config.schema.aliases}
        ignored: dict[str, Location] = {plain(ignore.path): ignore.node for ignore in config.schema.ignores}
        pages = dict(config.policies.pagination) if config.kind is kinds.DATA_SOURCE else {}
        bodies = []
        parameters = self.api.parameters(operation)
        for parameter in parameters:
            alias = _alias_of(parameter, aliases) if aliases else None
            name = alias.name if alias else parameter.name
            rule = (ignored.get(parameter.placed_name) or ignored.get(name)) if ignored else None
            page, role = pages.get(parameter.name), role_of(parameter.place)
            if rule is not None:
                body = Body(ignored=(Ignored(name, parameter.node, rule),))
            elif page is not None:
                note = Note(rules.POLICY, "data sources leave out what pages through a list (policy pagination)", page)
                body = Body(omitted=(Omission(name, note),))
            else:
                body = self._parameter(name, parameter, role, config)
            bodies.append(SourceBody(role.part, body))
        return bodies

    def reference_drops(self, source: SourceBody) -> bool:
        """Whether the reference tool skips a parameter."""
        return self._findings.reference_drops(source.body)

    def parents(self, config: EntityConfig, operation: ApiOperation, names: dict[str, str]) -> list[SourceBody]:
        """A body for each parameter that only create has; `names` are the names of its attributes."""
        role = parent_parameter()
        wanted = [p for p in self.api.parameters(operation) if p.name in names]
        return [SourceBody(role.part, self._parameter(names[p.name], p, role, config)) for p in wanted]

    def _chosen_part(
        self, source: BodySchema, role: Role, config: EntityConfig | ProviderConfig, notes: list[Note]
    ) -> Unwrapped | None:
        """The body, or the part of it that the config chooses."""
        try:
            unwrapped = unwrap(self._mapper(config).schemas, source, str(role.part))
        except Unmappable as error:
            branches = selectable(self._mapper(config).schemas, source) if error.note.rule is rules.ONE_OF else ()
            if len(branches) > 1:
                notes.append(_lost(role, error.note, advice(config, role, source, branches)))
            else:
                notes.append(_lost(role, error.note, without(config, role)))
            return None
        except BodyNotFound as error:
            self._miss(config, str(error), error.node)
            return None
        for note in unwrapped.schema.notes:
            if note.rule in (rules.JSON_STRING, rules.STRING_MAP):  # suitable for an attribute, but not for a body
                notes.append(_lost(role, note, whole(config, role)))
                return None
        notes += of_body(unwrapped.schema)
        if unwrapped.note is not None:
            notes.append(unwrapped.note)
        return unwrapped

    def _object(
        self, unwrapped: Unwrapped, role: Role, config: EntityConfig | ProviderConfig, notes: list[Note]
    ) -> Part:
        schema = unwrapped.schema
        ignores, recursions = start(config.schema.ignores), _recursions(config)
        body = self._mapper(config).root(schema, unwrapped.node, role.mapped_as or role, ignores, recursions, notes)
        omitted = [left for left in body.omitted if left.note.rule not in LEFT_OVER]
        declared = property_names(schema)  # the config may ignore a property of another media type, too
        has_properties = body.attributes or omitted or any(entry.source_name in declared for entry in body.ignored)
        if not has_properties and (schema.type != "object" or is_map(self.api.documents, schema)):
            kind = "a map" if schema.type == "object" else f"of type {schema.type}"
            text = f"the {role.part} is {kind}, but attributes come from an object with properties"
            notes.append(Note(rules.NOT_AN_OBJECT, text, schema.node, self._part_or_whole(config, role, unwrapped)))
        return self._part(body, unwrapped, role, config)

    def _part_or_whole(self, config: EntityConfig | ProviderConfig, role: Role, unwrapped: Unwrapped) -> Fix | None:
        """What the config could say of a body that is no object: that its items count, or how it counts itself."""
        items = unwrapped.schema.node.get("items") if unwrapped.schema.type == "array" else None
        if items is not None and _has_properties(self._mapper(config).schemas, items):
            return part_of(role, unwrapped.source, "0")
        return whole(config, role)

    def _part(self, body: Body, unwrapped: Unwrapped, role: Role, config: EntityConfig | ProviderConfig) -> Part:
        dropped = self._findings.reference_drops(body) or unwrapped.source.reference_never_reads_it
        dropped = dropped or any(note.reference_drops_body for note in unwrapped.schema.notes)
        source = unwrapped.source
        return Part(
            _as_chosen(body, unwrapped),
            role,
            unwrapped.schema.description,
            dropped,
            source.node,
            unwrapped.schema,
            unwrapped.pointer,
            siblings=tuple(self._others(unwrapped, body, config)),
            media_type=MERGE_PATCH if source.media_type == MERGE_PATCH else None,
        )

    def _others(self, unwrapped: Unwrapped, body: Body, config: EntityConfig | ProviderConfig) -> Iterator[Sibling]:
        """What a body has outside of the attributes: next to the chosen part, and what the config ignores in it."""
        schemas, choice = self._mapper(config).schemas, unwrapped.source.choice
        yield from siblings_of(schemas, unwrapped.source)
        if body.ignored:
            yield from ignored_members(schemas, body.ignored, choice.tokens if choice else ())

    def _collection(
        self, unwrapped: Unwrapped, role: Role, config: EntityConfig | ProviderConfig, notes: list[Note]
    ) -> Part | None:
        schema = unwrapped.schema
        identifier = self._mapper(config).identifier(config.name)
        if not identifier:
            notes.append(
                Note(rules.BODY_LOST, f"the name {config.name!r} leaves nothing for an identifier", config.node)
            )
            return None
        try:
            ignores = start(config.schema.ignores)
            items = tuple((path.removeprefix(f"{config.name}."), depth) for path, depth in _recursions(config))
            type_, type_notes = self._mapper(config).collection(schema, unwrapped.node, role, ignores, items)
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
            (Origin(role.part, unwrapped.node, schema.hops),),
            schema.description,
            deprecation=DEPRECATED if deprecated else None,
            notes=type_notes + of_collection(schema),
            wire_name="",
        )
        return self._part(Body((attribute,)), unwrapped, role, config)

    def _parameter(self, name: str, parameter: Parameter, role: Role, config: EntityConfig) -> Body:
        """The body of one parameter, cached for operations that refer to the same parameter."""
        key = (parameter, name, role, config.policies, config.schema.ignores)
        body = self._parameters.get(key)
        if body is None:
            body = self._parameters[key] = self._map_parameter(name, parameter, role, config)
        return body

    def _map_parameter(self, name: str, parameter: Parameter, role: Role, config: EntityConfig) -> Body:
        if config.policies != DEFAULTS:
            parameter = self._as_text(parameter)
        if parameter.schema is None:
            return Body(omitted=(Omission(name, parameter.notes[0]),))
        if not self._mapper(config).identifier(name):
            text = f"the name {name!r} leaves nothing for an identifier"
            fix = setting("attributes", "aliases", parameter.name, value=value_name(name))
            return Body(omitted=(Omission(name, Note(rules.NO_IDENTIFIER, text, parameter.node, fix)),))
        try:
            attribute = self._mapper(config).parameter(
                name, parameter.schema, parameter.required, role, start(config.schema.ignores)
            )
        except Unmappable as error:
            return Body(omitted=(Omission(name, error.note),))
        if isinstance(attribute, Omission):
            instead = attribute.instead and _of_parameter(attribute.instead, parameter)
            return Body(omitted=(replace(attribute, instead=instead),))
        return Body((_of_parameter(attribute, parameter),))

    def _as_text(self, parameter: Parameter) -> Parameter:
        """A path parameter without a type as a text, which is what a path is; other parameters as they are."""
        schema = parameter.schema
        try:
            target = schema if schema is None else self.api.documents.behind(schema)
        except Unresolved:
            return parameter
        keywords = target.value if target is not None else {}
        if parameter.place != "path" or not isinstance(keywords, dict) or not _ANNOTATIONS.issuperset(keywords):
            return parameter
        place = target or parameter.node
        note = Note(rules.UNTYPED_IN_PATH, f"the path parameter {parameter.name!r} has no type", parameter.node)
        members = {name: place.child(name) for name in keywords}
        text = merged_node(place, {**members, "type": Node(place.document, place.pointer, "string")})
        kept = (each for each in parameter.notes if each.rule is not rules.NO_PARAMETER_SCHEMA)
        return replace(parameter, schema=text, notes=(*kept, note))


def _of_parameter(attribute: Attribute, parameter: Parameter) -> Attribute:
    """The attribute of the schema of a parameter, with what the parameter itself says."""
    (origin,) = attribute.origins
    notes = described(attribute.notes) if parameter.description else attribute.notes
    return replace(
        attribute,
        origins=(replace(origin, location=parameter.node, via=parameter.via + origin.via),),
        description=parameter.description or attribute.description,
        notes=notes + parameter.notes,
    )


def _alias_of(parameter: Parameter, aliases: dict[str, Alias]) -> Alias | None:
    """The alias of a parameter of the read operation, by the first of its names that has one."""
    keys = (f"read.{parameter.placed_name}", parameter.placed_name, parameter.name)
    return next((aliases[key] for key in keys if key in aliases), None)


def start(ignores: tuple[Ignore, ...]) -> Ignores:
    """The ignores of a config with their complete paths."""
    return tuple((ignore.path, ignore) for ignore in ignores)


def _recursions(config: EntityConfig | ProviderConfig) -> Recursions:
    """The overrides that apply before attributes exist, by their path in the API."""
    return tuple(
        (path, EarlyKeys(_value(override, "recursion_depth"), _value(override, "branch")))
        for override in config.schema.overrides
        if not override.settings.keys().isdisjoint(EARLY)
        for path in paths_in_api(override.path, config.schema.aliases)
    )


def _value(override: Override, key: str) -> Any:
    """The value of an override's key; None if it is absent."""
    setting = override.settings.get(key)
    return setting.value if setting else None


def _is_ignored(choice: BodyChoice | None, what: str, notes: list[Note]) -> bool:
    """Whether the config wants nothing of a body; a note if so."""
    if choice is None or not choice.ignored:
        return False
    notes.append(Note(rules.BODY_CHOSEN, f"the config ignores the {what}", choice.at("ignore")))
    return True


def _has_properties(schemas: Schemas, items: Node) -> bool:
    """Whether what a list holds is an object of whose properties attributes can be made."""
    try:
        schema = schemas.normalise(single(items, []))
    except Unmappable:
        return False
    return schema.type == "object" and bool(property_names(schema))


def _lost(role: Role, note: Note, fix: Fix | str | None = None) -> Note:
    return Note(rules.BODY_LOST, f"the {role.part} cannot be mapped: {note.text}", note.location, fix)


def _as_chosen(body: Body, unwrapped: Unwrapped) -> Body:
    """`body` with the references, ignored properties and note of a part that the config chooses."""
    if unwrapped.note is None:
        return body
    attributes = []
    for attribute in body.attributes:
        first, *others = attribute.origins
        way = tuple(dict.fromkeys((*unwrapped.via, *first.via)))
        origins = (replace(first, via=way), *others)
        attributes.append(replace(attribute, origins=origins).with_notes(unwrapped.note))
    return replace(body, attributes=tuple(attributes), ignored=body.ignored + unwrapped.ignored)
