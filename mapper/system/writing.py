"""What a system writes: the files of its artifact."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from pathlib import Path

from msgspec import Struct

from ..request import Mapped
from .extras import OutputFiles


class Output(Struct, frozen=True):
    """What a system writes: the file `name`; or several files, in a folder, which is `name` unless another is given.

    `parts` are the first path segments of files that can be written into folders of their own, and `files`
    the names of files that can.
    """

    name: str = ""
    folder: bool = False
    parts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def separable(self) -> tuple[str, ...]:
        """The keys of what can be written into a folder of its own: the parts, and the files without their suffix."""
        return (*self.parts, *(file.partition(".")[0] for file in self.files))


class Writing(ABC):
    """How a system writes its artifact."""

    output: Output
    user_files = OutputFiles()
    """Rules for files that users edit; here, there are none."""

    @abstractmethod
    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        """The files of the artifact: path -> pieces of its text.

        With `parts`, keys of `Output.separable`, only these are needed; other files may be in it, too.
        """

    def words(self, name: str) -> str:
        """The purpose of a file of the artifact, by its name, or empty. Several files may have the same words."""
        return ""

    def stale_files(self, folder: Path, written: Collection[Path]) -> list[Path]:
        """The files in the output folder that an earlier run wrote and this one does not.

        Raises MappingError if the folder cannot be read.
        """
        return []
