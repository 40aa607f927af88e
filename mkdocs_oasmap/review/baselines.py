"""The two states of a review: finds out what a name refers to, reads it, and compares.

A state is an API description with its config, on disk or in a git revision; or a result of a mapping: a sidecar, or a
code spec.
"""

import hashlib
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Dict
from contextlib import nullcontext
from datetime import date
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from mapper.files import is_name
from mapper.inputs import Document, Documents, Reader, read_bytes
from mapper.model import EntityRef, Mapping
from mapper.registry import all_systems, review_rules, system_named, system_of_scheme, systems_describing, vocabulary_of
from mapper.report.diagnostic import Diagnostic, MappingError, Problem, Severity
from mapper.request import Inputs, Mapped, ReadOptions, Request, files_below
from mapper.review.approvals import Moment
from mapper.review.causes import Runs, inputs_changed, with_causes
from mapper.review.changes import Cause, Change, Lost, Review, ReviewSide, Wanted, by_severity
from mapper.review.config_keys import Key, Reset
from mapper.review.entity_changes import Options, calls_gone, compare
from mapper.review.entries import with_edits
from mapper.review.settings import Settings
from mapper.review.settings_reader import read_settings
from mapper.sidecar.consistency import MEMBER, Digest, digest_next_to, mixed_text, strangers
from mapper.sidecar.reader import is_sidecar, read_sidecar, tool_of
from mapper.system.reading import Need
from mapper.system.system import System
from mapper.version import __version__

from ..progress import step
from ..wrong_inputs import way_out
from .git import NoBaseline, NotInRevision, Revision, commits_ahead, find_revision, last_version
from .written_lines import with_written_lines

GIT = "git:"


class State(Struct, frozen=True):
    """One side of a review.

    `inputs` is None if only a result of the mapping is known, `complete` is False for a code spec. `doubts` are
    warnings about its files, `lost` the entities that could not be mapped. `revision` is the git revision it was read
    from.
    """

    side: ReviewSide
    mapping: Mapping
    inputs: Inputs | None = None
    complete: bool = True
    doubts: tuple[str, ...] = ()
    revision: Revision | None = None
    lost: Lost = field(default_factory=dict)

    @property
    def problems(self) -> list[str]:
        """Messages to show before all changes: which parts of the state could not be read, or not as requested."""
        notes = self.revision.notes if self.revision else []
        lost = [f"{self.side.name}: {kind} {name} cannot be mapped: {p}" for (kind, name), p in self.lost.items()]
        return [*notes, *lost]


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
    system = system_of_scheme(name)
    if system is not None:
        return _mapped(name, system, files.request(Path(name), system))
    if not name.startswith(GIT):
        _require(files.base / name, None, files.base)
        if (files.base / name).is_dir():
            system = _folder_system(name, files, files_below(files.base / name))
            return _mapped(name, system, files.request(files.base / name, system))
        return _read(name, files.base / name, files, read_bytes)
    revision_name, _, inner = name.removeprefix(GIT).partition(":")
    path = files.base / inner if inner else files.spec
    if path is None:
        remedy = f"write {GIT}{revision_name}:PATH"
        raise MappingError(Problem("a revision is named, and no file of it", name, remedy=remedy))
    revision = find_revision(revision_name, files.base)
    path = path if inner else revision.called(path)
    shown, system = name.removeprefix(GIT), system_of_scheme(str(path))
    try:
        if system is not None:  # a scheme, such as botocore: only the config is in the revision
            state = _mapped(shown, system, replace(files.request(path, system), reader=revision.read), revision)
            return _of_revision(state, revision)
        if revision.has_folder(path):
            system = _folder_system(name, files, revision.files(path))
            request = replace(files.request(path, system), reader=revision.read, lister=revision.files)
            return _of_revision(_mapped(shown, system, request, revision), revision)
        _require(path, revision, files.base, f"; if it had another name there, say {GIT}{revision_name}:PATH")
        return _of_revision(_read(shown, path, files, revision.read, revision), revision)
    except NoBaseline:
        raise
    except MappingError as error:
        problems = (replace(problem, text=f"{problem.text} (in {revision_name})") for problem in error.problems)
        raise MappingError(*problems) from None


def _of_revision(state: State, revision: Revision) -> State:
    return replace(state, revision=revision, side=replace(state.side, about=revision.about))


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


def _behind(old: State, new: State) -> list[str]:
    """A note if the old revision has commits that HEAD lacks, since their changes appear to be reverted."""
    revision = old.revision
    count = commits_ahead(revision) if revision is not None and new.revision is None else 0
    if revision is None or not count:
        return []
    commits = f"{count:,} commit{'s' if count > 1 else ''}"
    return [
        f"{revision.name} has {commits} that the checkout does not have; {GIT}{revision.name}... compares with the"
        " last common commit"
    ]


