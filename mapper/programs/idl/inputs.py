"""The inputs of a mapping: the files of an IDL, and a `pulumi.yml`; a review leaves out what has errors."""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Mapping as Dict
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Document, Documents
from mapper.links import real_path
from mapper.model import EntityRef, Mapping
from mapper.programs.sdk.manifest import manifest
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Problem, Severity
from mapper.report.origin import Source
from mapper.request import Request
from mapper.review.changes import Lost, Wanted
from mapper.systems.pulumi.kinds import ENUM, RESOURCE, TYPE

from .config import read_config
from .emitters import EMITTERS, PACK, PARTS
from .map import map_program
from .parser.declarations import File, Named, StructType, TypeSpec
from .parser.findings import Finding, Findings, GoPlace
from .parser.packages import folder_of
from .parser.program import Program
from .parser.read import Reading, is_source, read_sources
from .parser.syntax import parse_file
from .settings import Dialect, Settings
from .sources import GoFile
from .types import module_name

MOST_ROUNDS = 100
"""The most rounds of removal (removing a declaration breaks those that use it) before the whole IDL is refused."""

MOST_BYTES = 1_000_000
"""The most bytes that all rounds together read."""

_DECLARED = re.compile(rb"^[ \t]*type[ \t]+([A-Z]\w*)[ \t]+(struct\b|string\b)?", re.MULTILINE)
_RESOURCES = re.compile(rb"\bidl\.(?:Named)?Resource\b")


class Missing(Struct, frozen=True):
    """A type that is left out, with the folder of its package. `what` is *resource*, *struct* or *enum*."""

    folder: str
    name: str
    what: str


class Salvage(Struct, frozen=True):
    """What was removed: declarations at the places `without`, and files `unread`; `lost` says why a type is missing."""

    without: frozenset[GoPlace] = frozenset()
    unread: frozenset[str] = frozenset()
    lost: dict[Missing, Finding] = field(default_factory=dict)


