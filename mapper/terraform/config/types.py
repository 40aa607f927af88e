"""The key `type` of an override: a type in words, such as `set`, `list of string`, `map of object`."""

from __future__ import annotations

from ...model import Collection, CollectionKind, Default, Nested, NestingMode, Scalar, ScalarKind, Type, nested_body
from ...model.limits import (
    ExactlyOneOf,
    Length,
    Limit,
    Limits,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    Size,
    Unique,
    has_validator,
)
from ...text.numbers import is_int64

TypeWords = tuple[str, ...]

_SCALARS = frozenset(("bool", "dynamic", "float64", "int64", "number", "string"))
_COLLECTIONS = frozenset(("list", "map", "set"))
_VALUES: dict[str, tuple[type, ...]] = {"bool": (bool,), "float64": (int, float), "int64": (int,), "string": (str,)}
_LIMITS: dict[str, tuple[type[Limit], ...]] = {
    "string": (OneOf, Length, Pattern),
    "int64": (OneOf, Range, MultipleOf),
    "float64": (OneOf, Range, MultipleOf),
    "number": (Range, MultipleOf),
    "list": (Size, Unique),
    "set": (Size,),
    "map": (Size,),
}


def parse_type(text: str) -> TypeWords | None:
    """`map of list of string` -> (map, list, string); None if the text is not a type.

    A collection without *of* keeps its element type; *object* keeps the nested attributes. *dynamic* cannot be in a
    collection.
    """
    words = tuple(text.split(" of "))
    *outer, last = words
    if not _COLLECTIONS.issuperset(outer):
        return None
    if last == "object":
        return words if len(outer) <= 1 else None
    if outer:
        return words if last in _SCALARS - {"dynamic"} else None
    return words if last in _SCALARS | _COLLECTIONS else None


def retype(type_: Type, words: TypeWords) -> Type | None:
    """The type `type_` changed to `words`; None if it has no nested attributes or elements to keep."""
    *outer, last = words
    if last == "object":
        body = nested_body(type_)
        return None if body is None else Nested(NestingMode(outer[0]) if outer else NestingMode.SINGLE, body)
    if last in _COLLECTIONS:
        if isinstance(type_, Collection):
            return Collection(CollectionKind(last), type_.element)
        return Nested(NestingMode(last), type_.body) if isinstance(type_, Nested) and type_.mode != "single" else None
    result: Type = Scalar(ScalarKind(last))
    for kind in reversed(outer):
        result = Collection(CollectionKind(kind), result)
    return result


def kind_of(type_: Type) -> str:
    """The kind of a type as in the names of the framework's Go packages: *string*, *list*, *object*."""
    match type_:
        case Scalar(kind) | Collection(kind, _):
            return kind
        case Nested(mode, _):
            return "object" if mode == "single" else mode
    return "object"


def fits(kind: str, value: object) -> bool:
    """Whether a value is of a scalar kind."""
    if kind == "int64" and isinstance(value, int) and not is_int64(value):
        return False
    return isinstance(value, _VALUES.get(kind, ())) and (kind == "bool" or not isinstance(value, bool))


def limits_that_fit(kind: str, was: str, limits: Limits) -> Limits:
    """The limits that apply to the kind. Those that were not validators for the kind `was` do not become validators."""
    return tuple(limit for limit in limits if isinstance(limit, ExactlyOneOf) or _fits(kind, was, limit))


def _fits(kind: str, was: str, limit: Limit) -> bool:
    # for example, bounds of a number need not be integers, as a validator of an int64 requires
    if has_validator(kind, limit) and not has_validator(was, limit):
        return False
    if not isinstance(limit, _LIMITS.get(kind, ())):
        return False
    return not isinstance(limit, OneOf) or all(fits(kind, value) for value in limit.values)


def default_that_fits(kind: str, default: Default | None) -> Default | None:
    """The default, if it is a value of the kind; else None."""
    return default if default is not None and fits(kind, default.value) else None
