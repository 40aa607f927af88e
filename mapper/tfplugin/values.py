"""Terraform's values as plain Python data.

| type | value |
|---|---|
| string, bool | `str`, `bool` |
| number | `int`, `float` (exactly what its bits say) or `Decimal`; infinity is a `float` |
| list, set, tuple | `list`; the order of a set says nothing |
| map, object | `dict`; an object has all of its attributes |
| dynamic | `Dynamic`, a type and a value of it |
| any, null | `None` |
| any, not yet known | `Unknown` |

Numbers are compared by what they are: `2 == 2.0 == Decimal(2)`, and 0.1 as a `float` is not `Decimal("0.1")`.
Terraform's own numbers make the same difference.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

from ..immutable import dataclass
from .cty_types import CtyType

Number: TypeAlias = int | float | Decimal


@dataclass(frozen=True)
class NumberBound:
    """The least or the greatest number that an unknown one can be; `inclusive` where it may be that one."""

    value: Number
    inclusive: bool


@dataclass(frozen=True)
class Unknown:
    """A value that is known only later, and what is known of it already (its refinements).

    `null`: False if it is certainly not null, True if it certainly is; `prefix` is for strings, `least` and `most` for
    numbers, the lengths for collections. None says nothing.
    """

    null: bool | None = None
    prefix: str | None = None
    least: NumberBound | None = None
    most: NumberBound | None = None
    min_length: int | None = None
    max_length: int | None = None


UNKNOWN = Unknown()
"""A value of which nothing is known."""


@dataclass(frozen=True)
class Dynamic:
    """A value that brings its type, where the schema allows any."""

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
