"""How deep mappings and lists may be in each other: counted here, as each Python has a limit of its own.

Up to 3.11, the interpreter counts the calls of its C parsers with those of functions, and stops at a thousand of both.
Newer ones let C go as deep as the stack of the thread is.
"""

from __future__ import annotations

import json
from typing import Any

MAX_NESTING = 900
"""Levels of mappings and lists in each other that a document may have."""

_CONTAINERS = frozenset((dict, list))


def is_too_deep(root: Any) -> bool:
    """Whether a value that was read from JSON has too many levels."""
    level: list[Any] = [root] if root.__class__ in _CONTAINERS else []
    levels = 0
    while level:
        levels += 1
        if levels > MAX_NESTING:
            return True
        members = (outer.values() if outer.__class__ is dict else outer for outer in level)
        level = [inner for inners in members for inner in inners if inner.__class__ in _CONTAINERS]
    return False


def parse_json(text: str | bytes) -> Any:
    """As `json.loads`. Raises ValueError, also for too many levels."""
    try:
        found = json.loads(text)
        too_deep = is_too_deep(found)
    except RecursionError:
        too_deep = True
    if too_deep:
        raise ValueError(f"nested more than {MAX_NESTING} levels deep")
    return found
