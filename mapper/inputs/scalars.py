"""Plain YAML scalars, resolved the way the generators of the Go ecosystem (yaml.v3) resolve them.

That is the YAML 1.2 core schema plus octal integers with a leading zero, underscores in numbers, and
floats without a fraction. `yes`, `no`, `on`, `off` and dates are strings.
"""

from __future__ import annotations

import re
from typing import Self

Scalar = str | int | float | bool | None


class _Spelled:
    text: str

    def __new__(cls, value: float, text: str) -> Self:
        self = super().__new__(cls, value)  # type: ignore[call-arg] # of the number
        self.text = text
        return self


class SpelledInt(_Spelled, int):
    """An integer whose text in the source is not its decimal form, such as `0x1F`."""


class SpelledBool(_Spelled, int):
    """A boolean whose text in the source is not `true` or `false`."""


class SpelledFloat(float):
    """A floating-point number with its source text: `1.50` stays `1.50` where a string is expected."""

    text: str

    def __new__(cls, text: str, value: float | None = None) -> SpelledFloat:
        self = super().__new__(cls, text if value is None else value)
        self.text = text
        return self


_SPELLED = (SpelledInt, SpelledBool, SpelledFloat)
_NAMED: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    "true": True,
    "false": False,
    "True": SpelledBool(True, "True"),
    "TRUE": SpelledBool(True, "TRUE"),
    "False": SpelledBool(False, "False"),
    "FALSE": SpelledBool(False, "FALSE"),
}
_FLOATS = {".nan": "nan", ".inf": "inf", "+.inf": "inf", "-.inf": "-inf"}
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,18})\Z")
_INTEGER = re.compile(r"([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_MAX_DIGITS = 4096
_MAX_BITS = 13_606  # those of 4096 decimal digits; Python refuses to convert integers of more than 4300 digits
_STARTS = frozenset("-+.0123456789~ntfNTF")


def resolve_plain(text: str) -> Scalar:
    """The value of an unquoted scalar: None, bool, int, float or str."""
    if text in _NAMED:
        return _NAMED[text]
    if text[0] not in _STARTS:
        return text
    if _DECIMAL.match(text) and text != "-0":
        return int(text)
    return _resolve_number(text)


def _resolve_number(text: str) -> Scalar:
    digits = text.replace("_", "")
    if len(digits) <= _MAX_DIGITS and (match := _INTEGER.match(digits)):
        sign, magnitude = match.groups()
        octal = len(magnitude) > 1 and magnitude[0] == "0" and magnitude[1].isdigit()
        value = int(magnitude, 8) if octal else int(magnitude, 0)
        if value.bit_length() > _MAX_BITS:
            return text
        value = -value if sign == "-" else value
        is_plain = magnitude.isdecimal() and not octal and sign != "+" and text == digits and text != "-0"
        return value if is_plain else SpelledInt(value, text)
    if _FLOAT.match(digits):
        return SpelledFloat(text, float(digits))
    if (special := _FLOATS.get(text.lower())) is not None:
        return SpelledFloat(text, float(special))
    return text


_BOOLEANS = (bool, SpelledBool)
_NUMBERS = (int, float)  # a tuple: `int | float` would be built for each call, and these run for every keyword


def text_of(value: object) -> str | None:
    """The source text of a scalar; None for null, lists and objects."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, _SPELLED):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, _NUMBERS) else None


def text_or_empty(value: object) -> str:
    """The source text of a scalar; empty for null, lists and objects."""
    return text_of(value) or ""


def bool_of(value: object) -> bool | None:
    """The boolean value of a scalar; None if it is not a boolean."""
    return bool(value) if isinstance(value, _BOOLEANS) else None


def number_of(value: object) -> int | float | None:
    """The numeric value of a scalar; None if it is not a number (booleans are not)."""
    return value if isinstance(value, _NUMBERS) and not isinstance(value, _BOOLEANS) else None
