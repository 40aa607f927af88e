"""The types of a program, resolved: a reference identifies exactly one declaration."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Basic(StrEnum):
    """The primitive types of an IDL, by their Go names."""

    BOOL = "bool"
    NUMBER = "float64"
    STRING = "string"


class Marker(StrEnum):
    """The types of the marker package."""

    RESOURCE = "Resource"
    NAMED_RESOURCE = "NamedResource"
    ASSET = "Asset"
    ARCHIVE = "Archive"


class Primitive(Struct, frozen=True):
    """bool, float64 or string."""

    basic: Basic


class AnyType(Struct, frozen=True):
    """`interface{}`: any value."""


class MarkerType(Struct, frozen=True):
    """Any resource, an asset, or an archive."""

    marker: Marker


class Reference(Struct, frozen=True):
    """A declared type: `package` is the folder, empty for the root."""

    package: str
    name: str


class PointerTo(Struct, frozen=True):
    """An optional value, or a capability."""

    element: Type


class ListOf(Struct, frozen=True):
    """A list."""

    element: Type


class MapOf(Struct, frozen=True):
    """A map; keys are strings, or an enum or alias of strings."""

    key: Type
    element: Type


Type = Primitive | AnyType | MarkerType | Reference | PointerTo | ListOf | MapOf
