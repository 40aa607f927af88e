"""Types in words, for messages and pages."""

from collections.abc import Callable
from typing import assert_never

from .attribute import Collection, Nested, Object, Scalar, Type, Union


def type_in_words(type_: Type, scalar: Callable[[Scalar], str] = lambda type_: type_.name or type_.kind) -> str:
    """A type in words: `list of string`, `map of object`, `string or Colour`."""
    match type_:
        case Scalar():
            return scalar(type_)
        case Collection(kind, element):
            return f"{kind} of {type_in_words(element, scalar)}"
        case Nested("single", _) | Object(_):
            return "object"
        case Nested(mode, _):
            return f"{mode} of object"
        case Union(options):
            return options_in_words(options, lambda option: type_in_words(option, scalar))
    assert_never(type_)


def options_in_words(options: tuple[Type, ...], words: Callable[[Type], str]) -> str:
    """The types of a union, each in `words`; objects by their names."""
    bodies = ((type_.body.name if isinstance(type_, Nested | Object) else None, type_) for type_ in options)
    return " or ".join(dict.fromkeys(name or words(type_) for name, type_ in bodies))
