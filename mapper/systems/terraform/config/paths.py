r"""Paths of attributes in a config: names joined by dots.

A dot, asterisk or backslash in a name is escaped with a backslash: `rate.2\.4` is the property `2.4` of `rate`. The
backslash before a dot may be omitted where the path is unambiguous. An empty name is written as `""`.
"""

import re
from functools import lru_cache

_STEP = r"(?:[^.*\\]|\\.)+"
PATH = re.compile(rf"{_STEP}(?:\.{_STEP})*\Z", re.DOTALL)
PATTERN = re.compile(rf"(?:{_STEP}|\*\*?)(?:\.(?:{_STEP}|\*\*?))*\Z", re.DOTALL)
STEPS = re.compile(r"(?:[^.\\]|\\.)+", re.DOTALL)
EMPTY = '""'
_SPECIAL = re.compile(r"[.*\\]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def is_attribute_path(path: str) -> bool:
    """Whether the text is a path without wildcards."""
    return PATH.match(path) is not None


@lru_cache(maxsize=65536)
def quoted(name: str) -> str:
    """A name as a step of a path, with escapes."""
    return _SPECIAL.sub(r"\\\g<0>", name) if name else EMPTY


def plain(path: str) -> str:
    """A path without escapes; an empty text for the path of an empty name."""
    return "" if path == EMPTY else _ESCAPE.sub(r"\1", path) if "\\" in path else path


def below(path: str, name: str) -> str | None:
    """The rest of a path after the step `name`; empty if the path ends there, None if it begins with another step."""
    name = name or EMPTY
    if "\\" not in path:
        if path == name:
            return ""
        return path[len(name) + 1 :] if path.startswith(f"{name}.") else None
    index = 0
    for character in name:
        index += path[index : index + 1] == "\\"
        if path[index : index + 1] != character:
            return None
        index += 1
    if index == len(path):
        return ""
    return path[index + 1 :] if path[index] == "." else None


def depth(path: str) -> int:
    """The number of steps of a path; a dot in a name that is not escaped counts as one more."""
    return len(STEPS.findall(path))
