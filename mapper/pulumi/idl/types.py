"""The types of a program, resolved: a reference identifies exactly one declaration."""

from __future__ import annotations

from enum import StrEnum

from ...immutable import dataclass


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


@dataclass(frozen=True, slots=True)
class Primitive:
    """bool, float64 or string."""

    basic: Basic


@dataclass(frozen=True, slots=True)
class AnyType:
    """`interface{}`: any value."""


@dataclass(frozen=True, slots=True)
class MarkerType:
    """Any resource, an asset, or an archive."""

    marker: Marker


@dataclass(frozen=True, slots=True)
class Reference:
    """A declared type: `package` is the folder, empty for the root."""

    package: str
    name: str


@dataclass(frozen=True, slots=True)
class PointerTo:
    """An optional value, or a capability."""

    element: Type


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list."""

    element: Type


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map; keys are strings, or an enum or alias of strings."""

    key: Type
    element: Type


Type = Primitive | AnyType | MarkerType | Reference | PointerTo | ListOf | MapOf
