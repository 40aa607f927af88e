"""Defaults: which are written, how they are read, and what they do to the status."""

import pytest

from mapper.terraform.rules import DEFAULT_LOST, DEFAULT_NOT_CARRIED, NULL_DEFAULT

from ...support import data_source, property_


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
