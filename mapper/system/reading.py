"""What a system reads: its input, its config, and the options that it takes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from ..request import Mapped, Option, Request


class Need(StrEnum):
    """Whether a system has a config."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    NONE = "none"


class Input(Struct, frozen=True):
    """What a system reads. `words` describe it in the help of the command line.

    `marks` are sets of keys: a document with all keys of one set is an input of the system. `recognizes` decides in
    place of marks, where keys alone do not tell. `schemes` are prefixes, before a colon, of inputs that are not files,
    such as `botocore:s3`. `folder`: the input is a folder of files, whose names end with `suffix`. `shared`: another
    system reads such input by default, so this one has to be named. `noun` is the word for it in a review.
    """

    words: str
    marks: tuple[frozenset[str], ...] = ()
    schemes: tuple[str, ...] = ()
    folder: bool = False
    suffix: str = ""
    shared: bool = False
    recognizes: Callable[[object], bool] | None = None
    noun: str = "API description"

    def describes(self, root: object) -> bool:
        """Whether a parsed document is such an input."""
        if self.recognizes is not None:
            return self.recognizes(root)
        return isinstance(root, dict) and any(mark <= root.keys() for mark in self.marks)


class Options(Struct, frozen=True):
    """The options that a system takes.

    `dialects` are the dialects of its output; the first is the default. `version_help` is the help text of the option
    for versions of its tools; empty if the output does not depend on them.
    """

    taken: frozenset[Option] = frozenset()
    dialects: tuple[str, ...] = ()
    version_help: str = ""


class Reading(ABC):
    """How a system reads and maps its input."""

    input: Input
    options = Options()
    config: str = ""
    """The name of the config file that is read if none is given."""

    config_noun: str = "generator config"
    """What a review calls the config."""

    config_need: Need = Need.REQUIRED

    def default_config(self, base: Path) -> list[Path]:
        """The config files that are read if none is given; empty if the config is optional and does not exist."""
        path = base / self.config
        if self.config_need is Need.NONE or (self.config_need is Need.OPTIONAL and not path.is_file()):
            return []
        return [path]

    @abstractmethod
    def map(self, request: Request) -> Mapped:
        """Read and map a request whose options the system takes. Raises MappingError."""

    def map_in_part(self, request: Request) -> Mapped:
        """As `map`, for a state that is only compared: what cannot be mapped is left out, and named in `lost`.

        Raises MappingError if nothing can be mapped.
        """
        return self.map(request)
