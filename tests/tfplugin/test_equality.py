"""When two values are the same, and which paths of a plan count."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.tfplugin.cty_types import CollectionType, CtyKind, CtyType, parse_type
from mapper.tfplugin.errors import AttributeStep, IndexStep, KeyStep
from mapper.tfplugin.values import UNKNOWN, Dynamic, Unknown, Value, changed, part, same

from .generated import typed, types, values

SET = parse_type('["set","string"]')


@given(typed())
def test_a_value_is_the_same_as_itself(pair: tuple[CtyType, Value]) -> None:
    cty_type, value = pair
    assert same(value, value, cty_type)
    assert value is None or not same(value, None, cty_type)


@given(types(depth=1), st.data())
def test_a_set_has_no_order_and_a_list_has(element: CtyType, data: st.DataObject) -> None:
    items = data.draw(st.lists(values(element), max_size=4))
    shuffled = data.draw(st.permutations(items))
    assert same(items, shuffled, CollectionType(CtyKind.SET, element))
    in_order = all(same(a, b, element) for a, b in zip(items, shuffled, strict=True))
    assert same(items, shuffled, CollectionType(CtyKind.LIST, element)) == in_order


@pytest.mark.parametrize(
    ("left", "right", "spelling", "expected"),
    [
        (2, Decimal("2.0"), '"number"', True),
        (0.1, Decimal("0.1"), '"number"', False),
        ("a", "b", '"string"', False),
        (["a", "a", "b"], ["a", "b", "b"], '["set","string"]', False),
        (["a"], ["a", "a"], '["set","string"]', False),
        ([["a", "b"], []], [[], ["b", "a"]], '["set",["set","string"]]', True),
        ([["a", "b"]], [["b", "a"]], '["tuple",[["set","string"]]]', True),
        ([["a", "b"]], [["b", "a"]], '["set",["list","string"]]', False),
        ({"a": ["x", "y"]}, {"a": ["y", "x"]}, '["object",{"a":["set","string"]}]', True),
        ({"a": "x"}, {"b": "x"}, '["map","string"]', False),
        (UNKNOWN, UNKNOWN, '"string"', True),
        (UNKNOWN, Unknown(b"\x81\x01\xc2"), '"string"', False),
        (UNKNOWN, "a", '"string"', False),
        (Dynamic(SET, ["a", "b"]), Dynamic(SET, ["b", "a"]), '"dynamic"', True),
        (Dynamic(SET, []), Dynamic(parse_type('["list","string"]'), []), '"dynamic"', False),
    ],
)  # fmt: skip
def test_values_are_compared_by_their_type(left: Any, right: Any, spelling: str, expected: bool) -> None:
    assert same(left, right, parse_type(spelling)) is expected
    assert same(right, left, parse_type(spelling)) is expected


TYPE = parse_type(
    '["object",{"list":["list",["object",{"a":"string"}]],"map":["map","string"],"set":["set","string"],"any":"dynamic"}]'
)
BEFORE: dict[str, Any] = {
    "list": [{"a": "1"}], "map": {"k": "v"}, "set": ["x", "y"],
    "any": Dynamic(parse_type('["tuple",["string"]]'), ["t"]),
}  # fmt: skip
AFTER: dict[str, Any] = {
    "list": [{"a": "2"}, {"a": None}], "map": {}, "set": ["y", "x"],
    "any": Dynamic(parse_type('["tuple",["string"]]'), ["u"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "differs"),
    [
        ((), True),
        ((AttributeStep("list"), IndexStep(0), AttributeStep("a")), True),
        ((AttributeStep("list"), IndexStep(1), AttributeStep("a")), False),
        ((AttributeStep("list"), IndexStep(1)), True),
        ((AttributeStep("list"), IndexStep(9)), False),
        ((AttributeStep("map"), KeyStep("k")), True),
        ((AttributeStep("map"), KeyStep("other")), False),
        ((AttributeStep("set"),), False),
        ((AttributeStep("any"), IndexStep(0)), True),
        ((AttributeStep("any"), IndexStep(-1)), False),
        ((AttributeStep("none"),), False),
        ((KeyStep("list"),), False),
    ],
)
def test_a_path_counts_where_its_parts_differ(path: Any, differs: bool) -> None:
    assert changed((path,), BEFORE, AFTER, TYPE) == ((path,) if differs else ())
    assert changed((path,), BEFORE, BEFORE, TYPE) == ()


def test_a_part_comes_with_its_type() -> None:
    assert part(BEFORE, TYPE, (AttributeStep("any"), IndexStep(0))) == ("t", parse_type('"string"'))
    assert part(BEFORE, TYPE, (AttributeStep("map"), KeyStep("k"), IndexStep(0))) is None
