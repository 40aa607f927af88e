"""Applies the `ignore` section of generator.yaml to the shapes, and records the rule of each removal."""

from collections.abc import Iterator

from mapper.inputs import Node, problem_at
from mapper.report.diagnostic import MappingError, Note
from mapper.report.rules import UNUSED_IGNORE
from mapper.text.suggest import nearest

from .config import CORRECT_ENTRY, Config, steps_of
from .shapes import STRUCTURE, Api, Shape


def apply_ignores(api: Api, config: Config, *, lenient: bool = False) -> tuple[Note, ...]:
    """Remove members from the shapes. Returns notes on rules that match nothing.

    Raises MappingError for a path to an unknown shape; if `lenient`, it is such a note.
    """
    notes: list[Note] = []
    problems = []
    for name, rule in config.ignored_shapes.items():
        if name not in api.shapes:
            notes.append(Note(UNUSED_IGNORE, f"the model has no shape {name!r}{nearest(name, api.shapes)}", rule))
        for shape in api.shapes.values():
            for member in [m for m, ref in shape.members.items() if ref.shape.name == name]:
                _remove(shape, member, rule)
    for path, rule in config.ignored_paths.items():
        first, *rest = steps_of(path)
        if first not in api.shapes:
            text = f"ignore.field_paths: the model has no shape {first!r}{nearest(first, api.shapes)}"
            notes.append(Note(UNUSED_IGNORE, text, rule))
            problems.append(problem_at(text, rule, remedy=CORRECT_ENTRY))
        elif not rest or not _remove_path(api.shapes[first], rest, rule):
            text = f"no member of a structure has the path {path!r}"
            meant = _inside_elements(api.shapes[first], rest)
            notes.append(Note(UNUSED_IGNORE, text, rule, f"ignore.field_paths: [{meant}]" if meant else None))
    if problems and not lenient:
        raise MappingError(*problems)
    return tuple(notes)


def _remove_path(shape: Shape, path: list[str], rule: Node) -> bool:
    holder = _shape_at(shape, path[:-1])
    if holder is None:
        return False
    member = find_member(holder, path[-1])
    if member is None:
        return any(removed.lower() == path[-1].lower() for removed in holder.removed)
    _remove(holder, member, rule)
    return True


def _inside_elements(shape: Shape, path: list[str]) -> str | None:
    """The path of a member of what a list or map holds, where the path of the config ends at the list or map."""
    structure = _shape_at(shape, path[:-1])
    while structure is not None and structure.element is not None:
        structure = structure.element.shape
    if not path or structure is None:
        return None
    member = find_member(structure, path[-1])
    return member and f"{structure.name}.{member}"


def _shape_at(shape: Shape, steps: list[str]) -> Shape | None:
    """The shape that steps lead to, each to the first shape that it selects; None if one of them selects none."""
    for step in steps:
        selected = next(_steps(shape, step), None)
        if selected is None:
            return None
        shape = selected
    return shape


def _steps(shape: Shape, step: str) -> Iterator[Shape]:
    """The shapes that a step of a path selects: by shape name, or by member name, also inside of lists and maps."""
    while True:
        if shape.name.lower() == step.lower():
            yield shape
        member = find_member(shape, step)
        if member is not None:
            yield shape.members[member].shape
        if shape.element is None:
            return
        shape = shape.element.shape


def find_member(shape: Shape, name: str) -> str | None:
    """The member of that name, ignoring case."""
    if shape.kind != STRUCTURE:
        return None
    if name in shape.members:
        return name
    return next((member for member in shape.members if member.lower() == name.lower()), None)


def _remove(shape: Shape, member: str, rule: Node) -> None:
    shape.removed[member] = (shape.members.pop(member), rule)
