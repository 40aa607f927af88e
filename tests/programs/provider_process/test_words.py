"""What messages call values, and how much of long lists they say."""

from decimal import Decimal
from typing import Any

import pytest

from mapper.languages.tfplugin.cty_types import parse_type
from mapper.programs.provider_process.values import UNKNOWN, Dynamic, differences, found, is_known, is_number, needed


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ('"string"', "a string"),
        ('"number"', "a number"),
        ('"bool"', "true or false"),
        ('"dynamic"', "a value with its type"),
        ('["list","string"]', "a list"),
        ('["set","string"]', "a set"),
        ('["map","string"]', "a map"),
        ('["tuple",["string","bool"]]', "a tuple of 2"),
        ('["object",{"a":"string"}]', "an object"),
    ],
)
def test_a_type_is_called_by_its_values(spelling: str, words: str) -> None:
    assert needed(parse_type(spelling)) == words


@pytest.mark.parametrize(
    ("value", "words", "number", "known"),
    [
        (None, "null", False, True),
        (True, "true or false", False, True),
        ("a", "a string", False, True),
        ([1, UNKNOWN], "a list of 2", False, False),
        ({"a": [1]}, "an object or a map", False, True),
        ({"a": [UNKNOWN]}, "an object or a map", False, False),
        (UNKNOWN, "an unknown value", False, False),
        (Dynamic(parse_type('"string"'), "a"), "a value with its type", False, True),
        (Dynamic(parse_type('"string"'), UNKNOWN), "a value with its type", False, False),
        (b"a", "bytes", False, True),
        (1, "a number", True, True),
        (1.5, "a number", True, True),
        (Decimal(1), "a number", True, True),
        (1j, "a Python complex", False, True),
    ],
)
def test_a_value_is_called_by_its_kind(value: Any, words: str, number: bool, known: bool) -> None:
    assert (found(value), is_number(value), is_known(value)) == (words, number, known)


@pytest.mark.parametrize(
    ("given", "attributes", "words"),
    [
        ("ab", "abc", "the object lacks c"),
        ("abc", "ab", "the object has, but the schema does not: c"),
        ("ax", "ab", "the object lacks b and has, but the schema does not: x"),
        ("", "abcde", "the object lacks a, b, c, d, e"),
        ("", "gfedcba", "the object lacks a, b, c, d, e and 2 more"),
        ("abcdef", "", "the object has, but the schema does not: a, b, c, d, e and 1 more"),
    ],
)
def test_the_attributes_that_differ_are_named_up_to_five(given: str, attributes: str, words: str) -> None:
    assert differences(list(given), list(attributes)) == words
