"""The names in an example: which line names which attribute."""

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

_KEY = re.compile(r'( *)(?:- )?"?([A-Za-z_][\w-]*)"?(?= *=| ?\{|:| "[^"\n]*")')
_LONGEST = 400
"""The lines of an example that are looked at for names."""


class RowPaths(Struct, frozen=True):
    """The paths of rows, and what they begin with, up to two names, such as *spec.forProvider*."""

    anchors: Collection[str]
    holders: Collection[str]


def row_paths(anchors: Collection[str]) -> RowPaths:
    """What examples of a page with these anchors can lead to."""
    inner = [anchor.split(".", 2) for anchor in anchors if "." in anchor]
    return RowPaths(anchors, {first for first, *_ in inner} | {f"{path[0]}.{path[1]}" for path in inner})


def named_lines(text: str, inside: str, rows: RowPaths) -> Iterator[tuple[int, str, str]]:
    """The names of an example that have rows: line (from 0), name and path.

    The path of a name follows from the indentation. `inside` are the names around the attributes. What has no row,
    such as a key of a map, is no part of a path.
    """
    outer = inside.split(".") if inside else []
    around: list[tuple[int, str | None]] = []
    for number, line in enumerate(text.strip("\n").split("\n")[:_LONGEST]):
        match = _KEY.match(line)
        if match is None:
            continue
        indent, name = match.start(2), match[2]
        while around and around[-1][0] >= indent:
            around.pop()
        depth = len(around)
        if depth < len(outer):
            around.append((indent, "" if name == outer[depth] else None))
            continue
        parent = around[-1][1] if around else ""
        path = None if parent is None else f"{parent}.{name}".removeprefix(".")
        is_row = path is not None and path in rows.anchors
        around.append((indent, path if is_row or path in rows.holders else parent))
        if is_row and path is not None:
            yield number, name, path
