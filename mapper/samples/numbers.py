"""Sample numbers within limits."""

from __future__ import annotations

import math
from fractions import Fraction

from ..model.limits import Limits, MultipleOf, bounds, find
from ..text.numbers import exact, is_multiple

_WHOLE = 2**53
"""All larger floating-point numbers are integers."""


def sample(kind: str, limits: Limits, index: int) -> float:
    """1, or the next number that is an integer, or a multiple of the required divisor; `index` counts on from there."""
    if not limits:
        return 1 + index
    inner, outer = bounds(limits, exclusive=True), bounds(limits, exclusive=False)
    least, above, most, below = (
        None if bound is None else exact(bound) for bound in (outer.least, inner.least, outer.most, inner.most)
    )
    multiple = find(limits, MultipleOf)
    step = exact(multiple.number if multiple else 1)
    if kind == "int64":
        step *= step.denominator
    value = math.ceil(max(bound for bound in (1, least, above) if bound is not None) / step) * step
    value += step * (index + (value == above))
    if highs := [bound for bound in (most, below) if bound is not None]:
        highest = math.floor(min(highs) / step) * step
        value = min(value, highest - step * (highest == below))
    plain = _plain(value)
    if kind == "int64" or is_within(plain, limits):
        return plain
    middle = None if above is None or below is None else (above + below) / 2
    others = [_plain(other) for other in (least, most, middle) if other is not None]
    return next((other for other in others if is_within(other, limits)), plain)


def is_within(value: float, limits: Limits) -> bool:
    """Whether a number is within the limits."""
    inner, outer = bounds(limits, exclusive=True), bounds(limits, exclusive=False)
    multiple = find(limits, MultipleOf)
    return (
        (outer.least is None or value >= outer.least)
        and (outer.most is None or value <= outer.most)
        and (inner.least is None or value > inner.least)
        and (inner.most is None or value < inner.most)
        and (multiple is None or is_multiple(value, multiple.number))
    )


def _plain(value: Fraction) -> float:
    """A fraction as an integer, if it is one, else as the nearest floating-point number."""
    return int(value) if value.denominator == 1 or abs(value) >= _WHOLE else float(value)
