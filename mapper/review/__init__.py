"""The review of a mapping: what changed since a baseline, how bad that is, whom it breaks, and what caused it."""

from __future__ import annotations

from .changes import Cause, Change, Evidence, Review, Side
from .entities import Options, compare
from .rules import RULES, Audience, Rule, Severity
from .settings import Settings
from .settings_reader import read_settings

__all__ = [
    "RULES",
    "Audience",
    "Cause",
    "Change",
    "Evidence",
    "Options",
    "Review",
    "Rule",
    "Settings",
    "Severity",
    "Side",
    "compare",
    "read_settings",
]
