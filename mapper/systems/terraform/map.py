"""Maps an API description and a generator config: operations, bodies, entities, diagnostics."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Document, Node, Unresolved, problem_at, text_of
from mapper.inputs.overlay import Overlaid
from mapper.model import About, Body, Coverage, Entity, EntityKind, EntityRef, Mapping, type_in_words
from mapper.report.budget import Cost, Meter
from mapper.report.diagnostic import MAX_TEXT, Diagnostic, MappingError, Note, Problem, Rule, Severity, proposing
from mapper.report.fix import Fix, Proposal, Subject, proposed
from mapper.report.rules import DUPLICATE_KEY, OVERLAY, SEVERAL_FILES, UNUSED_ACTION, UNUSED_IGNORE
from mapper.text.suggest import nearest

from . import kinds
from .attributes.bodies import BodyMapper
from .attributes.collect_notes import Findings, Found, most_of_a_rule
from .attributes.types import VALUES
from .config.config import Config, entries_of
from .config.paths import below, quoted
from .config.schema import REFERENCES, Alias, Ignore, SchemaConfig, paths_in_api
from .entities import EntityMapper, MappedEntity, Operations
from .identifiers import type_name
from .limits import Spending
from .openapi.operations import Api, OperationNotFound, first_tag, repeat_notes
from .overrides.overrides import source_paths
from .rules import BAD_ENTITY_NAME, EMPTY_OBJECT, NO_TYPE, SWAGGER, UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_OVERRIDE
from .schema.keywords import some
from .spec.lint import Lint

_PROVIDER = ("provider",)
_WITHOUT_EFFECT = (UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_IGNORE, UNUSED_OVERRIDE)
_MAJOR_VERSIONS = frozenset("3456789")
MAX_FILES = 20
"""The maximum number of files that a note lists."""

_DIAGNOSTIC = 500
"""The characters of a diagnostic in a sidecar and a message, without its path and text."""


class Unfit(MappingError):
    """Entities of the config that the description cannot provide; `lost` has the first problem of each."""

    def __init__(self, problems: Sequence[tuple[EntityRef, Problem]]) -> None:
        super().__init__(*(problem for _, problem in problems))
        self.lost: dict[EntityRef, Problem] = {}
        for ref, problem in problems:
            self.lost.setdefault(ref, problem)


def map_api(api: Api, config: Config, levels: dict[str, Severity] | None = None) -> Mapping:
    """Map every resource, data source and the provider schema of `config`, without what attributes refer to.

    `levels` overrides severities by diagnostic code. Raises MappingError if the version of the API description is not
    supported, and Unfit if the config names an operation or schema that does not exist.
    """
    check_version(api)
    operations = _look_up(api, config)
    schema = _provider_schema(api, config)
    spending = Spending(api.documents.budget)
    findings = Findings(spending.places)
    bodies = BodyMapper(api, findings, spending)
    mapper = EntityMapper(bodies)
    outcomes = [
        (
            EntityRef(kinds.PROVIDER, config.provider.name),
            config.provider.schema,
            mapper.provider(config.provider, schema),
        )
    ]
    for kind in (kinds.RESOURCE, kinds.DATA_SOURCE):
        for entity in config.of_kind(kind):
            outcome = mapper.entity(entity, operations[entity.ref])
            if outcome.entity is not None:
                spending.entity(outcome.entity)
            outcomes.append((entity.ref, entity.schema, outcome))
    if bodies.problems:
        raise Unfit(bodies.problems)
    lint = Lint(findings.places, api.documents.loaded)
    entities = tuple(outcome.entity for _, _, outcome in outcomes if outcome.entity is not None)
    most = most_of_a_rule(findings, [entity.body for entity in entities])
    written = api.documents.budget.meter(Cost.WRITTEN, "the report")
    report = _Report(findings, lint, levels or {}, written, _uses(config), most)
    report.notes(None, [*config.notes, *_document_notes(api)])
    for subject, section, outcome in outcomes:
        report.outcome(subject, section, outcome)
    for subject, note in _same_types(entities, config.provider.name):
        report.notes(subject, [note])
    for subject, note in _unknown_targets(config, entities):
        report.notes(subject, [note])
    report.notes(None, report.without_effect())
    report.notes(None, _unused_repeats(api, report.diagnostics.values()))
    return Mapping(
        "terraform",
        config.provider.name,
        entities,
        tuple(report.diagnostics.values()),
        _coverage(api, config, operations),
        (*api.documents.loaded, *config.documents),
        tuple(api.documents.unreadable),
        configs=tuple(document.uri for document in config.documents),
        budget=api.documents.budget,
        about=_about(api),
        groups={entity.ref: entity.group for entity in config.entities if entity.group},
    )


def _uses(config: Config) -> dict[tuple[object, str], int]:
    """The places of the config's entries for all entities -> the number of entities that have the entry."""
    shared = {place.key for schema in config.shared for place in entries_of(schema)}
    if not shared:
        return {}
    places = (place.key for entity in config.entities for place in entries_of(entity.schema))
    return Counter(place for place in places if place in shared)


