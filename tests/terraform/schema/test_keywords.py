"""Keywords in odd spellings: where libraries of the reference tool read more, or less, than is written."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import Severity
from mapper.terraform.rules import CONTEXT_KEY, KEYWORD_CASE, NO_TYPE

from ...support import data_source, property_, resource


@pytest.mark.parametrize(
    "keyword", ["Description: Warm", "MAXLENGTH: 3", "Pattern: '[a-z]'", "Format: password", "Deprecated: true"]
)
def test_a_keyword_in_another_case_has_no_effect_and_is_reported(keyword: str) -> None:
    oven = property_(f"{{type: string, {keyword}}}")
    assert oven["it"] == {"string": {"computed_optional_required": "required"}}
    assert oven.rules("it") == {KEYWORD_CASE}
    assert oven.differs_at("it")


def test_every_keyword_in_another_case_is_reported_with_the_one_that_was_meant() -> None:
    texts = [d.text for d in property_("{type: string, Description: Warm, MAXLENGTH: 3}").diagnostics(KEYWORD_CASE)]
    assert len(texts) == 2
    assert "'Description'" in texts[0]
    assert "'description'" in texts[0]
    assert "'MAXLENGTH'" in texts[1]
    assert "'maxLength'" in texts[1]


def test_a_keyword_in_another_case_of_a_collection_is_reported_at_its_attribute() -> None:
    oven = data_source("read: {type: array, Description: All of them, items: {type: string}}")
    assert oven.description("oven") is None
    assert oven.differs_at("oven")


def test_a_description_in_another_case_that_the_reference_tool_fills_in_from_a_response_is_reported() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        read: {properties: {fuel: {type: string, Description: What burns}}}
    """)
    assert oven.description("fuel") is None
    assert oven.differs_at("fuel")


def test_the_keyword_type_in_another_case_is_no_type() -> None:
    assert NO_TYPE in property_("{Type: string}").rules("it")


def test_the_names_of_properties_are_not_keywords() -> None:
    oven = resource("create: {type: object, properties: {Description: {type: string}, context: {type: string}}}")
    assert oven.names == ["description", "context"]
    assert not oven.diagnostics(KEYWORD_CASE)
    assert not oven.diagnostics(CONTEXT_KEY)


@pytest.mark.parametrize("key", ["context", "Context"])
def test_a_schema_with_the_key_context_is_mapped(key: str) -> None:
    oven = property_(f"{{type: string, {key}: kitchen}}")
    assert oven["it"] == {"string": {"computed_optional_required": "required"}}
    assert oven.rules("it") == {CONTEXT_KEY}
    assert oven.diagnostic(CONTEXT_KEY).severity is Severity.INFO
    assert oven.differs_at("it")


def test_an_attribute_of_a_response_with_the_key_context_is_declared_as_a_difference() -> None:
    oven = resource("""
        create: {type: object, properties: {fuel: {type: string}}}
        read: {type: object, context: kitchen, properties: {heat: {type: integer}}}
    """)
    assert oven.names == ["fuel", "heat"]
    assert oven.differs_at("heat")
