"""Converts types of an IDL to types of the model."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Body, CollectionKind, EntityRef, Nested, NestingMode, Reference, Scalar, ScalarKind
from mapper.model import Type as ModelType
from mapper.model.limits import Limits, OneOf
from mapper.systems.pulumi.builtin_types import ANY_RESOURCE, ARCHIVE, ASSET, IS_TYPE, several
from mapper.systems.pulumi.kinds import RESOURCE

from .parser.declarations import AnyType, Basic, ListOf, MapOf, Marker, MarkerType, PointerTo, Primitive, Type
from .parser.declarations import Reference as Named
from .parser.program import Program, TypeDeclaration, TypeKind, references

_SCALARS = {
    Basic.BOOL: Scalar(ScalarKind.BOOL),
    Basic.NUMBER: Scalar(ScalarKind.FLOAT64),
    Basic.STRING: Scalar(ScalarKind.STRING),
}
_MARKED = {Marker.ASSET: ASSET, Marker.ARCHIVE: ARCHIVE}


class Types(Struct, frozen=True):
    """Converts types. `names` has the names of declared types. `bodies` has the bodies of structs; a struct without one
    becomes a link: a body with only a name.
    """

    program: Program
    names: dict[Named, str]
    bodies: dict[Named, Body]

    def of(self, type_: Type) -> ModelType:
        """The model's type; for a resource, the type of its ID."""
        match type_:
            case Primitive(basic):
                return _SCALARS[basic]
            case AnyType():
                return Scalar(ScalarKind.DYNAMIC)
            case MarkerType(marker) if marker in _MARKED:
                return Nested(NestingMode.SINGLE, Body(name=_MARKED[marker]))
            case MarkerType():
                return Scalar(ScalarKind.STRING)
            case PointerTo(element):
                return self.of(element)
            case ListOf(element):
                return several(CollectionKind.LIST, NestingMode.LIST, self.of(element))
            case MapOf(_, element):
                return several(CollectionKind.MAP, NestingMode.MAP, self.of(element))
            case Named():
                return self._named(type_)

    def _named(self, reference: Named) -> ModelType:
        declared = self.program.declaration(reference)
        if declared.is_resource:
            return Scalar(ScalarKind.STRING)
        if declared.underlying is not None:
            underlying = self.of(declared.underlying)
            return replace(underlying, name=self.names[reference]) if isinstance(underlying, Scalar) else underlying
        return Nested(NestingMode.SINGLE, self.bodies.get(reference) or Body(name=self.names[reference]))

    def limits(self, type_: Type) -> Limits:
        """The values of an enum."""
        declared = self._declaration(type_)
        if declared is None or declared.kind is not TypeKind.ENUM:
            return ()
        return (OneOf(tuple(dict.fromkeys(value.text for value in declared.values))),)

    def refers_to(self, type_: Type) -> Reference | None:
        """The resource whose ID is the value, also in lists and maps; for the marker type, any resource."""
        while isinstance(type_, PointerTo | ListOf | MapOf):
            type_ = type_.element
        if isinstance(type_, MarkerType) and type_.marker not in _MARKED:
            return ANY_RESOURCE
        if not isinstance(type_, Named) or not self.program.declaration(type_).is_resource:
            return None
        return Reference(self.program.name, EntityRef(RESOURCE, self.names[type_]), "id", IS_TYPE)

    def leads_to(self, type_: Type) -> Iterator[TypeDeclaration]:
        """The declarations that a type refers to, in order."""
        return map(self.program.declaration, dict.fromkeys(references(type_)))

    def _declaration(self, type_: Type) -> TypeDeclaration | None:
        while isinstance(type_, PointerTo):
            type_ = type_.element
        return self.program.declaration(type_) if isinstance(type_, Named) else None


def module_name(folder: str, clauses: dict[str, str]) -> str:
    """The name of a package in programs: the package names on its path, joined by dots; empty for the root."""
    parts = folder.split("/") if folder else []
    ways = ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
    return ".".join(clauses.get(way) or re.sub(r"\W", "_", way.rpartition("/")[2]) for way in ways)


def qualified_names(program: Program) -> dict[Named, str]:
    """Declared type -> its unique name in programs, such as `ec2.SecurityGroup`."""
    clauses = program.clauses
    modules = {folder: module_name(folder, clauses) for folder in {type_.package for type_ in program.types}}
    names: dict[Named, str] = {}
    taken: set[str] = set()
    for reference in program.types:
        name = ".".join(filter(None, (modules[reference.package], reference.name)))
        names[reference] = name if name not in taken else f"{reference.package}.{reference.name}"
        taken.add(names[reference])
    return names
