"""Numbers as they are written, and multiples of them."""

from __future__ import annotations

import pytest

from mapper.text.numbers import is_multiple, number_words


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
