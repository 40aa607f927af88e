"""What only some systems have: help with a config, rules for files that users edit, and comparison with a schema.

Each class is what a system without the extra has: it does nothing.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from ..model import Mapping
from ..report.diagnostic import Diagnostic, Problem
from ..request import Mapped, Request, Settled


class ConfigTools:
    """What a system does for the authors of its config."""

    def schema(self) -> dict[str, Any] | None:
        """The JSON Schema of the config, for editors; None if there is none."""
        return None

    def with_fixes(self, request: Request) -> Settled | None:
        """The config with all fixes that diagnostics propose; None if the system has no such fixes. Raises
        MappingError.
        """
        return None

    def fixes_as_text(self, diagnostics: Iterable[Diagnostic]) -> str:
        """The proposals of diagnostics as one block of the config; empty if there is none."""
        return ""

    def unusable(self, mapping: Mapping) -> tuple[str, ...]:
        """What looks unusable in a mapping, in lines for its maintainer."""
        return ()

    def unexplained_ignores(self, mapped: Mapped) -> tuple[Problem, ...]:
        """What the config leaves out that somebody needs, without saying why."""
        return ()


class OutputFiles:
    """The files of an output that has files of users next to generated ones."""

    def is_user_owned(self, path: str) -> bool:
        """Whether a file of the output is written only if it does not exist: users edit it from then on."""
        return False

    def footer(self, path: Path, written: Collection[Path]) -> str:
        """Text to append to a file, depending on what else is in its folder. Raises MappingError."""
        return ""

    def check_targets(self, paths: Collection[Path], mapped: Mapped) -> None:
        """Raises MappingError if a file to be overwritten was not written by this system."""


class Comparison:
    """What two mappings of the system are compared as."""

    def as_declared(self, mapping: Mapping) -> Mapping:
        """The mapping with what its input declares, where pages show something truer."""
        return mapping

    def comparable(self, old: Mapping, new: Mapping) -> tuple[Mapping, Mapping]:
        """Two mappings without the members that only one of their inputs can have."""
        return old, new
