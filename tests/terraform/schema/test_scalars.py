"""Scalar kinds, and what an attribute of any kind carries beside its type."""

from __future__ import annotations

import pytest

from ...support import property_, resource


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: boolean}", "bool"),
        ("{type: integer}", "int64"),
        ("{type: integer, format: int32}", "int64"),
        ("{type: integer, format: double}", "int64"),
        ("{type: number}", "number"),
        ("{type: number, format: float}", "float64"),
        ("{type: number, format: double}", "float64"),
        ("{type: number, format: currency}", "number"),
        ("{type: number, format: Double}", "number"),
        ("{type: string}", "string"),
        ("{type: string, format: date-time}", "string"),
        ("{type: string, format: double}", "string"),
    ],
)
def test_type_and_format_decide_the_kind_of_a_scalar(schema: str, kind: str) -> None:
    assert property_(schema)["it"] == {kind: {"computed_optional_required": "required"}}


def test_attributes_stand_in_the_order_of_the_bytes_of_their_source_names() -> None:
    oven = resource("""
        create:
          type: object
          properties:
            width: {type: integer}
            éclairs: {type: integer}
            Zone: {type: string}
            _age: {type: string}
            baker: {type: string}
    """)
    assert oven.names == ["zone", "_age", "baker", "width", "clairs"]


def test_a_property_is_required_if_the_create_body_lists_it() -> None:
    oven = resource("""
        create:
          type: object
          required: [fuel, chimney]
          properties:
            fuel: {type: string}
            racks: {type: integer}
    """)
    assert oven.statuses == {"fuel": "required", "racks": "computed_optional"}
    assert oven.attribute("fuel").reason.code == "required-in-request"
    assert oven.attribute("racks").reason.code == "optional-in-request"


def test_a_nested_property_follows_the_required_list_of_its_own_object() -> None:
    oven = resource("""
        create:
          type: object
          properties:
            door: {type: object, required: [hinge], properties: {hinge: {type: string}, glass: {type: boolean}}}
    """)
    assert oven.status("door") == "computed_optional"
    assert oven.status("door.hinge") == "required"
    assert oven.status("door.glass") == "computed_optional"


@pytest.mark.parametrize(
    ("schema", "sensitive"),
    [
        ("{type: string, format: password}", True),
        ("{type: string, format: Password}", False),
        ("{type: integer, format: password}", False),
        ("{type: array, format: password, items: {type: string}}", False),
    ],
)
def test_only_a_string_of_the_format_password_is_sensitive(schema: str, sensitive: bool) -> None:
    assert property_(schema).body("it").get("sensitive", False) is sensitive


@pytest.mark.parametrize(
    "schema",
    [
        "{deprecated: true, type: boolean}",
        "{deprecated: True, type: string}",
        "{deprecated: true, type: number}",
        "{deprecated: true, type: array, items: {type: string}}",
        "{deprecated: true, type: array, items: {type: object, properties: {mold: {type: string}}}}",
        "{deprecated: true, type: object, additionalProperties: {type: string}}",
        "{deprecated: true, type: object, properties: {mold: {type: string}}}",
    ],
)
def test_a_deprecated_schema_of_any_kind_has_the_one_deprecation_message(schema: str) -> None:
    assert property_(schema).body("it")["deprecation_message"] == "This attribute is deprecated."


@pytest.mark.parametrize("word", ["false", "'true'", "1", "yes", "null"])
def test_only_the_boolean_true_deprecates(word: str) -> None:
    assert "deprecation_message" not in property_(f"{{type: string, deprecated: {word}}}").body("it")


def test_keywords_without_a_counterpart_change_nothing() -> None:
    oven = property_("""{type: string, title: T, example: e, readOnly: true, writeOnly: true, nullable: true,
                         not: {type: integer}, x-order: 3, externalDocs: {url: u}}""")
    assert oven["it"] == {"string": {"computed_optional_required": "required"}}
    assert oven.rules("it") == set()
