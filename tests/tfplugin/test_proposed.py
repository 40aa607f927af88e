"""The state that is proposed to a provider, case by case as Terraform proposes it."""

from typing import Any

import pytest

from mapper.tfplugin.cty_types import Primitive, parse_type
from mapper.tfplugin.implied import complete
from mapper.tfplugin.proposed import proposed_state
from mapper.tfplugin.schema import Attribute, Block, NestedBlock, NestedType, Nesting
from mapper.tfplugin.values import UNKNOWN

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
