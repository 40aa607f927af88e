"""The interface of systems whose artifacts can be tried out before there is a program that uses them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from ..request import Request

Say = Callable[[str], None]
"""Takes a line for people."""


class TrialOptions(Struct, frozen=True):
    """How the artifacts are tried out: by a `command`, or by what a person types until the process gets a signal.

    `objects` is a file with objects that exist from the beginning. `folder` is where the person's configuration is.
    `endpoint` is the address of a real API, in place of a mock. `confirm` shows what is about to happen, and asks
    whether to go on.
    """

    command: Sequence[str] = ()
    objects: Path | None = None
    folder: Path = Path()
    endpoint: str = ""
    confirm: Callable[[str], bool] = bool


class TrialResult(Struct, frozen=True):
    """The result of a trial of all objects: `lines` for people, a `record` for pages, and whether all `live`."""

    lines: Sequence[str]
    record: str
    live: bool


class Trial(Protocol):
    """What a system can do to try out its artifacts."""

    def offer(self, request: Request, options: TrialOptions, say: Say) -> int:
        """Offer the objects of an input until the command ends, or a signal comes; returns the exit code.

        Raises MappingError.
        """
        ...

    def try_all(self, request: Request, *, real: bool) -> TrialResult:
        """Create, read, change, import and destroy an object of each kind. Raises MappingError.

        With `real`, the program that uses the artifacts does it; else, its rules do in this process.
        """
        ...
