"""Compares two mappings: what changed since a baseline, the severity, whom each change breaks, and what caused it.

The modules are imported when one of their names is used. Every system imports its judge from here, but few runs of the
program compare.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .changes import Cause, Change, Evidence, Review, ReviewSide
    from .entity_changes import Options, compare
    from .rules import RULES, Affected, ChangeRule, ChangeSeverity
    from .settings import Settings
    from .settings_reader import read_settings

__all__ = [
    "RULES",
    "Affected",
    "Cause",
    "Change",
    "ChangeRule",
    "ChangeSeverity",
    "Evidence",
    "Options",
    "Review",
    "ReviewSide",
    "Settings",
    "compare",
    "read_settings",
]

_ROOMS = {
    "changes": ("Cause", "Change", "Evidence", "Review", "ReviewSide"),
    "entity_changes": ("Options", "compare"),
    "rules": ("RULES", "Affected", "ChangeRule", "ChangeSeverity"),
    "settings": ("Settings",),
    "settings_reader": ("read_settings",),
}


def __getattr__(name: str) -> object:
    """Import the module of an exported name at its first use. Raises AttributeError for other names."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f".{room}", __name__), name)
    raise AttributeError(name)
