"""Values for plans: another one of the same kind, samples of what is not known, and what can be a default."""

from decimal import Decimal
from typing import Any

import pytest

from mapper.languages.hcl.parser import Expression
from mapper.languages.tfplugin.cty_types import CtyType, Primitive, parse_type
from mapper.languages.tfplugin.errors import AttributeStep, IndexStep
from mapper.languages.tfplugin.schema import Attribute, Block, NestedBlock, Nesting
from mapper.programs.provider_process import calls
from mapper.programs.provider_process.results import ProviderDiagnostic, ProviderSeverity
from mapper.programs.provider_process.values import UNKNOWN, Dynamic


@pytest.mark.parametrize(
    ("value", "other"),
    [(True, False), (False, True), (1, 2), (1.5, 2.5), ("a", "a2"), ("", "2"), (None, None), ([1], [1]), ({}, {})],
)
def test_another_value_is_of_the_same_kind_or_the_same(value: Any, other: Any) -> None:
    found = calls._another(value)
    assert (found, type(found)) == (other, type(other))


@pytest.mark.parametrize(
    ("value", "default"),
    [
        (True, True), (0, 0), (1.5, 1.5), ("", ""), ("a", "a"), (Decimal("0.5"), 0.5), (Decimal("0.1"), 0.1),
        (Decimal("0.12345678901234567890123"), None), (Decimal(10**30 + 1), None),
        (None, None), ([1], None), ({"a": 1}, None), (UNKNOWN, None),
    ],
)  # fmt: skip
def test_a_scalar_that_python_can_hold_may_be_a_default(value: Any, default: Any) -> None:
    found = calls._scalar(value)
    assert (found, type(found)) == (default, type(default))


@pytest.mark.parametrize(
    ("spelling", "value", "expected"),
    [
        ('"string"', UNKNOWN, "known"),
        ('"number"', UNKNOWN, 1),
        ('"bool"', UNKNOWN, True),
        ('"dynamic"', UNKNOWN, None),
        ('"string"', "a", "a"),
        ('"string"', None, None),
        ('["list","string"]', UNKNOWN, []),
        ('["set","string"]', UNKNOWN, []),
        ('["map","string"]', UNKNOWN, {}),
        ('["list","string"]', ["a", UNKNOWN], ["a", "known"]),
        ('["map","number"]', {"a": UNKNOWN, "b": 3}, {"a": 1, "b": 3}),
        ('["object",{"a":"string","b":["list","bool"]}]', UNKNOWN, {"a": "known", "b": []}),
        ('["object",{"a":"string","b":"bool"}]', {"a": UNKNOWN}, {"a": "known", "b": None}),
        ('["tuple",["string","bool"]]', UNKNOWN, ["known", True]),
        ('["tuple",["string","bool"]]', ["a", UNKNOWN], ["a", True]),
    ],
)
def test_what_is_not_known_becomes_a_sample_of_its_type(spelling: str, value: Any, expected: Any) -> None:
    assert calls._with_samples(value, parse_type(spelling)) == expected


def test_a_value_of_any_type_keeps_its_type() -> None:
    own = parse_type('["list","string"]')
    assert calls._with_samples(Dynamic(own, [UNKNOWN]), Primitive.DYNAMIC) == Dynamic(own, ["known"])


THREE, ANY = parse_type('["tuple",["number","string","bool"]]'), Primitive.DYNAMIC
PAIR = parse_type('["object",{"a":"string","b":"number"}]')
WRITTEN: list[tuple[Any, CtyType, Any]] = [
    (Expression("var.x"), Primitive.STRING, UNKNOWN),
    (None, Primitive.STRING, None),
    (None, ANY, None),
    (True, Primitive.BOOL, True),
    (1.5, Primitive.NUMBER, 1.5),
    ([1, "a", True], THREE, [1, "a", True]),
    (["a"], parse_type('["set","string"]'), ["a"]),
    ({"k": 1}, parse_type('["map","number"]'), {"k": 1}),
    ({"a": "x"}, PAIR, {"a": "x", "b": None}),
    ("a", ANY, Dynamic(Primitive.STRING, "a")),
    (1, ANY, Dynamic(Primitive.NUMBER, 1)),
    ([1, "a", True], ANY, Dynamic(THREE, [1, "a", True])),
    ({"a": "x", "b": 2.5}, ANY, Dynamic(PAIR, {"a": "x", "b": 2.5})),
    ([None], ANY, Dynamic(parse_type('["tuple",["dynamic"]]'), [None])),
    (1, Primitive.STRING, ValueError),
    (True, Primitive.NUMBER, ValueError),
    ("true", Primitive.BOOL, ValueError),
    ([1, "a"], THREE, ValueError),
    ({"a": "x", "c": 1}, PAIR, ValueError),
    (["a"], parse_type('["map","string"]'), ValueError),
    ({"k": 1}, parse_type('["list","number"]'), ValueError),
]


@pytest.mark.parametrize(("written", "type_", "expected"), WRITTEN, ids=repr)
def test_what_is_written_is_a_value_of_its_type_or_refused(written: Any, type_: CtyType, expected: Any) -> None:
    if expected is ValueError:
        with pytest.raises(ValueError, match="is of another type"):
            calls.value_of(written, type_)
    else:
        assert repr(calls.value_of(written, type_)) == repr(expected)


BLOCK = Block(
    {
        "name": Attribute(Primitive.STRING, required=True),
        "size": Attribute(Primitive.NUMBER, optional=True),
        "color": Attribute(Primitive.STRING, optional=True),
        "made": Attribute(Primitive.STRING, computed=True),
    },
    {"door": NestedBlock(Block({}), Nesting.LIST)},
)


@pytest.mark.parametrize(
    ("path", "summary", "detail", "names"),
    [
        ((), "Bad", "size and color exclude each other", ["size", "color"]),
        ((AttributeStep("color"),), "Bad", "size, color", ["color", "size"]),
        ((AttributeStep("door"), IndexStep(0), AttributeStep("size")), "Bad", "", ["door"]),
        ((IndexStep(0), AttributeStep("size")), "Bad", "", []),
        ((AttributeStep("name"),), "made of name", "none, Size", []),
        ((), "size", "door", ["size", "door"]),
    ],
)
def test_an_error_names_the_arguments_that_may_be_added_or_left_out(
    path: Any, summary: str, detail: str, names: list[str]
) -> None:
    error = ProviderDiagnostic(ProviderSeverity.ERROR, summary, detail, path)
    assert calls._arguments_in(error, BLOCK) == names
