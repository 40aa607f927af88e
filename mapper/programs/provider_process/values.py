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

go-cty computes with 512 bits. It sends a number as an integer if 64 bits hold it, or as a float if 64 bits hold it
exactly. Any other number is sent as decimal digits.
"""

import math
import re
from collections.abc import Collection
from decimal import Decimal
from typing import TypeAlias, TypeGuard, assert_never

from msgspec import Struct

from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, CtyType, ObjectType, Primitive, TupleType
from mapper.languages.tfplugin.errors import AttributeStep, IndexStep, KeyStep, Path
from mapper.text.numbers import is_int64

Number: TypeAlias = int | float | Decimal


class Unknown(Struct, frozen=True):
    """A value that is not known yet. `refinements` are what its provider knows of it, as it sent them: only that reads
    them.
    """

    refinements: bytes = b""


UNKNOWN = Unknown()
"""An unknown value without refinements."""


class Dynamic(Struct, frozen=True):
    """A value with its type, for a dynamic attribute."""

    type: CtyType
    value: "Value"


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
        position = next((index for index, other in enumerate(unmatched) if same(item, other, element)), None)
        if position is None:
            return False
        del unmatched[position]
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


MAX_DIGITS = 2000
"""The most digits, before or after the point: more than any number of 512 bits or any float of 64 bits needs."""

_MAX_BITS = 6000
_DECIMAL = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]{1,6})?")
_TOO_LONG = f"a number of more than {MAX_DIGITS} digits"


def wire_number(number: Number) -> int | float | str:
    """The wire form of a number: an integer of 64 bits, a float, or decimal digits without an exponent.

    A Decimal becomes a float only if it has a fraction and the float is exactly equal. Both encoders that providers use
    do so; for an integer beyond 64 bits, go-cty sends a float if that is exact, and terraform-plugin-go digits.

    Raises ValueError for anything but a number, and for more than MAX_DIGITS digits.
    """
    match number:
        case int():
            return _wire_int(int(number))
        case float():
            return _wire_float(number)
        case Decimal():
            return _wire_decimal(number)


def _wire_int(number: int) -> int | float | str:
    if is_int64(number):
        return number
    if number.bit_length() > _MAX_BITS:
        raise ValueError(_TOO_LONG)
    try:
        as_float = float(number)
    except OverflowError:
        return str(number)
    return as_float if as_float == number else str(number)


def _wire_float(number: float) -> int | float:
    if math.isnan(number):
        raise ValueError("not a number")
    return int(number) if number.is_integer() and is_int64(int(number)) else number


def _wire_decimal(number: Decimal) -> int | float | str:
    if number.is_infinite():
        return float(number)
    if not number.is_finite():
        raise ValueError("not a number")
    if max(abs(number.adjusted()), len(number.as_tuple().digits)) > MAX_DIGITS:
        raise ValueError(_TOO_LONG)
    whole = number == number.to_integral_value()
    if whole and is_int64(int(number)):
        return int(number)
    if not whole and Decimal(float(number)) == number:
        return float(number)
    return digits(number)


def digits(number: Decimal) -> str:
    """A finite number in decimal digits, without an exponent and redundant zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse_digits(text: str) -> Decimal:
    """The number in decimal digits. Raises ValueError."""
    if len(text) > 2 * MAX_DIGITS:
        raise ValueError(_TOO_LONG)
    if not _DECIMAL.fullmatch(text):
        raise ValueError("not a number")
    number = Decimal(text)
    if abs(number.adjusted()) > MAX_DIGITS:
        raise ValueError(_TOO_LONG)
    return number


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
