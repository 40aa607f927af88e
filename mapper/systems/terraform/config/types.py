"""The keys `type` and `block` of an override: a type in words, such as `list of string`, and what can be a block.

By the rules of Terraform and of the plugin framework, a nested attribute may be a block at the root or in another
block. It is one object, or a list or set of objects. It is configured or omitted, so that the API never sets it. The
framework requires the required attributes of a single block even if the block is omitted
(`internal/fwserver/block_validation.go`).
"""

from mapper.model import (
    Attribute,
    Collection,
    CollectionKind,
    Nested,
    NestingMode,
    Scalar,
    ScalarKind,
    Status,
    Type,
    nested_body,
)
from mapper.model.limits import (
    Each,
    ExactlyOneOf,
    Keys,
    Length,
    Limit,
    Limits,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    Size,
    Unique,
    find,
    has_validator,
)
from mapper.text.numbers import is_int64

TypeWords = tuple[str, ...]

SCALARS = ("bool", "dynamic", "float64", "int64", "number", "string")
COLLECTIONS = ("list", "map", "set")
_VALUES: dict[str, tuple[type, ...]] = {"bool": (bool,), "float64": (int, float), "int64": (int,), "string": (str,)}
_LIMITS: dict[str, tuple[type[Limit], ...]] = {
    "string": (OneOf, Length, Pattern),
    "int64": (OneOf, Range, MultipleOf),
    "float64": (OneOf, Range, MultipleOf),
    "number": (Range, MultipleOf),
    "list": (Size, Unique),
    "set": (Size,),
    "map": (Keys, Size),
}


def parse_type(text: str) -> TypeWords | None:
    """`map of list of string` -> (map, list, string); None if the text is not a type.

    A collection without *of* keeps its element type; *object* keeps the nested attributes. *dynamic* cannot be in a
    collection.
    """
    words = tuple(text.split(" of "))
    *outer, last = words
    if not set(COLLECTIONS).issuperset(outer):
        return None
    if last == "object":
        return words if len(outer) <= 1 else None
    if outer:
        return words if last in SCALARS and last != "dynamic" else None
    return words if last in (*SCALARS, *COLLECTIONS) else None


def retype(type_: Type, words: TypeWords) -> Type | None:
    """The type `type_` changed to `words`; None if it has no nested attributes or elements to keep."""
    *outer, last = words
    if last == "object":
        body = nested_body(type_)
        return None if body is None else Nested(NestingMode(outer[0]) if outer else NestingMode.SINGLE, body)
    if last in COLLECTIONS:
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


def limits_that_fit(type_: Type, was: Type, limits: Limits) -> Limits:
    """The limits that apply to the type. Those that were not validators for the type `was` do not become validators."""
    if type_ == was:
        return limits
    return tuple(limit for limit in limits if isinstance(limit, ExactlyOneOf) or _fits(type_, was, limit))


def _fits(type_: Type, was: Type, limit: Limit) -> bool:
    kind, old = kind_of(type_), kind_of(was)
    if isinstance(limit, Each):
        if not isinstance(type_, Collection) or not isinstance(was, Collection):
            return False
        return _fits(type_.element, was.element, limit.limit)
    if isinstance(limit, Keys):
        return kind == old == "map"
    # for example, bounds of a number need not be integers, as a validator of an int64 requires
    if has_validator(kind, limit) and not has_validator(old, limit):
        return False
    if not isinstance(limit, _LIMITS.get(kind, ())):
        return False
    return not isinstance(limit, OneOf) or all(fits(kind, value) for value in limit.values)


BLOCK = "block"
"""The key in an override, and next to the type of an added attribute."""

OUTSIDE = "it is in a nested attribute that is not a block, and only blocks have blocks in them"


def why_no_block(attribute: Attribute) -> str:
    """Why an attribute cannot be a block, not regarding its parent; empty if it can."""
    if not isinstance(attribute.type, Nested):
        return "only nested attributes can be blocks"
    if attribute.type.mode is NestingMode.MAP:
        return "a map of objects can be no block: there are single blocks, lists and sets"
    if attribute.status is Status.COMPUTED:
        return "it is computed, and a block is what a configuration writes"
    if attribute.sensitive:
        return "it is sensitive, which a block cannot be: mark the attributes in it"
    if any(part.keyword == "default" for part in attribute.fragments):
        return "it has a default, which a block cannot have"
    needed = next(filter(_is_needed, attribute.type.body.attributes), None)
    if attribute.type.mode is NestingMode.SINGLE and attribute.status is not Status.REQUIRED and needed is not None:
        asks = f"{needed.name} in it, and the plugin framework asks for that where a single block is left out, too"
        return f"it is not required but has the required {asks}: require it, or make it a list of object"
    return ""


def _is_needed(attribute: Attribute) -> bool:
    """Whether an object needs a value for the attribute, or for another one of its choice."""
    has_choice = attribute.status is not Status.COMPUTED and find(attribute.limits, ExactlyOneOf) is not None
    return attribute.status is Status.REQUIRED or has_choice


def is_block(attribute: Attribute) -> bool:
    """Whether the attribute is a block."""
    return isinstance(attribute.type, Nested) and attribute.type.block
