"""Prints the diagnostics of a mapping, and why a command ends."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from msgspec import Struct

from mapper.registry import system_named
from mapper.report.diagnostic import Diagnostic, Problem
from mapper.text.display import visible

from ..messages import as_github, as_json, as_text
from .program import refuse


def way_back(system: str, diagnostics: Iterable[Diagnostic]) -> str:
    """What to do where --strict finds a loss: not every system and not every warning has a fix that can be written."""
    if system_named(system).config_tools.fixes_as_text(diagnostics):
        return "`oasmap settle` proposes entries for the warnings above"
    return "do what each warning above says, or run without --strict"


class Report(Struct, frozen=True):
    """Prints diagnostics. `taken`: a command writes its output to standard output."""

    format: str = "text"
    quiet: bool = False
    taken: bool = False

    @property
    def stream(self) -> TextIO:
        """Where diagnostics for machines go: standard output, or standard error if the output goes there."""
        return sys.stderr if self.taken else sys.stdout

    def diagnostics(self, diagnostics: Sequence[Diagnostic], problems: Sequence[Problem] = ()) -> None:
        """Print the diagnostics of one or several mappings."""
        if self.quiet:
            return
        if self.format == "text":
            text, stream = as_text(diagnostics), sys.stderr
        else:
            write = as_json if self.format == "json" else as_github
            text, stream = write(diagnostics, problems), self.stream
        if text:
            stream.write(f"{text}\n")

    def problems(self, problems: Sequence[Problem], diagnostics: Sequence[Diagnostic] | None = None) -> int:
        """Print why a command ends, and return its exit code."""
        if diagnostics is not None:
            self.diagnostics(diagnostics, problems)
        elif self.format != "text":
            self.stream.write((as_json if self.format == "json" else as_github)((), problems) + "\n")
        return refuse(problems)

    def line(self, text: str) -> None:
        """Print a summary line, unless --quiet or a machine format is given."""
        if not self.quiet and self.format == "text":
            sys.stderr.write(f"{text}\n")


def note_mixed(sidecar: Path) -> None:
    """Print a note if a sidecar and the artifacts next to it are not of the same run."""
    from mapper.sidecar.consistency import mixed_text, strangers_on_disk

    names = strangers_on_disk(sidecar, Path.cwd())
    if names:
        sys.stderr.write(f"note: {visible(mixed_text(str(sidecar), names))}\n")
