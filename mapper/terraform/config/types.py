"""Another type for an attribute, in the words that pages use: `set`, `list of string`, `map of object`."""

from __future__ import annotations

from ...bounds import has_validator, is_int64
from ...model import Collection, Constraint, Default, Nested, Scalar, Type, nested_body

TypeWords = tuple[str, ...]

_SCALARS = frozenset(("bool", "dynamic", "float64", "int64", "number", "string"))
_COLLECTIONS = frozenset(("list", "map", "set"))
_VALUES: dict[str, tuple[type, ...]] = {"bool": (bool,), "float64": (int, float), "int64": (int,), "string": (str,)}
_LIMITS = {
    "string": frozenset(("enum", "length", "pattern")),
    "int64": frozenset(("enum", "range", "exclusive_range", "multiple")),
    "float64": frozenset(("enum", "range", "exclusive_range", "multiple")),
    "number": frozenset(("range", "exclusive_range", "multiple")),
    "list": frozenset(("size", "unique")),
    "set": frozenset(("size",)),
    "map": frozenset(("size",)),
}


def parse_type(text: str) -> TypeWords | None:
    """`map of list of string` -> (map, list, string); None where this is not a type.

    A collection without *of* keeps what it holds; *object* keeps the nested attributes. No collection holds *dynamic*.
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
    """The type that `words` make of `type_`; None where it has no nested attributes or elements to keep."""
    *outer, last = words
    if last == "object":
        body = nested_body(type_)
        return None if body is None else Nested(outer[0] if outer else "single", body)
    if last in _COLLECTIONS:
        if isinstance(type_, Collection):
            return Collection(last, type_.element)
        return Nested(last, type_.body) if isinstance(type_, Nested) and type_.mode != "single" else None
    made: Type = Scalar(last)
    for kind in reversed(outer):
        made = Collection(kind, made)
    return made


def kind_of(type_: Type) -> str:
    """The kind of a type, as the names of the Go packages for it have it: *string*, *list*, *object*."""
    match type_:
        case Scalar(kind) | Collection(kind, _):
            return kind
        case Nested(mode, _):
            return "object" if mode == "single" else mode
    return "object"


def fits(kind: str, value: object) -> bool:
    """Whether a plain value is one of a scalar kind."""
    if kind == "int64" and isinstance(value, int) and not is_int64(value):
        return False
    return isinstance(value, _VALUES.get(kind, ())) and (kind == "bool" or not isinstance(value, bool))


def limits_that_fit(kind: str, was: str, constraints: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    """The constraints that mean something for a kind, and are no validators unless they were."""
    return tuple(
        constraint
        for constraint in constraints
        if constraint.keyword == "exactly_one_of"
        or (
            # bounds of a number are not always integers, which the validator of an integer needs
            (has_validator(was, constraint.keyword) or not has_validator(kind, constraint.keyword))
            and constraint.keyword in _LIMITS.get(kind, ())
            and (
                not isinstance(constraint.value, tuple)
                or constraint.keyword != "enum"
                or all(fits(kind, value) for value in constraint.value)
            )
        )
    )


def default_that_fits(kind: str, default: Default | None) -> Default | None:
    """The default, if it is a value of the kind."""
    return default if default is not None and fits(kind, default.value) else None
