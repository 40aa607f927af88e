"""The report of a mapping: notes to diagnostics, with the settings of the config that remove their causes."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.model import Body, Entity, EntityRef, type_in_words
from mapper.report.budget import Meter
from mapper.report.diagnostic import MAX_TEXT, Diagnostic, Note, Rule, Severity, proposing
from mapper.report.fix import Fix, Proposal, Subject, proposed
from mapper.report.rules import UNUSED_IGNORE
from mapper.text.suggest import nearest

from . import kinds
from .attributes.collect_notes import Findings, Found
from .attributes.types import VALUES
from .config.paths import below, plain, quoted
from .config.schema import Alias, Ignore, SchemaConfig, paths_in_api
from .mapped_entity import MappedEntity
from .overrides.overrides import source_paths
from .rules import EMPTY_OBJECT, NO_TYPE, UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_OVERRIDE
from .spec.lint import Lint

_PROVIDER = ("provider",)
_WITHOUT_EFFECT = (UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_IGNORE, UNUSED_OVERRIDE)
_DIAGNOSTIC = 500
"""The characters of a diagnostic in a sidecar and a message, without its path and text."""


class Report(Struct):
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
        listed = list(notes)
        section = _schema_section(subject) if subject is not None and listed else ()
        for note in listed:
            self._add(note, subject, "", proposed(_fix_of(note), "", section))

    def outcome(self, subject: EntityRef, schema: SchemaConfig, outcome: MappedEntity) -> None:
        entity = outcome.entity
        findings: Sequence[Found] = ()
        notes = outcome.notes
        if entity is not None:
            findings = list(_without_duplicates(self._notes_of_body(entity.body), self._lint.of(entity.body)))
            if not any(map(_makes_a_difference, (*notes, *(note for _, _, note in findings)))):
                notes = list(map(_alike, notes))
                findings = [(path, source, _alike(note)) for path, source, note in findings]
        self.notes(subject, self._own(notes))
        if entity is not None:
            self.notes(subject, self._own(self._unused(schema.ignores, outcome)))
            self._entity(subject, entity, findings, schema.aliases)

    def _unused(self, ignores: tuple[Ignore, ...], outcome: MappedEntity) -> Iterable[Note]:
        if not ignores:
            return
        used = {rule for source in outcome.sources for rule in self._findings.used_rules(source.body)}
        paths: list[str] = []
        for ignore in ignores:
            if ignore.node not in used and plain(ignore.path) not in outcome.left_to_provider:
                paths = paths or [path for source in outcome.sources for path in source_paths(source.body)]
                hint = "; use the name in the API here" if ignore.path in paths else nearest(ignore.path, paths)
                text = f"the ignore {ignore.path!r} matches no property or parameter{hint}"
                yield Note(UNUSED_IGNORE, text, ignore.node)

    def _entity(
        self, subject: EntityRef, entity: Entity, findings: Sequence[Found], aliases: tuple[Alias, ...]
    ) -> None:
        if not findings:
            return
        section = _schema_section(subject)
        whole: str | None = None  # most entities have nothing to ignore
        parameters: list[str] | None = None  # nor inside of an attribute
        for path, source, note in findings:
            fix = _fix_of(note)
            if fix is None:
                self._add(note, subject, path, None)
                continue
            keys = fix.keys
            in_api = aliases and "overrides" not in keys  # the other sections use the names of the API
            named = next(iter(paths_in_api(source, aliases)), source) if in_api else source
            if "ignores" in keys and "." in named:
                whole = _whole_response(entity) if whole is None else whole
                if whole:
                    named = named.removeprefix(whole)  # ignores of a collection are relative to its items
                else:
                    parameters = _parameters(entity.body) if parameters is None else parameters
                    named = _in_parameter(named, parameters, entity.body)
            self._add(note, subject, path, _proposal(fix, named, section))

    def _notes_of_body(self, body: Body) -> Sequence[Found]:
        """The findings of a body. A large mapping reports all errors, and the first findings of each other rule."""
        return self._findings.of(body) if self._most is None else self._findings.first(body, self._most, self._is_error)

    def _is_error(self, rule: Rule) -> bool:
        return self._levels.get(rule.code, rule.severity) is Severity.ERROR

    def _add(self, note: Note, subject: EntityRef | None, path: str, proposal: Proposal | None) -> None:
        location = note.location
        diagnostic = proposing(note, subject, path, proposal, self._levels)
        self._written.add(_DIAGNOSTIC + len(diagnostic.text) + 2 * len(path), location)
        place = (location.document, location.pointer) if location else None
        self.diagnostics.setdefault((note.rule, diagnostic.text, place, subject, path), diagnostic)


def _makes_a_difference(note: Note) -> bool:
    """Whether the output differs from the reference tool's at the place of a note. If a part of a body cannot be
    mapped, neither tool writes it. A difference is around the part, and has a note of its own.
    """
    return note.rule.differs and not note.alike and not note.reference_drops_body


def _alike(note: Note) -> Note:
    """The note in an entity that the reference tool writes with the same bytes."""
    return replace(note, alike=True) if note.rule.differs else note


def _fix_of(note: Note) -> Fix | None:
    """The fix of a note that a config can have."""
    return note.fix if isinstance(note.fix, Fix) else None


def _without_duplicates(findings: Sequence[Found], lints: Sequence[Found]) -> Iterable[Found]:
    """All findings. If an object is empty and its values have no type, only the first is reported."""
    empty = {path for path, _, note in lints if note.rule is EMPTY_OBJECT}
    return _without_values(findings, lints, empty) if empty else (*findings, *lints)


def _without_values(findings: Sequence[Found], lints: Sequence[Found], empty: set[str]) -> Iterator[Found]:
    for path, source_path, note in findings:
        place = note.location.pointer if note.location is not None else ""
        if path not in empty or note.rule is not NO_TYPE or not place.endswith(f"/{VALUES}"):
            yield path, source_path, note
    yield from lints


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
    """The path of an ignore. Inside of a parameter, paths begin there; such a path wins if it fits more."""
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