def check_version(api: Api) -> None:
    """Raises MappingError if the version of the API description is not supported."""
    root, node = api.document.root, api.document.node
    if not isinstance(root, dict):
        raise _problem("an OpenAPI description is a mapping with the key openapi", node)
    if api.is_swagger:
        if not (text_of(root["swagger"]) or "").startswith("2"):
            text = f"version {text_of(root['swagger'])!r} of Swagger is not supported, 2.0 is"
            raise _problem(text, node.child("swagger"))
        return
    if "openapi" not in root:
        raise _problem("the key openapi with the version is missing; is this an OpenAPI description?", node)
    version = text_of(root["openapi"])
    if version is None:
        raise _problem("the version of OpenAPI is missing", node.child("openapi"))
    if version[:1] not in _MAJOR_VERSIONS:
        raise _problem(f"version {version!r} of OpenAPI is not supported, 3.0 and later are", node.child("openapi"))


def _problem(text: str, node: Node) -> MappingError:
    return MappingError(problem_at(text, node))


def _look_up(api: Api, config: Config) -> dict[EntityRef, Operations]:
    """The operations of each entity. Raises Unfit with all that are missing."""
    problems: list[tuple[EntityRef, Problem]] = []
    found: dict[EntityRef, Operations] = {}
    for entity in config.entities:
        operations = found[entity.ref] = {}
        for part, wanted in entity.operations.items():
            try:
                operations[part] = api.operation(wanted.path, wanted.method, wanted.request, wanted.response)
            except OperationNotFound as error:
                text = f"{entity.kind} {entity.name!r}: {part}: {error}"
                problems.append((entity.ref, problem_at(text, wanted.node)))
    if problems:
        raise Unfit(problems)
    return found


def _provider_schema(api: Api, config: Config) -> Node | None:
    reference = config.provider.schema_ref
    if reference is None:
        return None
    try:
        return api.documents.resolve(api.document, reference)
    except Unresolved as error:
        problem = problem_at(f"provider: schema_ref: {error}", config.provider.node.child("schema_ref"))
        raise Unfit([(config.provider.ref, problem)]) from None


def _coverage(api: Api, config: Config, operations: dict[EntityRef, Operations]) -> Coverage:
    uses: dict[tuple[str, str], dict[EntityRef, None]] = {}  # in order
    for entity in config.entities:
        for operation in operations[entity.ref].values():
            uses.setdefault((operation.method, operation.path), {})[entity.ref] = None
    found = {(method, path): node for path, method, node in api.operations()}
    tags = {key: tag for key, node in found.items() if (tag := first_tag(node))}
    return Coverage({key: tuple(uses.get(key, ())) for key in found}, tags=tags)


def _about(api: Api) -> About:
    """The Info Object; its summary (OpenAPI 3.1), if there is one, replaces the description."""
    info = api.document.node.get("info")
    if info is None or not isinstance(info.value, dict):
        return About()
    title, version, summary, description = (
        (text_of(info.value.get(key)) or "").strip() for key in ("title", "version", "summary", "description")
    )
    return About(title, version, summary or description)


def _same_types(entities: Iterable[Entity], provider: str) -> Iterator[tuple[EntityRef, Note]]:
    """Notes on resources and data sources with the type of an earlier one, such as `oven` and `bakery_oven`."""
    first: dict[tuple[EntityKind, str], Entity] = {}
    for entity in entities:
        name = type_name(entity.name, provider)
        other = first.setdefault((entity.kind, name), entity)
        if other is not entity and entity.kind is not kinds.PROVIDER:
            text = f"its type is {name}, which is also that of the {other.kind} {other.name!r}"
            yield entity.ref, Note(BAD_ENTITY_NAME, text, entity.location)


