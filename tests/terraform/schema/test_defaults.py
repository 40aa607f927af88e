"""Defaults and descriptions: which are written, how they are read, and what they do to the status."""

import json

import pytest

from mapper.report.diagnostic import Severity
from mapper.terraform.rules import DEFAULT_LOST, DEFAULT_NOT_CARRIED, LINE_SEPARATOR, NULL_DEFAULT, NULL_DESCRIPTION

from ...support import Mapped, data_source, map_texts, property_


@pytest.mark.parametrize(
    ("schema", "static"),
    [
        ("{type: string, default: rye}", '"rye"'),
        ("{type: string, default: ''}", '""'),
        ("{type: integer, default: -18}", "-18"),
        ("{type: integer, default: 0}", "0"),
        ("{type: number, format: double, default: 1.75}", "1.75"),
        ("{type: number, format: float, default: 3}", "3"),
        ("{type: boolean, default: true}", "true"),
        ("{type: boolean, default: false}", "false"),
    ],
)
def test_a_default_makes_a_required_attribute_optional_and_computed(schema: str, static: str) -> None:
    oven = property_(schema)
    assert oven.default("it") == static
    assert oven.status("it") == "computed_optional"
    assert oven.attribute("it").reason.code == "default-relaxes"


@pytest.mark.parametrize(
    ("default", "static"),
    [("2.50", '"2.50"'), ("True", '"True"'), ("0x1F", '"0x1F"'), ("2024-02-30", '"2024-02-30"'), ("1_000", '"1_000"'),
     ("off", '"off"'), ("-0", '"-0"')],
)  # fmt: skip
def test_a_string_takes_the_text_of_a_default_of_another_type(default: str, static: str) -> None:
    assert property_(f"{{type: string, default: {default}}}").default("it") == static


@pytest.mark.parametrize(
    ("default", "static"),
    [("5.99", "5"), ("-5.99", "-5"), ("2e3", "2000"), ("0x10", "16"), ("017", "15"), ("1_000", "1000"),
     ("9223372036854775807", "9223372036854775807")],
)  # fmt: skip
def test_an_integer_default_is_cut_off_toward_zero_and_read_in_any_spelling(default: str, static: str) -> None:
    assert property_(f"{{type: integer, default: {default}}}").default("it") == static


@pytest.mark.parametrize(
    ("word", "static"),
    [(f"{quote}{word}{quote}", static)
     for static, words in (("true", "y Y yes Yes YES on On ON"), ("false", "n N no No NO off Off OFF"))
     for word in words.split() for quote in ("", "'")],
)  # fmt: skip
def test_a_boolean_default_may_be_one_of_the_old_words_quoted_or_not(word: str, static: str) -> None:
    assert property_(f"{{type: boolean, default: {word}}}").default("it") == static


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, default: [rye]}",
        "{type: string, default: {flour: rye}}",
        "{type: integer, default: '5'}",
        "{type: integer, default: true}",
        "{type: integer, default: [5]}",
        "{type: integer, default: 9223372036854775808}",
        "{type: integer, default: .inf}",
        "{type: number, format: double, default: '0.5'}",
        "{type: number, format: double, default: .nan}",
        "{type: number, format: double, default: 1e999}",
        "{type: boolean, default: 'true'}",
        "{type: boolean, default: 1}",
        "{type: boolean, default: maybe}",
        "{type: boolean, default: []}",
        "{type: boolean, default: {}}",
    ],
)
def test_a_default_that_is_not_of_the_type_is_as_good_as_none_but_reported(schema: str) -> None:
    oven = property_(schema)
    assert oven.default("it") is None
    assert oven.status("it") == "required"
    assert oven.rules("it") == {DEFAULT_LOST}
    assert not oven.differs_at("it")


def test_the_report_of_a_lost_default_shows_it_as_it_is_written() -> None:
    assert "True" in property_("{type: integer, default: True}").diagnostic(DEFAULT_LOST).text
    assert "0x1F" in property_("{type: boolean, default: 0x1F}").diagnostic(DEFAULT_LOST).text


@pytest.mark.parametrize(
    ("schema", "static"),
    [
        ("{type: string, default: null}", '""'),
        ("{type: string, default: ~}", '""'),
        ("{type: string, default: }", '""'),
        ("{type: integer, default: null}", "0"),
        ("{type: number, format: float, default: null}", "0"),
        ("{type: boolean, default: null}", "false"),
    ],
)
def test_a_default_that_is_null_is_the_zero_value(schema: str, static: str) -> None:
    oven = property_(schema)
    assert oven.default("it") == static
    assert oven.status("it") == "computed_optional"
    assert oven.rules("it") == {NULL_DEFAULT}
    assert not oven.differs_at("it")


@pytest.mark.parametrize(
    "schema",
    [
        "{type: number, default: 3}",
        "{type: array, items: {type: string}, default: [rye]}",
        "{type: array, items: {type: object, properties: {mold: {type: string}}}, default: [{mold: tin}]}",
        "{type: object, additionalProperties: {type: string}, default: {}}",
        "{type: object, properties: {mold: {type: string}}, default: {mold: tin}}",
    ],
)
def test_a_default_of_any_other_kind_is_not_written_and_does_not_relax(schema: str) -> None:
    oven = property_(schema)
    assert oven.default("it") is None
    assert oven.status("it") == "required"
    assert oven.rules("it") == {DEFAULT_NOT_CARRIED}
    assert not oven.differs_at("it")


def test_a_null_default_is_not_reported_as_written_where_no_defaults_are() -> None:
    oven = data_source("read: {type: object, properties: {fuel: {type: string, default: null}}}")
    assert oven.default("fuel") is None
    assert NULL_DEFAULT not in oven.rules("fuel")


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