def _require(path: Path, revision: Revision | None, base: Path, hint: str = "") -> None:
    """Raise NotInRevision if the revision, or MappingError if the disk does not have a file."""
    shown = Documents(base).display(path)
    if revision is None and not path.exists():
        raise MappingError(Problem("no such file", shown, remedy="correct the path"))
    if revision is not None and not revision.has(path):
        raise NotInRevision(
            Problem(
                f"there is no {shown} in the revision {revision.name!r}{hint}",
                GIT + revision.name,
                remedy="with --missing-ok, that is no error",
            )
        )


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


def _digest_in(revision: Revision, folder: Path) -> Digest:
    """A function that returns the SHA-256 of an artifact next to a sidecar in a revision; None if there is none."""

    def digest(name: str) -> str | None:
        try:
            return hashlib.sha256(revision.read(folder / name, name)).hexdigest()
        except (MappingError, ValueError):  # the file does not exist, or cannot have this name
            return None

    return digest


def read_version(path: Path, base: Path, system: str) -> State:
    """The state in the sidecar of a version. Raises MappingError."""
    document = Documents(base).unpack(path)
    mapping = read_sidecar(document, vocabulary_of)
    _require_system(mapping, system, document.uri)
    doubts = _doubts(document, digest_next_to(path, base))
    return State(ReviewSide(document.uri, tool_of(document)), mapping, doubts=doubts)


def _require_system(mapping: Mapping, system: str, name: str) -> None:
    """Raise MappingError if a mapping is of another system, because everything would appear to be removed."""
    if mapping.system != system:
        text = f"this is mapped to {mapping.system}, and cannot be compared with what is mapped to {system}"
        raise MappingError(Problem(text, name, remedy="name two states of one system"))


def read_review_file(name: str | None, base: Path) -> Settings:
    """The settings in a review file; those without one. Raises MappingError."""
    return read_settings(Documents(base).load(Path(name)), review_rules()) if name else Settings()


def _read(name: str, path: Path, files: Files, reader: Reader, revision: Revision | None = None) -> State:
    document = Documents(files.base, reader=reader).unpack(path)
    if is_sidecar(document.root):
        mapping = read_sidecar(document, vocabulary_of)
        digest = digest_next_to(path, files.base) if revision is None else _digest_in(revision, path.parent)
        return State(ReviewSide(name, tool_of(document)), mapping, doubts=_doubts(document, digest))
    for known in (system_named(files.system),) if files.system else all_systems():
        written = known.comparison.of_artifact(document)
        if written is not None:
            return State(ReviewSide(name), replace(written, documents=(document,)), complete=False)
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
    (system,) = described
    return _mapped(name, system, replace(files.request(document, system), reader=reader), revision)


def _mapped(name: str, system: System, request: Request, revision: Revision | None = None) -> State:
    base = request.base or Path()
    if revision is not None:
        request = replace(request, config=_configs_in(revision, request.configs, system, base))
    with way_out(system, request) if revision is None else nullcontext():
        for path in (*request.configs, *request.overlays):
            _require(base / path, revision, base)
    result = system.run_in_part(replace(request, fixes=False))
    return State(ReviewSide(name, __version__), result.mapping, result.inputs, lost=result.lost)


def _configs_in(revision: Revision, configs: Iterable[Path], system: System, base: Path) -> list[Path]:
    """The configs of a state in a revision; an optional config may exist on one side only."""
    if system.reading.config_need is not Need.OPTIONAL:
        return [revision.called(base / path) for path in configs]
    default = base / system.reading.config
    called = [revision.called(base / path) for path in configs] or [default]
    existing = [path for path in called if revision.has(path)]
    missing = [Documents(base).display(path) for path in called if path not in (*existing, default)]
    revision.notes += [f"there was no {name} in {revision.name}" for name in missing]
    return existing


def moment_in(folder: Path) -> Moment:
    """Today, and the last released version of the repository that contains the folder."""
    return Moment(date.today(), last_version(folder))


_TODAY = Moment(date.min)
_DEFAULTS = Settings()


def review(
    old: State, new: State, settings: Settings = _DEFAULTS, recorded: State | None = None, moment: Moment = _TODAY
) -> Review:
    """All changes between two states, with their causes where these can be determined. Raises MappingError.

    `recorded` is the old state as it was mapped at its time, from a sidecar or a code spec. With it, changes by a newer
    version of the tool are reported as well.
    """
    with step(f"comparing {old.side.name} with {new.side.name}"):
        return _review(old, new, settings, recorded, moment)


