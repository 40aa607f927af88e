"""Derives the type of values from a schema, and completes partial configurations to values of that type."""

from collections.abc import Iterable, Mapping
from typing import Any

from mapper.languages.tfplugin.cty_types import (
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    object_type,
)
from mapper.languages.tfplugin.schema import Block, IdentitySchema, NestedBlock, NestedType, Nesting

from .values import Dynamic, Value

KINDS = {Nesting(kind.value): kind for kind in CtyKind}
"""The collections of what may be repeated."""


def block_type(block: Block) -> ObjectType:
    """The type of a block: an object of its attributes and nested blocks."""
    attributes = {name: attribute_type(attribute.type) for name, attribute in block.attributes.items()}
    return object_type(attributes | {name: nested_block_type(nested) for name, nested in block.block_types.items()})


def nested_block_type(nested: NestedBlock) -> CtyType:
    """The type of a nested block's value: an object, or a collection of objects.

    Lists and maps of blocks with dynamic attributes are dynamic themselves, because the blocks may differ.
    """
    inner = block_type(nested.block)
    if nested.nesting in (Nesting.LIST, Nesting.MAP) and has_any(inner):
        return Primitive.DYNAMIC
    return CollectionType(KINDS[nested.nesting], inner) if nested.nesting in KINDS else inner


def attribute_type(of: CtyType | NestedType) -> CtyType:
    """The type of an attribute's value. Values have all attributes of an object, so none is optional."""
    match of:
        case NestedType(attributes, nesting):
            inner = object_type({name: attribute_type(attribute.type) for name, attribute in attributes.items()})
            return CollectionType(KINDS[nesting], inner) if nesting in KINDS else inner
        case CollectionType(kind, element):
            return CollectionType(kind, attribute_type(element))
        case TupleType(elements):
            return TupleType(tuple(map(attribute_type, elements)))
        case ObjectType(members):
            return object_type({name: attribute_type(member) for name, member in members.items()})
    return of


def identity_type(identity: IdentitySchema) -> ObjectType:
    """The type of a resource's identity."""
    return object_type({name: attribute.type for name, attribute in identity.attributes.items()})


def has_any(of: CtyType) -> bool:
    """Whether a type contains a dynamic one."""
    match of:
        case CollectionType(_, element):
            return has_any(element)
        case TupleType(elements):
            return any(map(has_any, elements))
        case ObjectType(attributes):
            return any(map(has_any, attributes.values()))
    return of is Primitive.DYNAMIC


def complete(block: Block, given: Mapping[str, Any]) -> dict[str, Value]:
    """The complete value of a block from a partial configuration: missing attributes are null, missing blocks empty.

    The entries of maps are sorted. Nothing is checked: unknown names stay, and the encoder reports them.
    """
    values: dict[str, Value] = dict(given)
    for name, attribute in block.attributes.items():
        values[name] = _complete_attribute(attribute.type, given.get(name))
    for name, nested in block.block_types.items():
        values[name] = _complete_nested(nested, given.get(name))
    return values


def _complete_nested(nested: NestedBlock, given: Any) -> Value:
    match nested.nesting, given:
        case Nesting.GROUP, None:
            return complete(nested.block, {})
        case Nesting.SINGLE | Nesting.GROUP, dict():
            return complete(nested.block, given)
        case Nesting.LIST | Nesting.SET, None | list():
            blocks: list[Value] = [
                complete(nested.block, item) if isinstance(item, dict) else item for item in given or ()
            ]
            return _any_type(nested, blocks)
        case Nesting.MAP, None | dict():
            keyed: dict[str, Value] = {
                key: complete(nested.block, item) if isinstance(item, dict) else item
                for key, item in sorted((given or {}).items())
            }
            return _any_type(nested, keyed)
    return given  # type: ignore[no-any-return]  # null, unknown, of any type, or what the encoder refuses


def _any_type(nested: NestedBlock, value: Value) -> Value:
    """The value of a dynamic nested block. Empty ones get an explicit empty type."""
    if nested_block_type(nested) is not Primitive.DYNAMIC or value:
        return value
    return Dynamic(ObjectType({}) if nested.nesting is Nesting.MAP else TupleType(()), value)


def _complete_attribute(of: CtyType | NestedType, given: Any) -> Value:
    match of, given:
        case NestedType(attributes, nesting), dict() | list():
            types = {name: attribute.type for name, attribute in attributes.items()}
            if isinstance(given, list):
                return [_complete_members(types, types, item) for item in given]
            if nesting is Nesting.MAP:
                return {key: _complete_members(types, types, item) for key, item in sorted(given.items())}
            if nesting is Nesting.SINGLE:
                return _complete_members(types, types, given)
        case CollectionType(CtyKind.MAP, element), dict():
            return {key: _complete_attribute(element, item) for key, item in sorted(given.items())}
        case CollectionType(_, element), list():
            return [_complete_attribute(element, item) for item in given]
        case TupleType(elements), list() if len(elements) == len(given):
            return [_complete_attribute(element, item) for element, item in zip(elements, given, strict=True)]
        case ObjectType(members, optional), dict():
            return _complete_members(members, optional, given)
    return given  # type: ignore[no-any-return]  # a scalar, null, unknown, or what the encoder refuses


def _complete_members(types: Mapping[str, CtyType | NestedType], asked: Iterable[str], given: Any) -> Value:
    """The value of an object, with null for what is missing of `asked`."""
    if not isinstance(given, dict):
        return given  # type: ignore[no-any-return]
    present = {n: _complete_attribute(types[n], item) if n in types else item for n, item in given.items()}
    return present | {name: None for name in asked if name not in given}
