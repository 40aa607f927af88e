"""Numbers within limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.model.limits import Limits, limit_of
from mapper.samples.values import is_within, scalar

Plain = dict[str, object]


def limits_of(plain: Plain) -> Limits:
    return tuple(limit_of(keyword, value) for keyword, value in plain.items())


def number_of(kind: str, limits: Limits, index: int) -> float:
    number = scalar(kind, "", limits, index)
    assert isinstance(number, int | float)
    return number


@pytest.mark.parametrize(
    ("limits", "numbers"),
    [
        ({}, [1, 2, 3]),
        ({"range": (0, None)}, [1, 2, 3]),
        ({"range": (2.5, None)}, [3, 4, 5]),
        ({"range": (None, -40)}, [-40, -40, -40]),
        ({"range": (0.2, 0.8)}, [0.2, 0.2, 0.2]),
        ({"exclusive_range": (0, 1)}, [0.5, 0.5, 0.5]),
        ({"exclusive_range": (1, None)}, [2, 3, 4]),
        ({"exclusive_range": (None, 3)}, [1, 2, 2]),
        ({"range": (None, 0.5), "exclusive_range": (0, None)}, [0.5, 0.5, 0.5]),
        ({"multiple": 5}, [5, 10, 15]),
        ({"multiple": 5, "range": (7, 12)}, [10, 10, 10]),
        ({"multiple": 0.1, "range": (None, 0.3)}, [0.3, 0.3, 0.3]),
        ({"multiple": 0.1, "exclusive_range": (None, 0.3)}, [0.2, 0.2, 0.2]),
        ({"multiple": 0.01}, [1, 1.01, 1.02]),
    ],
)
def test_numbers_are_counted_from_1_or_from_where_the_limits_begin(limits: Plain, numbers: list[float]) -> None:
    assert [number_of("float64", limits_of(limits), index) for index in range(3)] == numbers
    assert all(is_within(number, limits_of(limits)) for number in numbers)


BOUNDS = st.none() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
PAIRS = st.tuples(BOUNDS, BOUNDS)
LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "range": PAIRS,
        "exclusive_range": PAIRS,
        "multiple": st.integers(1, 10**20) | st.floats(min_value=5e-324, allow_infinity=False),
    },
)


@given(st.sampled_from(["int64", "float64", "number"]), LIMITS, st.integers(0, 9))
def test_there_is_a_number_whatever_the_limits_are(kind: str, limits: Plain, index: int) -> None:
    found = number_of(kind, limits_of(limits), index)
    assert isinstance(found, int if kind == "int64" else int | float)
