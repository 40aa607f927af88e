"""Compares the status, the type and the limits of an attribute."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model import (
    NUMBERS,
    STATUS_WORDS,
    Attribute,
    Collection,
    Nested,
    NestingMode,
    Object,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
    nested_body,
    options_in_words,
)
from ..model.limits import (
    Each,
    ExactlyOneOf,
    Length,
    Limit,
    Limits,
    MultipleOf,
    OneOf,
    Range,
    RequiredMembers,
    Size,
    simplest,
    value_key,
)
from ..text.numbers import is_multiple
from . import rules
from .describe import limit_words, type_words, values_words
from .rules import ChangeRule

Sided = Range | Length | Size

Finding = tuple[ChangeRule, str, str | None, str | None]
"""A rule, a sentence, and the values before and after in words."""


def limit_changes(old: Limits, new: Limits, *, whole: bool = False) -> Iterator[Finding]:
    """The changes of the limits of one attribute. `whole`: its values are integers, so that `> 0` is `>= 1`."""
    elements = [tuple(limit.limit for limit in side if isinstance(limit, Each)) for side in (old, new)]
    if elements[0] != elements[1]:
        for rule, text, was_words, is_words in limit_changes(elements[0], elements[1]):
            old_words, new_words = (f"each element: {words}" if words else None for words in (was_words, is_words))
            yield rule, f"for each element, {text}", old_words, new_words
    kept = ([limit for limit in side if not isinstance(limit, Each)] for side in (old, new))
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
            yield rules.CONSTRAINT_REMOVED, f"it is no longer limited to {words}", words, None
        for limit in come:
            words = limit_words(limit)
            yield rules.CONSTRAINT_ADDED, f"it is limited to {words}", None, words


def _by_kind(limits: Iterable[Limit]) -> dict[type[Limit], Limits]:
    """The limits by class; both bounds of a number are in one class."""
    by_class: dict[type[Limit], Limits] = {}
    for limit in limits:
        by_class[type(limit)] = (*by_class.get(type(limit), ()), limit)
    return by_class


def _is_trivial(limit: Limit) -> bool:
    """Whether every value satisfies it, such as a minimum length of 0."""
    return isinstance(limit, Length | Size) and not limit.least and limit.most is None


def _bounded(old: Iterable[Limit], new: Iterable[Limit], *, whole: bool = False) -> Finding:
    """The change of bounds, which may be one limit or two."""
    before, after = (" and ".join(map(limit_words, side)) for side in (old, new))
    rule = (
        rules.LIMIT_TIGHTENED
        if _is_tighter(_sides(old, whole=whole), _sides(new, whole=whole))
        else rules.LIMIT_LOOSENED
    )
    return rule, f"its limit changed from {before} to {after}", before, after


def _changed(old: Limit, new: Limit) -> Iterator[Finding]:
    before, after = limit_words(old), limit_words(new)
    match old, new:
        case OneOf(values), OneOf(others):
            yield from _values(values, others)
        case ((Range() | Length() | Size()), (Range() | Length() | Size())):
            if _sides((old,)) != _sides((new,)):
                yield _bounded((old,), (new,))
        case ExactlyOneOf(names), ExactlyOneOf(others) if set(names) <= set(others):
            yield rules.LIMIT_LOOSENED, f"its limit changed from {before} to {after}", before, after
        case RequiredMembers(names), RequiredMembers(others):
            rule = rules.LIMIT_LOOSENED if set(others) <= set(names) else rules.LIMIT_TIGHTENED
            yield rule, f"its limit changed from {before} to {after}", before, after
        case MultipleOf(number), MultipleOf(other):
            rule = rules.LIMIT_LOOSENED if is_multiple(number, other) else rules.LIMIT_TIGHTENED
            yield rule, f"its limit changed from {before} to {after}", before, after
        case _:
            yield rules.CONSTRAINT_CHANGED, f"its limit changed from {before} to {after}", before, after


def _values(old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[Finding]:
    """The changes of an enum; the order of its values does not matter."""
    before, after = ({value_key(value) for value in values} for values in (old, new))
    gone = tuple(value for value in old if value_key(value) not in after)
    come = tuple(value for value in new if value_key(value) not in before)
    if gone:
        yield rules.VALUE_REMOVED, f"it no longer accepts {values_words(gone)}", values_words(gone), None
    if come:
        yield rules.VALUE_ADDED, f"it accepts {values_words(come)} too", None, values_words(come)


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


_REQUIRED, _OPTIONAL, _COMPUTED, _EITHER = Status
_RULES = {
    (_OPTIONAL, _REQUIRED): rules.BECAME_REQUIRED,
    (_COMPUTED, _REQUIRED): rules.BECAME_REQUIRED,
    (_EITHER, _REQUIRED): rules.BECAME_REQUIRED,
    (_REQUIRED, _OPTIONAL): rules.NO_LONGER_REQUIRED,
    (_REQUIRED, _EITHER): rules.NO_LONGER_REQUIRED,
    (_REQUIRED, _COMPUTED): rules.BECAME_READ_ONLY,
    (_OPTIONAL, _COMPUTED): rules.BECAME_READ_ONLY,
    (_EITHER, _COMPUTED): rules.BECAME_READ_ONLY,
    (_COMPUTED, _EITHER): rules.BECAME_CONFIGURABLE,
    (_COMPUTED, _OPTIONAL): rules.NO_LONGER_SET,
    (_EITHER, _OPTIONAL): rules.NO_LONGER_COMPUTED,
    (_OPTIONAL, _EITHER): rules.BECAME_COMPUTED,
}
OF_STATUS = frozenset(_RULES.values())
"""The rules of changes of a status."""

FOLDED = (rules.BECAME_READ_ONLY, rules.NO_LONGER_SET, rules.NO_LONGER_COMPUTED)
"""Rules that are reported once for an object and all attributes nested in it."""


def brief_status(words: str) -> str:
    """The words for a status within a sentence: *optional (API default)*."""
    return words.replace(STATUS_WORDS[Status.COMPUTED_OPTIONAL], "optional (API default)")


def status_change(
    old: Status, new: Status, *, was_read_only: bool, words: Mapping[Status, str] = STATUS_WORDS
) -> Finding | None:
    """The change of a status. `was_read_only`: the parent was read-only, so that no configuration sets the
    attribute. `words` name each status in the system.
    """
    if old is new:
        return None
    before, after = words[old], words[new]
    rule, text = _RULES[old, new], f"was {brief_status(before)}, is {brief_status(after)}"
    if was_read_only and rule is rules.BECAME_REQUIRED:
        rule, text = rules.BECAME_CONFIGURABLE, f"{text} if an object is given that could not be given before"
    return rule, text, before, after


def is_choice(attribute: Attribute) -> bool:
    """Whether a configuration may have no object in this attribute: it is not required, or it is a collection."""
    is_single = isinstance(attribute.type, Nested) and attribute.type.mode is NestingMode.SINGLE
    return attribute.status is not _REQUIRED or not is_single


_WIDTH = {kind: width for width, kind in enumerate(NUMBERS)}

_OF_ELEMENTS_TOO = (None, rules.TYPE_WIDENED, rules.TYPE_ROUNDED, rules.UNION_WIDENED, rules.UNION_NARROWED)


def type_rule(old: Type, new: Type) -> ChangeRule | None:
    """The rule for a change of the type; None if at most nested attributes differ."""
    match old, new:
        case Scalar(before), Scalar(after):
            return None if before == after else _number_rule(before, after)
        case Collection(before, element), Collection(after, other):
            if before != after:
                return rules.COLLECTION_CHANGED
            inner = type_rule(element, other)
            return inner if inner in _OF_ELEMENTS_TOO else rules.ELEMENT_CHANGED
        case Nested(mode, _, block), Nested(other_mode, _, other_block):
            if block is other_block and mode == other_mode:
                return None
            is_nesting = block is not other_block or NestingMode.SINGLE in (mode, other_mode)
            return rules.NESTING_CHANGED if is_nesting else rules.COLLECTION_CHANGED
        case Object(_), Object(_):
            return None
        case Union(), Union() if old.discriminator != new.discriminator:
            return rules.TYPE_CHANGED
        case (Union(), _) | (_, Union()):
            return _options_rule(_options(old), _options(new))
    if nested_body(old) is not None and nested_body(new) is not None:
        return rules.NESTING_CHANGED
    return rules.TYPE_CHANGED


def _options(type_: Type) -> frozenset[str]:
    options = type_.options if isinstance(type_, Union) else (type_,)
    return frozenset(options_in_words((option,), type_words) for option in options)


def _options_rule(before: frozenset[str], after: frozenset[str]) -> ChangeRule | None:
    """The change of the options of a union; objects are compared by name."""
    if before == after:
        return None
    return rules.UNION_WIDENED if before < after else rules.UNION_NARROWED if after < before else rules.TYPE_CHANGED


def _number_rule(before: ScalarKind, after: ScalarKind) -> ChangeRule:
    if before not in _WIDTH or after not in _WIDTH:
        return rules.TYPE_CHANGED
    if _WIDTH[before] > _WIDTH[after]:
        return rules.TYPE_NARROWED
    bits, kept = NUMBERS[before], NUMBERS[after]
    return rules.TYPE_ROUNDED if bits is not None and kept is not None and bits > kept else rules.TYPE_WIDENED
