"""Sample values of scalars: within all limits, and readable if the name of the attribute suggests a value."""

import math
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from mapper.text.numbers import exact, is_multiple

from ..limits import Length, Limits, MultipleOf, OneOf, Pattern, bounds, find
from . import patterns

if TYPE_CHECKING:
    from fractions import Fraction

_LONGEST_TEXT = 100
_BY_LAST_WORD = {
    "at": "2030-01-01T00:00:00Z",
    "cidr": "192.0.2.0/24",
    "date": "2030-01-01",
    "domain": "example.com",
    "email": "user@example.com",
    "endpoint": "https://example.com",
    "host": "example.com",
    "hostname": "example.com",
    "ip": "192.0.2.1",
    "key": "key",
    "mail": "user@example.com",
    "name": "example",
    "uri": "https://example.com",
    "url": "https://example.com",
    "value": "value",
}
_OFTEN_ASKED_FOR = (
    "example", "Example", "https://example.com", "user@example.com", "192.0.2.1", "192.0.2.0/24", "2030-01-01",
    "2030-01-01T00:00:00Z", "00000000-0000-4000-8000-000000000000", "1.0.0",
)  # fmt: skip
"""Texts that read better than any made from a pattern."""


def is_allowed(value: Any, limits: Limits, steps: patterns.Steps | None = None) -> bool:
    """Whether a value is within all limits: some defaults are not, nor are all values of some enums.

    Values that are judged together share `steps`; by default, a value has its own.
    """
    allowed = find(limits, OneOf)
    if allowed is not None and not allowed.allows(value):
        return False
    if not isinstance(value, str):
        return is_within(value, limits)
    if not _is_between(len(value), find(limits, Length)):
        return False
    expression = _expression(limits)
    return expression is None or expression.matches(value, steps or expression.steps())


def _expression(limits: Limits) -> patterns.ParsedPattern | None:
    pattern = find(limits, Pattern)
    return patterns.parse(pattern.expression) if pattern else None


def _is_between(count: int, length: Length | None) -> bool:
    if length is None:
        return True
    return (length.least is None or count >= length.least) and (length.most is None or count <= length.most)


def scalar(kind: str, name: str, limits: Limits, index: int) -> object:
    """A value within the limits; a different one for each `index`, as long as there are any."""
    if (enum := find(limits, OneOf)) and enum.values:
        others = tuple(limit for limit in limits if limit is not enum)  # it allows its own values, of which it has many
        expression = _expression(others)
        steps = expression.steps() if expression else None
        allowed = [value for value in enum.values if value != "" and is_allowed(value, others, steps)] or enum.values
        return allowed[index % len(allowed)]
    if kind == "bool":
        return index % 2 == 0
    if kind == "string":
        length, pattern = find(limits, Length) or Length(None, None), find(limits, Pattern)
        longest = int(_LONGEST_TEXT if length.most is None else min(max(length.most, 0), _LONGEST_TEXT))
        shortest = int(min(max(length.least or 0, 1), longest))
        return _text(name, pattern.expression if pattern else None, shortest, longest, index)
    return _number(kind, limits, index)


@lru_cache(maxsize=4096)
def _text(name: str, pattern: str | None, least: int, most: int, index: int) -> str:
    """A text of `least` to `most` characters that contains the name, or matches the pattern if possible."""
    fallback = f"example-{name.replace('_', '-')}" if name else "example"
    placeholder = _BY_LAST_WORD.get(name.rpartition("_")[2], fallback)
    expression = patterns.parse(pattern) if pattern else None
    if expression is not None:
        steps = expression.steps()
        readable = (placeholder, placeholder.replace("-", "_"), *_OFTEN_ASKED_FOR)
        for text in chain((_fit(text, least, most, index) for text in readable), expression.samples(index, steps)):
            if least <= len(text) <= most and expression.matches(text, steps):
                return text
    return _fit(placeholder, least, most, index)


def _fit(text: str, least: int, most: int, index: int) -> str:
    """`text`, cut or padded to `least` to `most` characters, with a number from the second index on."""
    number = f"-{index + 1}" if index else ""
    numbered = text.replace("example", f"example{number}", 1) if "example" in text else text + number
    if len(numbered) > most:
        numbered = "example"[: max(most - len(number), 0)] + number[-most:] if most else ""
    while len(numbered) < least:
        numbered = f"{numbered}-{text}"[:most]
    return numbered


def item_name(name: str) -> str:
    """The singular of a list's name, if it is a known word: `billing_emails` -> `email`; else empty."""
    word = name.rpartition("_")[2].removesuffix("s")
    return word if word in _BY_LAST_WORD else ""


_WHOLE = 2**53
"""All larger floating-point numbers are integers."""


def _number(kind: str, limits: Limits, index: int) -> float:
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


def _plain(value: "Fraction") -> float:
    """A fraction as an integer, if it is one, else as the nearest floating-point number."""
    return int(value) if value.denominator == 1 or abs(value) >= _WHOLE else float(value)
