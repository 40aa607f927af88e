"""Limits: how two bounds become one, and how files say them."""

from typing import get_args

import pytest

from mapper.model import limits
from mapper.text.numbers import is_multiple, number_words

LENGTH = limits.Length(1, 2)
Pair = tuple[float | None, float | None]


def within(pair: Pair) -> limits.Limit:
    return limits.Range(*pair)


def between(pair: Pair) -> limits.Limit:
    return limits.Range(*pair, exclusive=True)


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ((within((0, 9)), between((0, None))), (within((None, 9)), between((0, None)))),
        ((within((0, 9)), between((-1, None))), (within((0, 9)),)),
        ((within((0, 9)), between((0, 9))), (between((0, 9)),)),
        ((within((None, 9)), between((None, 9.5))), (within((None, 9)),)),
        ((within((None, 9)), between((0.5, None))), (within((None, 9)), between((0.5, None)))),
        ((between((0, 9)),), (between((0, 9)),)),
        ((LENGTH, within((0, None)), between((0, None))), (LENGTH, between((0, None)))),
        ((), ()),
    ],
)
def test_of_two_bounds_on_one_side_the_narrower_one_is_left(given: limits.Limits, left: limits.Limits) -> None:
    assert limits.simplest(given) == left


@pytest.mark.parametrize("kind", ["int64", "float64", "number"])
def test_only_the_range_of_an_integer_has_a_validator(kind: str) -> None:
    assert limits.has_validator(kind, limits.Range(0, 1)) is (kind == "int64")
    assert not limits.has_validator(kind, limits.Range(0, 1, exclusive=True))
    assert not limits.has_validator(kind, limits.MultipleOf(2))
    assert limits.has_validator(kind, limits.OneOf((1,)))


EACH = [
    limits.OneOf(("a", 1)),
    limits.ExactlyOneOf(("a", "b")),
    limits.Range(0, None),
    limits.Range(0.5, 2, exclusive=True),
    limits.Length(1, 2),
    limits.Size(None, 3),
    limits.Pattern("^a$"),
    limits.Unique(),
    limits.MultipleOf(0.1),
    limits.Each(limits.Length(None, 8)),
]


@pytest.mark.parametrize("limit", EACH, ids=lambda limit: limits.plain(limit)[0])
def test_every_limit_is_what_its_plain_form_says(limit: limits.Limit) -> None:
    assert limits.limit_of(*limits.plain(limit)) == limit


def test_the_plain_form_of_every_limit_has_a_keyword_of_its_own() -> None:
    assert {type(limit) for limit in EACH} == set(get_args(limits.Limit))
    assert len({limits.plain(limit)[0] for limit in EACH}) == len(EACH)


@pytest.mark.parametrize(
    ("keyword", "value"),
    [("range", (1,)), ("length", ("a", None)), ("size", 5), ("multiple", 0), ("pattern", 3), ("height", (1, 2))],
)
def test_what_is_no_limit_is_refused(keyword: str, value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        limits.limit_of(keyword, value)


@pytest.mark.parametrize(
    ("number", "of", "expected"),
    [
        (10, 5, True),
        (5, 10, False),
        (0.3, 0.1, True),
        (0.35, 0.1, False),
        (1, 1e-05, True),
        (0, 7, True),
        (-4, 2, True),
        (10**400, 5, True),
        (10**400, 3, False),
        (1e308, 5e-324, True),
        (float("nan"), 1, False),
        (float("inf"), 1, False),
    ],
)
def test_a_multiple_is_one_of_the_digits_that_are_written(number: float, of: float, expected: bool) -> None:
    assert is_multiple(number, of) is expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.1, "0.1"),
        (1e-05, "0.00001"),
        (1e-07, "1e-07"),
        (100.0, "100"),
        (-0.0, "0"),
        (1234567.25, "1,234,567.25"),
        (2**63, "9,223,372,036,854,775,808"),
        (1e22, "1e+22"),
        (-1.7976931348623157e308, "-1.7976931348623157e+308"),
    ],
)
def test_a_number_has_the_shortest_digits(number: float, text: str) -> None:
    assert number_words(number, ",") == text
    assert number_words(number) == text.replace(",", "")
