"""Patterns of targets: what is an I-Regexp (RFC 9485), what RE2 makes of it, and what it costs."""

import re
from random import Random

import pytest

from mapper.inputs.overlay_target import COMPILED, MAX_GROUPS, MAX_PATTERN, PatternError, Patterns, translated


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("", ""),
        ("a.b", r"a[^\n\r]b"),
        (r"a\.b[.]", r"a\.b[.]"),
        ("(a|b)*c{2,3}d{2}e{2,}", "(?:a|b)*c{2,3}d{2}e{2,}"),
        (r"[^a-z\]\-]|[-a]|[a-]|[^-a-]", r"[^a-z\]\-]|[-a]|[a-]|[^-a-]"),
        (r"\p{L}\P{Nd}[\p{Lu}é-ü]", r"\p{L}\P{Nd}[\p{Lu}é-ü]"),
        (r"\n\r\t\(\)\*\+\-\.\?\[\\\]\^\{\|\}", r"\n\r\t\(\)\*\+\-\.\?\[\\\]\^\{\|\}"),
        ("^a$", "^a$"),
        ("()|", "(?:)|"),
    ],
)
def test_an_i_regexp_is_translated(pattern: str, expected: str) -> None:
    assert translated(pattern) == expected


@pytest.mark.parametrize(
    "pattern",
    [
        r"\d", r"\w", r"\s", r"\b", r"\A", r"\1", r"\x41", r"\u0041", r"[\d]", r"\p{Cs}", r"\p{Latin}", r"\pL", "\\",
        "(?i)a", "(?:a)", "(?=a)", "(?P<n>a)", "a*?", "a++", "a**", "*", "+a", "(*a)", "a|*", "a{,2}", "a{", "}", "]",
        "[", "[]", "[^]", "[a", "[[:alpha:]]", "[a-c-e]", "(", ")", "(a))", "a{1}{2}", "\ud800", "[\ud800]",
    ],
)  # fmt: skip
def test_what_is_no_i_regexp_is_refused_in_one_line(pattern: str) -> None:
    with pytest.raises(PatternError) as error:
        translated(pattern)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("pattern", ["a" * (MAX_PATTERN + 1), "(" * (MAX_GROUPS + 1) + ")" * (MAX_GROUPS + 1)])
def test_a_pattern_that_is_too_large_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        translated(pattern)


@pytest.fixture
def patterns() -> Patterns:
    pytest.importorskip("re2", reason="google-re2 (extra overlay-patterns) is not installed")
    return Patterns()


@pytest.mark.peer
@pytest.mark.parametrize("pattern", ["a{1001}", "(a{1000}){1000}", r"\p{L}{1000}", r"\p{Cn}", "[b-a]"])
def test_what_re2_does_not_take_is_an_error(patterns: Patterns, pattern: str) -> None:
    with pytest.raises(PatternError) as error:
        patterns.check(pattern)
    assert "\n" not in str(error.value)
    assert not patterns.found(pattern, "a", False, [].append)


@pytest.mark.peer
def test_a_dot_is_neither_line_feed_nor_carriage_return(patterns: Patterns) -> None:
    found = [text for text in ("\n", "\r", "\u2028", "a", "😀") if patterns.found(".", text, True, [].append)]
    assert found == ["\u2028", "a", "😀"]


@pytest.mark.peer
def test_a_match_is_of_the_whole_text_and_a_search_of_a_part(patterns: Patterns) -> None:
    assert patterns.found("a|ab", "ab", True, [].append)
    assert not patterns.found("b", "ab", True, [].append)
    assert patterns.found("b", "ab", False, [].append)
    assert not patterns.found("a$", "a\n", False, [].append)


@pytest.mark.peer
def test_random_patterns_match_as_those_of_python(patterns: Patterns) -> None:
    random = Random(1)
    pieces = ["a", "b", "[ab]", "[^a]", "(a|b)", "(ab|a)", "x", r"\.", "|"]
    for _ in range(2000):
        pattern = "".join(
            piece + ("" if piece == "|" else random.choice(["", "", "*", "+", "?", "{2}", "{0,2}"]))
            for piece in random.choices(pieces, k=random.randrange(1, 5))
        )
        for text in ("", "a", "ab", "aab", "x.", "bba"):
            for whole, function in ((True, re.fullmatch), (False, re.search)):
                assert patterns.found(pattern, text, whole, [].append) == bool(function(pattern, text)), (pattern, text)


@pytest.mark.peer
def test_each_new_pattern_and_each_text_costs_what_it_takes(patterns: Patterns) -> None:
    costs: list[int] = []
    patterns.found("(a|a)*b", "a" * 1_000, True, costs.append)
    patterns.found("(a|a)*b", "a" * 10_000, True, costs.append)
    assert costs[0] == COMPILED
    assert len(costs) == 3
    assert 9 * costs[1] < costs[2] < 11 * costs[1]
