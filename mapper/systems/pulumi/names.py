"""Names: automatic ones, those that Go and TypeScript reserve, and paths and texts in TypeScript."""

import json
import posixpath
import re

from mapper.text.identifier import INITIALISMS

_LEADING = re.compile(r"^([A-Z]+)(?=[A-Z][a-z])|^([A-Z]+)")
_RUN = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]{2,}")
_LONGEST = max(map(len, INITIALISMS))


def automatic_name(member: str) -> str:
    """The default name of a property: `GroupDescription` -> groupDescription, `VPCConfig` -> vpcConfig.

    The leading run of capitals is lowered, except its last letter before a lowercase letter.
    """
    return _LEADING.sub(lambda match: match[0].lower(), member)


def has_adjoining_initials(member: str) -> bool:
    """Whether a name may have two adjacent initialisms, as in `CIDRIP`: the boundary is ambiguous."""
    return any(run not in INITIALISMS and _splits(run) for run in _RUN.findall(member))


def _splits(run: str) -> bool:
    """Whether a run of capitals consists of two or more initialisms."""
    ends = {0}
    for start in range(len(run)):
        for end in range(start + 2, start + _LONGEST + 1) if start in ends else ():
            if run[start:end] in INITIALISMS:
                if start and end == len(run):
                    return True
                ends.add(end)
    return False


GO_KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var".split()
)
GO_PREDECLARED = frozenset(
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint "
    "uint8 uint16 uint32 uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make "
    "max min new panic print println real recover init main _".split()
)
TYPESCRIPT_KEYWORDS = frozenset(
    "break case catch class const continue debugger default delete do else enum export extends false finally for "
    "function if import in instanceof new null return super switch this throw true try typeof var void while with "
    "implements interface let package private protected public static yield await async any boolean never number "
    "object string symbol undefined unknown bigint arguments eval pulumi".split()
)
"""Reserved words: no class, type or constant of TypeScript can have such a name."""
TYPESCRIPT_GLOBALS = frozenset("Object Error Array Promise String Number Boolean Symbol Record exports require".split())
"""Globals that generated code uses, or that a CommonJS module has."""


def quoted(text: str) -> str:
    """A string literal. U+2028 and U+2029 are escaped, which end a line in older JavaScript."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def module_path(here: str, there: str) -> str:
    """The import path from one module to another; both are paths without a suffix."""
    path = posixpath.relpath(there, posixpath.dirname(here) or ".")
    return path if path.startswith(".") else f"./{path}"
