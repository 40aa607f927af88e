"""Findings about a package schema, each with a JSON pointer."""

from __future__ import annotations

from typing import NamedTuple

from ...report.diagnostic import Rule, Severity


class Finding(NamedTuple):
    """The result of a rule at a JSON pointer of the schema."""

    rule: Rule
    text: str
    pointer: str

    @property
    def is_error(self) -> bool:
        """Whether it prevents a mapping."""
        return self.rule.severity is Severity.ERROR


Findings = list[Finding]
