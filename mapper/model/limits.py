"""Limits on the value of an attribute: one small class for each kind of limit."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal, TypeVar, assert_never

from msgspec import Struct

from ..text.numbers import is_finite

Bound = float | None
"""One side of a range; None if it is open."""


class OneOf(Struct, frozen=True, dict=True):
    """The allowed values."""

    values: tuple[object, ...]

    def allows(self, value: object) -> bool:
        """Whether the value is one of them; each of many values can be asked for."""
        return value_key(value) in self._keys

    @cached_property
    def _keys(self) -> frozenset[object]:
        return frozenset(map(value_key, self.values))


def value_key(value: object) -> object:
    """What tells values of long lists apart without comparing each with each; as in JSON, 1 is not `true`."""
    return repr(value) if isinstance(value, dict | list) else (isinstance(value, bool), value)


class ExactlyOneOf(Struct, frozen=True):
    """Exactly one of the attribute itself and its siblings with these `names` is given."""

    names: tuple[str, ...]


class RequiredMembers(Struct, frozen=True):
    """An object is given with its members of these `names`; of a collection, each object in it."""

    names: tuple[str, ...]


class Range(Struct, frozen=True):
    """The least and the greatest number; if `exclusive`, the value is neither of them."""

    least: Bound
    most: Bound
    exclusive: bool = False


class Length(Struct, frozen=True):
    """The number of characters of a string."""

    least: Bound
    most: Bound


class Size(Struct, frozen=True):
    """The number of items or entries of a collection."""

    least: Bound
    most: Bound


class Pattern(Struct, frozen=True):
    """The regular expression that a string matches."""

    expression: str


class Unique(Struct, frozen=True):
    """No item occurs twice."""


class MultipleOf(Struct, frozen=True):
    """The divisor of a number: the value is a multiple of it."""

    number: float


class Each(Struct, frozen=True):
    """A limit on each element of a collection."""

    limit: "Limit"


class Keys(Struct, frozen=True):
    """A limit on each key of a map."""

    limit: "Limit"


Limit = OneOf | ExactlyOneOf | RequiredMembers | Range | Length | Size | Pattern | Unique | MultipleOf | Each | Keys
_L = TypeVar("_L", OneOf, ExactlyOneOf, RequiredMembers, Range, Length, Size, Pattern, Unique, MultipleOf, Each, Keys)
Limits = tuple[Limit, ...]
_OPEN = Range(None, None)


def find(limits: Iterable[Limit], kind: type[_L]) -> _L | None:
    """The first limit of a kind."""
    for limit in limits:  # not by `next`, which takes longer than looking at the few limits of an attribute
        if isinstance(limit, kind):
            return limit
    return None


def bounds(limits: Iterable[Limit], *, exclusive: bool) -> Range:
    """The inclusive or the exclusive range among the limits; an unbounded one if there is none."""
    return next((limit for limit in limits if isinstance(limit, Range) and limit.exclusive is exclusive), _OPEN)


def simplest(limits: Limits) -> Limits:
    """The limits, with at most one lower and one upper bound: the narrowest."""
    if not limits:
        return limits
    inner, outer = bounds(limits, exclusive=True), bounds(limits, exclusive=False)
    if _OPEN in (inner, outer):
        return limits
    least, most, above, below = outer.least, outer.most, inner.least, inner.most
    if least is not None and above is not None:
        least, above = (None, above) if above >= least else (least, None)
    if most is not None and below is not None:
        most, below = (None, below) if below <= most else (most, None)
    left = {False: Range(least, most), True: Range(above, below, exclusive=True)}
    narrowed = (left[limit.exclusive] if isinstance(limit, Range) else limit for limit in limits)
    is_open = (Range(None, None), Range(None, None, exclusive=True))
    return tuple(limit for limit in narrowed if limit not in is_open)


def has_validator(kind: str, limit: Limit) -> bool:
    """Whether a limit on an attribute of `kind` has a validator, as the reference tool writes them."""
    match limit:
        case MultipleOf() | Each():
            return False
        case Range(exclusive=exclusive):
            return kind == "int64" and not exclusive
        case Size():
            return kind != "single"
        case Keys():
            return kind == "map"
    return True


Keyword = Literal[
    "each",
    "enum",
    "exactly_one_of",
    "exclusive_range",
    "keys",
    "length",
    "multiple",
    "pattern",
    "range",
    "required_members",
    "size",
    "unique",
]
"""The name of a limit in files."""


def plain(limit: Limit) -> tuple[Keyword, object]:
    """A limit as a keyword and a JSON value, as in files."""
    match limit:
        case OneOf(values):
            return "enum", values
        case ExactlyOneOf(names):
            return "exactly_one_of", names
        case RequiredMembers(names):
            return "required_members", names
        case Range(least, most, exclusive):
            return "exclusive_range" if exclusive else "range", (least, most)
        case Length(least, most):
            return "length", (least, most)
        case Size(least, most):
            return "size", (least, most)
        case Pattern(expression):
            return "pattern", expression
        case Unique():
            return "unique", True
        case MultipleOf(number):
            return "multiple", number
        case Each(inner):
            return "each", plain(inner)
        case Keys(inner):
            return "keys", plain(inner)
    assert_never(limit)


def limit_of(keyword: str, value: Any) -> Limit:
    """The reverse of `plain`. Raises ValueError or TypeError for anything else."""
    match keyword:
        case "enum" if isinstance(value, list | tuple) and not any(isinstance(item, dict | list) for item in value):
            return OneOf(tuple(value))
        case "exactly_one_of" if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return ExactlyOneOf(tuple(value))
        case "required_members" if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return RequiredMembers(tuple(value))
        case "pattern" if isinstance(value, str):
            return Pattern(value)
        case "unique" if value is True:
            return Unique()
        case "multiple" if _is_bound(value) and value > 0:
            return MultipleOf(value)
        case "each" if isinstance(value, list | tuple) and len(value) == 2 and value[0] != "each":  # noqa: PLR2004
            return Each(limit_of(*value))
        case "keys" if isinstance(value, list | tuple) and len(value) == 2 and value[0] != "keys":  # noqa: PLR2004
            return Keys(limit_of(*value))
        case "length":
            return Length(*_sides(value))
        case "size":
            return Size(*_sides(value))
        case "range" | "exclusive_range":
            least, most = _sides(value)
            return Range(least, most, exclusive=keyword == "exclusive_range")
    raise ValueError(f"{keyword} is not a limit, or has another value")


def _sides(value: Any) -> tuple[Bound, Bound]:
    least, most = value
    if not all(side is None or _is_bound(side) for side in (least, most)):
        raise ValueError("a limit that is not a number")
    return least, most


def _is_bound(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and is_finite(value)
