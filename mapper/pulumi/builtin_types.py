"""Facts that IDLs and package schemas share: Pulumi's built-in types, and the words for types."""

from __future__ import annotations

from ..model import (
    Attribute,
    Collection,
    CollectionKind,
    EntityRef,
    Nested,
    NestingMode,
    Origin,
    Reference,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
    options_in_words,
)
from .kinds import RESOURCE
from .status_reasons import EVERY_RESOURCE, ID_TEXT

ANY_RESOURCE = Reference("pulumi", EntityRef(RESOURCE, "Resource"), "id")
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
