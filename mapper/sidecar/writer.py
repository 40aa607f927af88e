"""Writes the sidecar: provenance, diagnostics and coverage of a mapping as JSON, next to the artifact.

`mapper.sidecar.shape` defines its shape. File names are as in messages; lines and columns count from 1. The sidecar has
no dates, so that equal input gives equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as Dict
from itertools import groupby

from msgspec import UNSET, UnsetType

from .. import model
from ..budget import Cost
from ..model import Mapping
from ..origin import Location, Source
from ..report import diagnostic
from ..version import __version__
from . import coverage, shape
from .bodies import Bodies, fragments, known, operation_pointer
from .encoding import encode, encode_all, lines, rows, spread
from .tables import Tables


def write_sidecar(mapping: Mapping) -> str:
    """The text of the sidecar, with one line for each attribute, diagnostic and operation.

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
    sections = _sections(mapping, artifacts())
    separator = "{"
    for name in shape.Sidecar.__struct_fields__:
        pieces = sections[name]
        first = next(pieces, None)
        if first is not None:
            yield f'{separator}\n"{name}": '
            yield first
            yield from pieces
            separator = ","
    yield "\n}\n"


def _sections(mapping: Mapping, artifacts: Dict[str, str]) -> dict[str, Iterator[str]]:
    """The text of each member, in the order of the file; empty for members that are left out."""
    tables = Tables(mapping)
    fixes = [found.fix for found in mapping.diagnostics]  # each made anew for each access
    tables.count(_texts(mapping, fixes))
    bodies = Bodies(tables)
    accounts = coverage.Accounts()
    return {
        "format": _one(shape.FORMAT),
        "version": _one(shape.VERSION),
        "generator": _one(shape.Generator(name="mkdocs-oasmap", version=__version__)),
        "artifacts": _one(artifacts) if artifacts else iter(()),
        "system": _one(mapping.system),
        "provider": _one(mapping.provider),
        "target": _one(mapping.target) if mapping.target else iter(()),
        "about": _one(mapping.about) if mapping.about != model.About() else iter(()),
        "groups": _one({str(ref): title for ref, title in mapping.groups.items()}) if mapping.groups else iter(()),
        "documents": rows(_document(document, mapping) for document in mapping.documents),
        "bodies": lines(bodies.texts(mapping)),
        "entities": lines(_entity(entity, tables, bodies, accounts) for entity in mapping.entities),
        "structs": lines(encode(bodies.key(body)) for body in mapping.structs) if mapping.structs else iter(()),
        "enums": rows(mapping.enums) if mapping.enums else iter(()),
        "aliases": rows(mapping.aliases) if mapping.aliases else iter(()),
        "diagnostics": lines(_diagnostics(mapping, tables, fixes)),
        "rules": rows(_rules(mapping)),
        "coverage": iter((spread("{}", "operations", _used(mapping.coverage)),)),
        "tags": _one(_tags(mapping.coverage)) if mapping.coverage.tags else iter(()),
        "statuses": rows(tables.written_statuses()),
        "sources": rows(tables.written_sources()),
        "chains": rows(tables.written_chains()),
        "texts": rows(tables.written_texts()),
        "files": lines(map(encode, tables.written_files())),
    }


def _one(value: object) -> Iterator[str]:
    yield encode(value)


def _document(document: Source, mapping: Mapping) -> shape.FileRead:
    sha256 = getattr(document, "sha256", None)
    return shape.FileRead(file=document.uri, sha256=known(sha256), generator_config=document.uri in mapping.configs)


def _entity(entity: model.Entity, tables: Tables, bodies: Bodies, accounts: coverage.Accounts) -> str:
    def text(found: str | None) -> str | UnsetType:
        return UNSET if found is None else tables.text(found)

    body, default_key = bodies.key(entity.body), str(entity.ref)
    frame = bodies.key(entity.frame) if entity.frame.attributes else ""
    head = shape.Entity(
        kind=str(entity.kind),
        name=entity.name,
        body="" if body == default_key else body,
        summary=text(entity.description),
        deprecation=text(entity.deprecation),
        has_schema=entity.has_schema,
        location=_place(entity.location, tables),
        addresses=list(entity.addresses),
        identity=_identity(entity.identity),
        frame=frame,
        fragments=fragments(entity.fragments, tables),
        coverage=_counts(entity, tables, accounts),
    )
    operations = [
        shape.Operation(
            part=operation.part,
            method=operation.method.upper(),
            path=operation.path,
            operation_id=known(operation.operation_id),
            summary=text(operation.summary),
            description=text(operation.description),
            location=_operation_place(operation, tables),
        )
        for operation in entity.operations
    ]
    return spread(encode(head), "operations", encode_all(operations))


