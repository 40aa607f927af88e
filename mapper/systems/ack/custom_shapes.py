"""Adds the structures of `custom_shapes` to a model, so that a `custom_field` can be a list or map of them."""

from mapper.inputs import Node, problem_at, text_or_empty
from mapper.report.diagnostic import MappingError, Problem

from .config import Config
from .names import NAMES, is_identifier
from .shapes import STRING, STRUCTURE, Api, Ref, Shape


def add_custom_shapes(api: Api, config: Config) -> None:
    """Add the structures. Raises MappingError for a name that the model has, and for a member that is no string.

    ACK's generator reads the members as kro's simple schema, and accepts only strings, with markers after a `|`. Its
    text about such a structure is part of definitions.
    """
    problems: list[Problem] = []
    for name, node in config.custom_shapes.items():
        if name in api.shapes:
            problems.append(
                problem_at(f"custom_shapes: the model has a shape {name!r} already", node, remedy="choose another name")
            )
        problems += _unfit({name: node, **dict(node.members())})
        shape = Shape(name, STRUCTURE, node, documentation=f"Custom ACK type for {name}")
        for member, type_ in node.members():
            kind, _, _ = text_or_empty(type_.value).partition("|")
            if kind.strip() != STRING:
                text = f"custom_shapes.{name}.{member}: {kind.strip()!r} is not a type that ACK accepts"
                problems.append(problem_at(text, type_, remedy="write string"))
            shape.members[member] = Ref(Shape(member, STRING, type_), type_, member)
        api.shapes[name] = shape
    if problems:
        raise MappingError(*problems)


def _unfit(names: dict[str, Node]) -> list[Problem]:
    return [
        problem_at(f"custom_shapes: {name!r} is not a name", node, remedy=NAMES)
        for name, node in names.items()
        if not is_identifier(name)
    ]
