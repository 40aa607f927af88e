"""TypeScript types of an IDL over `@pulumi/pulumi` 3: for inputs and for outputs."""

from __future__ import annotations

from msgspec import Struct

from ..idl.program import Program, TypeKind
from ..idl.types import AnyType, Basic, ListOf, MapOf, Marker, MarkerType, PointerTo, Primitive, Reference, Type

_PRIMITIVES = {Basic.BOOL: "boolean", Basic.NUMBER: "number", Basic.STRING: "string"}
_INPUT_MARKERS = {
    Marker.RESOURCE: "pulumi.CustomResource",
    Marker.NAMED_RESOURCE: "pulumi.CustomResource",
    Marker.ASSET: "pulumi.asset.Asset",
    Marker.ARCHIVE: "pulumi.asset.Archive",
}


class Names(Struct, frozen=True):
    """The local names of declared types in a module. `arguments` are those of structs as inputs."""

    types: dict[Reference, str]
    arguments: dict[Reference, str]


def input_type(type_: Type, program: Program, names: Names) -> str:
    """The type of an input: elements may be outputs of other resources; a resource is passed as an object."""
    match type_:
        case Primitive(basic):
            return _PRIMITIVES[basic]
        case AnyType():
            return "any"
        case MarkerType(marker):
            return _INPUT_MARKERS[marker]
        case PointerTo(element):
            return input_type(element, program, names)
        case ListOf(element):
            return f"pulumi.Input<{input_type(element, program, names)}>[]"
        case MapOf(key, element):
            return _map(key, f"pulumi.Input<{input_type(element, program, names)}>", program, names)
        case Reference():
            declared = program.declaration(type_)
            if declared.kind is TypeKind.STRUCT:
                return names.arguments[type_]
            if declared.kind is TypeKind.ALIAS and isinstance(declared.underlying, ListOf | MapOf):
                return input_type(declared.underlying, program, names)
            return names.types[type_]


def output_type(type_: Type, program: Program, names: Names) -> str:
    """The type of an output: for a resource its ID, which is what a provider receives and stores."""
    match type_:
        case Primitive(basic):
            return _PRIMITIVES[basic]
        case AnyType():
            return "any"
        case MarkerType(Marker.RESOURCE | Marker.NAMED_RESOURCE):
            return "pulumi.ID"
        case MarkerType(marker):
            return _INPUT_MARKERS[marker]
        case PointerTo(element):
            return output_type(element, program, names)
        case ListOf(element):
            return f"{output_type(element, program, names)}[]"
        case MapOf(key, element):
            return _map(key, output_type(element, program, names), program, names)
        case Reference():
            return "pulumi.ID" if program.is_capability(type_) else names.types[type_]


def _map(key: Type, element: str, program: Program, names: Names) -> str:
    """A map type; with an enum as key type, all keys are optional."""
    if isinstance(key, Reference) and program.declaration(key).kind is TypeKind.ENUM:
        return f"{{ [key in {names.types[key]}]?: {element} }}"
    return f"{{ [key: string]: {element} }}"
