"""The limit on nested mappings and lists, counted here because the limit of the interpreter depends on its version.

CPython up to 3.11 counts the recursion of its C parsers together with that of Python functions, up to 1,000 levels.
Later versions let C code recurse ten times as deep, or as deep as the stack of the thread allows.
"""

from __future__ import annotations

import json
import sys
from typing import Any

MAX_NESTING = 900
"""The most levels of nested mappings and lists in a document."""

_CONTAINERS = frozenset((dict, list))
PARSER_STOPS = sys.version_info < (3, 12)
"""Whether the parser of JSON stops between 900 and 1,000 levels: counting again takes a twentieth of a mapping."""


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
        value = json.loads(text)
        too_deep = is_too_deep(value)
    except RecursionError:
        too_deep = True
    if too_deep:
        raise ValueError(f"nested more than {MAX_NESTING} levels deep")
    return value
