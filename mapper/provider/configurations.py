"""Converts the examples of pages to values of schema types, to send them to a provider."""

from __future__ import annotations

from typing import Any

from ..hcl.parser import Body, Expression, HclError, read_hcl
from ..hcl.parser import Value as Written
from ..tfplugin.cty_types import CollectionType, CtyKind, CtyType, ObjectType, Primitive, TupleType, object_type
from ..tfplugin.implied import attribute_type
from ..tfplugin.schema import Block, NestedBlock, Nesting
from ..tfplugin.values import UNKNOWN, Dynamic, Value


def configuration(text: str, block: Block) -> dict[str, Any]:
    """The values of the single block in an example. Raises ValueError if it does not fit the schema."""
    try:
        blocks = read_hcl(text).blocks
    except HclError as error:
        raise ValueError(str(error)) from None
    if len(blocks) != 1:
        raise ValueError("one block is expected")
    return _block(blocks[0].body, block)


def _block(body: Body, block: Block) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, written in body.arguments.items():
        if name not in block.attributes:
            raise ValueError(f"there is no argument {name!r}")
        values[name] = value_of(written, attribute_type(block.attributes[name].type))
    for inner in body.blocks:
        if inner.type not in block.block_types:
            raise ValueError(f"there is no block {inner.type!r}")
        nested = block.block_types[inner.type]
        _add(values, inner.type, inner.labels, _block(inner.body, nested.block), nested)
    return values


def _add(found: dict[str, Any], name: str, labels: tuple[str, ...], value: dict[str, Any], nested: NestedBlock) -> None:
    match nested.nesting:
        case Nesting.SINGLE | Nesting.GROUP:
            found[name] = value
        case Nesting.MAP:
            found.setdefault(name, {})[labels[0] if labels else ""] = value
        case _:
            found.setdefault(name, []).append(value)


def value_of(written: Written, cty_type: CtyType) -> Value:
    """A value of a type; expressions become unknown values. Raises ValueError for a value of another type."""
    match written, cty_type:
        case Expression(), _:
            return UNKNOWN
        case None, _:
            return None
        case _, Primitive.DYNAMIC:
            type_ = _implied(written)
            return Dynamic(type_, value_of(written, type_))
        case list(), CollectionType(CtyKind.LIST | CtyKind.SET, element):
            return [value_of(item, element) for item in written]
        case list(), TupleType(elements) if len(elements) == len(written):
            return [value_of(item, type_) for item, type_ in zip(written, elements, strict=True)]
        case dict(), CollectionType(CtyKind.MAP, element):
            return {key: value_of(item, element) for key, item in written.items()}
        case dict(), ObjectType(attributes) if written.keys() <= attributes.keys():
            return {name: value_of(written.get(name), type_) for name, type_ in attributes.items()}
        case ((bool() | int() | float() | str()), Primitive()) if _implied(written) is cty_type:
            return written
    raise ValueError(f"{written!r} is of another type")


def _implied(written: Written) -> CtyType:
    match written:
        case bool():
            return Primitive.BOOL
        case int() | float():
            return Primitive.NUMBER
        case list():
            return TupleType(tuple(map(_implied, written)))
        case dict():
            return object_type({name: _implied(value) for name, value in written.items()})
        case str():
            return Primitive.STRING
    return Primitive.DYNAMIC
