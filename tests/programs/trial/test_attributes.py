"""Attributes of a code spec, and the values that fill a path, as the provider of a trial reads them."""

from typing import Any

import pytest

from mapper.languages.tfplugin.cty_types import CtyType, parse_type
from mapper.programs.trial.provider.attributes import NO_DEFAULT, RESIZED, Attribute, read_attribute
from mapper.programs.trial.provider.resources import Argument, Body, Operation, Resource

TYPES: list[tuple[str, dict[str, Any], str]] = [
    ("string", {}, '"string"'),
    ("bool", {}, '"bool"'),
    ("int64", {}, '"number"'),
    ("float64", {}, '"number"'),
    ("number", {}, '"number"'),
    ("list", {"element_type": {"string": {}}}, '["list","string"]'),
    ("set", {"element_type": {"int64": None}}, '["set","number"]'),
    ("map", {"element_type": {"list": {"element_type": {"bool": {}}}}}, '["map",["list","bool"]]'),
    (
        "object",
        {"attribute_types": [{"name": "a", "string": {}}, {"name": "b", "list": {"element_type": {"int64": {}}}}]},
        '["object",{"a":"string","b":["list","number"]}]',
    ),
    (
        "list",
        {"element_type": {"object": {"attribute_types": [{"name": "a", "object": {"attribute_types": []}}]}}},
        '["list",["object",{"a":["object",{}]}]]',
    ),
]


@pytest.mark.parametrize(("kind", "data", "spelling"), TYPES)
def test_an_attribute_has_the_type_of_the_code_spec(kind: str, data: dict[str, Any], spelling: str) -> None:
    found = read_attribute({"name": "it", kind: {"computed_optional_required": "optional", **data}})
    expected: CtyType = parse_type(spelling)
    assert found.value_type() == expected
    assert found.schema().type == expected


@pytest.mark.parametrize("nesting", ["single", "list", "set", "map"])
def test_a_nested_attribute_has_its_members(nesting: str) -> None:
    members = {"attributes": [{"name": "a", "string": {"computed_optional_required": "required"}}]}
    data = members if nesting == "single" else {"nested_object": members}
    found = read_attribute({"name": "it", f"{nesting}_nested": {"computed_optional_required": "computed", **data}})
    assert (found.kind, found.nesting, found.is_settable) == ("nested", nesting, False)
    assert [(name, child.status, child.source) for name, child in found.children.items()] == [("a", "required", "a")]


def _of(**data: Any) -> Attribute:
    return read_attribute({"name": "it", "list": {"element_type": {"string": {}}, **data}})


def test_an_attribute_has_its_status_default_and_sensitivity() -> None:
    plain = _of(computed_optional_required="computed_optional")
    assert (plain.is_settable, plain.is_computed, plain.is_sensitive, plain.default) == (True, True, False, NO_DEFAULT)
    told = _of(optional_required="required", sensitive=True, default={"static": ["a"]})
    assert (told.is_settable, told.is_computed, told.is_sensitive, told.default) == (True, False, True, ["a"])
    flags = told.schema()
    assert (flags.required, flags.optional, flags.computed, flags.sensitive) == (True, False, False, True)
    flags = plain.schema()
    assert (flags.required, flags.optional, flags.computed, flags.sensitive) == (False, True, True, False)


@pytest.mark.parametrize(
    ("code", "name", "replaces"),
    [
        ("listplanmodifier.RequiresReplace()", "RequiresReplace", True),
        ("listplanmodifier.RequiresReplaceIfConfigured()", "RequiresReplaceIfConfigured", True),
        ("listplanmodifier.UseStateForUnknown()", "UseStateForUnknown", False),
        (
            "listplanmodifier.RequiresReplaceIf(len(req.PlanValue.Elements()) != len(req.StateValue.Elements()))",
            RESIZED,
            True,
        ),
        ("my.Own()", None, False),
    ],
)
def test_a_plan_modifier_is_known_by_its_function(code: str, name: str | None, replaces: bool) -> None:
    found = _of(computed_optional_required="optional", plan_modifiers=[{"custom": {"schema_definition": code}}, {}])
    assert found.modifiers == (() if name is None else (name,))
    assert found.replaces is replaces


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        (Argument("path", "a", None), None),
        (Argument("path", "a", None, "fixed"), "fixed"),
        (Argument("path", "a", _of(optional_required="required")), {"in": {"deep": 1}}),
        (Argument("path", "a", _of(optional_required="required"), inside=("in", "deep")), 1),
        (Argument("path", "a", _of(optional_required="required"), inside=("none", "deep")), None),
        (Argument("path", "a", _of(optional_required="required"), inside=("in", "deep", "more")), None),
    ],
)
def test_an_argument_is_a_part_of_an_attribute_or_a_constant(argument: Argument, value: Any) -> None:
    assert argument.value({"it": {"in": {"deep": 1}}}) == value


def test_an_operation_knows_what_is_in_its_path() -> None:
    it = _of(optional_required="required")
    arguments = (Argument("query", "q", it), Argument("path", "c", None, "fixed"), Argument("path", "p", it))
    read = Operation("read", "GET", "/{c}/{p}", arguments, Body(), Body(), None)
    assert read.path_attributes == {"it"}
    assert read.argument("p") is arguments[2]
    assert read.argument("q") is None
    other = Operation("read", "GET", "/{c}", arguments[:2], Body(), Body(), None)
    for operations, part, name, expected in (
        ({"read": read}, "read", "it", True),
        ({"read": read}, "read", "other", False),
        ({"read": read}, "update", "it", False),
        ({"read": other}, "read", "it", False),
    ):
        assert Resource("a", "b", {"it": it}, operations).identifies(part, name) is expected
