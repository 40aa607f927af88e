"""Where something is in an IDL, and what is to be said about it."""

from __future__ import annotations

from typing import NamedTuple

from ...diagnostics import Problem, Rule, Severity
from ...immutable import dataclass


class Place(NamedTuple):
    """A position in a file. `path` is relative to the folder of the IDL; lines and columns (in bytes) start at 1."""

    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule has found, where, and what may be pasted to change it."""

    rule: Rule
    text: str
    place: Place
    fix: str = ""

    @property
    def is_error(self) -> bool:
        """Whether nothing may be written."""
        return self.rule.severity is Severity.ERROR

    @property
    def problem(self) -> Problem:
        """The same as an error of the frame."""
        text = f"{self.text} [{self.rule.code}]"
        return Problem(f"{text}; {self.fix}" if self.fix else text, *self.place)

    def __str__(self) -> str:
        return str(self.problem)


Findings = list[Finding]
"""Collects what is found: all problems are said at once."""
