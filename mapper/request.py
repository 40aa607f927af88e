"""Requests to a system, and their results: to map an input, to propose a config, to apply proposals."""

import os
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as Dict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from .inputs import Document, Reader
from .model import Mapping
from .report.diagnostic import Diagnostic, MappingError, Problem, Severity

if TYPE_CHECKING:
    from .review.changes import Lost, Wanted


class Option(StrEnum):
    """What a request may have besides an input and a config. Each system declares which options it takes."""

    OVERLAYS = "overlays"
    ALLOW_HOSTS = "other hosts"
    VALIDATION = "validation"
    VERSION = "a version"
    SERVICE = "the name of a service"
    SEVERAL_CONFIGS = "several configs"
    PROVIDER = "the name of a provider"
    LIVE = "a running process"
    PLUGIN_DIRS = "folders of plugins"
    PROOF = "a record of what a provider says of the pages"
    LIFE = "a record of what was tried"
    DIALECT = "a dialect"


Lister = Callable[[Path], Iterable[Path]]
"""A folder -> the files in it, at any depth. Raises MappingError."""


def files_below(folder: Path) -> Iterable[Path]:
    """The files of a folder on the disk; links to folders are not followed."""
    return (Path(where, name) for where, _, names in os.walk(folder) for name in names)


class Proposing(Struct, frozen=True):
    """A request to propose a config. `include` and `exclude` are patterns of operation names.

    `existing` is a config to which only what is new is added. `like` names the reference tool whose output the config
    keeps as it is. `site`: a site is built of the config, which has to fit into the limits of a build. `only` names the
    kind of entities that is proposed alone; `all_data_sources`: none of them is left out.
    """

    spec: Path | Document
    provider: str | None = None
    overlays: Sequence[Path] = ()
    allow_hosts: Sequence[str] = ()
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    existing: Document | None = None
    like: str = ""
    site: bool = False
    only: str = ""
    all_data_sources: bool = False

    def takes_only(self, system: str, *options: str) -> None:
        """Raise a MappingError if an option is given that means nothing to a system: any but `options`."""
        for name, spelled in _SPELLED.items():
            if name not in options and getattr(self, name):
                raise MappingError(
                    Problem(f"the system {system} proposes nothing for {spelled}", remedy="leave it out")
                )


_SPELLED = {
    "overlays": "--overlay",
    "allow_hosts": "--allow-host",
    "include": "--include",
    "exclude": "--exclude",
    "existing": "--update",
    "only": "--only",
    "all_data_sources": "--all-data-sources",
    "like": "--like",
}


class StartingConfig(Struct, frozen=True):
    """A starting config, one line about it, other `files`, and the next `command` if that is not to map with it.

    `notes` are more lines, on what is left to look at. The text is empty for a system without a config.
    """

    text: str
    summary: str
    files: Dict[Path, str] = field(default_factory=dict)
    command: str = ""
    notes: tuple[str, ...] = ()


class Settled(Struct, frozen=True):
    """Configs with all proposed fixes applied: the text of each file before and after.

    `before` counts the warnings and errors before, `left` are those that only a person can decide.
    """

    files: dict[Path, tuple[str, str]]
    before: int
    left: tuple[Diagnostic, ...]


class ReadOptions(Struct, frozen=True, kw_only=True):
    """How an input is read, besides with a config.

    `service` is the name that users call the mapped service by; None takes it from the input. `provider` selects one of
    several providers in an input. `live`: a process may be started, found in `plugin_dirs`. `proof` is the sidecar that
    records what that process returned about the pages. `dialect` selects whose rules the output follows if a system has
    several; None leaves it to the config. `life` is the record of what was seen when resources were tried.
    """

    overlays: Sequence[Path] = ()
    allow_hosts: Sequence[str] = ()
    service: str | None = None
    provider: str | None = None
    live: bool = False
    plugin_dirs: Sequence[Path] = ()
    proof: Path | None = None
    dialect: str | None = None
    life: Path | None = None

    def without_process(self) -> "ReadOptions":
        """The same without a process, which is never started for an old state."""
        return replace(self, live=False, plugin_dirs=())


