"""Tables of diagnostics: a row for each code, in a TOML file next to the module that gives the rules their names."""

from __future__ import annotations

import tomllib
from pathlib import Path

from .diagnostic import Rule, Severity, Survives
from .outcome import OUTCOMES

_OUTCOMES = {outcome.key: outcome for outcome in OUTCOMES}


def read_rules(module: str) -> dict[str, Rule]:
    """The rules in the table next to a module (its `__file__`), by code, in the order of the table."""
    rows = tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        code: Rule(
            code,
            severity=Severity(row.pop("severity")),
            outcome=_OUTCOMES[row.pop("outcome")],
            survives_merge=Survives(row.pop("survives_merge", Survives.NEVER)),
            **row,
        )
        for code, row in rows.items()
    }
