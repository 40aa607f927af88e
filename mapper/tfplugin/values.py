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

from .cty_types import CtyType

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
