"""What a Go identifier may be (language specification, *Identifiers*, *Keywords*, *Exported identifiers*)."""

from __future__ import annotations

import re

KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var".split()
)
BLANK = "_"
"""It can be declared, and never referred to."""

_NAME = re.compile(r"[^\W\d]\w*\Z")


def is_identifier(text: str) -> bool:
    """Whether something can be declared with this name and be used by it."""
    return _NAME.match(text) is not None and text not in KEYWORDS and text != BLANK


def is_exported(name: str) -> bool:
    """Whether other packages see it: its first character is an upper-case letter."""
    return name[:1].isupper()
