"""Maps an API description and a generator config: operations, bodies, entities, diagnostics."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, Node, Unresolved, problem_at, text_of, text_or_empty
from mapper.inputs.overlay import Overlaid
from mapper.model import About, Coverage, Entity, EntityKind, EntityRef, Mapping
from mapper.report.budget import Cost, Meter
from mapper.report.diagnostic import Diagnostic, MappingError, Note, Problem, Severity
from mapper.report.rules import DUPLICATE_KEY, OVERLAY, SECOND_DOCUMENT, SEVERAL_FILES, UNUSED_ACTION

from . import kinds
from .attributes.bodies import BodyMapper
from .attributes.collect_notes import Findings, most_of_a_rule
from .attributes.mappers import Mappers
from .config.config import Config, entries_of
from .config.schema import REFERENCES, SchemaConfig
from .entities import EntityMapper, Operations
from .identifiers import type_name
from .mapped_entity import MappedEntity
from .openapi.operations import Api, ApiOperation, OperationNotFound, first_tag, repeat_notes
from .openapi.tags import topics
from .report import Report
from .rules import BAD_ENTITY_NAME, SWAGGER
from .schema.keywords import some
from .spec.lint import Lint

_OTHER_FILE = "name the file of an OpenAPI description"
_OPERATION = "correct the operation, or run `oasmap settle` to comment out what the API lacks"
_MAJOR_VERSIONS = frozenset("3456789")
MAX_FILES = 20
"""The maximum number of files that a note lists."""


class ConfigMismatch(MappingError):
    """Entities of the config that the description cannot provide; `lost` has the first problem of each."""

    def __init__(self, problems: Sequence[tuple[EntityRef, Problem]]) -> None:
        super().__init__(*(problem for _, problem in problems))
        self.lost: dict[EntityRef, Problem] = {}
        for ref, problem in problems:
            self.lost.setdefault(ref, problem)


def map_api(
    api: Api,
    config: Config,
    levels: dict[str, Severity] | None = None,
    *,
    fixes: bool = True,
    mappers: Mappers | None = None,
    calls: bool = True,
) -> Mapping:
    """Map every resource, data source and the provider schema of `config`, without what attributes refer to.

    `mappers` have the bodies of earlier mappings of the description. `levels` overrides severities by diagnostic code.
    Without `calls`, the arguments of data sources may be missing: no note depends on them, and they take a sixtieth of
    the time.
    Without `fixes`, findings on Go types propose no names. Raises MappingError if the version of the API description is
    not supported. Raises ConfigMismatch if the config names an operation or schema that does not exist.
    """
    drawn = _drawn(api, config, mappers or Mappers(api.documents), calls=calls)
    report = drawn.report(levels or {}, api.documents.budget.meter(Cost.WRITTEN, "the report"), fixes=fixes)
    return replace(drawn.mapping, diagnostics=tuple(report.diagnostics.values()))


def map_entities(api: Api, config: Config, mappers: Mappers | None = None) -> Mapping:
    """As `map_api`, without diagnostics: a state that is only compared. Raises what that does."""
    return _drawn(api, config, mappers or Mappers(api.documents)).mapping


class _Drawn(Struct, frozen=True):
    """A mapping without diagnostics, and what there is to say of it."""

    mapping: Mapping
    api: Api
    config: Config
    findings: Findings
    outcomes: list[tuple[EntityRef, SchemaConfig, MappedEntity]]

    def report(self, levels: dict[str, Severity], written: Meter, *, fixes: bool) -> Report:
        """All diagnostics."""
        api, config, findings, entities = self.api, self.config, self.findings, self.mapping.entities
        lint = Lint(findings.places, api.documents.loaded, fixes=fixes)
        most = most_of_a_rule(findings, [entity.body for entity in entities])
        report = Report(findings, lint, levels, written, _uses(config), most)
        report.notes(None, [*config.notes, *_document_notes(api)])
        for subject, section, outcome in self.outcomes:
            report.outcome(subject, section, outcome)
        for subject, note in _same_types(entities, config.provider.name):
            report.notes(subject, [note])
        for subject, note in _unknown_targets(config, entities):
            report.notes(subject, [note])
        report.notes(None, report.without_effect())
        report.notes(None, _unused_repeats(api, report.diagnostics.values()))
        return report


def _drawn(api: Api, config: Config, mappers: Mappers, *, calls: bool = True) -> _Drawn:
    check_version(api)
    operations = _look_up(api, config)
    schema = _provider_schema(api, config)
    mappers.begin()
    spending = mappers.spending
    findings = Findings(spending.places)
    bodies = BodyMapper(api, findings, mappers)
    mapper = EntityMapper(bodies, calls=calls)
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
        raise ConfigMismatch(bodies.problems)
    mapping = Mapping(
        "terraform",
        config.provider.name,
        tuple(outcome.entity for _, _, outcome in outcomes if outcome.entity is not None),
        (),
        _coverage(api, config, operations),
        (*api.documents.loaded, *config.documents),
        tuple(api.documents.unreadable),
        configs=tuple(document.uri for document in config.documents),
        budget=api.documents.budget,
        about=_about(api),
        groups={entity.ref: entity.group for entity in config.entities if entity.group},
    )
    return _Drawn(mapping, api, config, findings, outcomes)


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
        raise _problem("an OpenAPI description is a mapping with the key openapi", node, _OTHER_FILE)
    if api.is_swagger:
        if not text_or_empty(root["swagger"]).startswith("2"):
            text = f"version {text_of(root['swagger'])!r} of Swagger is not supported"
            raise _problem(text, node.child("swagger"), "write `swagger: '2.0'`, if the description is in this format")
        return
    if "openapi" not in root:
        raise _problem("the key openapi with the version is missing", node, _OTHER_FILE)
    version = text_of(root["openapi"])
    if version is None:
        raise _problem("the version of OpenAPI is missing", node.child("openapi"), "write it, such as 3.1.0")
    if version[:1] not in _MAJOR_VERSIONS:
        raise _problem(
            f"OpenAPI {version!r} is not supported", node.child("openapi"), "use 3.0 or later, or Swagger 2.0"
        )


def _problem(text: str, node: Node, remedy: str) -> MappingError:
    return MappingError(problem_at(text, node, remedy=remedy))


def _look_up(api: Api, config: Config) -> dict[EntityRef, Operations]:
    """The operations of each entity. Raises ConfigMismatch with all that are missing."""
    problems: list[tuple[EntityRef, Problem]] = []
    by_entity: dict[EntityRef, Operations] = {}
    for entity in config.entities:
        operations = by_entity[entity.ref] = {}
        for part, wanted in entity.operations.items():
            try:
                operations[part] = api.operation(wanted.path, wanted.method, wanted.request, wanted.response)
            except OperationNotFound as error:
                if wanted.may_lack and not api.has_path(wanted.path):
                    operations[part] = ApiOperation(wanted.path, wanted.method.lower(), wanted.node, None)
                    continue
                text = f"{entity.kind} {entity.name!r}: {part}: {error}"
                problems.append((entity.ref, problem_at(text, wanted.node, remedy=_OPERATION)))
    if problems:
        raise ConfigMismatch(problems)
    return by_entity


def _provider_schema(api: Api, config: Config) -> Node | None:
    reference = config.provider.schema_ref
    if reference is None:
        return None
    try:
        return api.documents.resolve(api.document, reference)
    except Unresolved as error:
        problem = problem_at(
            f"provider: schema_ref: {error}", config.provider.node.child("schema_ref"), remedy="correct the reference"
        )
        raise ConfigMismatch([(config.provider.ref, problem)]) from None


def _coverage(api: Api, config: Config, operations: dict[EntityRef, Operations]) -> Coverage:
    uses: dict[tuple[str, str], dict[EntityRef, None]] = {}  # in order
    for entity in config.entities:
        for operation in operations[entity.ref].values():
            uses.setdefault((operation.method, operation.path), {})[entity.ref] = None
    nodes = {(method, path): node for path, method, node in api.operations()}
    topic_by_tag = topics(api.document)
    tags = {key: tag for key, node in nodes.items() if (tag := first_tag(node))}
    used = {tag: topic_by_tag[tag] for tag in dict.fromkeys(tags.values()) if tag in topic_by_tag}
    return Coverage({key: tuple(uses.get(key, ())) for key in nodes}, tags=tags, topics=used)


def _about(api: Api) -> About:
    """The Info Object; its summary (OpenAPI 3.1), if there is one, replaces the description."""
    info = api.document.node.get("info")
    if info is None or not isinstance(info.value, dict):
        return About()
    title, version, summary, description = (
        text_or_empty(info.value.get(key)).strip() for key in ("title", "version", "summary", "description")
    )
    return About(title, version, summary or description)


def _same_types(entities: Iterable[Entity], provider: str) -> Iterator[tuple[EntityRef, Note]]:
    """Notes on resources and data sources with the type of an earlier one, such as `oven` and `bakery_oven`."""
    first: dict[tuple[EntityKind, str], Entity] = {}
    for entity in entities:
        name = type_name(entity.name, provider)
        other = first.setdefault((entity.kind, name), entity)
        if other is not entity:
            text = f"its type {name} is also the type of the {other.kind} {other.name!r}"
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
    for document in dict.fromkeys((*api.document.layers, *api.documents.loaded)):
        if isinstance(document, Document) and document.end is not None:
            text = f"{document.uri} has a second YAML document, which begins in line {document.end[0]}"
            notes.append(Note(SECOND_DOCUMENT, text, document.node))
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
