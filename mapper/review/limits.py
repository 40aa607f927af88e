"""What became of the limits on a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..bounds import is_multiple, simplest
from ..model import Constraint
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

_PAIRS = ("length", "range", "exclusive_range", "size")

Found = tuple[Rule, str, str | None, str | None]
"""A rule, a sentence, and the values before and after in words."""


def limit_changes(old: tuple[Constraint, ...], new: tuple[Constraint, ...]) -> Iterator[Found]:
    """The changes of the limits of one attribute."""
    before, after = _by_keyword(old), _by_keyword(new)
    for keyword in dict.fromkeys([*before, *after]):
        was, is_ = before.get(keyword, ()), after.get(keyword, ())
        if keyword == "range" and was and is_ and simplest(was) != simplest(is_):
            yield _bounded(simplest(was), simplest(is_))
            continue
        gone = [constraint for constraint in was if constraint not in is_]
        come = [constraint for constraint in is_ if constraint not in was]
        if len(gone) == len(come) == 1:
            yield from _changed(gone[0], come[0])
            continue
        for constraint in gone:
            words = limit_words(constraint)
            yield CONSTRAINT_REMOVED, f"it is no longer limited to {words}", words, None
        for constraint in come:
            words = limit_words(constraint)
            yield CONSTRAINT_ADDED, f"it is limited to {words}", None, words


def _by_keyword(constraints: Iterable[Constraint]) -> dict[str, tuple[Constraint, ...]]:
    """The constraints by keyword; all bounds of a number are its range."""
    found: dict[str, tuple[Constraint, ...]] = {}
    for constraint in constraints:
        keyword = "range" if constraint.keyword == "exclusive_range" else constraint.keyword
        found[keyword] = (*found.get(keyword, ()), constraint)
    return found


def _bounded(old: tuple[Constraint, ...], new: tuple[Constraint, ...]) -> Found:
    """Other bounds, in one keyword or in two."""
    before, after = (" and ".join(map(limit_words, side)) for side in (old, new))
    rule = LIMIT_TIGHTENED if _is_tighter(_sides(old), _sides(new)) else LIMIT_LOOSENED
    return rule, f"its limit changed from {before} to {after}", before, after


def _changed(old: Constraint, new: Constraint) -> Iterator[Found]:
    before, after = limit_words(old), limit_words(new)
    value: Any = old.value
    other: Any = new.value
    if old.keyword == "enum":
        yield from _values(value, other)
    elif old.keyword in _PAIRS:
        yield _bounded((old,), (new,))
    elif old.keyword == "multiple":
        rule = LIMIT_LOOSENED if is_multiple(value, other) else LIMIT_TIGHTENED
        yield rule, f"its limit changed from {before} to {after}", before, after
    else:
        yield CONSTRAINT_CHANGED, f"its limit changed from {before} to {after}", before, after


def _values(old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[Found]:
    """The order of the values says nothing."""
    gone = tuple(value for value in old if value not in new)
    come = tuple(value for value in new if value not in old)
    if gone:
        yield VALUE_REMOVED, f"it no longer accepts {values_words(gone)}", values_words(gone), None
    if come:
        yield VALUE_ADDED, f"it accepts {values_words(come)} too", None, values_words(come)


def _sides(constraints: Iterable[Constraint]) -> dict[str, tuple[Any, bool]]:
    """The bounds of a value by side, and whether they exclude it: what is greater is tighter."""
    sides: dict[str, tuple[Any, bool]] = {}
    for constraint in constraints:
        value: Any = constraint.value
        least, most = value
        for side, bound in (("least", least), ("most", None if most is None else -most)):
            if bound is not None:
                found = bound, constraint.keyword == "exclusive_range"
                sides[side] = max(found, sides.get(side, found))
    return sides


def _is_tighter(old: dict[str, tuple[Any, bool]], new: dict[str, tuple[Any, bool]]) -> bool:
    """Whether one side at least is tighter; that the other may be looser helps nobody."""
    return any(side not in old or bound > old[side] for side, bound in new.items())
