"""The review of a mapping: what changed since a baseline, how bad that is, whom it breaks, and what caused it."""

from __future__ import annotations

from .changes import Cause, Change, Review, Side
from .entities import Options, compare
from .rules import RULES, Audience, Rule, Severity

__all__ = ["RULES", "Audience", "Cause", "Change", "Options", "Review", "Rule", "Severity", "Side", "compare"]
