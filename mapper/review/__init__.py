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
    from .settings import Settings, read_settings

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

_MODULES = {
    **dict.fromkeys(("Cause", "Change", "Evidence", "Review", "Side"), "changes"),
    **dict.fromkeys(("Options", "compare"), "entities"),
    **dict.fromkeys(("RULES", "Audience", "Rule", "Severity"), "rules"),
    **dict.fromkeys(("Settings", "read_settings"), "settings"),
}


def __getattr__(name: str) -> object:
    """What a module of the review defines (PEP 562)."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    return found
