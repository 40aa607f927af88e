"""Types, values and limits in the words of a review."""

import json
from typing import assert_never

from ..model import Collection, Nested, NestingMode, Object, Scalar, Type, Union, options_in_words
from ..model.limits import (
    Each,
    ExactlyOneOf,
    Keys,
    Length,
    Limit,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    RequiredMembers,
    Size,
    Unique,
)
from ..text.numbers import number_words

NESTED = "nested attributes"


def type_words(type_: Type, nested: str = NESTED) -> str:
    """A type with its nesting: `list of string`, `set of nested attributes`, `block`. `nested` stands for objects."""
    match type_:
        case Scalar(kind, name):
            return name or kind
        case Union(options):
            return options_in_words(options, lambda option: type_words(option, nested))
        case Collection(kind, element):
            return f"{kind} of {type_words(element, nested)}"
        case Object(_):
            return "object"
        case Nested(mode, _, block):
            noun = "block" if block else nested
            if mode is NestingMode.SINGLE:
                return noun
            return f"{mode} of {noun}{'' if noun.endswith('s') else 's'}"


def value_words(value: object) -> str:
    """A value as JSON; a whole number has no fraction."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


def values_words(values: tuple[object, ...]) -> str:
    """Values as JSON, separated by commas."""
    return ", ".join(map(value_words, values))


def limit_words(limit: Limit) -> str:
    """A limit in words: `length 1 to 64`, `one of "gas", "wood"`."""
    match limit:
        case OneOf(values):
            return f"one of {values_words(values)}"
        case ExactlyOneOf(names):
            return f"exactly one of it and {', '.join(names)}"
        case RequiredMembers(names):
            return f"given with {', '.join(names)}"
        case Unique():
            return "no item twice"
        case Each(inner):
            return f"each element: {limit_words(inner)}"
        case Keys(inner):
            return f"each key: {limit_words(inner)}"
        case MultipleOf(number):
            return f"a multiple of {number_words(number)}"
        case Pattern(expression):
            return f"pattern {expression}"
        case Range(above, below, True):
            sides = (("more than", above), ("less than", below))
            return "range " + " and ".join(f"{words} {number_words(side)}" for words, side in sides if side is not None)
        case Range(least, most) | Length(least, most) | Size(least, most):
            noun = type(limit).__name__.lower()
            low, high = (None if side is None else number_words(side) for side in (least, most))
            if high is None:
                return f"{noun} at least {low}"
            return f"{noun} at most {high}" if low is None else f"{noun} {low} to {high}"
    assert_never(limit)
