"""Numbers: what 64 bits can hold, exact fractions, and decimal text for people."""

import math
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

_PLAIN = (1e-6, 1e21)
"""The range of numbers that are written without an exponent."""


def is_multiple(number: float, of: float) -> bool:
    """Whether a number is a multiple of another one, by their decimal text: 0.3 is a multiple of 0.1."""
    return is_finite(number) and exact(number) % exact(of) == 0


def is_finite(number: float) -> bool:
    """Whether a number is finite; every integer is."""
    return isinstance(number, int) or math.isfinite(number)


def is_int64(number: int) -> bool:
    """Whether a signed integer of 64 bits can hold the number."""
    return -(2**63) <= number < 2**63


def is_float64(number: float) -> bool:
    """Whether a floating-point number of 64 bits can hold the number; infinity and NaN are no numbers."""
    return abs(number) <= sys.float_info.max


def exact(number: float) -> "Fraction":
    """The fraction that the shortest decimal text of a finite number denotes."""
    from fractions import Fraction  # slow to import, and few limits need it

    return Fraction(int(number)) if isinstance(number, int) else Fraction(float.__repr__(number))


def number_words(number: float, separator: str = "") -> str:
    """The shortest decimal text of a number, with an exponent if it would be long. `separator` is between thousands."""
    if isinstance(number, int):
        return format(int(number), separator)
    if number and not _PLAIN[0] <= abs(number) < _PLAIN[1]:
        return float.__repr__(number)
    from decimal import Decimal  # slow to import, and only floating-point numbers need it

    return format(Decimal(float.__repr__(number or 0.0)).normalize(), f"{separator}f")
