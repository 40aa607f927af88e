"""Reads sidecars of version 2. Every key and number in them must refer to an existing entry."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Dict
from typing import TypeVar

from msgspec import UnsetType, structs

from .. import model
from ..entity_kind import entity_named
from ..inputs import escape_token
from ..model import (
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Coverage,
    Default,
    EntityRef,
    Ignored,
    Mapping,
    Nested,
    Object,
    Omission,
    Reason,
    Sample,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
from ..model.layout import misplaced
from ..model.nesting import MAX_NESTING, Nesting, TooNested
from ..origin import Part, part_named
from ..report import diagnostic
from ..report.diagnostic import Note, Rule
from . import shape
from .bodies import OBJECT, PROPERTIES, UNION, operation_pointer
from .checking import NotTheShape, limit_at, too_nested
from .recorded import Position, Recorded, RecordedDocument, given
from .vocabulary import VocabularyOf

MAX_ATTRIBUTES = 2_000_000
MAX_REPEATED = 100
"""The maximum number of attributes of all entities, with shared ones counted for each use.

The greater one of `MAX_ATTRIBUTES` and `MAX_REPEATED` times the number of attributes in the file applies.
"""
_SHOWN = 50
"""The maximum number of characters of a key in a message."""
_T = TypeVar("_T")
_Typed = shape.Attribute | shape.Placement | shape.Option


def mapping_of(root: shape.Sidecar, vocabulary_of: VocabularyOf) -> Mapping:
    """The mapping. Raises NotTheShape, and KeyError for an unknown system or kind."""
    vocabulary = vocabulary_of(root.system)
    kinds = {kind.name: kind for kind in vocabulary.kinds}
    tables = _Tables(root, vocabulary.rules, kinds)
    bodies = _Bodies(tables)
    for number, body in enumerate(root.bodies):
        bodies.add(body, f"/bodies/{number}")
    entities = [_Entities(tables, bodies, f"/entities/{n}").of(e, kinds) for n, e in enumerate(root.entities)]
    most = max(MAX_ATTRIBUTES, MAX_REPEATED * sum(len(body.attributes) for body in root.bodies))
    if sum(entity.size for entity in entities) > most:
        raise NotTheShape(f"there are more than {most:,} attributes", "/entities")
    return Mapping(
        root.system,
        root.provider,
        tuple(entities),
        tuple(tables.found(root.diagnostics)),
        _coverage(root, tables),
        tuple(RecordedDocument(file.file, given(file.sha256)) for file in root.documents),
        target=root.target,
        structs=tuple(bodies.at(key, f"/structs/{number}") for number, key in enumerate(root.structs)),
        enums=tuple(root.enums),
        aliases=tuple(root.aliases),
        configs=tuple(file.file for file in root.documents if file.generator_config),
        about=root.about,
        groups={tables.users([name])[0]: title for name, title in root.groups.items()},
    )


def _coverage(root: shape.Sidecar, tables: _Tables) -> Coverage:
    operations = {(used.method.lower(), used.path): tables.users(used.used_by) for used in root.coverage.operations}
    order = list(operations)
    tags = {order[number]: tag for tag, numbers in root.tags.items() for number in numbers if number < len(order)}
    return Coverage(operations, tags={key: tags[key] for key in order if key in tags})


class _Tables:
    """Resolves keys and numbers. The methods raise NotTheShape, with `pointer`, for one that does not exist."""

    def __init__(self, root: shape.Sidecar, rules: Dict[str, Rule], kinds: Dict[str, model.Kind]) -> None:
        self.rules, self._kinds = rules, tuple(kinds.values())
        self._files = root.files
        self._texts = {found.key: found.text for found in root.texts}
        self._statuses = {
            found.key: (Status(found.status), Reason(found.code, found.reason)) for found in root.statuses
        }
        self._sources = {
            found.key: tuple((part_named(source.role), source.contribution) for source in found.sources)
            for found in root.sources
        }
        self._chains = {
            found.key: tuple(self.place(place, f"/chains/{n}/places/{i}") for i, place in enumerate(found.places))
            for n, found in enumerate(root.chains)
        }

    def reference(self, reference: shape.Reference | UnsetType) -> model.Reference | None:
        """The reference to another entity, if there is one."""
        if isinstance(reference, UnsetType):
            return None
        return model.Reference(reference.provider, entity_named(reference.entity, self._kinds), reference.path)

    def users(self, users: list[str]) -> tuple[EntityRef, ...]:
        """The entities of texts such as `resource pet`."""
        return tuple(entity_named(text, self._kinds) for text in users)

    def file(self, number: int, pointer: str) -> str:
        """The name of a file by its number."""
        if number >= len(self._files):
            raise NotTheShape(f"there is no file {number}", pointer)
        return self._files[number]

    def place(self, place: shape.Place, pointer: str) -> Recorded:
        """A place with its position."""
        if place.pointer is None:
            raise NotTheShape("there is no JSON pointer", f"{pointer}/1")
        position = None if place.line is None else (place.line, place.column or 1)
        return Recorded(self.file(place.file, f"{pointer}/0"), self.required(place.pointer, f"{pointer}/1"), position)

    def location(self, place: shape.Place | UnsetType, pointer: str) -> Recorded | None:
        """A place that may be absent."""
        return None if isinstance(place, UnsetType) else self.place(place, pointer)

    def text(self, text: str | UnsetType, pointer: str) -> str | None:
        """A text that may be absent; a reference to the table `texts` is resolved."""
        if isinstance(text, UnsetType):
            return None
        return self.required(text, pointer)

    def required(self, text: str, pointer: str) -> str:
        """A text; a reference to the table `texts` is resolved."""
        if not text.startswith(shape.REFERENCE):
            return text
        return _find(self._texts, text.removeprefix(shape.REFERENCE), "text", pointer)

    def status(self, key: str, pointer: str) -> tuple[Status, Reason]:
        """A status and its reason."""
        return _find(self._statuses, key, "status", pointer)

    def sources(self, key: str, pointer: str) -> tuple[tuple[Part, Contribution], ...]:
        """The parts of operations that contributed, and how."""
        return _find(self._sources, key, "list of sources", pointer)

    def chain(self, key: str, pointer: str) -> tuple[Recorded, ...]:
        """The targets of the references that were followed."""
        return _find(self._chains, key, "chain", pointer) if key else ()

    def fragments(self, fragments: list[shape.Fragment], pointer: str) -> tuple[model.Fragment, ...]:
        """The parts of the artifact that the config gives."""
        nowhere = Recorded("", "", None)
        return tuple(
            model.Fragment(f.keyword, f.value, self.location(f.location, f"{pointer}/{n}/location") or nowhere)
            for n, f in enumerate(fragments)
        )

    def found(self, groups: list[shape.Diagnostics]) -> Iterator[diagnostic.Diagnostic]:
        """The diagnostics whose codes this version has."""
        for group_number, group in enumerate(groups):
            entity = entity_named(group.entity, self._kinds) if group.entity else None
            for number, entry in enumerate(group.found):
                if entry.code in self.rules:
                    yield self._diagnostic(entry, entity, f"/diagnostics/{group_number}/found/{number}")

    def _diagnostic(self, entry: shape.Diagnostic, entity: EntityRef | None, at: str) -> diagnostic.Diagnostic:
        rule = self.rules[entry.code]
        return diagnostic.Diagnostic(
            rule,
            entity,
            entry.path,
            self.required(entry.message, f"{at}/message"),
            self.location(entry.location, f"{at}/location"),
            self.text(entry.fix, f"{at}/fix"),
            rule.severity if isinstance(entry.severity, UnsetType) else entry.severity,
        )


def _find(table: Dict[str, _T], key: str, what: str, pointer: str) -> _T:
    try:
        return table[key]
    except KeyError:
        raise NotTheShape(f"there is no {what} with the key {json_text(key)}", pointer) from None


def json_text(text: str) -> str:
    """A key in quotes for a message, shortened to 50 characters."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


