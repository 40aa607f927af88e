r"""Paths of attributes as a config writes them: names joined by dots.

A dot, an asterisk or a backslash that is part of a name has a backslash in front: `rate.2\.4` is what `rate` has under
the name `2.4`. Of a dot, that may be left out where it cannot be meant otherwise.
"""

from __future__ import annotations

import re
from functools import lru_cache

_STEP = r"(?:[^.*\\]|\\.)+"
PATH = re.compile(rf"{_STEP}(?:\.{_STEP})*\Z", re.DOTALL)
PATTERN = re.compile(rf"(?:{_STEP}|\*\*?)(?:\.(?:{_STEP}|\*\*?))*\Z", re.DOTALL)
STEPS = re.compile(r"(?:[^.\\]|\\.)+", re.DOTALL)
_SPECIAL = re.compile(r"[.*\\]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def is_attribute_path(path: str) -> bool:
    """Whether this is a path."""
    return PATH.match(path) is not None


@lru_cache(maxsize=65536)
def quoted(name: str) -> str:
    """A name as a step of a path."""
    return _SPECIAL.sub(r"\\\g<0>", name)


def plain(path: str) -> str:
    """A path without its backslashes."""
    return _ESCAPE.sub(r"\1", path) if "\\" in path else path


def below(path: str, name: str) -> str | None:
    """What is left of a path behind a name; empty if the name is the whole of it, None if it begins otherwise."""
    if "\\" not in path:
        if path == name:
            return ""
        return path[len(name) + 1 :] if path.startswith(f"{name}.") else None
    at = 0
    for character in name:
        at += path[at : at + 1] == "\\"
        if path[at : at + 1] != character:
            return None
        at += 1
    if at == len(path):
        return ""
    return path[at + 1 :] if path[at] == "." else None


def depth(path: str) -> int:
    """The number of steps that a path has at most."""
    return len(STEPS.findall(path))
