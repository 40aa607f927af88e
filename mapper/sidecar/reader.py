"""Reads a sidecar back into a mapping, for instance the sidecar of a published site.

A sidecar is untrusted input: it is decoded as its shape, and every number in it must refer to an existing entry.
It does not have the notes on omissions, nor the bodies that an entity was merged from; these are empty. Unknown members
are skipped, so that a later release may add some.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .. import model
from ..inputs import Document, Spot
from ..model import Body, Mapping
from ..model.layout import misplaced
from ..model.limits import Limit, limit_of
from ..model.nesting import MAX_NESTING, Nesting, TooNested
from ..report import diagnostic
from ..report.diagnostic import MappingError, Note, Problem
from ..report.entity_kind import EntityRef, entity_named
from ..report.origin import Part, part_named
from . import Vocabulary, VocabularyOf, shape

MAX_ATTRIBUTES = 2_000_000
MAX_REPEATED = 100
"""The maximum number of attributes of all entities, with shared ones counted for each use.

The greater one of `MAX_ATTRIBUTES` and `MAX_REPEATED` times the number of attributes in the file applies.
"""
MAX_DEPTH = 2 * MAX_NESTING + 50
"""The maximum depth of lists and objects in a value."""
_AGAIN = "write it again with `oasmap generate --sidecar`"
_STEP = re.compile(r"\.([A-Za-z_0-9]+)|\[([0-9]+)\]")
_NOTHING = Body()
_T = TypeVar("_T")
_STRING = model.Scalar(model.ScalarKind.STRING)


def is_sidecar(root: object) -> bool:
    """Whether a parsed document is a sidecar, of any version."""
    return isinstance(root, dict) and root.get("format") == shape.FORMAT


def tool_of(document: Document) -> str | None:
    """The version of oasmap that wrote a sidecar; None if the sidecar has none."""
    generator = document.root.get("generator") if isinstance(document.root, dict) else None
    version = generator.get("version") if isinstance(generator, dict) else None
    return version if isinstance(version, str) else None


def read_sidecar(document: Document, vocabulary_of: VocabularyOf) -> Mapping:
    """The mapping that a sidecar was written from, without diagnostics whose code the system does not have.

    Raises MappingError if the document is not a valid sidecar.
    """
    version = document.root.get("version") if is_sidecar(document.root) else None
    if type(version) is not int or version != shape.VERSION:
        what = f"a sidecar of version {version}" if type(version) is int else "no sidecar"
        text = f"this is {what}, and oasmap reads version {shape.VERSION}"
        raise MappingError(Problem(text, document.uri, 1, remedy=_AGAIN))
    try:
        root = msgspec.json.decode(document.data, type=shape.Sidecar)
        vocabulary = vocabulary_of(root.system)
        reader = _Reader(root, vocabulary)
        return reader.mapping()
    except KeyError:
        text = "the sidecar is of a system or of a kind of entity that this version does not know"
        raise MappingError(Problem(text, document.uri, 1, remedy=_AGAIN)) from None
    except msgspec.ValidationError as error:
        text, _, path = str(error).replace("`", "").partition(" - at ")
        text = f"{text[:1].lower()}{text[1:]}"
        steps = _STEP.findall(path.partition("[...]")[0])  # of an entry by name, msgspec does not say the name
        raise _refusal(document, text, "".join(f"/{name or index}" for name, index in steps)) from None
    except msgspec.DecodeError as error:
        raise _refusal(document, str(error), "") from None
    except RecursionError:
        raise _refusal(document, "there are too many levels", "") from None
    except _Wrong as error:
        raise _refusal(document, str(error), reader.pointer) from None


def _refusal(document: Document, text: str, pointer: str) -> MappingError:
    line = (document.position(pointer) or (1,))[0]
    what = f"the sidecar is not as `oasmap schema` describes it: {text} (at {pointer or 'the top'})"
    return MappingError(Problem(what, document.uri, line, remedy=_AGAIN))


class _Wrong(Exception):
    """An entry is not valid. The reader knows its place."""


class _Reader:
    """Makes a mapping from a decoded sidecar. The methods raise _Wrong, with the place in `pointer`."""

    def __init__(self, root: shape.Sidecar, vocabulary: Vocabulary) -> None:
        self._root, self._rules = root, vocabulary.rules
        self._kinds = {kind.name: kind for kind in vocabulary.kinds}
        self._at: tuple[str | int, ...] = ()
        self._bodies: list[Body] = []
        self._nesting = Nesting()
        self._statuses = [(entry.status, model.Reason(entry.code, entry.reason)) for entry in root.statuses]
        self._sources = [tuple((part_named(s.role), s.contribution) for s in sources) for sources in root.sources]
        self._chains: list[tuple[Spot, ...]] = []

    @property
    def pointer(self) -> str:
        """The JSON pointer of the entry that is being read."""
        return "".join(f"/{step}" for step in self._at)

    def mapping(self) -> Mapping:
        """The mapping. Raises KeyError for an unknown kind."""
        root = self._root
        for number, chain in enumerate(root.chains):
            self._at = ("chains", number)
            self._chains.append(tuple(map(self._place, chain)))
        for number, body in enumerate(root.bodies):
            self._at = ("bodies", number)
            self._bodies.append(self._body(body))
        entities = tuple(map(self._entity, range(len(root.entities)), root.entities))
        self._at = ("entities",)
        most = max(MAX_ATTRIBUTES, MAX_REPEATED * sum(len(body.attributes) for body in root.bodies))
        if sum(entity.size for entity in entities) > most:
            raise _Wrong(f"there are more than {most:,} attributes")
        diagnostics = tuple(self._diagnostics())
        self._at = ("structs",)
        return Mapping(
            root.system,
            root.provider,
            entities,
            diagnostics,
            self._coverage(),
            tuple(RecordedDocument(file.file, file.sha256) for file in root.documents),
            target=root.target,
            structs=tuple(_entry(self._bodies, number, "bodies") for number in root.structs),
            enums=tuple(root.enums),
            aliases=tuple(root.aliases),
            configs=tuple(file.file for file in root.documents if file.generator_config),
            about=root.about,
            groups={self._entity_ref(name): title for name, title in root.groups.items()},
        )

    def _entity_ref(self, text: str) -> EntityRef:
        return entity_named(text, self._kinds.values())

    def _coverage(self) -> model.Coverage:
        used = self._root.coverage.operations
        operations = {
            (operation.method.lower(), operation.path): tuple(map(self._entity_ref, operation.used_by))
            for operation in used
        }
        order = list(operations)
        tagged = {order[n]: tag for tag, numbers in self._root.tags.items() for n in numbers if n < len(order)}
        tags = {key: tagged[key] for key in order if key in tagged}
        return model.Coverage(operations, tags=tags, topics=self._root.topics)

    def _diagnostics(self) -> Iterator[diagnostic.Diagnostic]:
        """The diagnostics whose codes this version has."""
        for group_number, group in enumerate(self._root.diagnostics):
            entity = self._entity_ref(group.entity) if group.entity else None
            for number, stored in enumerate(group.found):
                self._at = ("diagnostics", group_number, "found", number)
                if (rule := self._rules.get(stored.code)) is not None:
                    place, severity = self._place_if(stored.location), stored.severity or rule.severity
                    yield diagnostic.Diagnostic(
                        rule,
                        entity,
                        stored.path,
                        stored.message,
                        place,
                        stored.fix,
                        severity,
                        alike=stored.same_as_reference,
                    )

    def _body(self, data: shape.Body) -> Body:
        at, names = self._at, set[tuple[str, str]]()
        attributes = []
        for number, entry in enumerate(data.attributes):
            self._at = (*at, "attributes", number)
            key = entry.name, entry.placements[0].name if entry.placements else ""
            if not entry.name or key in names:
                raise _Wrong("a name occurs twice" if entry.name else "a name is missing")
            names.add(key)
            attributes.append(self._attribute(entry))
        self._at = at
        ignored = tuple(self._ignored(left_out) for left_out in data.left_out if left_out.ignored_by is not None)
        lost = (
            (left_out.name, self._rules.get(left_out.code)) for left_out in data.left_out if left_out.ignored_by is None
        )
        omitted = tuple(model.Omission(name, Note(rule, rule.title)) for name, rule in lost if rule is not None)
        return Body(tuple(attributes), omitted, ignored, data.name, data.description)

    def _ignored(self, data: shape.LeftOut) -> model.Ignored:
        place, rule = (self._place_if(number) for number in (data.location or data.ignored_by, data.ignored_by))
        if place is None or rule is None:
            raise _Wrong("the line of the config is missing")
        return model.Ignored(data.name, place, rule)

    def _attribute(self, data: shape.Attribute) -> model.Attribute:
        status, reason = _entry(self._statuses, data.statuses, "statuses")
        attribute = model.Attribute(
            data.name,
            data.alias or (data.name if data.source_name is None else data.source_name),
            _STRING if data.type is None else self._type(data.type),
            status,
            reason,
            tuple(self._origins(data.origins)),
            data.description,
            default=None if data.default is None else model.Default(data.default),
            limits=tuple(map(_limit, data.constraints)),
            sensitive=data.sensitive,
            deprecation=data.deprecation,
            replaces=data.replaces,
            write_only=data.write_only,
            fragments=self._fragments(data.fragments),
            code_name=data.code_name,
            always=data.always,
            refers_to=self._reference(data.refers_to),
            secret=data.secret,
            sample=model.Sample(_within_depth(data.sample), data.min_members, tuple(data.path_parameters)),
            placements=tuple(self._placement(placement, status) for placement in data.placements),
            wire_name=data.wire_name,
            is_json=data.is_json,
            variant=data.variant,
            is_updated=str(model.Purpose.UPDATE) in data.sent_by,
        )
        if not data.returned_by and attribute.returned_by:
            attribute = replace(attribute, is_withheld=True)
        try:
            self._nesting.of_attribute(attribute)
        except TooNested:
            raise _Wrong(f"there are more than {MAX_NESTING} levels") from None
        return attribute

    def _reference(self, data: shape.Reference | None) -> model.Reference | None:
        if data is None:
            return None
        evidence = model.Reason(data.code, data.evidence) if data.code else None
        return model.Reference(data.provider, self._entity_ref(data.entity), data.path, evidence)

    def _placement(self, data: shape.Placement, status: model.Status) -> model.Placement:
        type_ = None if data.type is None else self._type(data.type)
        return model.Placement(data.name, data.status or status, type_, data.always)

    def _type(self, data: shape.Type, levels: int = 0) -> model.Type:
        if levels > MAX_NESTING:
            raise _Wrong(f"there are more than {MAX_NESTING} levels")
        match data.kind:
            case "list" | "set" | "map":
                element = self._type(_entry(data.of, 0, "of"), levels + 1)
                return model.Collection(model.CollectionKind(data.kind), element)
            case "union":
                return model.Union(tuple(self._type(number, levels + 1) for number in data.of), data.discriminator)
            case "object":
                return model.Object(self._members(data.bodies))
            case "nested":
                return model.Nested(data.mode or model.NestingMode.SINGLE, self._members(data.bodies), data.block)
        return model.Scalar(model.ScalarKind(data.kind), data.name)

    def _members(self, number: int | None) -> Body:
        """A body that has been read, so that none contains itself."""
        return _entry(self._bodies, len(self._bodies) if number is None else number, "bodies before this")

    def _origins(self, origins: Iterable[shape.Origin]) -> Iterator[model.Origin]:
        for data in origins:
            place = self._place(data.place)
            via = () if data.via is None else _entry(self._chains, data.via, "chains")
            sources: tuple[tuple[Part, model.Contribution], ...] = _entry(self._sources, data.sources, "sources")
            for part, contribution in sources:
                yield model.Origin(part, place, via, contribution)

    def _place(self, data: shape.Place) -> Spot:
        position = None if data.line is None or data.column is None else (data.line, data.column)
        return Spot(_entry(self._root.files, data.file, "files"), position, data.pointer)

    def _place_if(self, data: shape.Place | None) -> Spot | None:
        return None if data is None else self._place(data)

    def _fragments(self, fragments: list[shape.Fragment]) -> tuple[model.Fragment, ...]:
        return tuple(model.Fragment(f.keyword, _within_depth(f.value), self._place(f.location)) for f in fragments)

    def _entity(self, number: int, data: shape.Entity) -> model.Entity:
        self._at = ("entities", number)
        body = _entry(self._bodies, data.bodies, "bodies")
        frame = _NOTHING if data.frame is None else _entry(self._bodies, data.frame, "bodies")
        if lost := misplaced(frame, body):
            raise _Wrong(f"{lost.name} is placed in no object of the frame")
        external_name = data.external_name
        named = (
            model.NameTemplate(external_name.template, model.Reason(external_name.code, external_name.reason))
            if external_name
            else None
        )
        return model.Entity(
            self._kinds[data.kind],
            data.name,
            body,
            data.summary,
            tuple(map(self._operation, data.operations)),
            (),
            self._place_if(data.location),
            has_schema=data.has_schema,
            deprecation=data.deprecation,
            fragments=self._fragments(data.fragments),
            addresses=tuple(data.addresses),
            life=data.life,
            external_name=named,
            identity=tuple(model.Identification(i.attribute, i.response, i.pointer) for i in data.identity),
            frame=frame,
        )

    def _operation(self, data: shape.Operation) -> model.Operation:
        return model.Operation(
            data.part,
            data.method.lower(),
            data.path,
            self._place_if(data.location),
            data.operation_id,
            data.summary,
            data.description,
            arguments=tuple(map(self._argument, data.arguments)),
            limits=tuple(map(_limit, data.constraints)),
        )

    def _argument(self, data: shape.Argument) -> model.Argument:
        because = data.reason or shape.Because()
        reason = model.Reason(because.code, because.text) if because.code else None
        place, value = self._place_if(because.origin), _within_depth(data.value)
        return model.Argument(
            data.place,
            data.name,
            data.supply,
            data.attribute,
            value,
            data.pointer,
            reason,
            location=place,
            media_type=data.media_type,
        )


def _entry(entries: list[_T], number: int, name: str) -> _T:
    if number < len(entries):
        return entries[number]
    raise _Wrong(f"there is no entry {number} in {name}")


def _limit(data: shape.Limit) -> Limit:
    try:
        return limit_of(data.keyword, data.value)
    except (TypeError, ValueError):
        raise _Wrong(f"this is not a value of the limit {data.keyword}") from None


def _within_depth(value: Any, levels: int = 0) -> Any:
    """The value, unless lists and objects in it are nested too deeply."""
    if isinstance(value, dict | list):
        if levels >= MAX_DEPTH:
            raise _Wrong(f"there are more than {MAX_DEPTH} levels")
        for inner in value.values() if isinstance(value, dict) else value:
            _within_depth(inner, levels + 1)
    return value


class RecordedDocument(Struct, frozen=True):
    """A document that a mapping was made from: its name and its SHA-256."""

    uri: str
    sha256: str | None

    def position(self, pointer: str) -> tuple[int, int] | None:
        """None: the contents are not known."""
        return None
