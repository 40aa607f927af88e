"""Compares the limits of an attribute."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from ..model.limits import (
    Each,
    ExactlyOneOf,
    Length,
    Limit,
    Limits,
    MultipleOf,
    OneOf,
    Range,
    Size,
    simplest,
    value_key,
)
from ..text.numbers import is_multiple
from .describe import limit_words, values_words
from .rules import (
    CONSTRAINT_ADDED,
    CONSTRAINT_CHANGED,
    CONSTRAINT_REMOVED,
    LIMIT_LOOSENED,
    LIMIT_TIGHTENED,
    VALUE_ADDED,
    VALUE_REMOVED,
    ChangeRule,
)

Sided = Range | Length | Size

Found = tuple[ChangeRule, str, str | None, str | None]
"""A rule, a sentence, and the values before and after in words."""


def limit_changes(old: Limits, new: Limits, *, whole: bool = False) -> Iterator[Found]:
    """The changes of the limits of one attribute. `whole`: its values are integers, so that `> 0` is `>= 1`."""
    elements = [tuple(limit.limit for limit in side if isinstance(limit, Each)) for side in (old, new)]
    if elements[0] != elements[1]:
        for rule, text, was_words, is_words in limit_changes(elements[0], elements[1]):
            old_words, new_words = (f"each element: {words}" if words else None for words in (was_words, is_words))
            yield rule, f"for each element, {text}", old_words, new_words
    kept = ([one for one in side if not isinstance(one, Each)] for side in (old, new))
    before, after = (_by_kind(limit for limit in side if not _is_trivial(limit)) for side in kept)
    for kind in dict.fromkeys([*before, *after]):
        was, is_ = before.get(kind, ()), after.get(kind, ())
        if kind is Range and was and is_ and simplest(was) != simplest(is_):
            if _sides(was, whole=whole) != _sides(is_, whole=whole):
                yield _bounded(simplest(was), simplest(is_), whole=whole)
            continue
        gone = [limit for limit in was if limit not in is_]
        come = [limit for limit in is_ if limit not in was]
        if len(gone) == len(come) == 1:
            yield from _changed(gone[0], come[0])
            continue
        for limit in gone:
            words = limit_words(limit)
            yield CONSTRAINT_REMOVED, f"it is no longer limited to {words}", words, None
        for limit in come:
            words = limit_words(limit)
            yield CONSTRAINT_ADDED, f"it is limited to {words}", None, words


def _by_kind(limits: Iterable[Limit]) -> dict[type[Limit], Limits]:
    """The limits by class; both bounds of a number are in one class."""
    by_class: dict[type[Limit], Limits] = {}
    for limit in limits:
        by_class[type(limit)] = (*by_class.get(type(limit), ()), limit)
    return by_class


def _is_trivial(limit: Limit) -> bool:
    """Whether every value satisfies it, such as a minimum length of 0."""
    return isinstance(limit, Length | Size) and not limit.least and limit.most is None


def _bounded(old: Iterable[Limit], new: Iterable[Limit], *, whole: bool = False) -> Found:
    """The change of bounds, which may be one limit or two."""
    before, after = (" and ".join(map(limit_words, side)) for side in (old, new))
    rule = LIMIT_TIGHTENED if _is_tighter(_sides(old, whole=whole), _sides(new, whole=whole)) else LIMIT_LOOSENED
    return rule, f"its limit changed from {before} to {after}", before, after


def _changed(old: Limit, new: Limit) -> Iterator[Found]:
    before, after = limit_words(old), limit_words(new)
    match old, new:
        case OneOf(values), OneOf(others):
            yield from _values(values, others)
        case ((Range() | Length() | Size()), (Range() | Length() | Size())):
            if _sides((old,)) != _sides((new,)):
                yield _bounded((old,), (new,))
        case ExactlyOneOf(names), ExactlyOneOf(others) if set(names) <= set(others):
            yield LIMIT_LOOSENED, f"its limit changed from {before} to {after}", before, after
        case MultipleOf(number), MultipleOf(other):
            rule = LIMIT_LOOSENED if is_multiple(number, other) else LIMIT_TIGHTENED
            yield rule, f"its limit changed from {before} to {after}", before, after
        case _:
            yield CONSTRAINT_CHANGED, f"its limit changed from {before} to {after}", before, after


def _values(old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[Found]:
    """The changes of an enum; the order of its values does not matter."""
    before, after = ({value_key(value) for value in values} for values in (old, new))
    gone = tuple(value for value in old if value_key(value) not in after)
    come = tuple(value for value in new if value_key(value) not in before)
    if gone:
        yield VALUE_REMOVED, f"it no longer accepts {values_words(gone)}", values_words(gone), None
    if come:
        yield VALUE_ADDED, f"it accepts {values_words(come)} too", None, values_words(come)


def _sides(limits: Iterable[Limit], *, whole: bool = False) -> dict[str, tuple[Any, bool]]:
    """The bounds by side, and whether they are exclusive, in a form where the greater one is the tighter one.

    Exclusive bounds of integers become inclusive ones: more than 0 is at least 1.
    """
    sides: dict[str, tuple[Any, bool]] = {}
    for limit in limits:
        if not isinstance(limit, Sided):
            continue
        for side, bound in (("least", limit.least), ("most", None if limit.most is None else -limit.most)):
            if bound is None or (side == "least" and not bound and not isinstance(limit, Range)):
                continue
            tight = bound, isinstance(limit, Range) and limit.exclusive
            if whole:
                tight = (math.floor(bound) + 1 if tight[1] else math.ceil(bound)), False
            sides[side] = max(tight, sides.get(side, tight))
    return sides


def _is_tighter(old: dict[str, tuple[Any, bool]], new: dict[str, tuple[Any, bool]]) -> bool:
    """Whether at least one side is tighter, even if the other one is looser."""
    return any(side not in old or bound > old[side] for side, bound in new.items())
