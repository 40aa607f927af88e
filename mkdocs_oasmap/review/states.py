"""The states that a review compares: finds out what a name refers to, and reads it.

A state is an API description with its config, on disk or in a git revision. Or it is a result of a mapping: a sidecar,
or a code spec.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Dict
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from mapper.files import is_name
from mapper.inputs import Document, Documents
from mapper.model import Mapping
from mapper.registry import all_systems, system_named, system_of_scheme, systems_describing, vocabulary_of
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Inputs, Mapped, ReadOptions, Request
from mapper.review.changes import Lost, ReviewSide
from mapper.sidecar.consistency import MEMBER, Digest, digest_next_to, mixed_text, strangers
from mapper.sidecar.reader import is_sidecar, read_sidecar, tool_of
from mapper.system.reading import Need
from mapper.system.system import System
from mapper.version import __version__

from ..progress import step
from .git import GIT, find_revision
from .trees import DISK, Tree


class State(Struct, frozen=True):
    """One side of a review.

    `inputs` is None if only a result of the mapping is known, `complete` is False for a code spec. `doubts` are
    warnings about its files, `lost` the entities that could not be mapped. `tree` has the files that it was read from.
    """

    side: ReviewSide
    mapping: Mapping
    inputs: Inputs | None = None
    complete: bool = True
    doubts: tuple[str, ...] = ()
    tree: Tree = DISK
    lost: Lost = field(default_factory=dict)

    @property
    def problems(self) -> list[str]:
        """Messages to show before all changes: which parts of the state could not be read, or not as requested."""
        lost = [f"{self.side.name}: {kind} {name} cannot be mapped: {p}" for (kind, name), p in self.lost.items()]
        return [*self.tree.notes, *lost]


class Files(Struct, frozen=True):
    """The files and options that an API description is mapped with; names are relative to `base`.

    `spec` is the description of a state that is only a revision. `versions` are the tool versions by system name.
    `system` is the name that the user gave.
    """

    config: Sequence[str | Path]
    base: Path = Path()
    spec: Path | None = None
    versions: Dict[str, str] = field(default_factory=dict)
    system: str | None = None
    read: ReadOptions = ReadOptions()

    @property
    def still(self) -> "Files":
        """The same without a process, which is never started for the old state."""
        return replace(self, read=self.read.without_process())

    def request(self, spec: Path | Document, system: System) -> Request:
        """The request to map a description with `system`; without a config, the system's default one is used."""
        config = self.config or system.reading.default_config(self.base)
        return Request(spec, config, self.base, version=self.versions.get(system.name), **asdict(self.read))


def read_state(name: str, files: Files) -> State:
    """The state that a path, `git:REVISION` or `git:REVISION:PATH` names. Raises MappingError.

    A state in a revision is read from there with all its files.
    """
    with step(f"reading {name}"):
        return _read_state(name, files)


def _read_state(name: str, files: Files) -> State:
    if not is_name(name):
        raise MappingError(
            Problem("no file and no revision can have this name", name, remedy="write a path, or git:REVISION")
        )
    tree, path = _located(name, files)
    try:
        state = _state(name.removeprefix(GIT), path, tree, files)
        return replace(state, tree=tree, side=replace(state.side, about=tree.about))
    except MappingError as error:
        raise tree.located(error) from None


def _located(name: str, files: Files) -> tuple[Tree, Path]:
    """The tree that a name refers to, and the path of the input in it. Raises MappingError."""
    if not name.startswith(GIT):
        return DISK, _path(name, files.base)
    revision_name, _, inner = name.removeprefix(GIT).partition(":")
    path = _path(inner, files.base) if inner else files.spec
    if path is None:
        remedy = f"write {GIT}{revision_name}:PATH"
        raise MappingError(Problem("a revision is named, and no file of it", name, remedy=remedy))
    revision = find_revision(revision_name, files.base)
    return revision, path if inner else revision.called(path)


def _path(name: str, base: Path) -> Path:
    """The path of an input; a name with a scheme, such as `botocore:s3`, is no path."""
    return Path(name) if system_of_scheme(name) else base / name


def _state(name: str, path: Path, tree: Tree, files: Files) -> State:
    """The state of the input at a path of a tree. Raises MappingError."""
    spec: Path | Document = path
    lister = None
    system = system_of_scheme(str(path))  # if it has one, only the config is in the tree
    if system is None and tree.has_folder(path):
        lister, system = tree.lister, _folder_system(name, files, tree.files(path))
    elif system is None:
        if not tree.has(path):
            raise tree.missing(Documents(files.base).display(path), is_input=True)
        spec = Documents(files.base, reader=tree.read).unpack(path)
        mapped = _mapped_before(name, spec, files, tree.digests(path, files.base))
        if mapped is not None:
            return mapped
        system = _described_system(spec, files)
    return _mapped(name, system, replace(files.request(spec, system), reader=tree.read, lister=lister), tree)


