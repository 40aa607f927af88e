"""The one type of a schema: lists of types, types that are inferred, and types that cannot be mapped."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import Severity
from mapper.terraform.rules import BAD_TYPE, ENTITY_KEPT, JSON_STRING, MALFORMED, NO_TYPE, TYPE_OF_VALUES

from ...support import property_, resource


@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        ('[string, "null"]', "string"),
        ('["null", integer]', "int64"),
        ("[boolean, null]", "bool"),
        ("[boolean]", "bool"),
        ("[integer, string]", "string"),
        ("[string, number]", "string"),
        ("[boolean, string]", "string"),
    ],
)
def test_a_pair_of_types_is_one_if_it_is_nullable_or_can_be_written_as_a_string(type_: str, kind: str) -> None:
    assert property_(f"{{type: {type_}}}").kinds == {"it": kind}


def test_the_other_keywords_are_read_for_the_chosen_type() -> None:
    assert property_('{type: ["null", array], items: {type: integer}, minItems: 2}').validators("it") == [
        "listvalidator.SizeAtLeast(2)"
    ]
    text = property_("{type: [number, string], format: double, minimum: 3, maxLength: 8, default: 2.50}")
    assert text.validators("it") == ["stringvalidator.LengthAtMost(8)"]
    assert text.default("it") == '"2.50"'


@pytest.mark.parametrize(
    "type_",
    [
        "[string, object]",
        "[array, boolean]",
        '["null"]',
        '"null"',
        "file",
        "String",
        '["null", "null"]',
    ],
)
def test_a_type_that_cannot_be_mapped_costs_its_property_only(type_: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {{type: {type_}}}, fuel: {{type: string}}}}}}")
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {BAD_TYPE}
    assert oven.differs_at("it")
    assert oven.diagnostic(BAD_TYPE).severity is Severity.WARNING


@pytest.mark.parametrize(
    "schema",
    ["{}", "{type: null}", "{type: []}", "{enum: [rye, 5]}", "{enum: []}", "{const: null}", "{items: {type: string}}",
     "{properties: {}}", "{additionalProperties: {type: string}}", "{type: 5}"],
)  # fmt: skip
def test_a_schema_without_a_type_costs_its_property_only(schema: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema}, fuel: {{type: string}}}}}}")
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {NO_TYPE}
    assert oven.differs_at("it")


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{enum: [rye, spelt]}", "string"),
        ("{enum: [rye, null]}", "string"),
        ("{const: rye}", "string"),
        ("{enum: ['1', '2']}", "string"),
        ("{enum: [1, 2]}", "int64"),
        ("{enum: [1, 2.5]}", "number"),
        ("{const: true}", "bool"),
        ("{type: [], enum: [rye]}", "string"),
    ],
)
def test_values_tell_the_type_of_a_schema_without_one(schema: str, kind: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema}, fuel: {{type: string}}}}}}")
    assert oven.kinds["it"] == kind
    assert oven.differs_at("it")
    assert oven.diagnostic(TYPE_OF_VALUES).severity is Severity.INFO
    assert oven.differs_at("")  # the reference tool drops the resource


@pytest.mark.parametrize("schema", ["null", "rye", "5", "[]", "[{type: string}]"])
def test_what_is_no_schema_object_costs_its_property_only(schema: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema}, fuel: {{type: string}}}}}}")
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {MALFORMED}
    assert oven.differs_at("it")


@pytest.mark.parametrize("place", ["true", "{$ref: '#/components/schemas/Any'}", "{type: array, items: true}"])
def test_true_is_a_schema_without_a_type(place: str) -> None:
    snippet = f"create: {{properties: {{it: {place}, fuel: {{type: string}}}}}}\ncomponents: {{Any: true}}"
    oven = resource(snippet)
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {NO_TYPE}
    oven = resource(f"{snippet}\npolicies: {{untyped: json_string, read_only: computed}}")
    assert oven.kinds["it"] in ("string", "list")
    assert oven.rules("it") >= {JSON_STRING}


def test_a_lost_property_says_where_it_stands_and_which_line_of_config_silences_it() -> None:
    oven = resource("""
        create:
          type: object
          properties:
            crust:
              type: object
              properties:
                grainMix: {description: of any kind}
    """)
    lost = oven.diagnostic(NO_TYPE)
    assert str(lost.entity) == "resource oven"
    assert lost.path == "crust.grain_mix"
    assert lost.location is not None
    assert lost.location.pointer.endswith("/properties/crust/properties/grainMix")
    assert lost.place.startswith("openapi.yaml:")
    assert lost.fix is not None
    assert "ignores: [crust.grainMix]" in lost.fix


def test_the_ignore_that_is_proposed_names_whatever_the_api_calls_it() -> None:
    oven = property_("{type: object, properties: {Grain-Mix: {description: of any kind}}}")
    assert oven.rules("it.grain_mix") == {NO_TYPE}
    assert "ignores: [it.Grain-Mix]" in (oven.diagnostic(NO_TYPE).fix or "")


def test_a_lost_property_is_why_the_reference_tool_leaves_out_the_resource() -> None:
    whole = resource("create: {type: object, properties: {fuel: {type: string}}}")
    partly = resource("create: {type: object, properties: {fuel: {type: string}, it: {}}}")
    assert ENTITY_KEPT not in whole.rules("")
    assert ENTITY_KEPT in partly.rules("")
    assert partly.diagnostic(ENTITY_KEPT).severity is Severity.INFO
    assert partly.differs_at("")


def test_an_ignored_property_may_be_unmappable() -> None:
    oven = resource("""
        create: {type: object, properties: {fuel: {type: string}, it: {enum: [rye]}}}
        schema: {ignores: [it]}
    """)
    assert oven.names == ["fuel"]
    assert oven.rules("it") == set()
    assert not oven.differs_at("")


def test_properties_alone_make_an_object() -> None:
    oven = resource("""
        create:
          properties:
            door: {properties: {glass: {type: boolean}}}
            marks: {properties: {glass: {type: boolean}}, additionalProperties: {type: integer}}
    """)
    assert oven.kinds == {"door": "single_nested", "marks": "map"}
    assert oven.names_in("door") == ["glass"]