class _Bodies:
    """The bodies by key. A body can only refer to bodies before it, so that no body contains itself."""

    def __init__(self, tables: _Tables) -> None:
        self._tables = tables
        self._bodies: dict[str, Body] = {}
        self._nesting = Nesting()

    def at(self, key: str, pointer: str) -> Body:
        """The body with a key. Raises NotTheShape if it has not been added."""
        return _find(self._bodies, key, "body before this", pointer)

    def add(self, entry: shape.Body, pointer: str) -> None:
        """Add a body. Raises NotTheShape for a key that is taken, and for attributes that are not valid."""
        if entry.key in self._bodies:
            raise NotTheShape(f"there is a body with the key {json_text(entry.key)} already", f"{pointer}/key")
        attributes = _Attributes(self, self._tables, entry, pointer)
        attributes_read = tuple(
            self._checked(attributes.of(data, n), n, pointer) for n, data in enumerate(entry.attributes)
        )
        ignored, omitted = self._left_out(entry, f"{pointer}/left_out")
        description = self._tables.text(entry.description, f"{pointer}/description")
        self._bodies[entry.key] = Body(attributes_read, tuple(omitted), tuple(ignored), given(entry.name), description)

    def _checked(self, attribute: model.Attribute, number: int, pointer: str) -> model.Attribute:
        try:
            self._nesting.of_attribute(attribute)
        except TooNested:
            raise too_nested(f"{pointer}/attributes/{number}") from None
        return attribute

    def _left_out(self, entry: shape.Body, pointer: str) -> tuple[list[Ignored], list[Omission]]:
        ignored, omitted = [], []
        for number, found in enumerate(entry.left_out):
            at = f"{pointer}/{number}"
            rule = self._tables.location(found.ignored_by, f"{at}/ignored_by")
            if rule is not None:
                location = self._tables.location(found.location, f"{at}/location")
                ignored.append(Ignored(found.name, location or rule, rule))
            elif found.code in self._tables.rules:
                lost = self._tables.rules[found.code]
                omitted.append(Omission(found.name, Note(lost, lost.title)))
        return ignored, omitted


