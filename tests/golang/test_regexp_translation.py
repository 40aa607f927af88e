"""Patterns in Go's syntax: they compile, and match the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.golang.regexp import why_refused
from mapper.golang.regexp_translation import in_go

TRANSLATIONS = [
    (r"^/[a-z\u00fc]+$", r"^/[a-z\x{00fc}]+$"),
    (r"^[\u00C0-\u017F]*$", r"^[\x{00c0}-\x{017f}]*$"),
    (r"\u{1F600}", r"\x{1f600}"),
    (r"\ud83d\ude00", r"\x{1f600}"),
    (r"\U0001F600", r"\x{1f600}"),
    (r"[\u0009\u0020-\uD7FF\uE000-\uFFFD]*", r"[\x{0009}\x{0020}-\x{d7ff}\x{e000}-\x{fffd}]*"),
    (r"^a\Z", r"^a\z"),
    (r"\e\cA", r"\x1b\x01"),
    (r"[\b\u0041]", r"[\x08\x{0041}]"),
    (r"a\b\u0041", r"a\b\x{0041}"),
    (r"\p{Script=Greek}\p{IsLatin}\P{gc=Lu}", r"\p{Greek}\p{Latin}\P{Lu}"),
    (r"\p{Alpha}[\p{Alnum}_\P{Digit}]", r"[[:alpha:]][[:alnum:]_[:^digit:]]"),
    (r"\ü", "ü"),
    (r"(?#a comment)a\u0041", r"a\x{0041}"),
    (r"[^]\u0041", r"(?s:.)\x{0041}"),
    (r"\\u0041\u0041", r"\\u0041\x{0041}"),
    (r"^.{1,2048}$", r"^(?:.{1}.{0,1000}.{0,1000}.{0,47})$"),
    (r"^[a-z]{1500}$", r"^(?:[a-z]{1000}[a-z]{500})$"),
    (r"^(ab){1001,}$", r"^(?:(ab){1000}(ab){1,})$"),
    (r"\u0041{2,3}", r"\x{0041}{2,3}"),
    ("fine", "fine"),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "expected"), TRANSLATIONS)
def test_what_go_can_say_otherwise_is_translated(pattern: str, expected: str) -> None:
    assert in_go(pattern) == expected
    assert why_refused(expected) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "^(?!a)b$", "(?=a)", "(?<=a)b", "(?<!a)b", r"(a)\1", r"(?P=a)", "a++", "(?>a)", r"\ud800", r"\u{110000}", "(",
        "[a",
        r"\y", "a{2,1}", "(?x)a", "a\\", "(a{600}){1001}", "a{1,200000}", "a{1001}?", ")",
    ],
)  # fmt: skip
def test_what_go_cannot_say_has_no_translation(pattern: str) -> None:
    assert in_go(pattern) is None


LENGTHS = (0, 1, 999, 1000, 1001, 1002, 1100, 1300, 1301, 1500, 2048, 2049)
SAMPLES = [*("a" * length for length in LENGTHS), "A", "ab", "ü", "\x1b", "\x01", "😀", " ", "\n", "b" * 1200]


@pytest.mark.peer
def test_re2_compiles_them() -> None:
    re2 = pytest.importorskip("re2")
    for _, expected in TRANSLATIONS:
        re2.compile(expected)


@pytest.mark.peer
@pytest.mark.parametrize(
    "pattern",
    [
        r"[a-z\u00fc]+",
        r".{1,2048}",
        r"[a-b]{1001,1300}",
        r"(a){1001,}",
        r"\u0041|\u{61}",
        r"(?:a|b){1100}",
        r"a{1001}b?",
    ],
)
def test_it_matches_the_same(pattern: str) -> None:
    re2 = pytest.importorskip("re2")
    translated = in_go(pattern)
    assert translated is not None
    here = re.sub(r"\\u\{61\}", "a", pattern)
    for sample in SAMPLES:
        assert bool(re2.fullmatch(translated, sample)) == bool(re.fullmatch(here, sample)), sample


@given(st.text(alphabet="ab\\u0{}[]^-,1()?:+*|pPLxeZ=c<!#\u00fc", max_size=24))
def test_whatever_comes_out_compiles(pattern: str) -> None:
    translated = in_go(pattern)
    if translated is not None:
        assert why_refused(translated) is None


def test_many_large_repetitions_do_not_make_an_endless_text() -> None:
    assert in_go("(" * 20 + "a" + "{0,1001})" * 20) is None
    assert len(in_go("a{0,1001}" * 200) or "") < 20_000