def _unknown_targets(config: Config, entities: Sequence[Entity]) -> Iterable[tuple[EntityRef, Note]]:
    """Notes on references of the config, which few configs have, to attributes that a resource does not have."""
    schemas = (config.provider.schema, *(entity.schema for entity in config.entities))
    if not any(REFERENCES in override.settings for schema in schemas for override in schema.overrides):
        return ()
    from .references import unknown_targets

    return unknown_targets(entities)


def _document_notes(api: Api) -> list[Note]:
    notes = []
    if api.is_swagger:
        text = "tfplugingen-openapi does not read Swagger 2.0"
        notes.append(Note(SWAGGER, text, api.document.node.child("swagger")))
    notes += _overlay_notes(api.document)
    others = [document.uri for document in api.documents.loaded if document not in api.document.layers]
    if others:
        text = f"{api.document.uri} refers to {_listed(others)}; tfplugingen-openapi reads one file only"
        notes.append(Note(SEVERAL_FILES, text, api.document.node))
    return notes


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MAX_FILES])
    return shown if len(names) <= MAX_FILES else f"{shown} and {len(names) - MAX_FILES:,} more files"


def _unused_repeats(api: Api, diagnostics: Iterable[Diagnostic]) -> Iterable[Note]:
    """Notes on duplicate keys outside of all entities."""
    if not any(document.repeats for document in api.documents.loaded):
        return []
    reported = {diagnostic.location for diagnostic in diagnostics if diagnostic.rule is DUPLICATE_KEY}
    repeats = (repeat for document in api.documents.loaded for repeat in document.repeats)
    return some(repeat_notes(repeat for repeat in repeats if repeat.spots[0] not in reported))


def _overlay_notes(document: Document) -> list[Note]:
    if not isinstance(document, Overlaid):
        return []
    description, *overlays = document.layers
    text = "it is applied to {}; tfplugingen-openapi reads no overlays"
    notes = [Note(OVERLAY, text.format(description.uri), overlay.node) for overlay in overlays]
    text = "the target {!r} selects nothing"
    return notes + [
        Note(UNUSED_ACTION, text.format(text_of(node.value["target"])), node) for node in document.unmatched
    ]


class _Report(Struct):
    """Turns notes into diagnostics; equal notes at one place are reported once for each attribute."""

    _findings: Findings
    _lint: Lint
    _levels: dict[str, Severity]
    _written: Meter
    _shared: dict[tuple[object, str], int]
    _most: int | None
    diagnostics: dict[tuple[object, ...], Diagnostic] = field(default_factory=dict)
    _unused_shared: dict[tuple[object, str], list[Note]] = field(default_factory=dict)

    def without_effect(self) -> Iterator[Note]:
        """Notes on entries for all entities that no entity uses."""
        for place, notes in self._unused_shared.items():
            if len(notes) >= self._shared[place]:
                yield notes[0]

    def _own(self, notes: Iterable[Note]) -> Iterator[Note]:
        """The notes, without those on unused entries for all entities, which are collected."""
        for note in notes:
            place = note.location.key if isinstance(note.location, Node) else None
            if place is not None and place in self._shared and note.rule in _WITHOUT_EFFECT:
                self._unused_shared.setdefault(place, []).append(note)
            else:
                yield note

    def notes(self, subject: EntityRef | None, notes: Iterable[Note]) -> None:
        section = _schema_section(subject) if subject is not None else ()
        for note in notes:
            self._add(note, subject, "", proposed(_fix_of(note), "", section))

    def outcome(self, subject: EntityRef, schema: SchemaConfig, outcome: MappedEntity) -> None:
        self.notes(subject, self._own(outcome.notes))
        if outcome.entity is not None:
            self.notes(subject, self._own(self._unused(schema.ignores, outcome)))
            self._entity(subject, outcome.entity, schema.aliases)

    def _unused(self, ignores: tuple[Ignore, ...], outcome: MappedEntity) -> Iterable[Note]:
        if not ignores:
            return
        used = {rule for source in outcome.sources for rule in self._findings.used_rules(source.body)}
        known: list[str] = []
        for ignore in ignores:
            if ignore.node not in used:
                known = known or [path for source in outcome.sources for path in source_paths(source.body)]
                hint = "; use the name in the API here" if ignore.path in known else nearest(ignore.path, known)
                text = f"the ignore {ignore.path!r} matches no property or parameter{hint}"
                yield Note(UNUSED_IGNORE, text, ignore.node)

    def _entity(self, subject: EntityRef, entity: Entity, aliases: tuple[Alias, ...]) -> None:
        section, whole = _schema_section(subject), _whole_response(entity)
        parameters: list[str] | None = None  # most entities have nothing to ignore inside of an attribute
        for path, source, note in _without_duplicates(self._found(entity.body), self._lint.of(entity.body)):
            fix = _fix_of(note)
            if fix is None:
                self._add(note, subject, path, None)
                continue
            keys = fix.keys
            in_api = aliases and "overrides" not in keys  # the other sections use the names of the API
            named = next(iter(paths_in_api(source, aliases)), source) if in_api else source
            if whole and "ignores" in keys:
                named = named.removeprefix(whole)  # ignores of a collection are relative to its items
            elif "ignores" in keys and "." in named:
                parameters = _parameters(entity.body) if parameters is None else parameters
                named = _in_parameter(named, parameters, entity.body)
            self._add(note, subject, path, _proposal(fix, named, section))

    def _found(self, body: Body) -> Sequence[Found]:
        """The findings of a body, of which a large mapping reports the first ones; errors are always reported."""
        return self._findings.of(body) if self._most is None else self._findings.first(body, self._most, self._is_error)

    def _is_error(self, rule: Rule) -> bool:
        return self._levels.get(rule.code, rule.severity) is Severity.ERROR

    def _add(self, note: Note, subject: EntityRef | None, path: str, proposal: Proposal | None) -> None:
        location = note.location
        diagnostic = proposing(note, subject, path, proposal, self._levels)
        self._written.add(_DIAGNOSTIC + len(diagnostic.text) + 2 * len(path), location)
        place = (location.document, location.pointer) if location else None
        self.diagnostics.setdefault((note.rule, diagnostic.text, place, subject, path), diagnostic)


