"""Writes the sidecar: provenance, diagnostics and coverage of a mapping as JSON, next to the artifact.

`mapper.sidecar.shape` defines its shape. File names are as in messages; lines and columns count from 1. The sidecar has
no dates, so that equal input gives equal bytes.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Dict
from itertools import groupby
from typing import TypeVar

import msgspec

from .. import model
from ..inputs import find_positions
from ..model import Body, Mapping, Origin, Scalar, ScalarKind, Status, bodies_in
from ..model.limits import plain
from ..model.nesting import check_nesting
from ..model.samples.schema_values import sample_of
from ..report.budget import Cost, Meter
from ..report.diagnostic import Diagnostic
from ..report.origin import Location, Part, Source
from ..version import __version__
from . import shape
from .coverage import Accounts

_T = TypeVar("_T")
_STRING = Scalar(ScalarKind.STRING)


def write_sidecar(mapping: Mapping) -> str:
    """The text of the sidecar, with one line for each body, entity and group of diagnostics.

    Raises OverBudget, and MappingError if bodies are nested more deeply than a reader accepts.
    """
    meter = mapping.budget.meter(Cost.WRITTEN, "the sidecar")
    pieces = []
    for piece in sidecar(mapping):
        meter.add(len(piece))
        pieces.append(piece)
    return "".join(pieces)


def sidecar(mapping: Mapping, artifacts: Callable[[], Dict[str, str]] = dict) -> Iterator[str]:
    """The text of the sidecar in pieces.

    `artifacts` returns the SHA-256 of the files of the same run, by their names relative to the sidecar's folder. It is
    called when the first piece is requested.
    """
    check_nesting(_roots(mapping))
    writer = _Writer()
    bodies = writer.bodies(mapping, mapping.budget.meter(Cost.WRITTEN, "the sidecar"))
    accounts = Accounts()
    yield "{"
    yield from _members(
        {
            "format": shape.FORMAT,
            "version": shape.VERSION,
            "generator": shape.Generator("mkdocs-oasmap", __version__),
            "artifacts": artifacts(),
            "system": mapping.system,
            "provider": mapping.provider,
            "target": mapping.target,
            "about": mapping.about,
            "groups": {str(ref): title for ref, title in mapping.groups.items()},
            "documents": (_encode(_document(document, mapping)) for document in mapping.documents),
            "bodies": bodies,
            "entities": (_encode(writer.entity(entity, accounts)) for entity in mapping.entities),
            "structs": [writer.numbers[body] for body in mapping.structs],
            "enums": mapping.enums,
            "aliases": mapping.aliases,
            "diagnostics": map(_encode, writer.diagnostics(mapping.diagnostics)),
            "rules": map(_encode, _rules(mapping.diagnostics)),
            "coverage": _coverage(mapping.coverage),
            "tags": _tags(mapping.coverage),
            "topics": mapping.coverage.topics,
        }
    )
    yield ","
    yield from _members(
        {
            "statuses": map(_encode, writer.statuses),
            "sources": map(_encode, writer.sources()),
            "chains": map(_encode, writer.chains),
            "files": map(_encode, writer.files),
        }
    )
    yield "\n}\n"


def _members(members: Dict[str, object]) -> Iterator[str]:
    """The text of members in pieces; an iterator has the texts of a list, which are on lines."""
    separator = ""
    for name, value in members.items():
        yield f'{separator}\n"{name}": '
        separator = ","
        if isinstance(value, Iterator):
            yield from _lines(value)
        else:
            yield _encode(value)


def _lines(texts: Iterator[str | tuple[str, ...]]) -> Iterator[str]:
    separator = "[\n"
    for text in texts:
        yield separator
        if isinstance(text, str):
            yield text
        else:
            yield from text
        separator = ",\n"
    yield "[]" if separator == "[\n" else "\n]"


def _plain_value(value: object) -> object:
    """A number or text of a subclass that keeps its spelling, as the built-in type. Raises TypeError for others."""
    for kind in (int, float, str):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


_encoder = msgspec.json.Encoder(enc_hook=_plain_value)


def _encode(value: object) -> str:
    """The JSON text of a value, on one line. A lone surrogate is kept; whoever writes the file replaces it."""
    try:
        return _encoder.encode(value).decode()
    except UnicodeEncodeError:
        data = msgspec.to_builtins(value, enc_hook=_plain_value)
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _roots(mapping: Mapping) -> Iterator[tuple[str, Body]]:
    """The bodies that are not nested in another one, and a name for each."""
    for entity in mapping.entities:
        yield str(entity.ref), entity.body
        yield f"{entity.ref} frame", entity.frame
    for struct in mapping.structs:
        yield struct.name or "", struct


def _bodies_in(attribute: model.Attribute) -> Iterator[Body]:
    """The bodies of the types of an attribute; most attributes have none."""
    if attribute.type.__class__ is not Scalar:
        yield from bodies_in(attribute.type)
    for placement in attribute.placements:
        if placement.type is not None:
            yield from bodies_in(placement.type)


def _all_bodies(mapping: Mapping) -> Iterator[Body]:
    """Each body once; nested ones before the one that contains them."""
    seen: set[Body] = set()

    def inside(body: Body) -> Iterator[Body]:
        if body not in seen:
            seen.add(body)
            for attribute in body.attributes:
                for inner in _bodies_in(attribute):
                    yield from inside(inner)
            yield body

    for _, root in _roots(mapping):
        yield from inside(root)


def _number(table: dict[_T, int], entry: _T) -> int:
    return table.setdefault(entry, len(table))


def _count_pieces(pieces: Iterable[str], meter: Meter) -> Iterator[str]:
    for piece in pieces:
        meter.add(len(piece))
        yield piece


def _release_entries(table: dict[_T, int]) -> Iterator[_T]:
    """The entries in order. None is kept while the next ones are written: that halves the memory of a long sidecar."""
    waiting = list(reversed(table))
    table.clear()
    while waiting:
        yield waiting.pop()


class _Writer:
    """Makes the entries of one sidecar. The lists that others refer to are complete when all else is written."""

    def __init__(self) -> None:
        self.numbers: dict[Body, int] = {}
        self.files: dict[str, int] = {}
        self.chains: list[list[shape.Place]] = []
        self.statuses: dict[tuple[Status, str, str], int] = {}
        self._source_numbers: dict[tuple[tuple[Part, model.Contribution], ...], int] = {}
        self._chain_numbers: dict[tuple[tuple[str, str], ...], int] = {}

    def sources(self) -> Iterator[list[shape.Source]]:
        """The list of the parts of operations that contribute from one place."""
        for given in self._source_numbers:
            yield [shape.Source(str(part), contribution) for part, contribution in given]

    def bodies(self, mapping: Mapping, meter: Meter) -> Iterator[tuple[str, ...]]:
        """The text of each body in pieces. Bodies with the same content and the same places are one.

        All are made at once, for their numbers; `meter` counts them before they fill the memory. Raises OverBudget.
        """
        bodies = list(_all_bodies(mapping))
        find_positions(_places(mapping, bodies))
        texts: dict[tuple[str, ...], int] = {}
        for body in bodies:
            text = tuple(_count_pieces(self._body(body), meter))
            if text in texts:
                meter.add(-sum(map(len, text)))
            self.numbers[body] = _number(texts, text)
        return _release_entries(texts)

    def entity(self, entity: model.Entity, accounts: Accounts) -> shape.Entity:
        """An entity, with what became of its properties."""
        named = entity.external_name
        return shape.Entity(
            kind=str(entity.kind),
            name=entity.name,
            bodies=self.numbers[entity.body],
            frame=self.numbers[entity.frame] if entity.frame.attributes else None,
            summary=entity.description,
            deprecation=entity.deprecation,
            has_schema=entity.has_schema,
            location=self._place_if(entity.location),
            addresses=list(entity.addresses),
            external_name=named if named is None else _external_name(named),
            identity=[shape.Identification(each.attribute, each.response, each.pointer) for each in entity.identity],
            fragments=self._fragments(entity.fragments),
            coverage=self._counts(entity, accounts),
            operations=[self._operation(operation) for operation in entity.operations],
            life=entity.life,
        )

    def diagnostics(self, diagnostics: Iterable[Diagnostic]) -> Iterator[shape.Diagnostics]:
        """The diagnostics, grouped by entity."""
        for entity, of_entity in groupby(diagnostics, key=lambda diagnostic: diagnostic.entity):
            yield shape.Diagnostics(str(entity or ""), list(map(self._diagnostic, of_entity)))

    def _diagnostic(self, diagnostic: Diagnostic) -> shape.Diagnostic:
        return shape.Diagnostic(
            code=diagnostic.code,
            severity=None if diagnostic.severity is diagnostic.rule.severity else diagnostic.severity,
            path=diagnostic.path,
            message=diagnostic.text,
            location=self._place_if(diagnostic.location),
            fix=diagnostic.fix,
            same_as_reference=diagnostic.alike,
        )

    def _body(self, body: Body) -> Iterator[str]:
        """The text of a body. Each attribute is a piece: together, they may be as long as all else."""
        lost = [shape.LeftOut(omission.source_name, code=omission.note.rule.code) for omission in body.omitted]
        ignored = [shape.LeftOut(f.source_name, self._place(f.location), self._place(f.rule)) for f in body.ignored]
        without = _encode(shape.Body(body.name, body.description, [*ignored, *lost]))
        if not body.attributes:
            yield without
            return
        yield f'{without[:-1]}{"," if len(without) > len("{}") else ""}"attributes":['
        for number, attribute in enumerate(body.attributes):
            yield f"{',' if number else ''}{_encode(self._attribute(attribute))}"
        yield "]}"

    def _attribute(self, attribute: model.Attribute) -> shape.Attribute:
        name, reason, target = attribute.name, attribute.reason, attribute.refers_to
        is_renamed = bool(attribute.wire_name)
        in_api = attribute.wire_name if is_renamed else attribute.source_name
        entry = shape.Attribute(
            name=name,
            source_name=None if in_api == name else in_api,
            alias=attribute.source_name if is_renamed else None,
            wire_name=attribute.wire_name,
            sent_by=attribute.sent_by,
            returned_by=attribute.returned_by,
            type=None if attribute.type == _STRING else self._type(attribute.type),
            is_json=attribute.is_json,
            variant=None if attribute.status is Status.COMPUTED else attribute.variant,
            statuses=_number(self.statuses, (attribute.status, reason.code, reason.text)),
            origins=list(self._origins(attribute.origins)),
            description=attribute.description,
            default=None if attribute.default is None else attribute.default.value,
            constraints=[shape.Limit(*plain(limit)) for limit in attribute.limits] if attribute.limits else [],
            sensitive=attribute.sensitive,
            deprecation=attribute.deprecation,
            replaces=attribute.replaces,
            write_only=attribute.write_only,
            fragments=self._fragments(attribute.fragments) if attribute.fragments else [],
            code_name=attribute.code_name,
            always=attribute.always,
            refers_to=target if target is None else _reference(target),
            secret=attribute.secret,
            placements=[self._placement(p, attribute) for p in attribute.placements] if attribute.placements else [],
        )
        if attribute.status is not Status.COMPUTED:  # examples have no other attributes
            sample = sample_of(attribute)
            entry.sample, entry.min_members = sample.value, sample.members
            entry.path_parameters = list(sample.path_parameters)
        return entry

    def _placement(self, placement: model.Placement, attribute: model.Attribute) -> shape.Placement:
        status = None if placement.status is attribute.status else placement.status
        type_ = None if placement.type is None else self._type(placement.type)
        return shape.Placement(placement.name, status, type_, placement.always)

    def _type(self, type_: model.Type) -> shape.Type:
        match type_:
            case model.Scalar(kind, name):
                return shape.Type(kind.value, name)
            case model.Collection(kind, element):
                return shape.Type(kind.value, of=[self._type(element)])
            case model.Union(options, discriminator):
                return shape.Type("union", of=list(map(self._type, options)), discriminator=discriminator)
            case model.Object(body):
                return shape.Type("object", bodies=self.numbers[body])
            case model.Nested(mode, body, block):
                return shape.Type("nested", bodies=self.numbers[body], mode=mode, block=block)

    def _origins(self, origins: tuple[Origin, ...]) -> Iterator[shape.Origin]:
        """The origins, grouped by place."""
        groups = [origins] if len(origins) == 1 else [tuple(group) for _, group in groupby(origins, key=_place_key)]
        for group in groups:
            given, via = tuple([(origin.part, origin.contribution) for origin in group]), group[0].via
            chain = self._chain(via) if via else None
            yield shape.Origin(_number(self._source_numbers, given), self._place(group[0].location), chain)

    def _chain(self, via: tuple[Location, ...]) -> int:
        number = _number(self._chain_numbers, tuple(map(_hop, via)))
        if number == len(self.chains):
            self.chains.append(list(map(self._place, via)))
        return number

    def _place(self, location: Location) -> shape.Place:
        document, pointer = location.document, location.pointer
        line, column = document.position(pointer) or (None, None)
        return shape.Place(_number(self.files, document.uri), pointer, line, column)

    def _place_if(self, location: Location | None) -> shape.Place | None:
        return None if location is None else self._place(location)

    def _fragments(self, parts: tuple[model.Fragment, ...]) -> list[shape.Fragment]:
        return [shape.Fragment(part.keyword, part.value, self._place(part.location)) for part in parts]

    def _operation(self, operation: model.Operation) -> shape.Operation:
        return shape.Operation(
            operation.part,
            operation.method.upper(),
            operation.path,
            operation.operation_id,
            operation.summary,
            operation.description,
            self._place_if(operation.location),
            arguments=list(map(self._argument, operation.arguments)),
            constraints=[shape.Limit(*plain(limit)) for limit in operation.limits],
        )

    def _argument(self, argument: model.Argument) -> shape.Argument:
        reason, place = argument.reason, self._place_if(argument.location)
        because = shape.Because(reason.code, reason.text, place) if reason else shape.Because(origin=place)
        return shape.Argument(
            place=argument.place,
            name=argument.name,
            attribute=argument.attribute,
            supply=argument.supply,
            value=argument.value,
            pointer=argument.pointer,
            media_type=argument.media_type,
            reason=because if reason or place else None,
        )

    def _counts(self, entity: model.Entity, accounts: Accounts) -> shape.EntityCoverage:
        mapped, ignored, lost = accounts.counts(entity)
        sources = [
            shape.Account(
                str(account.part),
                account.declared,
                account.merged,
                [shape.Ignored(count, self._place(by)) for by, count in account.ignored.items()],
                dict(sorted(account.lost.items())),
            )
            for account in accounts.of(entity)
        ]
        return shape.EntityCoverage(mapped, ignored, lost, sources)


def _place_key(origin: Origin) -> tuple[object, ...]:
    return (*_hop(origin.location), *map(_hop, origin.via))


def _hop(location: Location) -> tuple[str, str]:
    return location.document.uri, location.pointer


def _reference(target: model.Reference) -> shape.Reference:
    evidence = target.evidence or model.Reason("", "")
    return shape.Reference(target.provider, str(target.entity), target.path, evidence.code, evidence.text)


def _external_name(named: model.NameTemplate) -> shape.NameTemplate:
    return shape.NameTemplate(named.template, named.reason.code, named.reason.text)


def _document(document: Source, mapping: Mapping) -> shape.FileRead:
    return shape.FileRead(document.uri, getattr(document, "sha256", None), document.uri in mapping.configs)


def _coverage(coverage: model.Coverage) -> shape.Coverage:
    used = coverage.operations.items()
    return shape.Coverage([shape.UsedBy(method.upper(), path, list(map(str, by))) for (method, path), by in used])


def _tags(coverage: model.Coverage) -> dict[str, list[int]]:
    tags: dict[str, list[int]] = {}
    for number, operation in enumerate(coverage.operations):
        if operation in coverage.tags:
            tags.setdefault(coverage.tags[operation], []).append(number)
    return tags


def _rules(diagnostics: Iterable[Diagnostic]) -> Iterator[shape.Rule]:
    """The rules of the diagnostics, each once, sorted by code."""
    rules = {diagnostic.code: diagnostic.rule for diagnostic in diagnostics}
    for code, rule in sorted(rules.items()):
        yield shape.Rule(code, rule.severity, rule.title, rule.consequence, rule.differs)


def _places(mapping: Mapping, bodies: Iterable[Body]) -> Iterator[Location]:
    """The places of everything in a mapping that has `bodies`, nested ones included."""
    for body in bodies:
        for attribute in body.attributes:
            yield from (origin.location for origin in attribute.origins)
    for entity in mapping.entities:
        places = (entity.location, *(operation.location for operation in entity.operations))
        yield from (place for place in places if place is not None)
    yield from (diagnostic.location for diagnostic in mapping.diagnostics if diagnostic.location is not None)
