"""Paths of attributes and blocks, as configs write them."""

from __future__ import annotations

from typing import Union, assert_never

from ..tfplugin.cty_types import CollectionType, CtyType, ObjectType, Primitive, TupleType
from ..tfplugin.schema import Block, NestedType

_Place = Union[Block, NestedType, CtyType]  # noqa: UP007  CtyType is a text when this runs


def schema_has(block: Block, path: str) -> bool:
    """Whether a block has an attribute or block at a dotted path; elements of lists have no step in it."""
    place: _Place | None = block
    for name in path.split("."):
        place = None if place is None else _below(place, name)
    return place is not None


def _below(place: _Place, name: str) -> _Place | None:
    match place:
        case Block():
            if name in place.block_types:
                return place.block_types[name].block
            return place.attributes[name].type if name in place.attributes else None
        case NestedType():
            return place.attributes[name].type if name in place.attributes else None
        case CollectionType(_, element):
            return _below(element, name)
        case ObjectType(attributes):
            return attributes.get(name)
        case Primitive() | TupleType():
            return None
    assert_never(place)
