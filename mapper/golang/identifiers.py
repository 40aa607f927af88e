"""Go identifiers (Go specification, *Identifiers*, *Keywords*, *Exported identifiers*)."""

from __future__ import annotations

import re

KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var".split()
)
BLANK = "_"
"""The blank identifier, which can be declared but not used."""

_NAME = re.compile(r"[^\W\d]\w*\Z")


def is_identifier(text: str) -> bool:
    """Whether a name can be declared and used."""
    return _NAME.match(text) is not None and text not in KEYWORDS and text != BLANK


def is_exported(name: str) -> bool:
    """Whether other packages can refer to it: its first character is an uppercase letter."""
    return name[:1].isupper()
