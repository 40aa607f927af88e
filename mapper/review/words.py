"""Types, values and limits as a review names them."""

from __future__ import annotations

import json
from typing import Any

from ..bounds import number_words
from ..model import Collection, Constraint, Nested, Object, Scalar, Type


def type_words(type_: Type) -> str:
    """A type, with the way of nesting: `list of string`, `set of nested attributes`, `block`."""
    match type_:
        case Scalar(kind):
            return kind
        case Collection(kind, element):
            return f"{kind} of {type_words(element)}"
        case Object(_):
            return "object"
        case Nested(mode, _):
            kind, _, block = mode.partition(" ")
            noun = "block" if block else "nested attributes"
            return noun if kind == "single" else f"{kind} of {noun}{'s' if block else ''}"


def value_words(value: object) -> str:
    """A value as a configuration writes it; a whole number without a fraction, however it is spelled."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


def values_words(values: tuple[object, ...]) -> str:
    """Several values."""
    return ", ".join(map(value_words, values))


def limit_words(constraint: Constraint) -> str:
    """A limit: `length 1 to 64`, `one of "gas", "wood"`."""
    value: Any = constraint.value
    match constraint.keyword, value:
        case "enum", tuple():
            return f"one of {values_words(value)}"
        case "exactly_one_of", tuple():
            return f"exactly one of it and {', '.join(value)}"
        case "unique", _:
            return "no item twice"
        case "multiple", _:
            return f"a multiple of {number_words(value)}"
        case "exclusive_range", (above, below):
            sides = (("more than", above), ("less than", below))
            return "range " + " and ".join(f"{words} {number_words(side)}" for words, side in sides if side is not None)
        case ("length" | "range" | "size") as keyword, (_, _):
            low, high = (None if side is None else number_words(side) for side in value)
            if high is None:
                return f"{keyword} at least {low}"
            return f"{keyword} at most {high}" if low is None else f"{keyword} {low} to {high}"
    return f"{constraint.keyword} {value}"
