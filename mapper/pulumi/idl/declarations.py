"""What a file of an IDL declares, as it is written: nothing is resolved yet."""

from __future__ import annotations

from ...immutable import dataclass
from .findings import Place


@dataclass(frozen=True, slots=True)
class Name:
    """A name and where it is."""

    text: str
    place: Place

    @property
    def is_exported(self) -> bool:
        """Whether other packages see it (language specification, *Exported identifiers*)."""
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True)
class Named:
    """A type by its name, with the name of the package it is taken from."""

    name: Name
    package: Name | None = None

    @property
    def place(self) -> Place:
        """Of its first character."""
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
    """A member of a struct: several names share a type and a tag; an embedded type has none."""

    names: tuple[Name, ...]
    type: TypeExpression
    tag: Name | None
    """The literal as it is written."""
    doc: str
    place: Place


@dataclass(frozen=True, slots=True)
class Struct:
    """`struct{…}`."""

    members: tuple[Member, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Foreign:
    """A type that Go has and an IDL has not: `what` says which."""

    what: str
    place: Place
    parts: tuple[TypeExpression, ...] = ()


TypeExpression = Named | Pointer | Slice | Map | Anything | Struct | Foreign


@dataclass(frozen=True, slots=True)
class Import:
    """`alias "path"`."""

    alias: Name | None
    path: str
    place: Place


@dataclass(frozen=True, slots=True)
class Literal:
    """The value of a constant: text, a number as it is written, or a truth value."""

    kind: str
    """*string*, *number* or *bool*."""
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class NoLiteral:
    """Any other expression; `what` says which."""

    what: str
    place: Place


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant; `value` is None where it has none of its own."""

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
    """A declaration that an IDL has not: `func`, `var`. `name` is what it declares in its package, if anything."""

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
