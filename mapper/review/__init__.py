"""The review of a mapping: what changed since a baseline, how bad that is, whom it breaks, and what caused it.

Modules are loaded when something is asked of them: each system has a judge, whose rules are part of the review, but
few runs compare.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_ROOMS = {
    "changes": ("Cause", "Change", "Evidence", "Review", "Side"),
    "entities": ("Options", "compare"),
    "rules": ("RULES", "Audience", "Rule", "Severity"),
    "settings": ("Settings",),
    "settings_reader": ("read_settings",),
}


def __getattr__(name: str) -> object:
    """What the package exports, imported when it is asked for: systems need its judge, and not what compares."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f".{room}", __name__), name)
    raise AttributeError(name)