def _folder_system(name: str, files: Files, paths: Iterable[Path]) -> System:
    """The system that reads a folder: the one given with --system, or the only one that reads files with these
    suffixes.

    Raises MappingError if there is none, or more than one.
    """
    reading = [
        system for system in all_systems() if system.reading.input.folder and files.system in (None, system.name)
    ]
    if len(reading) > 1:
        ends = {path.suffix for path in paths}
        reading = [system for system in reading if system.reading.input.suffix in ends] or reading
    if len(reading) == 1:
        return reading[0]
    if not reading:
        raise MappingError(Problem("this is a folder, and a file is expected", name, remedy="name a file in it"))
    names = ", ".join(system.name for system in reading)
    raise MappingError(Problem(f"several systems read a folder: {names}", name, remedy="say which with --system"))


def path_of(name: str) -> Path | None:
    """The path in the name of a state; None for a revision without a path."""
    path = name.removeprefix(GIT).partition(":")[2] if name.startswith(GIT) else name
    return Path(path) if path else None


def mapped_state(name: str, mapped: Mapped) -> State:
    """The state of an existing mapping."""
    return State(ReviewSide(name, __version__), mapped.mapping, mapped.inputs, lost=mapped.lost)


def _doubts(document: Document, digest: Digest) -> tuple[str, ...]:
    """A warning if artifacts next to a sidecar are not of the same run."""
    names = list(strangers(document.root.get(MEMBER), digest))
    return (mixed_text(document.uri, names),) if names else ()


def read_version(path: Path, base: Path, system: str) -> State:
    """The state in the sidecar of a version. Raises MappingError."""
    document = Documents(base).unpack(path)
    mapping = read_sidecar(document, vocabulary_of)
    require_system(mapping, system, document.uri)
    doubts = _doubts(document, digest_next_to(path, base))
    return State(ReviewSide(document.uri, tool_of(document)), mapping, doubts=doubts)


def require_system(mapping: Mapping, system: str, name: str) -> None:
    """Raise MappingError if a mapping is of another system, because everything would appear to be removed."""
    if mapping.system != system:
        text = f"this is mapped to {mapping.system}, and cannot be compared with what is mapped to {system}"
        raise MappingError(Problem(text, name, remedy="name two states of one system"))


def _mapped_before(name: str, document: Document, files: Files, digest: Digest) -> State | None:
    """The state in a sidecar or an artifact; None if a file is neither. Raises MappingError."""
    if is_sidecar(document.root):
        doubts = _doubts(document, digest)
        return State(ReviewSide(name, tool_of(document)), read_sidecar(document, vocabulary_of), doubts=doubts)
    for system in (system_named(files.system),) if files.system else all_systems():
        mapping = system.comparison.of_artifact(document)
        if mapping is not None:
            return State(ReviewSide(name), replace(mapping, documents=(document,)), complete=False)
    return None


def _described_system(document: Document, files: Files) -> System:
    """The system that reads a file: the only one that its keys describe, or the one given with --system.

    Raises MappingError if there is none, or more than one.
    """
    named = (system_named(files.system),) if files.system else ()
    described = systems_describing(document.root, files.system) or named
    if not described:
        text = "this is not an API description, a sidecar or a code spec"
        raise MappingError(Problem(text, document.uri, remedy="name a file that is one"))
    if len(described) > 1:
        names = ", ".join(system.name for system in described)
        raise MappingError(
            Problem(f"several systems read this: {names}", document.uri, remedy="say which with --system")
        )
    return described[0]


def _mapped(name: str, system: System, request: Request, tree: Tree) -> State:
    """The state that a request maps, without what cannot be mapped. Raises MappingError."""
    base = request.folder
    default = base / system.reading.config if system.reading.config_need is Need.OPTIONAL else None
    request = replace(request, config=tree.configs(request.configs, base, default))
    with tree.way_out(system, request):
        for path in (*request.configs, *request.overlays):
            if not tree.has(base / path):
                raise tree.missing(Documents(base).display(base / path), is_input=False)
        result = system.run_in_part(replace(request, fixes=False))
    return State(ReviewSide(name, __version__), result.mapping, result.inputs, lost=result.lost)
