"""Whose description an attribute has."""

import json

import pytest

from mapper.report.diagnostic import Severity
from mapper.terraform.rules import LINE_SEPARATOR, NULL_DESCRIPTION

from ...support import Mapped, data_source, map_texts, property_


@pytest.mark.parametrize(
    "schema",
    [
        "{type: boolean, description: Warm}",
        "{type: number, description: Warm}",
        "{type: array, items: {type: string, description: One}, description: Warm}",
        "{type: array, items: {type: object, description: One}, description: Warm}",
        "{type: object, additionalProperties: {type: object, description: One}, description: Warm}",
        "{type: object, properties: {grain: {type: string, description: One}}, description: Warm}",
    ],
)
def test_an_attribute_has_the_description_of_its_schema_whatever_its_kind(schema: str) -> None:
    assert property_(schema).description("it") == "Warm"


@pytest.mark.parametrize(("text", "description"), [("5", "5"), ("1.50", "1.50"), ("True", "True")])
def test_a_description_that_is_another_scalar_is_its_text(text: str, description: str) -> None:
    assert property_(f"{{type: string, description: {text}}}").description("it") == description


# --- null ---


@pytest.mark.parametrize("null", ["null", "~", ""])
def test_a_description_that_is_null_is_absent_which_is_a_difference(null: str) -> None:
    oven = property_(f"{{type: string, description: {null}}}")
    assert oven.description("it") is None
    assert oven.rules("it") == {NULL_DESCRIPTION}
    assert oven.diagnostic(NULL_DESCRIPTION).severity is Severity.INFO
    assert oven.differs_at("it")


def test_the_null_description_of_a_collection_is_a_difference_too() -> None:
    oven = data_source("read: {type: array, description: null, items: {type: string}}")
    assert oven.description("oven") is None
    assert oven.differs_at("oven")


def test_the_null_description_of_a_parameter_is_a_difference_too() -> None:
    oven = data_source("""
        parameters: [{name: size, in: query, description: null, schema: {type: string, description: Width}}]
        read: {type: object, properties: {fuel: {type: string}}}
    """)
    assert oven.description("size") == "Width"
    assert oven.differs_at("size")


# --- line breaks of YAML in JSON ---


def described(*, escaped: bool, **keywords: object) -> Mapped:
    schema = {"type": "object", "properties": {"it": {"type": "string", **keywords}}}
    post = {"requestBody": {"content": {"application/json": {"schema": schema}}}, "responses": {}}
    paths = {"/ovens": {"post": post, "get": {"responses": {}}}}
    text = json.dumps({"openapi": "3.1.0", "paths": paths}, ensure_ascii=escaped)
    operations = "create: {path: /ovens, method: POST}, read: {path: /ovens, method: GET}"
    return map_texts(text, f"{{provider: {{name: kitchen}}, resources: {{oven: {{{operations}}}}}}}")


@pytest.mark.parametrize("separator", ["\u0085", "\u2028", "\u2029"])
def test_a_line_separator_in_json_stays_what_it_is_which_is_a_difference_without_an_escape(separator: str) -> None:
    text = f"Hot. {separator} Very hot."
    raw, escaped = described(description=text, escaped=False), described(description=text, escaped=True)
    assert raw.description("it") == escaped.description("it") == text
    assert raw.diagnostic(LINE_SEPARATOR).text == f"its texts contain U+{ord(separator):04X}, not escaped"
    assert raw.differs_at("it")
    assert not escaped.diagnostics(LINE_SEPARATOR)


@pytest.mark.parametrize("keywords", [{"enum": ["a\u2028b"]}, {"default": "a\u2028b"}, {"pattern": "a\u2028b"}])
def test_line_separators_in_values_are_told_too(keywords: dict[str, object]) -> None:
    assert LINE_SEPARATOR in described(escaped=False, **keywords).rules("it")
    assert LINE_SEPARATOR not in described(escaped=True, **keywords).rules("it")
