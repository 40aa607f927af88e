"""Attributes of a code spec, and the values that fill a path, as the provider of a trial reads them."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from mapper.languages.tfplugin.cty_types import CtyType, parse_type
from mapper.model import Argument as Recorded
from mapper.model import Operation as RecordedOperation
from mapper.model import Place, Purpose, Supply
from mapper.programs.trial.provider import calls
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


def body(name: str = "", supply: Supply = Supply.CONFIGURED, **more: Any) -> Recorded:
    return Recorded(Place.BODY, name, supply, **more)


IT, TITLE = _of(optional_required="required"), _of(optional_required="optional")
NAMED = {"it": IT, "title": TITLE}
WHOLE = body(pointer="/data")
PATCH = "application/json-patch+json"
CALLS: list[tuple[str, list[Recorded], dict[str, Any]]] = [
    ("read", [Recorded(Place.PATH, "id", Supply.CONFIGURED, "it")], {"arguments": (Argument("path", "id", IT),)}),
    ("read", [Recorded(Place.PATH, "id", Supply.CONFIGURED, "it.in.deep")],
     {"arguments": (Argument("path", "id", IT, None, ("in", "deep")),)}),
    ("read", [Recorded(Place.QUERY, "as", Supply.CONSTANT, value=3)],
     {"arguments": (Argument("query", "as", None, 3),)}),
    ("read", [Recorded(Place.QUERY, "as", Supply.MISSING, value=3)], {"arguments": (Argument("query", "as", None),)}),
    ("create", [], {}),
    ("create", [WHOLE], {"request": Body("/data"), "sends": frozenset({"title"})}),
    ("create", [body()], {"request": Body(), "sends": frozenset({"title"})}),
    ("update", [body(media_type=PATCH)], {"request": Body(patch=PATCH), "sends": frozenset()}),
    ("delete", [WHOLE], {"request": Body("/data")}),
    ("create", [WHOLE, body("kind", Supply.CONSTANT, value="farm", pointer="/data/kind"), body("odd", Supply.CONSTANT)],
     {"request": Body("/data"), "sends": frozenset({"title"}), "constants": (("/data/kind", "farm"),)}),
    ("create", [body("", Supply.CONSTANT, value=1, pointer="/x")], {"constants": (("/x", 1),)}),
    ("create", [WHOLE, body("kind", Supply.MISSING, value="farm", pointer="/data/kind")],
     {"request": Body("/data"), "sends": frozenset({"title"})}),
    ("create", [WHOLE, body("id", attribute="it", pointer="/id"), body("no", attribute="none", pointer="/no")],
     {"request": Body("/data"), "sends": frozenset({"title"}), "placed": (("/id", "it"),)}),
    ("create", [WHOLE, body("it", attribute="it", pointer="/data/it")],
     {"request": Body("/data"), "sends": frozenset({"title"})}),
    ("update",
     [WHOLE, body("it", attribute="it", pointer="/data/it"), body("no", attribute="none", pointer="/data/no")],
     {"request": Body("/data"), "sends": frozenset({"it"}), "requires": frozenset({"it"})}),
    ("update", [WHOLE, body("id", attribute="it", pointer="/id")],
     {"request": Body("/data"), "sends": frozenset(), "placed": (("/id", "it"),)}),
]  # fmt: skip


@pytest.mark.parametrize(("part", "recorded", "expected"), CALLS)
def test_an_operation_takes_what_the_sidecar_records(
    part: str, recorded: list[Recorded], expected: dict[str, Any]
) -> None:
    call = RecordedOperation(Purpose(part), "post", "/farms", None, arguments=tuple(recorded))
    attributes = [SimpleNamespace(name="it", sent_by=()), SimpleNamespace(name="title", sent_by=("create",))]
    entity: Any = SimpleNamespace(operations=(call,), body=SimpleNamespace(attributes=attributes))
    (found,) = calls.operations(Resource("farm", "zoo_farm", NAMED), entity, {part: {}}).values()
    nothing = Operation(part, "POST", "/farms", (), Body(), Body(), None)
    assert found == replace(nothing, **expected)
    config = {"request": {"attribute": "it"}, "response": {"pointer": "/d", "attribute": "title", "ignore": True}}
    (found,) = calls.operations(Resource("farm", "zoo_farm", NAMED), entity, {part: config}).values()
    assert (found.request.whole, found.response) == ("it", Body("/d", "title", is_ignored=True))
