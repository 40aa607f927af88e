"""The state that is proposed to a provider, when two values are the same, and which paths of a plan count."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, CtyType, Primitive, parse_type
from mapper.languages.tfplugin.errors import AttributeStep, IndexStep, KeyStep
from mapper.languages.tfplugin.schema import Attribute, Block, NestedBlock, NestedType, Nesting
from mapper.programs.provider_process.implied_type import complete
from mapper.programs.provider_process.proposed_state import proposed_state
from mapper.programs.provider_process.values import UNKNOWN, Dynamic, Unknown, Value, changed, part, same

from ...tfplugin.generated import typed, types, values

GIVEN = Attribute(Primitive.STRING, optional=True)
COMPUTED = Attribute(Primitive.STRING, computed=True)
EITHER = Attribute(Primitive.STRING, optional=True, computed=True)
PARTS = {"given": GIVEN, "computed": COMPUTED, "either": EITHER}
TAGS = Attribute(parse_type('["map","string"]'), optional=True, computed=True)


def nested(nesting: Nesting, **flags: bool) -> Block:
    return Block({"n": Attribute(NestedType(PARTS, nesting), optional=True, **flags)})


def block(nesting: Nesting) -> Block:
    return Block({}, {"n": NestedBlock(Block(PARTS), nesting)})


def of(given: Any = None, computed: Any = None, either: Any = None) -> dict[str, Any]:
    return {"given": given, "computed": computed, "either": either}


def proposed(schema: Block, prior: dict[str, Any] | None, config: dict[str, Any]) -> dict[str, Any]:
    before = None if prior is None else complete(schema, prior)
    return proposed_state(schema, before, complete(schema, config))


FLAT = Block({**PARTS, "tags": TAGS})


@pytest.mark.parametrize(
    ("prior", "config", "expected"),
    [
        (None, {"given": "g"}, of("g")),
        (of("a", "c", "e"), {"given": "b"}, of("b", "c", "e")),
        (of("a", "c", "e"), {}, of(None, "c", "e")),
        (of("a", "c", "e"), {"either": "f"}, of(None, "c", "f")),
        (of("a", "c", "e"), {"given": UNKNOWN, "either": UNKNOWN}, of(UNKNOWN, "c", UNKNOWN)),
        (of("a", "c", "e") | {"tags": {"x": "1"}}, {"tags": {}}, of(None, "c", "e") | {"tags": {}}),
    ],
)
def test_what_is_computed_keeps_what_it_was(prior: Any, config: Any, expected: Any) -> None:
    assert proposed(FLAT, prior, config) == {"tags": None, **expected}


BEFORE = of("g", "c", "e")
CASES = [
    (Nesting.SINGLE, BEFORE, {"given": "h"}, of("h", "c", "e")),
    (Nesting.SINGLE, None, {"given": "h"}, of("h")),
    (Nesting.LIST, [BEFORE], [{"given": "h"}, {"given": "i"}], [of("h", "c", "e"), of("i")]),
    (Nesting.LIST, [BEFORE, of("x", "y", "z")], [{"given": "h"}], [of("h", "c", "e")]),
    (Nesting.MAP, {"a": BEFORE}, {"a": {}, "b": {}}, {"a": of(None, "c", "e"), "b": of()}),
    (Nesting.SET, [BEFORE], [{"given": "g"}], [BEFORE]),
    (Nesting.SET, [BEFORE], [{"given": "g", "either": "e"}], [BEFORE]),
    (Nesting.SET, [BEFORE], [{"given": "g", "either": "f"}], [of("g", None, "f")]),
    (Nesting.SET, [BEFORE], [{"given": "h"}], [of("h")]),
    (Nesting.SET, [BEFORE, of("x", "y", "z")], [{"given": "x"}, {"given": "g"}], [of("x", "y", "z"), BEFORE]),
    (Nesting.SET, [BEFORE], [{"given": "g"}, {"given": "g"}], [BEFORE, of("g")]),
]


@pytest.mark.parametrize(("nesting", "prior", "config", "expected"), CASES)
@pytest.mark.parametrize("make", [nested, block])
def test_objects_are_found_again_by_index_by_key_or_by_what_they_are(
    make: Any, nesting: Nesting, prior: Any, config: Any, expected: Any
) -> None:
    assert proposed(make(nesting), {"n": prior}, {"n": config}) == {"n": expected}


@pytest.mark.parametrize(
    ("nesting", "empty"), [(Nesting.LIST, []), (Nesting.SET, []), (Nesting.MAP, {}), (Nesting.SINGLE, None)]
)
def test_blocks_that_are_not_written_are_gone(nesting: Nesting, empty: Any) -> None:
    prior = {Nesting.MAP: {"a": BEFORE}, Nesting.SINGLE: BEFORE}.get(nesting, [BEFORE])
    assert proposed(block(nesting), {"n": prior}, {}) == {"n": empty}


def test_a_group_is_there_without_being_written() -> None:
    assert proposed(block(Nesting.GROUP), {"n": BEFORE}, {}) == {"n": of(None, "c", "e")}
    assert proposed(block(Nesting.GROUP), None, {}) == {"n": of()}


def test_an_unknown_block_stays_unknown() -> None:
    assert proposed(block(Nesting.LIST), {"n": [BEFORE]}, {"n": UNKNOWN}) == {"n": UNKNOWN}
    assert proposed(nested(Nesting.LIST), {"n": [BEFORE]}, {"n": UNKNOWN}) == {"n": UNKNOWN}


@pytest.mark.parametrize(
    ("prior", "kept"),
    [([of(None, "c", "e")], True), ([BEFORE], False), (None, True), ([], True)],
)
def test_a_computed_nested_attribute_is_kept_unless_something_of_it_was_configured(prior: Any, kept: bool) -> None:
    assert proposed(nested(Nesting.LIST, computed=True), {"n": prior}, {}) == {"n": prior if kept else None}


def test_blocks_in_blocks_of_a_set_are_compared_as_well() -> None:
    inner = NestedBlock(Block(PARTS), Nesting.LIST)
    schema = Block({}, {"n": NestedBlock(Block({"id": COMPUTED}, {"inner": inner}), Nesting.SET)})
    prior = {"n": [{"id": "1", "inner": [of("a", "x")]}, {"id": "2", "inner": [of("b", "y")]}]}
    config = {"n": [{"inner": [{"given": "b"}]}, {"inner": [{"given": "c"}]}]}
    assert proposed(schema, prior, config) == {
        "n": [{"id": "2", "inner": [of("b", "y")]}, {"id": None, "inner": [of("c")]}]
    }


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
EQUALITY_BEFORE: dict[str, Any] = {
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
    assert changed((path,), EQUALITY_BEFORE, AFTER, TYPE) == ((path,) if differs else ())
    assert changed((path,), EQUALITY_BEFORE, EQUALITY_BEFORE, TYPE) == ()


def test_a_part_comes_with_its_type() -> None:
    assert part(EQUALITY_BEFORE, TYPE, (AttributeStep("any"), IndexStep(0))) == ("t", parse_type('"string"'))
    assert part(EQUALITY_BEFORE, TYPE, (AttributeStep("map"), KeyStep("k"), IndexStep(0))) is None


ANY = parse_type('["tuple",["dynamic"]]')


@pytest.mark.parametrize(
    ("prior", "config", "expected"),
    [
        (Dynamic(ANY, [of("a", "c")]), Dynamic(ANY, [of("b")]), Dynamic(ANY, [of("b", "c")])),
        (Dynamic(ANY, [of("a", "c")]), Dynamic(ANY, []), Dynamic(ANY, [])),
        ([of("a", "c")], Dynamic(ANY, [of("b")]), Dynamic(ANY, [of("b")])),
        (None, Dynamic(ANY, [of("b")]), Dynamic(ANY, [of("b")])),
        ([of("a", "c"), of("b", "d")], [of("x")], [of("x", "c")]),
        ([of("a", "c")], [of("x"), of("y")], [of("x", "c"), of("y")]),
        ([of("a", "c")], [UNKNOWN, of("y")], [UNKNOWN, of("y")]),
        ([UNKNOWN], [of("y")], [of("y")]),
        (UNKNOWN, [of("y")], [of("y")]),
        ([of("a", "c")], None, None),
    ],
)
def test_a_block_of_a_list_is_that_of_its_index(prior: Any, config: Any, expected: Any) -> None:
    assert proposed_state(block(Nesting.LIST), {"n": prior}, {"n": config}) == {"n": expected}


IN = {"single": of, "list": lambda *a: [of(*a)], "map": lambda *a: {"k": of(*a)}, "set": lambda *a: [of(*a)]}
"""Nested values with one object."""


@pytest.mark.parametrize("is_block", [True, False])
@pytest.mark.parametrize("nesting", [Nesting.SINGLE, Nesting.LIST, Nesting.MAP, Nesting.SET])
def test_an_object_of_a_set_is_found_again_if_only_what_is_computed_differs(nesting: Nesting, is_block: bool) -> None:
    """What `id` becomes tells which of the objects of before it is."""
    if is_block:
        inner = Block({"id": COMPUTED}, {"in": NestedBlock(Block(PARTS), nesting)})
        schema = Block({}, {"n": NestedBlock(inner, Nesting.SET)})
    else:
        own = {"id": COMPUTED, "in": Attribute(NestedType(PARTS, nesting), optional=True)}
        schema = Block({"n": Attribute(NestedType(own, Nesting.SET), optional=True)})

    def found(before: Any, now: Any) -> Any:
        prior = {"n": [{"id": "first", "in": IN["single" if nesting is Nesting.SINGLE else "list"]("other")}]}
        if nesting is Nesting.MAP:
            prior = {"n": [{"id": "first", "in": {"k": of("other")}}]}
        prior["n"].append({"id": "second", "in": before})
        return proposed_state(schema, prior, {"n": [{"id": None, "in": now}]})["n"][0]["id"]  # type: ignore[index, call-overload]

    one = IN[nesting.value]
    assert found(one("a", "c", "e"), one("a")) == "second"
    assert found(one("a", "c", "e"), one("a", None, "e")) == "second"
    assert found(one("a", "c", "e"), one("b")) is None
    assert found(one("a", "c", "e"), one("a", None, "f")) is None
    assert found(None, one("a")) is None
    assert found(None, None) == "second"
    if nesting is not Nesting.SINGLE:
        two = {"k": of("a"), "l": of("b")} if nesting is Nesting.MAP else [of("a"), of("b")]
        other = {"m": of("a")} if nesting is Nesting.MAP else [of("b"), of("a")]
        swapped = "second" if nesting is Nesting.SET else None
        assert found(two, one("a")) is None
        assert found(one("a"), two) is None
        assert found(two, two) == "second"
        assert found(one("a") if nesting is Nesting.MAP else two, other) == swapped
        assert found([UNKNOWN] if nesting is not Nesting.MAP else {"k": UNKNOWN}, one("a")) is None


@pytest.mark.parametrize("nesting", [Nesting.SINGLE, Nesting.LIST, Nesting.MAP, Nesting.SET])
def test_what_was_configured_deep_inside_is_removed_with_its_configuration(nesting: Nesting) -> None:
    deep = {"in": Attribute(NestedType(PARTS, nesting), optional=True, computed=True), "id": COMPUTED}
    schema = Block({"n": Attribute(NestedType(deep, Nesting.LIST), optional=True, computed=True)})
    one = IN[nesting.value]

    def kept(inner: Any) -> bool:
        before = [{"in": inner, "id": "x"}]
        return proposed_state(schema, {"n": before}, {"n": None}) == {"n": before}

    assert kept(one(None, "c", "e"))
    assert kept(None)
    assert not kept(one("a"))
