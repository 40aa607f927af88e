"""What is found in a package schema, by the pointer to it."""

from __future__ import annotations

from typing import NamedTuple

from ...diagnostics import Rule, Severity


class Finding(NamedTuple):
    """What a rule has found under a JSON pointer of the schema."""

    rule: Rule
    text: str
    pointer: str

    @property
    def is_error(self) -> bool:
        """Whether there is no mapping."""
        return self.rule.severity is Severity.ERROR


Findings = list[Finding]
