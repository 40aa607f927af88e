"""Finds structures that cannot be written: recursive ones, and those all of whose members are left out."""

from collections.abc import Callable, Iterable

from mapper.inputs import problem_at
from mapper.model.nesting import MAX_NESTING
from mapper.report.diagnostic import MappingError

from .shapes import SCALARS, STRUCTURE, Shape, below, inner


def without_content(
    roots: Iterable[Shape], accepted: Callable[[Shape], bool], closing: set[tuple[Shape, str]]
) -> set[Shape]:
    """Every shape below `roots` that has no type: definitions and Go leave out the same members.

    `accepted` tells which structures without members are mapped as maps of strings, `closing` are the
    members that close a cycle.
    """
    shapes = [shape for shape in below(roots) if shape.element is None]
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


def closing_members(roots: Iterable[Shape]) -> set[tuple[Shape, str]]:
    """The members (structure, name) that close a cycle, found depth first from `roots` in that order.

    Raises MappingError for structures nested beyond the limit.
    """
    closing: set[tuple[Shape, str]] = set()
    open_: set[Shape] = set()
    done: set[Shape] = set()
    for root in map(inner, roots):
        if root in done:
            continue
        stack = [(root, iter(_steps(root)), 1)]
        open_.add(root)
        while stack:
            shape, steps, level = stack[-1]
            step = next(steps, None)
            if step is None:
                stack.pop()
                open_.discard(shape)
                done.add(shape)
                continue
            holder, member, target, levels = step
            if target in open_:
                closing.add((holder, member))
            elif target not in done:
                if level + levels > MAX_NESTING:
                    text = f"structures, lists and maps are nested in each other more than {MAX_NESTING} levels deep"
                    raise MappingError(
                        problem_at(text, target.node, remedy="leave one of them out with ignore.field_paths")
                    )
                open_.add(target)
                stack.append((target, iter(_steps(target)), level + levels))
    return closing


def _steps(shape: Shape) -> list[tuple[Shape, str, Shape, int]]:
    """For each member: structure, name, the shape inside of lists and maps, and the number of levels to it."""
    return [(shape, member, *_inside(ref.shape)) for member, ref in sorted(shape.members.items())]


def _inside(shape: Shape) -> tuple[Shape, int]:
    levels = 1
    while shape.element is not None:
        shape, levels = shape.element.shape, levels + 1
    return shape, levels
