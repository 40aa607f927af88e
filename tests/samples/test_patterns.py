"""The texts that are made for patterns."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.model.limits import Limits, limit_of
from mapper.samples import patterns
from mapper.samples.values import is_within, scalar

REAL_WORLD = r"""
^(0|[1-9][0-9]*)$
[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?
^AC[0-9a-fA-F]{32}$
^[0-9]+.?[0-9]*$
^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$
^[a-zA-Z]((?!--|__|\.\.)[a-zA-Z0-9-_.])+$
^((([1-9]|[1-9][0-9]|[1-2][0-9][0-9]|3[0-5][0-9]|36[0-4])[d](control)?)|(([1-9]|[1-4][0-9]|5[0-2])[w](control)?))$
^\S(.*\S)?$
^$|[0-9a-f]{8}\b-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-\b[0-9a-f]{12}
^[\w\-_. ]+$
(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$
^-?\d{0,13}(?:\.\d{0,2})?$
^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$
^((xn--)?[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*\.)+[a-zA-Z]{2,}\.?$
^[A-Za-z0-9()\[\]'"][-A-Za-z0-9_. \/()\[\]]{0,40}[A-Za-z0-9()\[\]'"]$
^do:kubernetes:.*
^sha256:[a-f0-9]{64}$
^\+[0-9]+$
^P(?:$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?:\d)(\d+H)?(\d+M)?(\d+S)?)?$
^\d{4}-(0[1-9]|1[0-2])$
^/v1/tax/transactions/[^/]+/line_items
^(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*(?:[.][a-z0-9]+(?:-[a-z0-9]+)*)*$
^ssh-(rsa|dss|ed25519) [^ ]+|^ecdsa-sha2-nistp(256|384|521) [^ ]+
^arn:aws:iam::\d{12}:role/[\w+=,.@-]+$
^(?P<major>0|[1-9]\d*)\.(?P<minor>\d+)$
^\x41\u0042[^\W\d]\D\s$
a-z, A-Z, 0-9
""".strip("\n").split("\n")


@pytest.mark.parametrize("pattern", REAL_WORLD)
def test_a_sample_matches_its_pattern(pattern: str) -> None:
    expression = patterns.parse(pattern)
    assert expression is not None
    found = next(text for text in expression.samples() if expression.matches(text))
    assert re.search(pattern, found)


@pytest.mark.parametrize("pattern", REAL_WORLD)
@given(text=st.text("aZ09-_.:/# d=", max_size=12))
@settings(max_examples=20)
def test_matching_agrees_with_the_standard_library(pattern: str, text: str) -> None:
    expression = patterns.parse(pattern)
    assert expression is not None
    assert expression.matches(text) == bool(re.search(pattern.replace("$", r"\Z"), text))


@pytest.mark.parametrize(
    "pattern",
    ["(", ")", "[", "[]", "[z-a]", "*", "a**", "\\", "(?", "(?<=a)b", r"(a)\1", r"\p{Greek}", "[[:alpha:]]", "(" * 99],
)
def test_what_is_not_understood_is_no_pattern(pattern: str) -> None:
    assert patterns.parse(pattern) is None


@given(st.text(r"ab09^$.|?*+(){}[]\-,dwsbpxu:=!<", max_size=20))
def test_any_text_is_read_as_a_pattern_or_not_at_all(text: str) -> None:
    expression = patterns.parse(text)
    if expression is not None:
        for sample in expression.samples():
            assert len(sample) <= 129
            expression.matches(sample)


# --- numbers within limits ------------------------------------------------------------------------


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
