"""A path leads through blocks, nested attributes and the objects of types, and through nothing else."""

from __future__ import annotations

import pytest

from mapper.crossplane.fixes import schema_has
from mapper.tfplugin.cty_types import CollectionType, CtyKind, ObjectType, Primitive, TupleType
from mapper.tfplugin.schema import Attribute, Block, NestedBlock, NestedType, Nesting

LOCK = ObjectType({"code": Primitive.STRING})
BLOCK = Block(
    {
        "name": Attribute(Primitive.STRING),
        "locks": Attribute(CollectionType(CtyKind.LIST, LOCK)),
        "pair": Attribute(TupleType((Primitive.STRING,))),
        "home": Attribute(NestedType({"city": Attribute(Primitive.STRING)}, Nesting.SET)),
    },
    {"door": NestedBlock(Block({"width": Attribute(Primitive.NUMBER)}), Nesting.LIST)},
)


@pytest.mark.parametrize("path", ["name", "locks", "locks.code", "pair", "home", "home.city", "door", "door.width"])
def test_what_a_block_has_has_a_path(path: str) -> None:
    assert schema_has(BLOCK, path)


@pytest.mark.parametrize(
    "path",
    ["", "nam", "name.x", "locks.cod", "locks.0", "pair.0", "home.town", "door.height", "door.width.x", "window"],
)
def test_what_a_block_does_not_have_has_none(path: str) -> None:
    assert not schema_has(BLOCK, path)