def salvage(sources: Dict[str, bytes], settings: Settings, name: str) -> Salvage | None:
    """What to remove so that the rest has no errors; None at the limit of rounds or bytes. The rest may be empty."""
    files = {path: parse_file(path, data, Findings()) for path, data in sources.items()}
    without: set[GoPlace] = set()
    unread: set[str] = set()
    lost: dict[Missing, Finding] = {}
    size = sum(map(len, sources.values()))
    for _ in range(min(MOST_ROUNDS, MOST_BYTES // max(1, size))):
        remaining = {path: data for path, data in sources.items() if path not in unread}
        reading = read_sources(remaining, settings, name, without) if remaining else Reading(None, ())
        if not reading.errors:
            return Salvage(frozenset(without), frozenset(unread), lost)
        for error in reading.errors:
            path = error.place.path
            file = files.get(path)
            start = _declaration_start(file, error.place) if isinstance(file, File) else None
            if isinstance(file, File) and start is not None and start not in without:
                without.add(start)
                gone = [spec for spec in file.types if spec.name.place == start]
                lost |= {_missing(spec, file): error for spec in gone}
            elif start is None and path not in unread:
                unread.add(path)
                lost |= dict.fromkeys(_apparent_types(path, sources.get(path, b"")), error)
    return None


def _declaration_start(file: File, place: GoPlace) -> GoPlace | None:
    """The place where the declaration or import around a place begins; None before the first one."""
    starts = [declared.place for declared in file.imports] + [declared.place for declared in file.others]
    starts += [declared.name.place for declared in file.constants] + [declared.name.place for declared in file.types]
    return max((start for start in starts if start <= place), default=None)


def _missing(spec: TypeSpec, file: File) -> Missing:
    embedded = (
        [member.type for member in spec.type.members if not member.names] if isinstance(spec.type, StructType) else []
    )
    is_resource = any(
        isinstance(type_, Named) and type_.package and type_.name.text in _RESOURCE_MARKERS for type_ in embedded
    )
    what = "resource" if is_resource else "struct" if isinstance(spec.type, StructType) else "enum"
    return Missing(folder_of(file.path), spec.name.text, what)


_RESOURCE_MARKERS = frozenset(("Resource", "NamedResource"))


def _apparent_types(path: str, data: bytes) -> Iterator[Missing]:
    """The types that a file declares by the look of its lines, as it cannot be parsed."""
    declarations = list(_DECLARED.finditer(data))
    ends = [*(match.start() for match in declarations), len(data)]
    for match, end in zip(declarations, ends[1:], strict=True):
        is_resource = _RESOURCES.search(data, match.end(), end) is not None
        what = "resource" if is_resource else "enum" if match[2] == b"string" else "struct"
        yield Missing(folder_of(path), match[1].decode("ascii", "replace"), what)


_KINDS = {"resource": RESOURCE, "struct": TYPE, "enum": ENUM}
_MODULE = re.compile(r'^module[ \t]+"?([^\s"]+)"?', re.MULTILINE)


class Inputs(Struct, frozen=True):
    """The files of an IDL by path in its `folder`, and the settings of the package.

    `name` is the default name of the package. `watched` are further folders and files that the mapping depends on.
    `salvage` says what is left out, if only a part is mapped.
    """

    config: Settings
    folder: Path
    files: dict[str, GoFile]
    name: str
    configs: tuple[Document, ...] = ()
    watched: tuple[Path, ...] = ()
    levels: dict[str, Severity] | None = None
    budget: Budget = field(default_factory=Budget)
    salvage: Salvage = Salvage()
    _readings: dict[Settings, Reading] = field(default_factory=dict)

    def map(self) -> Mapping:
        """Map the IDL. Raises MappingError with all errors."""
        return self._map(self.config, self.levels)

    def map_with(self, config: Settings, wanted: Wanted) -> Mapping:
        """Map the IDL with other settings. Raises MappingError.

        The import paths stay, as they belong to this IDL's files. An IDL that the other dialect rejects is mapped with
        its own settings.
        """
        del wanted  # an IDL is always read completely
        settings = self.config
        mixed = replace(config, idl=settings.idl, provider=settings.provider, markers=settings.markers)
        return self._map(mixed if self._read(mixed).program is not None else settings, None)

    def program(self) -> Program:
        """The program. Raises MappingError."""
        return self._program(self._read(self.config))

    @property
    def about(self) -> dict[str, Any]:
        """The metadata of the package, by the keys of a package schema."""
        return dict(self.config.about)

    def artifact_files(self, parts: Collection[str]) -> Iterator[tuple[str, dict[str, str]]]:
        """Files of some parts: a part, and path -> text. Raises MappingError."""
        program, dialect = self.program(), self.config.dialect
        for part in PARTS:
            if part in parts:
                yield part, EMITTERS[dialect, part](program)
        if PACK in parts and dialect is Dialect.DESIGN:  # the tool of 2017 wrote no manifest
            yield PACK, manifest(program.name, self.about)

    def in_part(self) -> "tuple[Inputs, Lost]":
        """The inputs without declarations with errors, and what was lost. Raises MappingError if nothing is left."""
        salvaged = salvage({path: file.data for path, file in self.files.items()}, self.config, self.name)
        if salvaged is None:
            self.program()
            return self, {}
        rest = replace(self, salvage=salvaged, _readings={})
        clauses = rest.program().clauses
        lost: dict[EntityRef, Problem] = {}
        for missing, finding in salvaged.lost.items():
            name = ".".join(filter(None, (module_name(missing.folder, clauses), missing.name)))
            lost[EntityRef(_KINDS[missing.what], name)] = self._with_uri(finding.problem)
        return rest, lost

    def _read(self, config: Settings) -> Reading:
        """The program and all findings, cached for the mapping and the output."""
        if config not in self._readings:
            unread, without = self.salvage.unread, self.salvage.without
            sources = {path: file.data for path, file in self.files.items() if path not in unread}
            nothing = Reading(Program(config.package or self.name, config, ()), ())
            self._readings[config] = read_sources(sources, config, self.name, without) if sources else nothing
        return self._readings[config]

    def _map(self, config: Settings, levels: dict[str, Severity] | None) -> Mapping:
        reading = self._read(config)
        mapping = map_program(self._program(reading), reading.findings, self.files, levels)
        documents: tuple[Source, ...] = (*self.files.values(), *self.configs)
        names = tuple(document.uri for document in self.configs)
        return replace(mapping, documents=documents, configs=names, unreadable=self.watched, budget=self.budget)

    def _program(self, reading: Reading) -> Program:
        if reading.program is None:
            raise MappingError(*(self._with_uri(finding.problem) for finding in reading.errors))
        return reading.program

    def _with_uri(self, problem: Problem) -> Problem:
        """A problem with the name of its file for messages."""
        file = self.files.get(problem.uri)
        return replace(problem, uri=file.uri) if file else problem


def read_inputs(request: Request) -> Inputs:
    """Read the IDL in a folder. Raises MappingError for unreadable files; `Inputs.map` reports invalid contents."""
    documents = Documents(request.base, reader=request.reader)
    folder = request.input
    paths = request.files(".go")
    if isinstance(folder, Document):  # cannot happen: files() refuses it
        raise TypeError
    files = {name: _file(path, documents) for name, path in _relative_paths(paths, folder) if is_source(name)}
    configs = tuple(documents.load(path) for path in request.configs)
    if not files:
        raise MappingError(
            Problem(
                "there are no Go files in this folder", documents.display(folder), remedy="name the folder of the IDL"
            )
        )
    settings, tried = _defaults(folder, documents)
    for document in configs:
        settings = read_config(document, settings)
    if request.dialect is not None:
        settings = replace(settings, dialect=Dialect(request.dialect))
    name = real_path(folder).parent.name
    subfolders = _folders(folder) if request.lister is None else []
    watched = (folder, *subfolders, *tried)
    return Inputs(settings, folder, files, name, configs, watched, request.levels, budget=documents.budget)


def _folders(folder: Path) -> list[Path]:
    """The folders below a folder: a new file in any of them would change the mapping."""
    folders: list[Path] = []
    for where, names, _ in os.walk(folder):
        names[:] = sorted(name for name in names if not name.startswith((".", "_")))
        folders += [Path(where, name) for name in names]
    return folders


def _relative_paths(paths: Iterable[Path], folder: Path) -> Iterable[tuple[str, Path]]:
    """Each file with its path relative to the folder."""
    for path in paths:
        relative = path.relative_to(folder if path.is_relative_to(folder) else real_path(folder))
        yield relative.as_posix(), path


def _file(path: Path, documents: Documents) -> GoFile:
    return GoFile(documents.display(path), documents.bytes_of(path), path)


def _defaults(folder: Path, documents: Documents) -> tuple[Settings, tuple[Path, ...]]:
    """The import paths from the nearest go.mod, and the places where a closer one could be.

    The stubs are next to the IDL, in `provider`. Without a go.mod, the names of the parent folders are the import path.
    """
    tried: list[Path] = []
    resolved = real_path(folder)
    for above in (resolved, *resolved.parents):
        path = above / "go.mod"
        tried.append(path)
        try:
            text = documents.bytes_of(path).decode("utf-8", "replace")
        except MappingError:  # no such file, or not an input
            continue
        module = _MODULE.search(text)
        if module is not None:
            idl = PurePosixPath(module[1], resolved.relative_to(above).as_posix())
            return Settings(idl=str(idl), provider=str(idl.parent / "provider")), tuple(tried)
    base = f"{resolved.parent.name}/{resolved.name}"
    return Settings(idl=base, provider=f"{resolved.parent.name}/provider"), tuple(tried[:2])
