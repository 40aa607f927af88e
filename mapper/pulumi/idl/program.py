"""An IDL as a whole: its files, and what they declare, with every name resolved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum

from ...immutable import dataclass
from ..settings import Settings
from .findings import Place
from .types import Basic, ListOf, MapOf, Marker, MarkerType, PointerTo, Primitive, Reference, Type


class Kind(StrEnum):
    """What a type declaration is."""

    RESOURCE = "resource"
    NAMED_RESOURCE = "named resource"
    STRUCT = "struct"
    ENUM = "enum"
    ALIAS = "alias"


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a resource or of a struct.

    `member` is what Go calls it. `is_name` marks the name that every named resource has.
    """

    name: str
    member: str
    type: Type
    doc: str
    place: Place
    optional: bool = False
    replaces: bool = False
    input_only: bool = False
    output_only: bool = False
    is_name: bool = False

    @property
    def is_required(self) -> bool:
        """Whether a program has to give it."""
        return not (self.optional or self.output_only or self.is_name)


@dataclass(frozen=True, slots=True)
class ConstantDeclaration:
    """A constant. `text` is its value: a string as it is, a number or a truth value as Go writes it."""

    name: str
    type: Primitive | Reference
    text: str
    basic: Basic
    doc: str
    place: Place
    path: str


@dataclass(frozen=True, slots=True)
class TypeDeclaration:
    """A type. Structs and resources have properties, with those of embedded structs in their places.

    `underlying` is what an enum or alias is made of; `values` are the constants of an enum, as declared, by file.
    """

    name: str
    kind: Kind
    package: str
    path: str
    doc: str
    place: Place
    properties: tuple[Property, ...] = ()
    underlying: Type | None = None
    values: tuple[ConstantDeclaration, ...] = ()

    @property
    def is_resource(self) -> bool:
        """Whether it has a type token."""
        return self.kind in {Kind.RESOURCE, Kind.NAMED_RESOURCE}

    @property
    def is_exported(self) -> bool:
        """Whether other packages see it."""
        return self.name[:1].isupper()

    @property
    def inputs(self) -> tuple[Property, ...]:
        """What a program may give, without the name of a named resource."""
        return tuple(p for p in self.properties if not (p.output_only or p.is_name))


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file: `path` is relative to the folder of the IDL, `package` its folder, `clause` the package clause."""

    path: str
    package: str
    clause: str
    doc: str
    constants: tuple[ConstantDeclaration, ...]
    types: tuple[TypeDeclaration, ...]

    @property
    def stem(self) -> str:
        """The path without its suffix."""
        return self.path.removesuffix(".go")


@dataclass(frozen=True, slots=True)
class Program:
    """A whole IDL that may be compiled."""

    name: str
    settings: Settings
    files: tuple[SourceFile, ...]
    types: dict[Reference, TypeDeclaration] = field(default_factory=dict, hash=False)

    def declaration(self, reference: Reference) -> TypeDeclaration:
        """What a name leads to."""
        return self.types[reference]

    def is_capability(self, type_: Type) -> bool:
        """Whether a value of the type is a resource: one of the IDL, or any."""
        match type_:
            case Reference():
                return self.types[type_].is_resource
            case MarkerType(marker):
                return marker in {Marker.RESOURCE, Marker.NAMED_RESOURCE}
        return False

    @property
    def clauses(self) -> dict[str, str]:
        """What each package is called, by its folder."""
        return {file.package: file.clause for file in self.files}


def uses(program: Program) -> Iterator[tuple[TypeDeclaration, Property | None, Reference]]:
    """Who uses which declared type: in a property, or (None) as what an alias is made of."""
    for declared in program.types.values():
        for one in declared.properties:
            for reference in references(one.type):
                yield declared, one, reference
        if declared.underlying is not None:
            for reference in references(declared.underlying):
                yield declared, None, reference


def references(type_: Type) -> Iterator[Reference]:
    """The declared types that a type names."""
    match type_:
        case Reference():
            yield type_
        case PointerTo(element) | ListOf(element):
            yield from references(element)
        case MapOf(key, element):
            yield from references(key)
            yield from references(element)
