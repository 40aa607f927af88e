"""Where structures lead back to themselves, and which members to leave out so that they do not."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import MappingError
from ..documents import problem_at
from .shapes import Shape

DEEPEST = 100
"""Nesting depth of structures. A manifest with so many levels cannot be read, and most tools stop far earlier."""


def closing_members(roots: Iterable[Shape]) -> set[tuple[int, str]]:
    """The members (structure, name) that close a cycle, found depth first from `roots` in that order.

    Raises MappingError for structures that are nested deeper than anybody can use.
    """
    closing: set[tuple[int, str]] = set()
    open_: set[int] = set()
    done: set[int] = set()
    for root in map(inner, roots):
        if id(root) in done:
            continue
        stack = [(root, iter(_steps(root)))]
        open_.add(id(root))
        while stack:
            shape, steps = stack[-1]
            step = next(steps, None)
            if step is None:
                stack.pop()
                open_.discard(id(shape))
                done.add(id(shape))
                continue
            holder, member, target = step
            if id(target) in open_:
                closing.add((id(holder), member))
            elif id(target) not in done:
                if len(stack) >= DEEPEST:
                    text = f"structures are nested in each other more than {DEEPEST} times"
                    raise MappingError(problem_at(text, target.node))
                open_.add(id(target))
                stack.append((target, iter(_steps(target))))
    return closing


def _steps(shape: Shape) -> list[tuple[Shape, str, Shape]]:
    """Structure, member and the shape that the member leads to, through lists and maps."""
    return [(shape, member, inner(ref.shape)) for member, ref in sorted(shape.members.items())]


def inner(shape: Shape) -> Shape:
    """What a list or map has in it, at any depth; any other shape itself."""
    while shape.element is not None:
        shape = shape.element.shape
    return shape