class Request(ReadOptions, frozen=True):
    """What one mapping is made from. `version` is the version of the system's tools; None is the newest known.

    `spec` is the input or its name, `config` are names of configs. File names are shown relative to `base`, and
    `reader` reads the files, those on the disk by default. `levels` are severities by diagnostic code. `lister` lists
    the files of a folder, those on the disk by default. Without `references`, what attributes refer to and what calls
    take may be missing: only pages and sidecars show it, and finding it takes a twentieth of the time. Without `fixes`,
    diagnostics may propose nothing: a review shows no proposals, and finding names takes up to a tenth.
    """

    spec: str | Path | Document
    config: Sequence[str | Path]
    base: Path | None = None
    reader: Reader | None = None
    levels: dict[str, Severity] | None = None
    validate: bool = False
    references: bool = True
    fixes: bool = True
    version: str | None = None
    lister: Lister | None = None

    @property
    def reading(self) -> ReadOptions:
        """How the input is read, for another input."""
        return ReadOptions(**{name: getattr(self, name) for name in ReadOptions.__struct_fields__})

    @property
    def folder(self) -> Path:
        """The folder in which files are named; the current one if there is no base."""
        return self.base or Path()

    @property
    def input(self) -> Path | Document:
        """The input, as a path where its name is given."""
        return self.spec if isinstance(self.spec, Document) else Path(self.spec)

    @property
    def configs(self) -> list[Path]:
        """The paths of the configs."""
        return [Path(path) for path in self.config]

    def files(self, suffix: str) -> list[Path]:
        """The files of a folder, at any depth, whose names end with `suffix`, sorted. Raises MappingError."""
        folder = self.input
        if isinstance(folder, Document):
            raise MappingError(Problem("a folder is expected", folder.uri, remedy="name the folder that has the files"))
        if self.lister is None and not folder.is_dir():
            raise MappingError(
                Problem("a folder is expected", str(folder), remedy="name the folder that has the files")
            )
        found = (self.lister or files_below)(folder)
        return sorted(path for path in found if path.name.endswith(suffix))

    @property
    def options(self) -> frozenset[Option]:
        """The options that the request uses."""
        used = {
            Option.OVERLAYS: self.overlays,
            Option.ALLOW_HOSTS: self.allow_hosts,
            Option.VALIDATION: self.validate,
            Option.VERSION: self.version is not None,
            Option.SERVICE: self.service is not None,
            Option.SEVERAL_CONFIGS: len(self.config) > 1,
            Option.PROVIDER: self.provider is not None,
            Option.LIVE: self.live,
            Option.PLUGIN_DIRS: self.plugin_dirs,
            Option.PROOF: self.proof is not None,
            Option.LIFE: self.life is not None,
            Option.DIALECT: self.dialect is not None,
        }
        return frozenset(option for option, given in used.items() if given)


class Inputs(Protocol):
    """An input and a config, both read. A review maps one input with several configs."""

    @property
    def config(self) -> Any: ...

    def map(self) -> Mapping:
        """Map the input. Raises MappingError."""
        ...

    def map_with(self, config: Any, wanted: "Wanted") -> Mapping:
        """Map the input with another config, except entries that the input does not have. Raises MappingError.

        Only `wanted` entities need be mapped. An operation of the other config that the input lacks may be replaced by
        this config's: a path that moved in both then does not hide other changes.
        """
        ...


class Mapped(Struct, frozen=True):
    """A mapping, and what it was made from. `lost` says what could not be mapped if a part is enough.

    `sidecar` is the file that the mapping was read from, if it was not made in this run; it
    has no other artifacts then.
    """

    inputs: Inputs | None
    mapping: Mapping
    lost: "Lost" = field(default_factory=dict)
    sidecar: bytes | None = None
