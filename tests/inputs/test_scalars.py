"""Plain scalars: the type and the text that each spelling has."""

import math

import pytest

from mapper.inputs import bool_of, number_of, text_of
from mapper.inputs.scalars import SpelledBool, SpelledFloat, SpelledInt, resolve_plain


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL"])
def test_spellings_of_null(text: str) -> None:
    assert resolve_plain(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False)],
)
def test_spellings_of_booleans(text: str, value: bool) -> None:
    resolved = resolve_plain(text)
    assert bool_of(resolved) is value
    assert number_of(resolved) is None
    assert text_of(resolved) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("42", 42),
        ("-42", -42),
        ("+42", 42),
        ("-0", 0),
        ("010", 8),
        ("-017", -15),
        ("0o17", 15),
        ("0x1F", 31),
        ("0XfF", 255),
        ("-0x10", -16),
        ("0b101", 5),
        ("0B11", 3),
        ("1_000_000", 1_000_000),
        ("0x_ff", 255),
        ("12_", 12),
        ("9223372036854775807", 2**63 - 1),
        ("18446744073709551615", 2**64 - 1),
        ("123456789012345678901234567890", 123456789012345678901234567890),
    ],
)
def test_spellings_of_integers(text: str, value: int) -> None:
    resolved = resolve_plain(text)
    assert number_of(resolved) == value
    assert isinstance(resolved, int)
    assert bool_of(resolved) is None
    assert text_of(resolved) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", 1.5),
        ("-1.50", -1.5),
        ("+.5", 0.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("1E-3", 0.001),
        ("1.e+2", 100.0),
        ("08", 8.0),
        ("09.5", 9.5),
        ("1_0.2_5", 10.25),
        ("1e999", math.inf),
        (".inf", math.inf),
        (".Inf", math.inf),
        (".INF", math.inf),
        ("+.inf", math.inf),
        ("-.inf", -math.inf),
    ],
)
def test_spellings_of_floating_point_numbers(text: str, value: float) -> None:
    resolved = resolve_plain(text)
    assert number_of(resolved) == value
    assert isinstance(resolved, float)
    assert text_of(resolved) == text


@pytest.mark.parametrize(
    "text",
    """
    yes no on off Yes NO On OFF y n tRUE nULL none nil NO
    2024-01-02 2024-01-02T03:04:05Z 12:30 1:2:3 190:20:30.15
    0x 0xZ 0b 0b2 0o8 0o 1.2.3 1e 1e+ e5 .e5 . .. - + -- +- 1- 1,000 _1 __ 1__x 0x1.8 ++1 -+1
    .infinity inf nan NaN Infinity -nan =
    """.split(),
)
def test_everything_else_is_a_string(text: str) -> None:
    resolved = resolve_plain(text)
    assert type(resolved) is str
    assert resolved == text


def test_a_number_of_thousands_of_digits_is_read() -> None:
    assert number_of(resolve_plain("1" + "0" * 4000)) == 10**4000
    assert number_of(resolve_plain("1" + "0" * 10000)) == math.inf
    assert text_of(resolve_plain("9" * 10000)) == "9" * 10000
    assert text_of(resolve_plain("0x" + "f" * 4000)) == "0x" + "f" * 4000


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("rye", "rye"),
        ("", ""),
        (5, "5"),
        (-5, "-5"),
        (1.5, "1.5"),
        (True, "true"),
        (False, "false"),
        (SpelledInt(31, "0x1F"), "0x1F"),
        (SpelledBool(True, "TRUE"), "TRUE"),
        (SpelledFloat("1.50"), "1.50"),
        (SpelledFloat("1_0.5", 10.5), "1_0.5"),
        (None, None),
        ([], None),
        ({}, None),
    ],
)
def test_the_text_of_a_value(value: object, text: str | None) -> None:
    assert text_of(value) == text


@pytest.mark.parametrize("value", ["true", 1, 0, 1.0, None, [], {}, SpelledInt(1, "0x1")])
def test_what_is_no_boolean(value: object) -> None:
    assert bool_of(value) is None


@pytest.mark.parametrize("value", ["1", True, False, SpelledBool(True, "True"), None, [], {}])
def test_what_is_no_number(value: object) -> None:
    assert number_of(value) is None
