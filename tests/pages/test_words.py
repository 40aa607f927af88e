"""Limits, types and values in the words of the pages."""

from __future__ import annotations

import pytest

from mapper.model import Body, Collection, Nested, Object, Scalar, Type, type_in_words
from mapper.model.limits import Limit, OneOf, Pattern, limit_of
from mkdocs_oasmap.pages.describe import is_said, limit_in_words, literal

STRING, INTEGER = Scalar("string"), Scalar("int64")
LIST, MAP = Collection("list", STRING), Collection("map", STRING)


def words(keyword: str, value: object, type_: Type = STRING) -> str:
    return limit_in_words(limit_of(keyword, value), type_).text


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [
        (1, 64, "1 to 64 characters"),
        (0, 1, "0 to 1 character"),
        (None, 8, "at most 8 characters"),
        (None, 1, "at most 1 character"),
        (1, None, "at least 1 character"),
        (2, None, "at least 2 characters"),
        (3, 3, "exactly 3 characters"),
        (1, 1, "exactly 1 character"),
        (None, 0, "at most 0 characters"),
        (0, 0, "exactly 0 characters"),
        (1000, 4000000, "1,000 to 4,000,000 characters"),
    ],
)
def test_a_length_is_a_number_of_characters(least: int | None, most: int | None, text: str) -> None:
    assert words("length", (least, most)) == text


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [
        (1, 10, "1 to 10"),
        (-5, None, "at least -5"),
        (None, 0, "at most 0"),
        (7, 7, "exactly 7"),
        (0, 2**53 + 1, "0 to 9,007,199,254,740,993"),
    ],
)
def test_a_range_is_a_pair_of_numbers(least: int | None, most: int | None, text: str) -> None:
    assert words("range", (least, most), INTEGER) == text


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [
        (0.1, 2.5, "0.1 to 2.5"),
        (1e-05, None, "at least 0.00001"),
        (None, 100.0, "at most 100"),
        (1.0, 1, "exactly 1"),
    ],
)
def test_a_range_may_have_fractions(least: float | None, most: float | None, text: str) -> None:
    assert words("range", (least, most), Scalar("float64")) == text


@pytest.mark.parametrize(
    ("above", "below", "text"),
    [
        (0, None, "more than 0"),
        (None, 10, "less than 10"),
        (0, 10, "more than 0 and less than 10"),
        (0.5, 10000, "more than 0.5 and less than 10,000"),
    ],
)
def test_what_a_number_is_not_itself_is_said(above: float | None, below: float | None, text: str) -> None:
    assert words("exclusive_range", (above, below), INTEGER) == text


@pytest.mark.parametrize(("number", "text"), [(5, "a multiple of 5"), (0.01, "a multiple of 0.01")])
def test_a_multiple_is_one(number: float, text: str) -> None:
    assert words("multiple", number, INTEGER) == text


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (LIST, "1 to 3 items"),
        (Collection("set", STRING), "1 to 3 items"),
        (Nested("list", Body()), "1 to 3 items"),
        (MAP, "1 to 3 entries"),
        (Nested("map", Body()), "1 to 3 entries"),
    ],
)
def test_a_size_counts_items_and_the_entries_of_a_map(type_: Type, text: str) -> None:
    assert words("size", (1, 3), type_) == text


def test_one_entry_is_not_many() -> None:
    assert words("size", (None, 1), MAP) == "at most 1 entry"
    assert words("size", (1, None), LIST) == "at least 1 item"


def test_an_enum_lists_its_values_as_a_configuration_writes_them() -> None:
    limit = limit_in_words(OneOf(("cat", 'a "dog"', "é")), STRING)
    assert limit.text == "one of"
    assert limit.values == ('"cat"', '"a \\"dog\\""', '"é"')
    assert limit_in_words(OneOf((1, 2)), INTEGER).values == ("1", "2")


def test_a_pattern_is_shown_as_it_is() -> None:
    limit = limit_in_words(Pattern(r'^[a-z"]\d+$'), STRING)
    assert (limit.text, limit.values) == ("matches", (r'^[a-z"]\d+$',))


def test_uniqueness_has_words_of_its_own() -> None:
    assert words("unique", True, LIST) == "no item twice"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", '"a"'),
        ("", '""'),
        ("日 \n", '"日 \\n"'),
        (True, "true"),
        (0, "0"),
        (9223372036854775807, "9223372036854775807"),
        (2.5, "2.5"),
    ],
)
def test_a_value_is_written_as_in_a_configuration(value: object, text: str) -> None:
    assert literal(value) == text


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (STRING, "string"),
        (Collection("list", Collection("map", INTEGER)), "list of map of int64"),
        (Collection("set", Object(Body())), "set of object"),
        (Nested("single", Body()), "object"),
        (Nested("map", Body()), "map of object"),
    ],
)
def test_a_type_is_said_from_the_outside_in(type_: Type, text: str) -> None:
    assert type_in_words(type_) == text


@pytest.mark.parametrize(
    ("limit", "description", "is_there"),
    [
        (OneOf(("near", "far")), "Either near or far.", True),
        (OneOf(("near", "far")), "Either near or not.", False),
        (Pattern("[a-z]+"), "Regex Pattern: `^[a-z]+$`", True),
        (Pattern("^[a-z]+$"), "A name, such as `[a-z]`.", False),
    ],
)
def test_what_a_description_says_already_is_left_out(limit: Limit, description: str, is_there: bool) -> None:
    assert is_said(limit_in_words(limit, STRING), description) is is_there
