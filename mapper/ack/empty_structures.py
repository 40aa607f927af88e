"""Finds structures without content: all of their members are left out, at any depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .cycles import inner
from .scalars import SCALARS
from .shapes import STRUCTURE, Shape


def without_content(
    roots: Iterable[Shape], accepted: Callable[[Shape], bool], closing: set[tuple[Shape, str]]
) -> set[Shape]:
    """Every shape below `roots` that has no type: definitions and Go leave out the same members.

    `accepted` tells which structures without members are mapped as maps of strings, `closing` are the
    members that close a cycle.
    """
    shapes = _below(roots)
    empty = {s for s in shapes if s.kind not in SCALARS and s.kind != STRUCTURE}
    empty |= {s for s in shapes if s.kind == STRUCTURE and not s.members and not accepted(s)}
    structures = [s for s in shapes if s.members]
    while True:
        newly_empty = {
            shape
            for shape in structures
            if shape not in empty
            and all((shape, member) in closing or inner(ref.shape) in empty for member, ref in shape.members.items())
        }
        if not newly_empty:
            return empty
        empty |= newly_empty


def _below(roots: Iterable[Shape]) -> list[Shape]:
    """The structures and scalars among `roots` and below them."""
    shapes: dict[Shape, None] = {}
    stack = [inner(root) for root in roots]
    while stack:
        shape = stack.pop()
        if shape not in shapes:
            shapes[shape] = None
            stack += [inner(ref.shape) for ref in shape.members.values()]
    return list(shapes)
