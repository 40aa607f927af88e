"""The diagnostics of the profile `v2020`, and of settings that only one profile takes: OAS851 to OAS854."""

from __future__ import annotations

from ...report.diagnostic import Rule, Severity, rules_in
from ...report.outcome import AS_IT_IS, WITHOUT_EFFECT

_W, _I = Severity.WARNING, Severity.INFO

UNKNOWN_OVERLAY = Rule(
    "OAS851",
    _W,
    "Overlay of a resource that is not generated",
    "Nothing is laid over anything.",
    WITHOUT_EFFECT,
    remedy="Correct the `terraform_name` of the overlay, or remove it.",
)
OTHER_PROFILE = Rule(
    "OAS852",
    _W,
    "Setting that the profile does not have",
    "The setting has no effect.",
    WITHOUT_EFFECT,
    remedy="Remove the setting, or choose the other `profile`.",
)
INTEGERS = Rule(
    "OAS853",
    _I,
    "Numbers that are taken for integers",
    "Their type in Go is `int64`. A schema does not say which numbers are whole.",
    AS_IT_IS,
    remedy="List the paths of other numbers in `number_float`, and those that are integers in `number_int`.",
)
PLAIN_SECRET = Rule(
    "OAS854",
    _I,
    "Secret in plain text",
    "The value is a field of the manifest as any other.",
    AS_IT_IS,
    remedy="Say `secrets: reference` in the config, or let nobody read these resources who must not know it.",
)
RULES = rules_in(vars())
"""All of them by code."""
