"""Words of messages about values that do not fit their types, and which refinements a type allows."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import TypeGuard, assert_never

from .cty_types import CollectionType, CtyKind, CtyType, ObjectType, Primitive, TupleType
from .values import Dynamic, Number, Unknown

_PRIMITIVES = {
    Primitive.STRING: "a string",
    Primitive.NUMBER: "a number",
    Primitive.BOOL: "true or false",
    Primitive.DYNAMIC: "a value with its type",
}
_COLLECTIONS = {CtyKind.LIST: "a list", CtyKind.SET: "a set", CtyKind.MAP: "a map"}
_SHOWN = 5


def needed(cty_type: CtyType) -> str:
    """The value that a type requires, in words with an article."""
    match cty_type:
        case Primitive():
            return _PRIMITIVES[cty_type]
        case CollectionType(kind, _):
            return _COLLECTIONS[kind]
        case TupleType(elements):
            return f"a tuple of {len(elements)}"
        case ObjectType():
            return "an object"
    assert_never(cty_type)


def found(value: object) -> str:
    """The kind of a value, in words with an article."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case str():
            return "a string"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object or a map"
        case Unknown():
            return "an unknown value"
        case Dynamic():
            return "a value with its type"
        case bytes():
            return "bytes"
        case _ if is_number(value):
            return "a number"
    return f"a Python {type(value).__name__}"


def is_number(value: object) -> TypeGuard[Number]:
    """Whether a Python value is a number; True and False are not."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def differences(given: Collection[object], attributes: Collection[str]) -> str:
    """The attributes that an object lacks, and those that the schema does not have, in words."""
    missing = sorted(set(attributes) - set(given))
    foreign = sorted(map(str, set(given) - set(attributes)))
    parts = [
        f"{'lacks' if names is missing else 'has, but the schema does not:'} {', '.join(names[:_SHOWN])}"
        + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
        for names in (missing, foreign)
        if names
    ]
    return f"the object {' and '.join(parts)}"


def can_be_known(value: Unknown, cty_type: CtyType) -> bool:
    """Whether the refinements of an unknown value suit its type: a prefix only for a string, and so on."""
    number = value.least is not None or value.most is not None
    length = value.min_length is not None or value.max_length is not None
    return not (
        (value.prefix is not None and cty_type is not Primitive.STRING)
        or (number and cty_type is not Primitive.NUMBER)
        or (length and not isinstance(cty_type, CollectionType))
    )
