"""The interface of systems whose artifacts can be tried out before there is a program that uses them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from ..request import Request

Say = Callable[[str], None]
"""Takes a line for people."""


class Trying(Struct, frozen=True):
    """How the artifacts are tried out: by a `command`, or by what a person types until the process gets a signal.

    `objects` is a file with objects that exist from the beginning. `folder` is where the person's configuration is.
    `endpoint` is the address of a real API, in place of a mock; `confirm` asks whether to go on after a sentence on
    what is about to happen.
    """

    command: Sequence[str] = ()
    objects: Path | None = None
    folder: Path = Path()
    endpoint: str = ""
    confirm: Callable[[str], bool] = bool


class Lived(Struct, frozen=True):
    """What was seen when all objects were tried: `lines` for people, a `record` for pages, and whether all `live`."""

    lines: Sequence[str]
    record: str
    live: bool


class Trial(Protocol):
    """What a system can do to try out its artifacts."""

    def offer(self, request: Request, trying: Trying, say: Say) -> int:
        """Offer the objects of an input until the command ends, or a signal comes; returns the exit code.

        Raises MappingError.
        """
        ...

    def try_all(self, request: Request, *, real: bool) -> Lived:
        """Create, read, change, import and destroy an object of each kind; by the `real` program that uses the
        artifacts, or by its rules in this process. Raises MappingError.
        """
        ...
