"""What `additionalProperties` makes of an object, and what it costs where no attribute can be made of it."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import Severity
from mapper.terraform.rules import ANY_VALUES, EMPTY_OBJECT, NO_TYPE, ONE_OF, POLICY

from ...support import Mapped, property_, resource

PROPERTIES = "properties: {city: {type: string}, country: {type: string}}"
SAYING_NOTHING = [
    "{}",
    "{description: Custom fields.}",
    "{title: Field, nullable: true, x-order: 1}",
    "{$ref: '#/components/schemas/Any'}",
]


def mapped(schema: str, policies: str = "") -> Mapped:
    return resource(f"""
        create: {{type: object, properties: {{it: {schema}}}}}
        components:
          Any: {{description: of any kind}}
        policies: {{{policies}}}
    """)


@pytest.mark.parametrize("values", SAYING_NOTHING)
@pytest.mark.parametrize("around", ["{%s}", "{type: array, items: {%s}}", "{type: object, additionalProperties: {%s}}"])
def test_values_without_a_type_cost_nothing_but_themselves(values: str, around: str) -> None:
    oven = mapped(around % f"type: object, {PROPERTIES}, additionalProperties: {values}")
    assert oven.names_in("it") == ["city", "country"]
    (told,) = [found for found in oven.mapping.diagnostics if found.path == "it"]
    assert (told.rule, told.text) == (ANY_VALUES, "additionalProperties has no type: it says as much as true")
    assert told.severity is Severity.INFO
    assert oven["it"] == mapped(around % f"type: object, {PROPERTIES}, additionalProperties: true")["it"]


@pytest.mark.parametrize("values", SAYING_NOTHING)
@pytest.mark.parametrize(
    "policy", ["", "free_form: json_string", "free_form: string_map", "untyped: json_string", "untyped: string_map"]
)
def test_a_schema_that_says_nothing_means_true(values: str, policy: str) -> None:
    empty, anything = (mapped(f"{{type: object, additionalProperties: {word}}}", policy) for word in (values, "true"))
    assert empty.text == anything.text
    assert empty.rules("it") - {NO_TYPE} == anything.rules("it")
    assert {EMPTY_OBJECT, POLICY} & anything.rules("it")


def test_values_that_are_a_choice_cost_nothing_but_themselves() -> None:
    values = "{oneOf: [{type: integer}, {type: object, properties: {a: {type: string}}}]}"
    oven = property_(f"{{type: object, {PROPERTIES}, additionalProperties: {values}}}")
    assert oven.names_in("it") == ["city", "country"]
    assert "additional_properties: properties" in (oven.diagnostic(ONE_OF).fix or "")


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        ("{type: object, additionalProperties: {minLength: 3}}", "additionalProperties"),
        ("{type: array, items: {minLength: 3}}", "items"),
        ("{type: array, items: {type: array, items: {minLength: 3}}}", "items"),
    ],
)
def test_what_has_no_type_is_called_by_its_keyword(schema: str, keyword: str) -> None:
    assert property_(schema).diagnostic(NO_TYPE).text == f"{keyword} has no type"
