"""What became of the limits on a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

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

Found = tuple[Rule, str, str | None, str | None]
"""A rule, a sentence, and the values before and after in words."""


def limit_changes(old: tuple[Constraint, ...], new: tuple[Constraint, ...]) -> Iterator[Found]:
    """The changes of the limits of one attribute."""
    before, after = _by_keyword(old), _by_keyword(new)
    for keyword in dict.fromkeys([*before, *after]):
        gone = [constraint for constraint in before.get(keyword, ()) if constraint not in after.get(keyword, ())]
        come = [constraint for constraint in after.get(keyword, ()) if constraint not in before.get(keyword, ())]
        if len(gone) == len(come) == 1:
            yield from _changed(gone[0], come[0])
            continue
        for constraint in gone:
            words = limit_words(constraint)
            yield CONSTRAINT_REMOVED, f"it is no longer limited to {words}", words, None
        for constraint in come:
            words = limit_words(constraint)
            yield CONSTRAINT_ADDED, f"it is limited to {words}", None, words


def _by_keyword(constraints: Iterable[Constraint]) -> dict[str, list[Constraint]]:
    found: dict[str, list[Constraint]] = {}
    for constraint in constraints:
        found.setdefault(constraint.keyword, []).append(constraint)
    return found


def _changed(old: Constraint, new: Constraint) -> Iterator[Found]:
    before, after = limit_words(old), limit_words(new)
    value: Any = old.value
    other: Any = new.value
    if old.keyword == "enum":
        yield from _values(value, other)
    elif old.keyword in ("length", "range", "size"):
        rule = LIMIT_TIGHTENED if _is_tighter(value, other) else LIMIT_LOOSENED
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


def _is_tighter(old: tuple[Any, Any], new: tuple[Any, Any]) -> bool:
    """Whether one side at least is tighter; that the other may be looser helps nobody."""
    least = new[0] is not None and (old[0] is None or new[0] > old[0])
    most = new[1] is not None and (old[1] is None or new[1] < old[1])
    return least or most
