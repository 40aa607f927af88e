"""The declarations of an IDL file as parsed, with unresolved names."""

from __future__ import annotations

from ...immutable import dataclass
from .findings import Place


@dataclass(frozen=True, slots=True)
class Name:
    """A name and its place."""

    text: str
    place: Place

    @property
    def is_exported(self) -> bool:
        """Whether other packages can refer to it (Go specification, *Exported identifiers*)."""
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True)
class Named:
    """A reference to a type by its name, and by the name of its package."""

    name: Name
    package: Name | None = None

    @property
    def place(self) -> Place:
        """The place of its first character."""
        return self.package.place if self.package else self.name.place


@dataclass(frozen=True, slots=True)
class Pointer:
    """`*element`."""

    element: TypeExpression
    place: Place


@dataclass(frozen=True, slots=True)
class Slice:
    """`[]element`."""

    element: TypeExpression
    place: Place


@dataclass(frozen=True, slots=True)
class Map:
    """`map[key]element`."""

    key: TypeExpression
    element: TypeExpression
    place: Place


@dataclass(frozen=True, slots=True)
class Anything:
    """`interface{}`."""

    place: Place


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a struct: several names may share a type and a tag; an embedded type has no name."""

    names: tuple[Name, ...]
    type: TypeExpression
    tag: Name | None
    """The literal as written."""
    doc: str
    place: Place


@dataclass(frozen=True, slots=True)
class StructType:
    """`struct{…}`."""

    members: tuple[Member, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Foreign:
    """A Go type that an IDL does not allow; `what` names it."""

    what: str
    place: Place
    parts: tuple[TypeExpression, ...] = ()


TypeExpression = Named | Pointer | Slice | Map | Anything | StructType | Foreign


@dataclass(frozen=True, slots=True)
class Import:
    """`alias "path"`."""

    alias: Name | None
    path: str
    place: Place


@dataclass(frozen=True, slots=True)
class Literal:
    """The value of a constant: a string, a number as written, or a boolean."""

    kind: str
    """*string*, *number* or *bool*."""
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class NoLiteral:
    """Any other expression; `what` names it."""

    what: str
    place: Place


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant; `value` is None if it has none of its own."""

    name: Name
    type: TypeExpression | None
    value: Literal | NoLiteral | None
    doc: str


@dataclass(frozen=True, slots=True)
class TypeSpec:
    """`type name type`, or `type name = type`."""

    name: Name
    type: TypeExpression
    doc: str
    has_parameters: bool = False
    is_alias: bool = False


@dataclass(frozen=True, slots=True)
class Other:
    """A declaration that an IDL does not allow: `func`, `var`. `name` is the declared name, if any."""

    what: str
    name: Name | None
    place: Place


@dataclass(frozen=True, slots=True)
class File:
    """A file. `path` is relative to the folder of the IDL, with `/`."""

    path: str
    package: Name
    imports: tuple[Import, ...]
    constants: tuple[Constant, ...]
    types: tuple[TypeSpec, ...]
    others: tuple[Other, ...]
    doc: str = ""
