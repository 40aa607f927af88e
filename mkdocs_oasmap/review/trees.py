"""The files of one side of a review: on the disk, or in a git revision."""

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from mapper.inputs import read_bytes
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Lister, Request, files_below
from mapper.sidecar.consistency import Digest, digest_next_to
from mapper.system.system import System

from ..wrong_inputs import way_out


class Tree(Protocol):
    """The files of one side. `mkdocs_oasmap.review.git.Revision` and `Disk` are trees."""

    name: str
    """The name of the revision; empty for the disk."""

    @property
    def about(self) -> str:
        """Date and subject of the commit, or empty."""
        ...

    @property
    def notes(self) -> Sequence[str]:
        """What was read differently than requested, such as a file under its old name."""
        ...

    @property
    def lister(self) -> Lister | None:
        """What lists the files of a folder for a request, as `mapper.request.Request` takes it."""
        ...

    def read(self, path: Path, uri: str) -> bytes:
        """The content of a file. Raises MappingError."""
        ...

    def has(self, path: Path) -> bool:
        """Whether there is a file at this path. Raises MappingError."""
        ...

    def has_folder(self, path: Path) -> bool:
        """Whether there is a folder at this path."""
        ...

    def files(self, folder: Path) -> Collection[Path]:
        """The files in a folder, at any depth. Raises MappingError."""
        ...

    def called(self, path: Path) -> Path:
        """The path here of a file on the disk."""
        ...

    def configs(self, paths: Sequence[Path], base: Path, default: Path | None) -> Sequence[Path]:
        """The paths here of configs on the disk, relative to `base`. `default` is the path of an optional config."""
        ...

    def missing(self, shown: str, *, is_input: bool) -> MappingError:
        """The error for an input or a config that is not here."""
        ...

    def located(self, error: MappingError) -> MappingError:
        """An error that says where the file is that it is about."""
        ...

    def way_out(self, system: System, request: Request) -> AbstractContextManager[None]:
        """A context in which an error for a missing config says what to do."""
        ...

    def digests(self, sidecar: Path, base: Path) -> Digest:
        """A function that hashes the artifacts next to a sidecar."""
        ...

    def commits_ahead(self) -> int:
        """The number of commits that this has and HEAD lacks; 0 if it cannot be determined."""
        ...


class Disk:
    """The files on the disk, as they are now."""

    name = ""
    about = ""
    notes: Sequence[str] = ()
    lister: Lister | None = None
    read = staticmethod(read_bytes)
    way_out = staticmethod(way_out)
    digests = staticmethod(digest_next_to)

    def has(self, path: Path) -> bool:
        """Whether anything is at this path."""
        return path.exists()

    def has_folder(self, path: Path) -> bool:
        """Whether a folder is at this path."""
        return path.is_dir()

    def files(self, folder: Path) -> Collection[Path]:
        """The files in a folder, at any depth."""
        return list(files_below(folder))

    def called(self, path: Path) -> Path:
        """The same path."""
        return path

    def configs(self, paths: Sequence[Path], _base: Path, _default: Path | None) -> Sequence[Path]:
        """The same paths: a config that is named has to exist, even if the system needs none."""
        return paths

    def missing(self, shown: str, *, is_input: bool) -> MappingError:
        """The error for a file that does not exist. A name without a suffix may be meant as a revision."""
        remedy = "correct the path"
        if is_input and not Path(shown).suffix and ":" not in shown:
            remedy += f", or write git:{shown} for a revision"
        return MappingError(Problem("no such file", shown, remedy=remedy))

    def located(self, error: MappingError) -> MappingError:
        """The same error."""
        return error

    def commits_ahead(self) -> int:
        """None: the disk is what revisions are compared with."""
        return 0


DISK = Disk()
