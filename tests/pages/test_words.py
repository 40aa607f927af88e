"""Limits, types and values in the words of the pages."""

import pytest

from mapper.model import (
    Attribute,
    Body,
    Collection,
    EntityRef,
    Nested,
    Object,
    Reason,
    Reference,
    Scalar,
    Status,
    Type,
    type_in_words,
)
from mapper.model.limits import Limit, OneOf, Pattern, limit_of
from mapper.systems.terraform.kinds import RESOURCE
from mkdocs_oasmap.pages.describe import is_said, limit_in_words, literal, reference_in_words

STRING, INTEGER, FLOAT = Scalar("string"), Scalar("int64"), Scalar("float64")
LIST, MAP = Collection("list", STRING), Collection("map", STRING)


@pytest.mark.parametrize(
    ("keyword", "type_", "value", "text"),
    [
        ("length", STRING, (1, 64), "1 to 64 characters"),
        ("length", STRING, (0, 1), "0 to 1 character"),
        ("length", STRING, (None, 8), "at most 8 characters"),
        ("length", STRING, (None, 1), "at most 1 character"),
        ("length", STRING, (1, None), "at least 1 character"),
        ("length", STRING, (2, None), "at least 2 characters"),
        ("length", STRING, (3, 3), "exactly 3 characters"),
        ("length", STRING, (1, 1), "exactly 1 character"),
        ("length", STRING, (None, 0), "at most 0 characters"),
        ("length", STRING, (0, 0), "exactly 0 characters"),
        ("length", STRING, (1000, 4000000), "1,000 to 4,000,000 characters"),
        ("range", INTEGER, (1, 10), "1 to 10"),
        ("range", INTEGER, (-5, None), "at least -5"),
        ("range", INTEGER, (None, 0), "at most 0"),
        ("range", INTEGER, (7, 7), "exactly 7"),
        ("range", INTEGER, (0, 2**53 + 1), "0 to 9,007,199,254,740,993"),
        ("range", FLOAT, (0.1, 2.5), "0.1 to 2.5"),
        ("range", FLOAT, (1e-05, None), "at least 0.00001"),
        ("range", FLOAT, (None, 100.0), "at most 100"),
        ("range", FLOAT, (1.0, 1), "exactly 1"),
        ("exclusive_range", INTEGER, (0, None), "more than 0"),
        ("exclusive_range", INTEGER, (None, 10), "less than 10"),
        ("exclusive_range", INTEGER, (0, 10), "more than 0 and less than 10"),
        ("exclusive_range", INTEGER, (0.5, 10000), "more than 0.5 and less than 10,000"),
        ("multiple", INTEGER, 5, "a multiple of 5"),
        ("multiple", INTEGER, 0.01, "a multiple of 0.01"),
        ("size", LIST, (1, 3), "1 to 3 items"),
        ("size", Collection("set", STRING), (1, 3), "1 to 3 items"),
        ("size", Nested("list", Body()), (1, 3), "1 to 3 items"),
        ("size", LIST, (1, None), "at least 1 item"),
        ("size", MAP, (1, 3), "1 to 3 entries"),
        ("size", Nested("map", Body()), (1, 3), "1 to 3 entries"),
        ("size", MAP, (None, 1), "at most 1 entry"),
        ("unique", LIST, True, "no item twice"),
        ("each", LIST, ("length", (1, None)), "each element at least 1 character"),
        ("each", Collection("list", MAP), ("size", (2, None)), "each element at least 2 entries"),
        ("each", LIST, ("exclusive_range", (1, 2)), "each element more than 1 and less than 2"),
        ("each", Nested("list", Body()), ("size", (None, 3)), "each element at most 3 items"),
        ("keys", MAP, ("pattern", "^a"), "each key matches"),
        ("exactly_one_of", LIST, ("a",), "exactly one of it and"),
        ("required_members", LIST, ("a",), "given with"),
    ],
)
def test_a_limit_is_said_in_words(keyword: str, type_: Type, value: object, text: str) -> None:
    assert limit_in_words(limit_of(keyword, value), type_).text == text


def test_an_enum_lists_its_values_as_a_configuration_writes_them() -> None:
    limit = limit_in_words(OneOf(("cat", 'a "dog"', "é")), STRING)
    assert limit.text == "one of"
    assert limit.values == ('"cat"', '"a \\"dog\\""', '"é"')
    assert limit_in_words(OneOf((1, 2)), INTEGER).values == ("1", "2")


def test_a_pattern_is_shown_as_it_is() -> None:
    limit = limit_in_words(Pattern(r'^[a-z"]\d+$'), STRING)
    assert (limit.text, limit.values) == ("matches", (r'^[a-z"]\d+$',))


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


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (STRING, "id of a"),
        (LIST, "each the id of a"),
        (Nested("single", Body()), "names a"),
    ],
)
def test_a_reference_names_what_a_value_is_of(type_: Type, words: str) -> None:
    it = Attribute("it", "it", type_, Status.OPTIONAL, Reason("", ""), ())
    found = reference_in_words(it, Reference("", EntityRef(RESOURCE, "cage"), "id"), "zoo_cage", "resources/cage")
    assert (found.text, found.values, found.page) == (words, ("zoo_cage",), "resources/cage")
