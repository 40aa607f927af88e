"""Places in an IDL, and findings about them."""

from typing import NamedTuple

from msgspec import Struct

from mapper.report.diagnostic import Problem, Rule, Severity


class GoPlace(NamedTuple):
    """A position in a file. `path` is relative to the folder of the IDL; lines and columns (in bytes) start at 1."""

    path: str
    line: int
    column: int


class Finding(Struct, frozen=True):
    """The result of a rule: text, place, and a fix to paste."""

    rule: Rule
    text: str
    place: GoPlace
    fix: str = ""

    @property
    def is_error(self) -> bool:
        """Whether it prevents any output."""
        return self.rule.severity is Severity.ERROR

    @property
    def problem(self) -> Problem:
        """The finding as a problem."""
        text = f"{self.text} [{self.rule.code}]"
        return Problem(text, *self.place, remedy=self.fix or self.rule.step)

    def __str__(self) -> str:
        return str(self.problem)


class Findings(list[Finding]):
    """Collects findings, so that all problems are reported together."""

    def say(self, rule: Rule, text: str, place: GoPlace, fix: str = "") -> None:
        """Add a finding."""
        self.append(Finding(rule, text, place, fix))