def _identity(identity: model.Identity | None) -> shape.Identity | UnsetType:
    if identity is None:
        return UNSET
    return shape.Identity(template=identity.template, code=identity.reason.code, reason=identity.reason.text)


def _place(location: Location | None, tables: Tables) -> shape.Place | UnsetType:
    return UNSET if location is None else tables.place(location)


def _operation_place(operation: model.Operation, tables: Tables) -> shape.Place | UnsetType:
    """The place of an operation; without the pointer if method and path determine it."""
    if operation.location is None:
        return UNSET
    place = tables.place(operation.location)
    if operation.location.pointer != operation_pointer(operation.path, operation.method):
        return place
    return shape.Place(place.file, None, place.line, place.column)


def _counts(entity: model.Entity, tables: Tables, accounts: coverage.Accounts) -> shape.EntityCoverage:
    counts = zip(accounts.counts(entity.body), accounts.counts(entity.frame), strict=True)
    mapped, ignored, lost = (sum(pair) for pair in counts)
    sources = [
        shape.Account(
            role=str(account.part),
            declared=account.declared,
            merged=account.merged,
            ignored=[shape.Ignored(count=count, by=tables.place(by)) for by, count in account.ignored.items()],
            lost=dict(sorted(account.lost.items())),
        )
        for account in accounts.of(entity)
    ]
    return shape.EntityCoverage(mapped=mapped, ignored=ignored, lost=lost, sources=sources)


def _used(api_coverage: model.Coverage) -> str:
    return ",\n".join(
        encode(shape.UsedBy(method.upper(), path, list(map(str, users))))
        for (method, path), users in api_coverage.operations.items()
    )


def _tags(api_coverage: model.Coverage) -> dict[str, list[int]]:
    tags: dict[str, list[int]] = {}
    for number, operation in enumerate(api_coverage.operations):
        if operation in api_coverage.tags:
            tags.setdefault(api_coverage.tags[operation], []).append(number)
    return tags


def _texts(mapping: Mapping, fixes: list[str | None]) -> Iterator[str | None]:
    """The texts of entities, operations and diagnostics that may be repeated."""
    for entity in mapping.entities:
        yield from (entity.description, entity.deprecation)
        for operation in entity.operations:
            yield from (operation.summary, operation.description)
    for found in mapping.diagnostics:
        yield from (found.text, found.location.pointer if found.location else None)
    yield from fixes


def _diagnostics(mapping: Mapping, tables: Tables, fixes: list[str | None]) -> Iterator[str]:
    pairs = zip(mapping.diagnostics, fixes, strict=True)
    for entity, group in groupby(pairs, key=lambda pair: pair[0].entity):
        head = encode(shape.Diagnostics(entity=str(entity or "")))
        found = [_diagnostic(diagnostic, fix, tables) for diagnostic, fix in group]
        yield spread(head, "found", encode_all(found))


def _diagnostic(diagnostic: diagnostic.Diagnostic, fix: str | None, tables: Tables) -> shape.Diagnostic:
    return shape.Diagnostic(
        code=diagnostic.code,
        severity=UNSET if diagnostic.severity is diagnostic.rule.severity else diagnostic.severity,
        path=diagnostic.path,
        message=tables.text(diagnostic.text),
        location=_place(diagnostic.location, tables),
        fix=UNSET if fix is None else tables.text(fix),
    )


def _rules(mapping: Mapping) -> Iterator[shape.Rule]:
    """The rules of the diagnostics, each once, sorted by code."""
    rules = {found.code: found.rule for found in mapping.diagnostics}
    for code, rule in sorted(rules.items()):
        yield shape.Rule(
            code=code,
            severity=rule.severity,
            title=rule.title,
            consequence=rule.consequence,
            differs_from_reference=rule.differs,
        )
