"""Limits that exclude every value, and values that the limits next to them exclude."""

import math
from collections.abc import Callable, Iterator, Sequence
from operator import ge, gt, le, lt

from mapper.inputs import Node, bool_of, number_of, text_of
from mapper.model.limits import Length, Limit, OneOf, Range, Size
from mapper.text.numbers import is_finite

Number = int | float

_ORDER: dict[str, Callable[[Number, Number], bool]] = {
    "minimum": ge,
    "exclusiveMinimum": gt,
    "maximum": le,
    "exclusiveMaximum": lt,
}
_LOWS = frozenset(("minimum", "exclusiveMinimum"))
_HIGHS = frozenset(("maximum", "exclusiveMaximum"))
_LENGTHS: dict[str, Callable[[Number, Number], bool]] = {"minLength": ge, "maxLength": le}
_SIZES = ("minItems", "maxItems"), ("minProperties", "maxProperties")


def exclude_every_value(node: Node, limits: Sequence[Limit], kind: str) -> str | None:
    """The limits of an attribute of `kind` that no value meets, in words; None if there is one.

    The validator of a length refuses all values if a side of it is below 0.
    """
    for limit in limits:
        if isinstance(limit, Length):
            if (limit.least or 0) < 0 or _is_empty(limit):
                return _said(node, *_LENGTHS)
        elif isinstance(limit, Size):
            if _is_empty(limit):
                return _said(node, *_SIZES[kind in ("map", "single")])
        elif isinstance(limit, Range) and _has_no_number(node, whole=kind == "int64"):
            return _said(node, *_ORDER)
    return _exclude_all_listed(node, limits[0].values) if len(limits) > 1 and isinstance(limits[0], OneOf) else None


def _exclude_all_listed(node: Node, values: Sequence[object]) -> str | None:
    """An enum and the limit that its first value does not meet; None if another value meets all."""
    first = broken_by(node, values[0])
    if first is None or any(broken_by(node, value) is None for value in values[1:]):
        return None
    return f"enum and {first}"


def broken_by(node: Node, value: object) -> str | None:
    """The first limit of a number or a length that a value does not meet, with its keyword; None if it meets all."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    keywords, size = (_LENGTHS, len(value)) if isinstance(value, str) else (_ORDER, value)
    if keywords.keys().isdisjoint(node.value):  # as of most
        return None
    return next(
        (_said(node, keyword) for keyword, meets, limit in _read(node, keywords) if not meets(size, limit)), None
    )


def _is_empty(limit: Length | Size) -> bool:
    return limit.most is not None and limit.most < max(limit.least or 0, 0)


def _has_no_number(node: Node, *, whole: bool) -> bool:
    """Whether no number, or no integer, is between the bounds. A fraction of a bound counts: 1.5 is the least."""
    if _LOWS.isdisjoint(node.value) or _HIGHS.isdisjoint(node.value):  # as of most
        return False
    bounds = list(_read(node, _ORDER))
    lows = [(limit, meets is gt) for _, meets, limit in bounds if meets in (ge, gt)]
    highs = [(limit, meets is le) for _, meets, limit in bounds if meets in (le, lt)]
    if not lows or not highs:
        return False
    (least, is_above), (most, is_included) = max(lows), min(highs)
    if whole:
        least = math.floor(least) + 1 if is_above else math.ceil(least)
        most = math.floor(most) if is_included else math.ceil(most) - 1
        return least > most
    return least > most or (least == most and (is_above or not is_included))


def _read(
    node: Node, keywords: dict[str, Callable[[Number, Number], bool]]
) -> Iterator[tuple[str, Callable[[Number, Number], bool], Number]]:
    """Keyword, comparison and number of each limit. An exclusive one may be *true* (OpenAPI 3.0)."""
    for keyword, meets in keywords.items():
        raw = node.value.get(keyword)
        if raw is None:  # as most; what follows takes longer
            continue
        if keyword.startswith("exclusive") and bool_of(raw) is True:
            raw = node.value.get(keyword.removeprefix("exclusive").lower())
        number = number_of(raw)
        if number is not None and is_finite(number):
            yield keyword, meets, number


def _said(node: Node, *keywords: str) -> str:
    return " and ".join(f"{key} {text_of(node.value[key])}" for key in keywords if key in node.value)
