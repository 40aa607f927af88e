"""The type of a block, and what a partial configuration of it becomes."""

from typing import Any

import pytest

from mapper.languages.tfplugin.cty_types import CtyType, ObjectType, Primitive, TupleType, parse_type
from mapper.languages.tfplugin.schema import (
    Attribute,
    Block,
    IdentityAttribute,
    IdentitySchema,
    NestedBlock,
    NestedType,
    Nesting,
)
from mapper.programs.provider_process.implied_type import block_type, complete, has_any, identity_type
from mapper.programs.provider_process.values import UNKNOWN, Dynamic

TEXT = Attribute(Primitive.STRING, optional=True)
PLAIN = Block({"a": TEXT, "b": TEXT})
ANY = Block({"a": Attribute(Primitive.DYNAMIC, optional=True)})
HALF, WHOLE = {"a": "x"}, {"a": "x", "b": None}
INNER = '["object",{"a":"string","b":"string"}]'
OPTIONAL = f'{INNER[:-1]},["b"]]'

BLOCKS: list[tuple[Nesting, Block, str, Any, Any]] = [
    (Nesting.SINGLE, PLAIN, INNER, None, None),
    (Nesting.SINGLE, PLAIN, INNER, HALF, WHOLE),
    (Nesting.GROUP, PLAIN, INNER, None, {"a": None, "b": None}),
    (Nesting.GROUP, PLAIN, INNER, HALF, WHOLE),
    (Nesting.LIST, PLAIN, f'["list",{INNER}]', None, []),
    (Nesting.LIST, PLAIN, f'["list",{INNER}]', [HALF, UNKNOWN, None], [WHOLE, UNKNOWN, None]),
    (Nesting.SET, PLAIN, f'["set",{INNER}]', [HALF], [WHOLE]),
    (Nesting.MAP, PLAIN, f'["map",{INNER}]', None, {}),
    (Nesting.MAP, PLAIN, f'["map",{INNER}]', {"l": None, "k": HALF}, {"k": WHOLE, "l": None}),
    (Nesting.LIST, ANY, '"dynamic"', None, Dynamic(TupleType(()), [])),
    (Nesting.MAP, ANY, '"dynamic"', None, Dynamic(ObjectType({}), {})),
    (Nesting.LIST, ANY, '"dynamic"', UNKNOWN, UNKNOWN),
    (Nesting.SET, ANY, '["set",["object",{"a":"dynamic"}]]', None, []),
    (Nesting.SINGLE, ANY, '["object",{"a":"dynamic"}]', {}, {"a": None}),
    (Nesting.LIST, PLAIN, f'["list",{INNER}]', "refused later", "refused later"),
]


@pytest.mark.parametrize(("nesting", "inner", "spelling", "given", "expected"), BLOCKS)
def test_a_nested_block_has_its_type_and_is_completed(
    nesting: Nesting, inner: Block, spelling: str, given: Any, expected: Any
) -> None:
    block = Block({}, {"it": NestedBlock(inner, nesting)})
    assert block_type(block).attributes["it"] == parse_type(spelling)
    found = complete(block, {} if given is None else {"it": given})
    assert repr(found) == repr({"it": expected})


ASKED = parse_type(OPTIONAL)
ATTRIBUTES: list[tuple[CtyType | NestedType, str, Any, Any]] = [
    (Primitive.STRING, '"string"', "x", "x"),
    (ASKED, INNER, HALF, WHOLE),
    (ASKED, INNER, {"b": "x"}, {"b": "x"}),
    (ASKED, INNER, None, None),
    (parse_type(f'["object",{{"in":{OPTIONAL}}}]'), f'["object",{{"in":{INNER}}}]', {"in": HALF, "odd": HALF},
     {"in": WHOLE, "odd": HALF}),
    (parse_type(f'["tuple",["string",{OPTIONAL}]]'), f'["tuple",["string",{INNER}]]', ["x", HALF], ["x", WHOLE]),
    (parse_type(f'["tuple",[{OPTIONAL}]]'), f'["tuple",[{INNER}]]', [HALF, HALF], [HALF, HALF]),
    (parse_type(f'["list",{OPTIONAL}]'), f'["list",{INNER}]', [HALF, None], [WHOLE, None]),
    (parse_type(f'["map",{OPTIONAL}]'), f'["map",{INNER}]', {"l": None, "k": HALF}, {"k": WHOLE, "l": None}),
    (NestedType({"a": TEXT, "b": TEXT}, Nesting.SINGLE), INNER, HALF, WHOLE),
    (NestedType({"a": TEXT, "b": TEXT}, Nesting.LIST), f'["list",{INNER}]', [HALF, UNKNOWN], [WHOLE, UNKNOWN]),
    (NestedType({"a": TEXT, "b": TEXT}, Nesting.MAP), f'["map",{INNER}]', {"l": HALF, "k": HALF},
     {"k": WHOLE, "l": WHOLE}),
]  # fmt: skip


@pytest.mark.parametrize(("type_", "spelling", "given", "expected"), ATTRIBUTES)
def test_an_attribute_has_its_type_and_is_completed(type_: Any, spelling: str, given: Any, expected: Any) -> None:
    block = Block({"it": Attribute(type_, optional=True)})
    assert block_type(block).attributes["it"] == parse_type(spelling)
    assert repr(complete(block, {"it": given, "odd": 1})) == repr({"it": expected, "odd": 1})


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ('"dynamic"', True),
        ('"string"', False),
        ('["list",["map","dynamic"]]', True),
        ('["tuple",["string","dynamic"]]', True),
        ('["tuple",["string"]]', False),
        ('["object",{"a":"string","b":"dynamic"}]', True),
        ('["object",{"a":"string"}]', False),
    ],
)
def test_a_type_that_has_a_dynamic_one_is_found(spelling: str, expected: bool) -> None:
    assert has_any(parse_type(spelling)) is expected


def test_an_identity_is_an_object_of_its_attributes() -> None:
    identity = IdentitySchema(0, {name: IdentityAttribute(Primitive.STRING) for name in "ab"})
    assert identity_type(identity) == parse_type(INNER)
