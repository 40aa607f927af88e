"""The types of Terraform's values, and their JSON encoding.

The encoding is go-cty's: `"string"`, `["list", T]`, `["object", {name: T}, [optional names]]`, `["tuple", [T…]]`. It is
used in schemas, and in front of every value with a dynamic type.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import assert_never

from msgspec import Struct

from .errors import CtyError

MAX_DEPTH = 128
"""The deepest nesting of types and values. The deepest schema of the AWS provider has 20 levels."""

_SHOWN = 60
"""The most characters of an invalid encoding that an error quotes."""


class Primitive(Enum):
    """The types without parts. DYNAMIC is any type: each value has its own."""

    STRING = "string"
    NUMBER = "number"
    BOOL = "bool"
    DYNAMIC = "dynamic"


class CtyKind(Enum):
    """The kind of a collection."""

    LIST = "list"
    SET = "set"
    MAP = "map"


class CollectionType(Struct, frozen=True):
    """Any number of elements of one type."""

    kind: CtyKind
    element: CtyType


class TupleType(Struct, frozen=True):
    """One element of each type, in order."""

    elements: tuple[CtyType, ...]


class ObjectType(Struct, frozen=True):
    """One value for each attribute; `attributes` is sorted by name. A configuration may omit those in `optional`."""

    attributes: Mapping[str, CtyType]
    optional: tuple[str, ...] = ()


CtyType = Primitive | CollectionType | TupleType | ObjectType

_PRIMITIVES = {primitive.value: primitive for primitive in Primitive}
_KINDS = {kind.value: kind for kind in CtyKind}


def object_type(attributes: Mapping[str, CtyType]) -> ObjectType:
    """An object type with its attributes in the order of their names."""
    return ObjectType(dict(sorted(attributes.items())))


def read_type(spelling: object, depth: int = 0) -> CtyType:
    """The type from its JSON encoding, parsed. Raises CtyError."""
    if depth > MAX_DEPTH:
        raise CtyError(f"a type is nested more than {MAX_DEPTH} levels deep")
    match spelling:
        case str() if spelling in _PRIMITIVES:
            return _PRIMITIVES[spelling]
        case ["list" | "set" | "map" as kind, element]:
            return CollectionType(_KINDS[kind], read_type(element, depth + 1))
        case ["tuple", list() as elements]:
            return TupleType(tuple(read_type(element, depth + 1) for element in elements))
        case ["object", dict() as attributes]:
            return _read_object(attributes, [], depth)
        case ["object", dict() as attributes, list() as optional]:
            return _read_object(attributes, optional, depth)
    raise CtyError(f"{_quoted(spelling)} is not a type")


def _read_object(attributes: dict[str, object], optional: list[object], depth: int) -> ObjectType:
    names = [name for name in optional if isinstance(name, str) and name in attributes]
    if len(names) < len(optional) or len(set(names)) < len(names):
        raise CtyError(f"the optional attributes {_quoted(optional)} are not names of attributes")
    types = {name: read_type(attributes[name], depth + 1) for name in sorted(attributes)}
    return ObjectType(types, tuple(sorted(names)))


def parse_type(data: bytes | str) -> CtyType:
    """The type from its JSON text. Raises CtyError."""
    try:
        return read_type(json.loads(data, object_pairs_hook=_members))
    except (ValueError, RecursionError):
        raise CtyError(f"{_quoted(data)} is not a type") from None


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an attribute is there twice")
    return members


def type_json(cty_type: CtyType) -> object:
    """The JSON encoding of a type, as plain data."""
    match cty_type:
        case Primitive():
            return cty_type.value
        case CollectionType(kind, element):
            return [kind.value, type_json(element)]
        case TupleType(elements):
            return ["tuple", [type_json(element) for element in elements]]
        case ObjectType(attributes, optional):
            spelled = {name: type_json(attribute) for name, attribute in attributes.items()}
            return ["object", spelled, list(optional)] if optional else ["object", spelled]
    assert_never(cty_type)


GO_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def type_bytes(cty_type: CtyType) -> bytes:
    """The JSON encoding of a type, byte for byte as Go's encoding/json writes it."""
    text = json.dumps(type_json(cty_type), ensure_ascii=False, separators=(",", ":"))
    return text.translate(GO_ESCAPES).encode()


def _quoted(spelling: object) -> str:
    text = repr(spelling)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
