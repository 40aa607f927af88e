"""What became of the limits on a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..limits import Length, Limit, Limits, MultipleOf, OneOf, Range, Size, simplest
from ..numbers import is_multiple
from .rules import (
    CONSTRAINT_ADDED,
    CONSTRAINT_CHANGED,
    CONSTRAINT_REMOVED,
    LIMIT_LOOSENED,
    LIMIT_TIGHTENED,
    VALUE_ADDED,
    VALUE_REMOVED,
    Rule,
)
from .words import limit_words, values_words

Sided = Range | Length | Size

Found = tuple[Rule, str, str | None, str | None]
"""A rule, a sentence, and the values before and after in words."""


def limit_changes(old: Limits, new: Limits) -> Iterator[Found]:
    """The changes of the limits of one attribute."""
    before, after = _by_kind(old), _by_kind(new)
    for kind in dict.fromkeys([*before, *after]):
        was, is_ = before.get(kind, ()), after.get(kind, ())
        if kind is Range and was and is_ and simplest(was) != simplest(is_):
            yield _bounded(simplest(was), simplest(is_))
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
    """The limits by their class; all bounds of a number are its range."""
    found: dict[type[Limit], Limits] = {}
    for limit in limits:
        found[type(limit)] = (*found.get(type(limit), ()), limit)
    return found


def _bounded(old: Iterable[Limit], new: Iterable[Limit]) -> Found:
    """Other bounds, in one keyword or in two."""
    before, after = (" and ".join(map(limit_words, side)) for side in (old, new))
    rule = LIMIT_TIGHTENED if _is_tighter(_sides(old), _sides(new)) else LIMIT_LOOSENED
    return rule, f"its limit changed from {before} to {after}", before, after


def _changed(old: Limit, new: Limit) -> Iterator[Found]:
    before, after = limit_words(old), limit_words(new)
    match old, new:
        case OneOf(values), OneOf(others):
            yield from _values(values, others)
        case ((Range() | Length() | Size()), (Range() | Length() | Size())):
            yield _bounded((old,), (new,))
        case MultipleOf(number), MultipleOf(other):
            rule = LIMIT_LOOSENED if is_multiple(number, other) else LIMIT_TIGHTENED
            yield rule, f"its limit changed from {before} to {after}", before, after
        case _:
            yield CONSTRAINT_CHANGED, f"its limit changed from {before} to {after}", before, after


def _values(old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[Found]:
    """The order of the values says nothing."""
    gone = tuple(value for value in old if value not in new)
    come = tuple(value for value in new if value not in old)
    if gone:
        yield VALUE_REMOVED, f"it no longer accepts {values_words(gone)}", values_words(gone), None
    if come:
        yield VALUE_ADDED, f"it accepts {values_words(come)} too", None, values_words(come)


def _sides(limits: Iterable[Limit]) -> dict[str, tuple[Any, bool]]:
    """The bounds of a value by side, and whether they exclude it: what is greater is tighter."""
    sides: dict[str, tuple[Any, bool]] = {}
    for limit in limits:
        if not isinstance(limit, Sided):
            continue
        least, most = limit.least, limit.most
        for side, bound in (("least", least), ("most", None if most is None else -most)):
            if bound is not None:
                found = bound, isinstance(limit, Range) and limit.exclusive
                sides[side] = max(found, sides.get(side, found))
    return sides


def _is_tighter(old: dict[str, tuple[Any, bool]], new: dict[str, tuple[Any, bool]]) -> bool:
    """Whether one side at least is tighter; that the other may be looser helps nobody."""
    return any(side not in old or bound > old[side] for side, bound in new.items())
