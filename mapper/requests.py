"""What a system is asked for, and what it answers: a request to map or to propose a config, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as Dict
from dataclasses import field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .diagnostics import Diagnostic, MappingError, Problem, Severity
from .documents import Document, Reader
from .immutable import dataclass
from .model import Mapping
from .reads import note_folder

if TYPE_CHECKING:
    from .review.mixtures import Lost, Wanted


class Option(StrEnum):
    """What a request may have besides an input and a config. Each system says which of them it takes."""

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
    DIALECT = "a dialect"


Lister = Callable[[Path], Iterable[Path]]
"""A folder -> the files in it, at any depth. Raises MappingError."""


def files_below(folder: Path) -> Iterable[Path]:
    """The files of a folder on the disk; links to folders are not followed."""
    note_folder(folder)
    return (Path(where, name) for where, _, names in os.walk(folder) for name in names)


@dataclass(frozen=True, slots=True)
class Proposing:
    """What a config is to be proposed from. `include` and `exclude` are patterns of the names of operations.

    `existing` is a config that gets only what is new.
    """

    spec: Path | Document
    provider: str | None = None
    overlays: Sequence[Path] = ()
    allow_hosts: Sequence[str] = ()
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    existing: Document | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A config to start from, a line about it, other `files`, and the `command` that is next, if not to map with it."""

    text: str
    summary: str
    files: Dict[Path, str] = field(default_factory=dict)
    command: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """Configs with all proposed fixes in them: the text of each file before and after.

    `before` counts the warnings and errors that there were, `left` are those that only a person can decide.
    """

    files: dict[Path, tuple[str, str]]
    before: int
    left: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What one mapping is made from. `version` is that of the system's own tools; None is the newest known.
    `service` is how users call the service that is mapped; None is what the input says.

    File names are shown relative to `base`, and `reader` reads the files, those on the disk by default. `levels`
    are severities by diagnostic code. `lister` lists the files of a folder, those on the disk by default. `provider`
    is the one that is meant where an input has several. `live`: a process may be started, found in `plugin_dirs`.
    `proof` is the sidecar in which is recorded what that process said of the pages.
    `dialect` is whose output is written, where a system has several; None is what the config says.
    """

    spec: Path | Document
    config: Sequence[Path]
    base: Path | None = None
    reader: Reader | None = None
    levels: dict[str, Severity] | None = None
    validate: bool = False
    overlays: Sequence[Path] = ()
    allow_hosts: Sequence[str] = ()
    version: str | None = None
    service: str | None = None
    lister: Lister | None = None
    provider: str | None = None
    live: bool = False
    plugin_dirs: Sequence[Path] = ()
    proof: Path | None = None
    dialect: str | None = None

    def files(self, suffix: str) -> list[Path]:
        """The files of a folder, at any depth, whose names end with `suffix`, sorted. Raises MappingError."""
        if isinstance(self.spec, Document):
            raise MappingError(Problem("a folder is expected", self.spec.uri))
        if self.lister is None and not self.spec.is_dir():
            raise MappingError(Problem("a folder is expected", str(self.spec)))
        found = (self.lister or files_below)(self.spec)
        return sorted(path for path in found if path.name.endswith(suffix))

    @property
    def options(self) -> frozenset[Option]:
        """The options that the request makes use of."""
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
            Option.DIALECT: self.dialect is not None,
        }
        return frozenset(option for option, given in used.items() if given)


class Inputs(Protocol):
    """An input and a config, read. A review maps one input with several configs."""

    @property
    def config(self) -> Any: ...

    def map(self) -> Mapping:
        """Map them. Raises MappingError."""
        ...

    def map_with(self, config: Any, wanted: Wanted) -> Mapping:
        """Map the input with another config, as far as it has what that asks for. Raises MappingError.

        Only what is `wanted` need be mapped. Where the input lacks an operation that the other config names, that of
        the own config may be in, so that a path which moved in both does not hide what else changed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Mapped:
    """A mapping, and what it was made from. `lost` says what could not be mapped, where a part is enough.

    `sidecar` is the file that the mapping was read from, where it was not made now: there are no other artifacts then.
    """

    inputs: Inputs | None
    mapping: Mapping
    lost: Lost = field(default_factory=dict)
    sidecar: bytes | None = None
