"""Limits: in files and back, the narrowest of several, which values are within them, and samples that are."""

from typing import Any

import pytest

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
    has_validator,
    limit_of,
    plain,
    simplest,
)
from mapper.model.samples.values import is_allowed, scalar

LIMITS: list[Limit] = [
    OneOf(("a", 1, None)),
    ExactlyOneOf(("a", "b")),
    RequiredMembers(("a",)),
    Range(1, None),
    Range(None, 2.5, exclusive=True),
    Length(1, 2),
    Size(None, 2),
    Pattern("^a"),
    Unique(),
    MultipleOf(2),
    Each(Length(1, 2)),
    Keys(Pattern("^a")),
]


@pytest.mark.parametrize("limit", LIMITS, ids=repr)
def test_a_limit_is_read_back_as_it_was_written(limit: Limit) -> None:
    assert limit_of(*plain(limit)) == limit


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("enum", "ab"),
        ("enum", [["a"]]),
        ("enum", [{}]),
        ("exactly_one_of", "ab"),
        ("exactly_one_of", ["a", 1]),
        ("required_members", "ab"),
        ("required_members", ["a", 1]),
        ("pattern", 1),
        ("unique", 1),
        ("unique", False),
        ("multiple", 0),
        ("multiple", -1),
        ("multiple", True),
        ("multiple", "1"),
        ("multiple", float("inf")),
        ("each", "ab"),
        ("each", ["length"]),
        ("each", ["each", ["length", [1, 2]]]),
        ("keys", "ab"),
        ("keys", ["length"]),
        ("keys", ["keys", ["length", [1, 2]]]),
        ("length", [1]),
        ("length", [1, True]),
        ("length", [float("nan"), 1]),
        ("size", 7),
        ("range", [None, "1"]),
        ("exclusive_range", [1, 2, 3]),
        ("other", 1),
    ],
)
def test_what_is_no_limit_is_refused(keyword: str, value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        limit_of(keyword, value)


def inner(least: float | None, most: float | None) -> Range:
    return Range(least, most, exclusive=True)


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ((), ()),
        ((Range(1, 9), Unique()), (Range(1, 9), Unique())),
        ((Range(1, 9), inner(2, 8)), (inner(2, 8),)),
        ((Range(2, 8), inner(1, 9)), (Range(2, 8),)),
        ((Range(1, 8), inner(1, 8)), (inner(1, 8),)),
        ((Range(1, 8), inner(2, 9)), (Range(None, 8), inner(2, None))),
        ((Range(1, None), inner(None, 9)), (Range(1, None), inner(None, 9))),
        ((Range(None, 9), inner(1, None)), (Range(None, 9), inner(1, None))),
        ((Range(0, None), inner(0, None)), (inner(0, None),)),
    ],
)
def test_of_two_bounds_of_a_side_the_narrower_one_is_left(limits: tuple[Limit, ...], expected: tuple[Limit]) -> None:
    assert simplest(limits) == expected


@pytest.mark.parametrize(
    ("kind", "limit", "has"),
    [
        ("int64", Range(1, 2), True),
        ("int64", inner(1, 2), False),
        ("float64", Range(1, 2), False),
        ("int64", MultipleOf(2), False),
        ("list", Each(Length(1, 2)), False),
        ("list", Size(1, 2), True),
        ("single", Size(1, 2), False),
        ("map", Keys(Length(1, 2)), True),
        ("list", Keys(Length(1, 2)), False),
        ("string", Length(1, 2), True),
    ],
)
def test_a_limit_has_a_validator_where_the_reference_tool_writes_one(kind: str, limit: Limit, *, has: bool) -> None:
    assert has_validator(kind, limit) is has


@pytest.mark.parametrize(
    ("limits", "allowed", "refused"),
    [
        ((Range(1, 3),), (1, 3), (0, 4)),
        ((Range(1, None),), (1, 9), (0,)),
        ((Range(None, 3),), (3, -9), (4,)),
        ((inner(1, 3),), (2,), (1, 3)),
        ((inner(1, None),), (2,), (1,)),
        ((inner(None, 3),), (2,), (3,)),
        ((MultipleOf(2),), (4, 0), (3,)),
        ((Range(1, 9), MultipleOf(2)), (2, 8), (0, 3, 10)),
        ((OneOf(("a", 1)),), ("a", 1), ("b", 2)),
        ((Length(2, 3),), ("ab", "abc"), ("a", "abcd")),
        ((Length(2, None),), ("ab",), ("a",)),
        ((Length(None, 2),), ("", "ab"), ("abc",)),
        ((Pattern("^a+$"),), ("a", "aa"), ("", "ab")),
        ((Pattern("^a+$"), Length(2, 2)), ("aa",), ("a", "aaa", "ab")),
        ((OneOf(("a", "aa")), Length(2, 2)), ("aa",), ("a", "bb")),
    ],
)
def test_a_value_is_allowed_that_is_within_all_limits(
    limits: tuple[Limit, ...], allowed: tuple[object, ...], refused: tuple[object, ...]
) -> None:
    assert [value for value in allowed if not is_allowed(value, limits)] == []
    assert [value for value in refused if is_allowed(value, limits)] == []


@pytest.mark.parametrize(
    ("kind", "limits", "values"),
    [
        ("bool", (), [True, False, True]),
        ("int64", (), [1, 2, 3]),
        ("int64", (Range(5, None),), [5, 6, 7]),
        ("int64", (Range(5, 6),), [5, 6, 6]),
        ("int64", (inner(5, 7),), [6, 6, 6]),
        ("int64", (Range(None, 0),), [0, 0, 0]),
        ("int64", (MultipleOf(4),), [4, 8, 12]),
        ("int64", (MultipleOf(0.5),), [1, 2, 3]),
        ("float64", (MultipleOf(0.5),), [1, 1.5, 2]),
        ("float64", (Range(0.25, 0.75),), [0.25, 0.25, 0.25]),
        ("float64", (inner(0, 1),), [0.5, 0.5, 0.5]),
        ("string", (), ["example-zoo", "example-2-zoo", "example-3-zoo"]),
        ("string", (Length(None, 0),), ["", "", ""]),
        ("string", (Length(None, 3),), ["exa", "e-2", "e-3"]),
        ("string", (OneOf(("", "a", "b")),), ["a", "b", "a"]),
        ("string", (OneOf(("a", "bb")), Length(2, 2)), ["bb", "bb", "bb"]),
        ("string", (OneOf(("a",)), Length(2, 2)), ["a", "a", "a"]),
        ("string", (OneOf(()), Length(1, 1)), ["e", "2", "3"]),
    ],
)
def test_samples_are_within_the_limits_and_differ_as_long_as_they_can(
    kind: str, limits: tuple[Limit, ...], values: list[object]
) -> None:
    assert [scalar(kind, "zoo", limits, index) for index in range(3)] == values
