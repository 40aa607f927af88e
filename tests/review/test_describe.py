"""The words for types, values and limits in texts of changes."""

import pytest

from mapper.model import Body, Collection, CollectionKind, Nested, NestingMode, Object, Scalar, ScalarKind, Type, Union
from mapper.model.limits import (
    Each,
    ExactlyOneOf,
    Keys,
    Length,
    Limit,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    RequiredMembers,
    Size,
    Unique,
)
from mapper.review.describe import limit_words, type_words, value_words, values_words

TEXT, NUMBER, BODY = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INT64), Body(())
TYPES: list[tuple[Type, str]] = [
    (TEXT, "string"),
    (Scalar(ScalarKind.STRING, "Colour"), "Colour"),
    (Collection(CollectionKind.LIST, TEXT), "list of string"),
    (Collection(CollectionKind.MAP, Collection(CollectionKind.SET, NUMBER)), "map of set of int64"),
    (Object(BODY), "object"),
    (Nested(NestingMode.SINGLE, BODY), "nested attributes"),
    (Nested(NestingMode.SINGLE, BODY, block=True), "block"),
    (Nested(NestingMode.SET, BODY), "set of nested attributes"),
    (Nested(NestingMode.LIST, BODY, block=True), "list of blocks"),
    (Union((TEXT, NUMBER)), "string or int64"),
]


@pytest.mark.parametrize(("type_", "words"), TYPES)
def test_a_type_is_said_with_its_nesting(type_: Type, words: str) -> None:
    assert type_words(type_) == words


def test_another_word_may_stand_for_objects() -> None:
    assert type_words(Nested(NestingMode.MAP, BODY), "object") == "map of objects"
    assert type_words(Collection(CollectionKind.LIST, Nested(NestingMode.SINGLE, BODY)), "object") == "list of object"
    assert type_words(Union((Nested(NestingMode.SINGLE, BODY), TEXT)), "object") == "object or string"


LIMITS: list[tuple[Limit, str]] = [
    (OneOf(("gas", 1, 2.0, True, None)), 'one of "gas", 1, 2, true, null'),
    (ExactlyOneOf(("a", "b")), "exactly one of it and a, b"),
    (RequiredMembers(("a", "b")), "given with a, b"),
    (Unique(), "no item twice"),
    (Each(Length(1, None)), "each element: length at least 1"),
    (Keys(Pattern("^a")), "each key: pattern ^a"),
    (MultipleOf(0.5), "a multiple of 0.5"),
    (Range(1, 2), "range 1 to 2"),
    (Range(None, 2), "range at most 2"),
    (Range(0, None), "range at least 0"),
    (Range(1, 2, exclusive=True), "range more than 1 and less than 2"),
    (Range(1, None, exclusive=True), "range more than 1"),
    (Range(None, 0, exclusive=True), "range less than 0"),
    (Length(0, 64), "length 0 to 64"),
    (Size(None, 0), "size at most 0"),
]


@pytest.mark.parametrize(("limit", "words"), LIMITS)
def test_a_limit_is_said_with_its_bounds(limit: Limit, words: str) -> None:
    assert limit_words(limit) == words


def test_values_are_said_as_json_and_whole_numbers_without_a_fraction() -> None:
    values = {"é": '"é"', 2.0: "2", 2.5: "2.5", False: "false", None: "null", ("a", 1): '["a", 1]'}
    assert {value: value_words(value) for value in values} == values
    assert values_words(("a", 1.0)) == '"a", 1'
