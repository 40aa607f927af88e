"""Converts numbers between Python and the wire, without losing a digit.

go-cty computes with 512 bits. It sends a number as an integer if 64 bits hold it, else as a float if 64 bits hold it
exactly, else as decimal digits.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal

from ..text.numbers import is_int64
from .values import Number

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