def _fix_of(note: Note) -> Fix | None:
    """The fix of a note that a config can have."""
    return note.fix if isinstance(note.fix, Fix) else None


def _without_duplicates(findings: Sequence[Found], lints: Sequence[Found]) -> Iterable[Found]:
    """All findings. If an object is empty and its values have no type, only the first is reported."""
    empty = {path for path, _, note in lints if note.rule is EMPTY_OBJECT}
    return _without_values(findings, lints, empty) if empty else (*findings, *lints)


def _without_values(findings: Sequence[Found], lints: Sequence[Found], empty: set[str]) -> Iterator[Found]:
    fixes: dict[str, Fix | str | None] = {}
    for path, source_path, note in findings:
        place = note.location.pointer if note.location is not None else ""
        if path in empty and note.rule is NO_TYPE and place.endswith(f"/{VALUES}"):
            fixes[path] = note.fix
        else:
            yield path, source_path, note
    for path, source_path, note in lints:
        fix = fixes.get(path) if note.rule is EMPTY_OBJECT else None
        yield path, source_path, note if fix is None else replace(note, fix=fix)


def _proposal(fix: Fix, path: str, section: tuple[str, ...]) -> Proposal | None:
    """The fix as text and its section; None if the path is too long for a config."""
    if len(path) > MAX_TEXT and not fix.keys.isdisjoint(Subject):
        return None
    if section == _PROVIDER and "attributes" in fix.keys:  # only `ignores` is directly in the provider
        section = (*section, "schema")
    return proposed(fix, path, section)


def _whole_response(entity: Entity) -> str:
    """The prefix of paths in the attribute that is the whole response of a data source; empty if there is none."""
    for attribute in entity.body.attributes if entity.kind is kinds.DATA_SOURCE else ():
        if attribute.source_name == entity.name and type_in_words(attribute.type).startswith(("set of", "list of")):
            return f"{entity.name}."
    return ""


def _parameters(body: Body) -> list[str]:
    """The names in the API of the attributes that only parameters declare."""
    return [
        attribute.source_name
        for attribute in body.attributes
        if all(origin.is_parameter for origin in attribute.origins)
    ]


def _in_parameter(path: str, parameters: Iterable[str], body: Body) -> str:
    """The path of an ignore: inside of a parameter, paths begin there. One that fits more is that of the parameter."""
    for name in parameters:
        rest = below(path, name)
        if rest:
            is_clear = all(below(rest, other.source_name) is None for other in body.attributes)
            return rest if is_clear else quoted(name)
    return path


def _schema_section(subject: EntityRef) -> tuple[str, ...]:
    """The section of a generator config with the ignores of an entity."""
    if subject.kind is kinds.PROVIDER:
        return _PROVIDER
    return kinds.SECTIONS[subject.kind], subject.name, "schema"
