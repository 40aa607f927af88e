"""Compares types."""

from __future__ import annotations

from ..model import (
    NUMBERS,
    Collection,
    Nested,
    NestingMode,
    Object,
    Scalar,
    ScalarKind,
    Type,
    Union,
    nested_body,
    options_in_words,
)
from .describe import type_words
from .rules import (
    COLLECTION_CHANGED,
    ELEMENT_CHANGED,
    NESTING_CHANGED,
    TYPE_CHANGED,
    TYPE_NARROWED,
    TYPE_ROUNDED,
    TYPE_WIDENED,
    UNION_NARROWED,
    UNION_WIDENED,
    ChangeRule,
)

_WIDTH = {kind: width for width, kind in enumerate(NUMBERS)}

_OF_ELEMENTS_TOO = (None, TYPE_WIDENED, TYPE_ROUNDED, UNION_WIDENED, UNION_NARROWED)


def type_rule(old: Type, new: Type) -> ChangeRule | None:
    """The rule for a change of the type; None if at most nested attributes differ."""
    match old, new:
        case Scalar(before), Scalar(after):
            return None if before == after else _number_rule(before, after)
        case Collection(before, element), Collection(after, other):
            if before != after:
                return COLLECTION_CHANGED
            inner = type_rule(element, other)
            return inner if inner in _OF_ELEMENTS_TOO else ELEMENT_CHANGED
        case Nested(mode, _, block), Nested(other_mode, _, other_block):
            if block is other_block and mode == other_mode:
                return None
            is_nesting = block is not other_block or NestingMode.SINGLE in (mode, other_mode)
            return NESTING_CHANGED if is_nesting else COLLECTION_CHANGED
        case Object(_), Object(_):
            return None
        case Union(), Union() if old.discriminator != new.discriminator:
            return TYPE_CHANGED
        case (Union(), _) | (_, Union()):
            return _options_rule(_options(old), _options(new))
    if nested_body(old) is not None and nested_body(new) is not None:
        return NESTING_CHANGED
    return TYPE_CHANGED


def _options(type_: Type) -> frozenset[str]:
    options = type_.options if isinstance(type_, Union) else (type_,)
    return frozenset(options_in_words((option,), type_words) for option in options)


def _options_rule(before: frozenset[str], after: frozenset[str]) -> ChangeRule | None:
    """The change of the options of a union; objects are compared by name."""
    if before == after:
        return None
    return UNION_WIDENED if before < after else UNION_NARROWED if after < before else TYPE_CHANGED


def _number_rule(before: ScalarKind, after: ScalarKind) -> ChangeRule:
    if before not in _WIDTH or after not in _WIDTH:
        return TYPE_CHANGED
    if _WIDTH[before] > _WIDTH[after]:
        return TYPE_NARROWED
    bits, kept = NUMBERS[before], NUMBERS[after]
    return TYPE_ROUNDED if bits is not None and kept is not None and bits > kept else TYPE_WIDENED
