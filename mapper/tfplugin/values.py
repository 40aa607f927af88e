"""Terraform's values as plain Python data.

| type | value |
|---|---|
| string, bool | `str`, `bool` |
| number | `int`, `float` (exactly what its bits say) or `Decimal`; infinity is a `float` |
| list, set, tuple | `list`; the order of a set has no meaning |
| map, object | `dict`; an object has all of its attributes |
| dynamic | `Dynamic`, a type and a value of it |
| any, null | `None` |
| any, not yet known | `Unknown` |

Numbers are compared by value: `2 == 2.0 == Decimal(2)`, and 0.1 as a `float` is not `Decimal("0.1")`.
Terraform's own numbers make the same difference.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

from msgspec import Struct

from .cty_types import CollectionType, CtyKind, CtyType, ObjectType, TupleType
from .paths import AttributeStep, IndexStep, KeyStep, Path

Number: TypeAlias = int | float | Decimal


class NumberBound(Struct, frozen=True):
    """A bound of an unknown number; `inclusive` if the number may be equal to it."""

    value: Number
    inclusive: bool


class Unknown(Struct, frozen=True):
    """A value that is not known yet, with its refinements.

    `null`: False if it is certainly not null, True if it certainly is; `prefix` is for strings, `least` and `most` for
    numbers, the lengths for collections. None means no refinement.
    """

    null: bool | None = None
    prefix: str | None = None
    least: NumberBound | None = None
    most: NumberBound | None = None
    min_length: int | None = None
    max_length: int | None = None


UNKNOWN = Unknown()
"""An unknown value without refinements."""


class Dynamic(Struct, frozen=True):
    """A value with its type, for a dynamic attribute."""

    type: CtyType
    value: Value


Value: TypeAlias = "bool | int | float | Decimal | str | Unknown | Dynamic | list[Value] | dict[str, Value] | None"


def is_known(value: Value) -> bool:
    """Whether no part of a value is unknown."""
    match value:
        case Unknown():
            return False
        case Dynamic(_, inner):
            return is_known(inner)
        case list():
            return all(map(is_known, value))
        case dict():
            return all(map(is_known, value.values()))
    return True


def same(left: Value, right: Value, cty_type: CtyType) -> bool:
    """Whether two values are equal. Unknown values are equal if they have the same refinements."""
    match left, right, cty_type:
        case Dynamic(own, inner), Dynamic(other, outer), _:
            return own == other and same(inner, outer, own)
        case list(), list(), CollectionType(CtyKind.SET, element):
            return len(left) == len(right) and _same_set(left, right, element)
        case list(), list(), CollectionType(_, element):
            return len(left) == len(right) and all(same(a, b, element) for a, b in zip(left, right, strict=True))
        case list(), list(), TupleType(elements):
            items = zip(left, right, elements, strict=False)
            return len(left) == len(right) and all(same(a, b, element) for a, b, element in items)
        case dict(), dict(), CollectionType(_, element):
            return left.keys() == right.keys() and all(same(left[key], right[key], element) for key in left)
        case dict(), dict(), ObjectType(attributes):
            return left.keys() == right.keys() and all(same(left[key], right[key], attributes[key]) for key in left)
    return left == right


def _same_set(left: list[Value], right: list[Value], element: CtyType) -> bool:
    unmatched = list(right)
    for item in left:
        found = next((index for index, other in enumerate(unmatched) if same(item, other, element)), None)
        if found is None:
            return False
        del unmatched[found]
    return True


def changed(paths: tuple[Path, ...], before: Value, after: Value, cty_type: CtyType) -> tuple[Path, ...]:
    """Those of `paths` whose parts differ between two values; a missing part equals null."""
    return tuple(path for path in paths if _differ(part(before, cty_type, path), part(after, cty_type, path)))


def _differ(before: tuple[Value, CtyType] | None, after: tuple[Value, CtyType] | None) -> bool:
    if before is None or after is None:
        return (before or after or (None, None))[0] is not None
    return not same(before[0], after[0], after[1])


def part(value: Value, cty_type: CtyType, path: Path) -> tuple[Value, CtyType] | None:
    """The part of a value at a path, and its type; None if it does not exist."""
    for step in path:
        if isinstance(value, Dynamic):
            cty_type = value.type
            value = value.value
        match step, value, cty_type:
            case AttributeStep(name), dict(), ObjectType(attributes) if name in value and name in attributes:
                value, cty_type = value[name], attributes[name]
            case KeyStep(key), dict(), CollectionType(CtyKind.MAP, element) if key in value:
                value, cty_type = value[key], element
            case IndexStep(index), list(), CollectionType(_, element) if 0 <= index < len(value):
                value, cty_type = value[index], element
            case IndexStep(index), list(), TupleType(elements) if 0 <= index < len(value):
                value, cty_type = value[index], elements[index]
            case _:
                return None
    return value, cty_type
