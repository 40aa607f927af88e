"""Each piece of a regular expression: which texts it matches, and which texts are made of it."""

import re
from itertools import islice, product

import pytest

from mapper.model.samples import patterns

TEXTS = ["".join(letters) for count in range(4) for letters in product("aB1- ", repeat=count)]
PIECES = r"""
    a ^a a$ ^a$ ^$ ^ $ . .. ^.$ ^..$ ^.{3}$ ^.*$ ^.+a a|B a| |a ^(a|aB)(1|B1)$ ^()$ ^(?:(?:a))$
    [aB] [^aB] [^a]$ [a-z] [A-Z1] [a-] [-a] ^[^a-zA-Z]+$ [\w-] [\d\s] ^[\S]+$ ^[^\W\d]+$ [\]a] [\b] ^[\x41-\x5a]+$
    \n \t ^\D*$ ^\w+$ ^\W+$ ^\d$ ^\s \S\s\S \- \. ^\x61$ ^\u0061$ ^\w{0,2}$
    a?B ^a?$ ^a*$ ^a+$ ^a{2}$ ^a{2,}$ ^a{1,2}$ ^a{0}$ ^a{0,1}B$ a+?B ^a*?$ ^(a|B)+$ ^(?:a|B){2}$ ^(?:a|){2}1 ^(a*)*$
    ^(?:a?){3}$ ^(?:a{1,2}){2}$ ^(?:aB){1,}$ ^a{3,5}$ (aB)*1 ^(?:a|B1)+$ ^(?:[aB]{2}|1)*$ ^(?:a*B){2,3}$
    ^(?=a) ^(?!a) ^(?=.*1) ^(?!.*1) ^(?=a|B)..$ (?=1) (?!1)a ^(?!$) ^(?=[aB]{2})..?$ ^((?!a)\w)*$ ^(?:(?=a).|1)+$
    \ba a\b \b1\b \B- a\B ^\B. \Ba\B \Aa a\Z ^(?P<x>a)1 \b$ ^\b
    (?i)^ab$ (?i)[b] (?i)\x41 (?i)^(?:b|1)+$ (?i)^[^b]+$
""".split()
OTHERWISE = {
    r"^(?<x>a)1": "^a1",
    r"^\u{61}": "^a",
    r"^\x{42}$": "^B$",
    r"a\z": r"a\Z",
    r"^\p{L}+$": "^[A-Za-z]+$",
    r"^\pN$": "^[0-9]$",
    r"^\p{Lu}\p{Ll}$": "^[A-Z][a-z]$",
    r"[\p{Nd}-]": "[0-9-]",
    "a*+B": "a*B",
}
"""Spellings that the module of Python does not have."""


@pytest.mark.parametrize("pattern", [*PIECES, *OTHERWISE])
def test_each_piece_matches_what_it_matches_in_python_and_is_in_its_samples(pattern: str) -> None:
    parsed = patterns.parse(pattern)
    assert parsed is not None
    expected = re.compile(OTHERWISE.get(pattern, pattern).replace("$", r"\Z"))
    found = {text for text in TEXTS if parsed.matches(text, parsed.steps())}
    assert found == {text for text in TEXTS if expected.search(text)}
    samples = [*islice(parsed.samples(0, parsed.steps()), 20)]
    if "(?" not in pattern and r"\b" not in pattern.lower():  # edges and look-aheads are not looked at
        assert all(map(expected.search, samples))


@pytest.mark.parametrize(
    ("pattern", "variant", "samples"),
    [
        ("abc", 0, ["abc"]),
        ("^[a-z]{3}$", 0, ["abc", "bcd", "cde"]),
        ("^[a-z]{3}$", 2, ["cde", "def", "efg"]),
        ("[0-9]{8}", 0, ["12345678", "23456789", "34567890"]),
        ("[a-z]+", 0, ["abc", "a", "ab", "abcd"]),
        ("[a-z]*", 0, ["ab", "", "a", "abc"]),
        ("x{2,4}", 0, ["xxxx", "xx", "xxx"]),
        ("x{2,}", 0, ["xxxx", "xx", "xxx", "xxxxx"]),
        ("x?", 0, ["x", ""]),
        ("x{3}", 0, ["xxx"]),
        ("a|b|c", 0, ["a", "b", "c"]),
        ("a|b|c", 1, ["b", "c", "a"]),
        ("v[0-9]-[a-z]", 0, ["v1-b", "v2-c", "v3-d"]),
        ("[xyz][a][xyz]", 0, ["xay", "yaz", "zax"]),
        ("\\d\\w\\s", 0, ["1b\n", "2c\r", "3d\f"]),
        (".", 0, ["a", "b", "c"]),
        ("[^a-z]", 0, ["1", "2", "3"]),
        ("[é-ü]", 0, ["é"]),
        ("(?=x)[a-z](?!y)$", 0, ["a", "b", "c"]),
        ("(?:ab){1,2}c", 0, ["ababc", "abc"]),
    ],
)
def test_samples_are_readable_and_of_several_lengths(pattern: str, variant: int, samples: list[str]) -> None:
    parsed = patterns.parse(pattern)
    assert parsed is not None
    assert [*islice(parsed.samples(variant, parsed.steps()), len(samples))] == samples


@pytest.mark.parametrize(
    ("pattern", "is_read"),
    [
        ("a" * 1000, True),
        ("a" * 1001, False),
        ("(" * 19 + ")" * 19, True),
        ("(" * 20 + ")" * 20, False),
        (r"\u{10FFFF}", True),
        (r"\u{110000}", False),
        (r"\p{Greek}", False),
        (r"\pL", True),
        (r"\c", False),
        (r"\_", True),
        ("[a-z", False),
        ("[b-a]", False),
        (r"[a-\d]", False),
        ("[a-a]", True),
        ("a{999999999}", True),
        ("a{1000000000}", True),  # no quantifier, but a text
        ("(?<!a)", False),
    ],
)
def test_an_expression_is_read_up_to_a_length_and_a_depth(pattern: str, is_read: bool) -> None:
    assert (patterns.parse(pattern) is not None) is is_read


def test_texts_are_made_and_matched_up_to_a_length() -> None:
    parsed = patterns.parse("^a{100,200}$")
    assert parsed is not None
    assert [len(text) for text in islice(parsed.samples(0, parsed.steps()), 4)] == [102, 100, 101, 103]
    assert [count for count in (99, 100, 128, 129) if parsed.matches("a" * count, parsed.steps())] == [100, 128]