def _review(old: State, new: State, settings: Settings, recorded: State | None, moment: Moment) -> Review:
    sides = [state for state in (old, recorded, new) if state]
    for state in sides:
        _require_system(state.mapping, new.mapping.system, state.side.name)
    system = system_named(new.mapping.system)
    judge = system.judge
    # an artifact has no sources: it shows changes by the tool, but not the changes since
    is_artifact = recorded is not None and recorded.complete != old.complete
    first = old if recorded is None or is_artifact else recorded
    before = {entity.ref: entity for entity in first.mapping.entities}
    complete = first.complete == new.complete
    nouns = system.reading.input.noun, system.reading.config_noun
    options = Options(settings.levels, complete, judge, (old.lost, new.lost), system.showing.title, nouns)
    comparable = system.comparison.comparable(first.mapping, new.mapping)
    changes = judge.with_peers(settings.judged(compare(*comparable, options)), *comparable)
    changes = tuple(sorted(changes, key=lambda c: (c.severity.rank, c.gravity, (c.kind, c.entity) not in new.lost)))
    notes = [*_behind(old, new), *(doubt for state in sides for doubt in state.doubts)]
    if changes and old.complete and new.complete:
        changes = _with_causes(changes, old, new, options, None if is_artifact else recorded, notes)
    if recorded is not None and is_artifact:
        by_tool = compare(recorded.mapping, old.mapping, replace(options, complete=False, lost=({}, {})))
        changes = by_severity([*changes, *(replace(change, cause=Cause.TOOL) for change in settings.judged(by_tool))])
    changes = with_edits(changes)
    known = old.complete and new.complete and bool(old.inputs and new.inputs)
    notes += settings.notes(changes, moment)
    changes = with_written_lines(settings.apply(changes, moment), *comparable)
    skeletons = tuple(judge.skeletons(changes, new.mapping))
    orphans = tuple(ref for ref in new.lost if (was := before.get(ref)) and calls_gone(was, new.mapping))
    notes += [_orphan_text(new.side.name, ref) for ref in orphans]
    left = replace(new, lost={ref: problem for ref, problem in new.lost.items() if ref not in orphans})
    problems = tuple(problem for state in (*sides[:-1], left) for problem in state.problems)
    return Review(
        old.side,
        new.side,
        changes,
        tuple(notes),
        new.mapping.documents,
        problems,
        moment.released,
        skeletons=skeletons,
        system=new.mapping.system,
        diagnostics=_new_diagnostics(old.mapping, new.mapping) if known else (),
        uncompared=len(left.lost.keys() | {entity.ref for entity in new.mapping.entities} & old.lost.keys()),
        orphans=orphans,
    )


def _orphan_text(name: str, ref: EntityRef) -> str:
    return f"{name}: the config still names the {ref}, which the API has no more; `oasmap settle` takes the entry out"


def _new_diagnostics(old: Mapping, new: Mapping) -> tuple[Diagnostic, ...]:
    """The errors and warnings of the mapping that only the new state has, errors first."""
    before = {(d.code, d.entity, d.path) for d in old.diagnostics}
    come = [d for d in new.diagnostics if d.severity is not Severity.INFO and (d.code, d.entity, d.path) not in before]
    return tuple(sorted(come, key=lambda d: (d.severity is not Severity.ERROR, d.code)))


def review_of_nothing(name: str, problems: Iterable[str], new: ReviewSide, state: State | None = None) -> Review:
    """A review without changes that reports why nothing is compared; `state` is the new one, if it can be read."""
    told = (*problems, *(state.problems if state else ()))
    documents, system = (state.mapping.documents, state.mapping.system) if state else ((), "")
    return Review(ReviewSide(name), new, (), (), documents, told, system=system, is_compared=False)


def _with_causes(
    changes: tuple[Change, ...], old: State, new: State, options: Options, recorded: State | None, notes: list[str]
) -> tuple[Change, ...]:
    changed = inputs_changed(old.mapping, new.mapping)
    if changed is None:
        notes.append("the causes are not known: a sidecar does not say what its inputs were")
        return changes
    runs = _runs(old, new, recorded)
    other_tool = old.side.tool != new.side.tool
    if runs is None and (all(changed) or (any(changed) and other_tool)):
        what = " and ".join(f"the {noun}" for noun in options.inputs) if all(changed) else "an input"
        tool = f", and the tool ({old.side.tool} to {new.side.tool})" if other_tool else ""
        notes.append(
            f"the causes are not known: {what}{tool} changed since the sidecar was written; compare with a git"
            " revision to tell them apart"
        )
        return changes
    return with_causes(changes, old.mapping, new.mapping, runs, options)


def _runs(old: State, new: State, recorded: State | None) -> Runs | None:
    before, after = old.inputs, new.inputs
    if before is None or after is None:
        return None
    return Runs(
        lambda wanted: after.map_with(before.config, wanted),
        lambda wanted: before.map_with(after.config, wanted),
        recorded.mapping if recorded else None,
        _resetting(after),
    )


def _resetting(inputs: Inputs) -> Reset | None:
    """How to map the inputs with another value of a key; None if their config has no keys for every entity."""
    config_with = getattr(inputs, "config_with", None)
    if config_with is None:
        return None

    def reset(key: Key, value: object, wanted: Wanted) -> Mapping | None:
        try:
            return inputs.map_with(config_with(*key, value), wanted)
        except MappingError:  # the old value does not fit the rest of the new config
            return None

    return reset
