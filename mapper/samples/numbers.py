"""Numbers within limits, for examples."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from mapper.bounds import exact, is_multiple

Limits = dict[str, Any]
"""Constraints by keyword."""

_WHOLE = 2**53
"""From here on, floating-point numbers are whole."""


def sample(kind: str, limits: Limits, index: int) -> float:
    """1, or the next number that is whole, or a multiple of what it has to be; `index` counts on from there."""
    least, above, most, below = (
        None if bound is None else exact(bound)
        for side in (0, 1)
        for bound in (_pair(limits, "range")[side], _pair(limits, "exclusive_range")[side])
    )
    step = exact(limits.get("multiple", 1))
    if kind == "int64":
        step *= step.denominator
    value = math.ceil(max(bound for bound in (1, least, above) if bound is not None) / step) * step
    value += step * (index + (value == above))
    if highs := [bound for bound in (most, below) if bound is not None]:
        highest = math.floor(min(highs) / step) * step
        value = min(value, highest - step * (highest == below))
    found = _plain(value)
    if kind == "int64" or is_within(found, limits):
        return found
    middle = None if above is None or below is None else (above + below) / 2
    others = [_plain(other) for other in (least, most, middle) if other is not None]
    return next((other for other in others if is_within(other, limits)), found)


def is_within(value: float, limits: Limits) -> bool:
    """Whether a number is within the limits."""
    least, most = _pair(limits, "range")
    above, below = _pair(limits, "exclusive_range")
    return (
        (least is None or value >= least)
        and (most is None or value <= most)
        and (above is None or value > above)
        and (below is None or value < below)
        and ("multiple" not in limits or is_multiple(value, limits["multiple"]))
    )


def _pair(limits: Limits, keyword: str) -> tuple[float | None, float | None]:
    pair: tuple[float | None, float | None] = limits.get(keyword, (None, None))
    return pair


def _plain(value: Fraction) -> float:
    """A fraction as a configuration writes it: whole, if it is, else as the nearest floating-point number."""
    return int(value) if value.denominator == 1 or abs(value) >= _WHOLE else float(value)
