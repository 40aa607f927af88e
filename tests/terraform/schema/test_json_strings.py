"""Strings that hold JSON, and their custom types."""

from __future__ import annotations

import pytest

from mapper.terraform.config.go_types import custom_type

from ...support import Mapped, property_, resource

CASES = [
    ("free_form: json_string", "{type: object, description: Anything}"),
    ("untyped: json_string", "{description: Anything}"),
    ("one_of: json_string", "{oneOf: [{type: object, properties: {a: {type: string}}}, {type: integer}]}"),
]


def it(policies: str, schema: str, more: str) -> Mapped:
    return property_(schema, f"{policies}, json_strings: {more}")


@pytest.mark.parametrize(("policies", "schema"), CASES)
@pytest.mark.parametrize(("word", "name"), [("normalized", "jsontypes.Normalized"), ("exact", "jsontypes.Exact")])
def test_a_string_that_a_policy_makes_may_have_a_custom_type(policies: str, schema: str, word: str, name: str) -> None:
    assert it(policies, schema, word).body("it")["custom_type"] == custom_type(name)


@pytest.mark.parametrize(("policies", "schema"), CASES)
def test_by_default_it_has_none(policies: str, schema: str) -> None:
    assert "custom_type" not in it(policies, schema, "string").body("it")


@pytest.mark.parametrize("schema", ["{type: string}", "{type: object, properties: {a: {type: string}}}"])
def test_other_attributes_have_none(schema: str) -> None:
    assert "custom_type" not in it("free_form: json_string", schema, "normalized").body("it")


def test_it_stays_when_a_response_says_more() -> None:
    oven = resource("""
        create: {properties: {it: {type: object}}}
        read: {properties: {it: {type: object, description: Anything}}}
        policies: {free_form: json_string, json_strings: normalized}
    """)
    assert oven.description("it") == "Anything"
    assert oven.body("it")["custom_type"] == custom_type("jsontypes.Normalized")


def test_another_type_takes_it_away() -> None:
    oven = resource("""
        create: {properties: {it: {type: object}}}
        policies: {free_form: json_string, json_strings: normalized}
        schema: {attributes: {overrides: {it: {type: map of string}}}}
    """)
    assert oven["it"] == {"map": {"computed_optional_required": "computed_optional", "element_type": {"string": {}}}}
