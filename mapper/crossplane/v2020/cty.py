"""Go expressions of cty types, and of their null and empty values."""

from __future__ import annotations

from ...golang.literals import string_literal
from ...golang.source import aligned
from ...model import CollectionKind, ScalarKind
from ...tfplugin.cty_types import CollectionType, CtyKind, CtyType, ObjectType, Primitive, TupleType
from .members import Basic, GoType, Several, Structure

_PRIMITIVES = {
    Primitive.STRING: "cty.String",
    Primitive.NUMBER: "cty.Number",
    Primitive.BOOL: "cty.Bool",
    Primitive.DYNAMIC: "cty.DynamicPseudoType",
}
_COLLECTIONS = {CtyKind.LIST: "List", CtyKind.SET: "Set", CtyKind.MAP: "Map"}
_ZEROS = {ScalarKind.STRING: '""', ScalarKind.BOOL: "false"}


def type_of(value: CtyType) -> str:
    """The expression of a type."""
    match value:
        case Primitive():
            return _PRIMITIVES[value]
        case CollectionType(kind, element):
            return f"cty.{_COLLECTIONS[kind]}({type_of(element)})"
        case ObjectType(attributes):
            inside = ", ".join(f"{string_literal(name)}: {type_of(inner)}" for name, inner in attributes.items())
            return f"cty.Object(map[string]cty.Type{{{inside}}})"
        case TupleType(elements):
            return f"cty.Tuple([]cty.Type{{{', '.join(map(type_of, elements))}}})"


def declared(structure: Structure) -> str:
    """The declaration of a variable with the type of a structure's values; `typed` refers to it by name."""
    members = {member.name: typed(member.type, member.value) for member in structure.members}
    rest = {name: type_of(structure.value.attributes[name]) for name in structure.unmapped}
    entries = ((f"{string_literal(name)}:", f"{text},") for name, text in sorted((members | rest).items()))
    inside = aligned(entries)
    made = f"map[string]cty.Type{{\n{inside}}}" if inside else "map[string]cty.Type{}"
    return f"var type{structure.name} = cty.Object({made})\n"


def typed(type_: GoType, value: CtyType) -> str:
    """The expression of a value's type, which refers to structures by name."""
    match type_, value:
        case Structure(name), CollectionType(kind, _):
            return f"cty.{_COLLECTIONS[kind]}(type{name})"
        case Structure(name), _:
            return f"type{name}"
        case Several(_, element), CollectionType(kind, inner):
            return f"cty.{_COLLECTIONS[kind]}({typed(element, inner)})"
    return type_of(value)


def null_of(type_: GoType, value: CtyType) -> str:
    """The expression of a null value."""
    return f"cty.NullVal({typed(type_, value)})"


def empty_of(type_: GoType, value: CtyType) -> str:
    """The expression of an empty collection; for other types, of a null value."""
    if not isinstance(value, CollectionType):
        return null_of(type_, value)
    element = type_.element if isinstance(type_, Several) else type_
    return f"cty.{_COLLECTIONS[value.kind]}ValEmpty({typed(element, value.element)})"


def collection_of(value: CtyType, elements: str) -> str:
    """The expression of a collection with elements."""
    kind = value.kind if isinstance(value, CollectionType) else CtyKind.LIST
    return f"cty.{_COLLECTIONS[kind]}Val({elements})"


def zero_of(type_: GoType) -> str:
    """The Go literal of an unset field."""
    match type_:
        case Basic(kind):
            return _ZEROS.get(kind, "0")
        case Several():
            return "nil"
        case Structure(name):
            return f"{name}{{}}"


def is_map(type_: Several) -> bool:
    """Whether it is a map, and not a slice."""
    return type_.kind is CollectionKind.MAP
