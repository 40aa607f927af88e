"""The declarations of an IDL file as parsed, with unresolved names, and types whose references are resolved."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from .findings import GoPlace


class Name(Struct, frozen=True):
    """A name and its place."""

    text: str
    place: GoPlace

    @property
    def is_exported(self) -> bool:
        """Whether other packages can refer to it (Go specification, *Exported identifiers*)."""
        return self.text[:1].isupper()


class Named(Struct, frozen=True):
    """A reference to a type by its name, and by the name of its package."""

    name: Name
    package: Name | None = None

    @property
    def place(self) -> GoPlace:
        """The place of its first character."""
        return self.package.place if self.package else self.name.place


class Pointer(Struct, frozen=True):
    """`*element`."""

    element: TypeExpression
    place: GoPlace


class Slice(Struct, frozen=True):
    """`[]element`."""

    element: TypeExpression
    place: GoPlace


class Map(Struct, frozen=True):
    """`map[key]element`."""

    key: TypeExpression
    element: TypeExpression
    place: GoPlace


class Anything(Struct, frozen=True):
    """`interface{}`."""

    place: GoPlace


class Member(Struct, frozen=True):
    """A member of a struct: several names may share a type and a tag; an embedded type has no name."""

    names: tuple[Name, ...]
    type: TypeExpression
    tag: Name | None
    """The literal as written."""
    doc: str
    place: GoPlace


class StructType(Struct, frozen=True):
    """`struct{…}`."""

    members: tuple[Member, ...]
    place: GoPlace


class Foreign(Struct, frozen=True):
    """A Go type that an IDL does not allow; `what` names it, and is empty for a type that is missing, as reported."""

    what: str
    place: GoPlace
    parts: tuple[TypeExpression, ...] = ()


TypeExpression = Named | Pointer | Slice | Map | Anything | StructType | Foreign


class Import(Struct, frozen=True):
    """`alias "path"`."""

    alias: Name | None
    path: str
    place: GoPlace


class Literal(Struct, frozen=True):
    """The value of a constant: a string, a number as written, or a boolean."""

    kind: str
    """*string*, *number* or *bool*."""
    text: str
    place: GoPlace


class NoLiteral(Struct, frozen=True):
    """Any other expression; `what` names it."""

    what: str
    place: GoPlace


class Constant(Struct, frozen=True):
    """A constant; `value` is None if it has none of its own."""

    name: Name
    type: TypeExpression | None
    value: Literal | NoLiteral | None
    doc: str


class TypeSpec(Struct, frozen=True):
    """`type name type`, or `type name = type`."""

    name: Name
    type: TypeExpression
    doc: str
    has_parameters: bool = False
    is_alias: bool = False


class Other(Struct, frozen=True):
    """A declaration that an IDL does not allow: `func`, `var`. `name` is the declared name, if any."""

    what: str
    name: Name | None
    place: GoPlace


class File(Struct, frozen=True):
    """A file. `path` is relative to the folder of the IDL, with `/`."""

    path: str
    package: Name
    imports: tuple[Import, ...]
    constants: tuple[Constant, ...]
    types: tuple[TypeSpec, ...]
    others: tuple[Other, ...]
    doc: str = ""


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