class _Attributes:
    """Reads the attributes of one body in order: the list of positions is consumed along the way."""

    def __init__(self, bodies: _Bodies, tables: _Tables, body: shape.Body, pointer: str) -> None:
        self._bodies, self._tables, self._body, self._pointer = bodies, tables, body, pointer
        self._names: set[tuple[str, str]] = set()
        self._next = 0

    def of(self, data: shape.Attribute, number: int) -> model.Attribute:
        """The next attribute."""
        at = f"{self._pointer}/attributes/{number}"
        key = data.name, data.placements[0].name if data.placements else ""
        if not data.name or key in self._names:
            raise NotTheShape("there is no name" if not data.name else "there is a name twice", f"{at}/name")
        self._names.add(key)
        source_name = data.name if isinstance(data.source_name, UnsetType) else data.source_name
        status, reason = self._tables.status(data.status or self._body.status, f"{at}/status")
        origins = list(self._origins(data, source_name, at))
        for index, more in enumerate(data.more_origins):
            origins += self._origins(more, source_name, f"{at}/more_origins/{index}")
        return model.Attribute(
            data.name,
            source_name,
            self._type(data, at),
            status,
            reason,
            tuple(origins),
            self._tables.text(data.description, f"{at}/description"),
            None if isinstance(data.default, UnsetType) else Default(data.default),
            tuple(
                limit_at(one.keyword, one.value, f"{at}/constraints/{n}/1") for n, one in enumerate(data.constraints)
            ),
            data.sensitive,
            self._tables.text(data.deprecation, f"{at}/deprecation"),
            replaces=data.replaces,
            write_only=data.write_only,
            fragments=self._tables.fragments(data.fragments, f"{at}/fragments"),
            code_name=given(data.code_name),
            always=data.always,
            refers_to=self._tables.reference(data.refers_to),
            secret=given(data.secret),
            sample=Sample(given(data.sample), data.min_members, tuple(data.path_parameters)),
            placements=tuple(self._placement(p, status, f"{at}/placements/{n}") for n, p in enumerate(data.placements)),
        )

    def _placement(self, data: shape.Placement, status: Status, at: str) -> model.Placement:
        has_type = not isinstance(data.type, UnsetType) or not isinstance(data.nested, UnsetType)
        type_ = self._type(data, at) if has_type else None
        placement_status = status if isinstance(data.status, UnsetType) else data.status
        return model.Placement(data.name, placement_status, type_, data.always)

    def _origins(self, data: shape.Origin | shape.Attribute, source_name: str, at: str) -> Iterator[model.Origin]:
        sources = self._tables.sources(data.sources or self._body.sources, f"{at}/sources")
        if not sources:
            return
        location = self._location(data, source_name, at)
        via = self._tables.chain(data.via, f"{at}/via")
        for part, contribution in sources:
            yield model.Origin(part, location, via, contribution)

    def _location(self, data: shape.Origin | shape.Attribute, source_name: str, at: str) -> Recorded:
        if data.parent >= len(self._body.parents):
            raise NotTheShape(f"there is no parent {data.parent}", f"{at}/parent")
        parent = self._body.parents[data.parent]
        where = f"{self._pointer}/parents/{data.parent}"
        uri = self._tables.file(parent.file, f"{where}/0")
        pointer = self._tables.required(parent.pointer, f"{where}/1")
        position = self._position()
        if data.token is None:
            return Recorded(uri, pointer, position)
        if isinstance(data.token, UnsetType):
            return Recorded(uri, f"{pointer}{PROPERTIES}/{escape_token(source_name)}", position)
        return Recorded(uri, f"{pointer}/{data.token}", position)

    def _position(self) -> Position | None:
        position = self._body.positions[self._next : self._next + 2]
        self._next += 2
        return (position[0], position[1]) if len(position) == 2 and all(position) else None  # noqa: PLR2004

    def _type(self, data: _Typed, at: str) -> Type:
        words = [] if isinstance(data.type, UnsetType) else data.type.split(" of ")
        if len(words) > MAX_NESTING:
            raise too_nested(f"{at}/type")
        try:
            type_ = self._last(words, data, at)
            for kind in reversed(words):
                type_ = Collection(CollectionKind(kind), type_)
        except ValueError:
            raise NotTheShape("this is not a type", f"{at}/type") from None
        return type_

    def _last(self, words: list[str], data: _Typed, at: str) -> Type:
        """The innermost type; its word is removed from `words`."""
        if not isinstance(data.nested, UnsetType):
            return Nested(data.nested, self._bodies.at(data.body, f"{at}/body"), data.block)
        word = words.pop() if words else ScalarKind.STRING
        if word == UNION:
            options = (self._type(o, f"{at}/options/{n}") for n, o in enumerate(data.options))
            return Union(tuple(options), given(data.discriminator))
        if word == OBJECT:
            return Object(self._bodies.at(data.body, f"{at}/body"))
        return Scalar(ScalarKind(word), given(data.type_name))


