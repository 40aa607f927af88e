"""Diagnostics of several systems: about documents, entries of a config, names, and types that disagree."""

import json
from pathlib import Path
from typing import Any

from .diagnostic import OUTCOMES, Loss, Rule, Severity, Survives

_OUTCOMES = {outcome.key: outcome for outcome in OUTCOMES}


def read_table(module: str) -> dict[str, Any]:
    """The table next to a module (its `__file__`). It is JSON, which every run reads ten times as fast as TOML."""
    table: dict[str, Any] = json.loads(Path(module).with_suffix(".json").read_text(encoding="utf-8"))
    return table


def read_rules(module: str) -> dict[str, Rule]:
    """The rules in the table next to a module, by code, in the order of the table."""
    return {
        code: Rule(
            code,
            severity=Severity(row.pop("severity")),
            outcome=_OUTCOMES[row.pop("outcome")],
            loses=Loss(row.pop("loses", Loss.NOTHING)),
            survives_merge=Survives(row.pop("survives_merge", Survives.NEVER)),
            **row,
        )
        for code, row in read_table(module).items()
    }


RULES = read_rules(__file__)
"""All rules by code."""

UNUSED_IGNORE = RULES["OAS102"]
NO_EFFECT = RULES["OAS107"]
DUPLICATE_KEY = RULES["OAS201"]
SEVERAL_FILES = RULES["OAS202"]
SECOND_DOCUMENT = RULES["OAS207"]
VIOLATION = RULES["OAS203"]
OVERLAY = RULES["OAS205"]
UNUSED_ACTION = RULES["OAS206"]
NAME_COLLISION = RULES["OAS501"]
TYPE_MISMATCH = RULES["OAS601"]
