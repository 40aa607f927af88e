"""The names of types in Terraform's documentation."""

from __future__ import annotations

from typing import assert_never

from ..model import NUMBERS, Collection, Nested, NestingMode, Object, Scalar, ScalarKind, Type, Union, options_in_words


def type_words(type_: Type) -> str:
    """A type in words: `String`, `List of Number`, `Map of Object`; blocks are called blocks."""
    match type_:
        case Scalar(kind, name):
            return name or _scalar(kind)
        case Collection(kind, element):
            return f"{kind.capitalize()} of {type_words(element)}"
        case Nested(mode, _) if type_.block:
            return "Block" if mode is NestingMode.SINGLE else f"{mode.capitalize()} of Blocks"
        case Nested("single", _) | Object(_):
            return "Object"
        case Nested(mode, _):
            return f"{mode.capitalize()} of Object"
        case Union(options):
            return options_in_words(options, type_words)
    assert_never(type_)


def _scalar(kind: ScalarKind) -> str:
    if kind in NUMBERS:
        return "Number"
    return "Boolean" if kind is ScalarKind.BOOL else kind.capitalize()
