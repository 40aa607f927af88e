"""What IDLs and package schemas share: built-in types, the words for types, and how much of one is shown inline."""

from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    EntityRef,
    Nested,
    NestingMode,
    Origin,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
    options_in_words,
)
from mapper.model.attribute import BY_TYPE
from mapper.model.nesting import MAX_NESTING, Nesting, TooNested

from .kinds import EVERY_RESOURCE, ID_TEXT, RESOURCE

IS_TYPE = Reason(BY_TYPE, "the type of the value is a resource")
ANY_RESOURCE = Reference("pulumi", EntityRef(RESOURCE, "Resource"), "id", IS_TYPE)
ASSET, ARCHIVE, JSON = "pulumi.Asset", "pulumi.Archive", "pulumi.Json"
_NAMED = {"bool": "boolean", "int64": "integer", "float64": "number", "string": "string", "dynamic": "any"}


def identity(origin: Origin) -> Attribute:
    """The ID that every resource except components has."""
    return Attribute(
        "id", "id", Scalar(ScalarKind.STRING), Status.COMPUTED, EVERY_RESOURCE, (origin,), ID_TEXT, always=True
    )


def type_words(type_: Type) -> str:
    """The name of a type in Pulumi's words: `list of number`, `map of Loaf`."""
    match type_:
        case Scalar(kind, name):
            return name or _NAMED.get(kind, kind)
        case Collection(kind, element):
            return f"{kind} of {type_words(element)}"
        case Nested(NestingMode.SINGLE, body):
            return body.name or "object"
        case Nested(mode, body):
            return f"{mode} of {body.name or 'object'}"
        case Union(options):
            return options_in_words(options, type_words)
    return "object"


def several(collection: CollectionKind, mode: NestingMode, element: Type) -> Type:
    """A list or map: of objects a nested type, else a collection."""
    if isinstance(element, Nested) and element.mode is NestingMode.SINGLE:
        return Nested(mode, element.body)
    return Collection(collection, element)


MOST_NESTED = 400
"""The most members of a type shown inline; a larger type is a link to its page."""

MOST_LEVELS = MAX_NESTING // 2
"""The most levels of a type shown inline; lists and unions around it need levels, too."""


def is_shown_inside(body: Body, nesting: Nesting) -> bool:
    """Whether a type is shown where it is used, and not only linked."""
    if body.size > MOST_NESTED:
        return False
    try:
        return nesting.of(body) <= MOST_LEVELS
    except TooNested:
        return False