def _identity(data: shape.Identity | UnsetType) -> model.Identity | None:
    return None if isinstance(data, UnsetType) else model.Identity(data.template, Reason(data.code, data.reason))


class _Entities:
    """Reads the entity at a pointer."""

    def __init__(self, tables: _Tables, bodies: _Bodies, pointer: str) -> None:
        self._tables, self._bodies, self._pointer = tables, bodies, pointer

    def of(self, data: shape.Entity, kinds: Dict[str, model.Kind]) -> model.Entity:
        """The entity. Raises KeyError for an unknown kind."""
        at = self._pointer
        body = self._bodies.at(data.body or f"{data.kind} {data.name}", f"{at}/body")
        frame = self._bodies.at(data.frame, f"{at}/frame") if data.frame else Body()
        if lost := misplaced(frame, body):
            raise NotTheShape(f"{lost.name} is placed in no object of the frame", f"{at}/frame")
        return model.Entity(
            kinds[data.kind],
            data.name,
            body,
            self._tables.text(data.summary, f"{at}/summary"),
            tuple(self._operation(o, f"{at}/operations/{n}") for n, o in enumerate(data.operations)),
            (),
            self._tables.location(data.location, f"{at}/location"),
            data.has_schema,
            self._tables.text(data.deprecation, f"{at}/deprecation"),
            self._tables.fragments(data.fragments, f"{at}/fragments"),
            addresses=tuple(data.addresses),
            identity=_identity(data.identity),
            frame=frame,
        )

    def _operation(self, data: shape.Operation, at: str) -> model.Operation:
        place = data.location
        if not isinstance(place, UnsetType) and place.pointer is None:
            place = structs.replace(place, pointer=operation_pointer(data.path, data.method))
        return model.Operation(
            data.part,
            data.method.lower(),
            data.path,
            self._tables.location(place, f"{at}/location"),
            given(data.operation_id),
            self._tables.text(data.summary, f"{at}/summary"),
            self._tables.text(data.description, f"{at}/description"),
        )
