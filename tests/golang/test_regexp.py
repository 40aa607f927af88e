"""Patterns that Go's regexp package compiles, those that it refuses, and patterns of others in its syntax."""

import json
import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.languages.golang.regexp import why_refused
from mapper.languages.golang.regexp_translation import in_go
from mapper.report.diagnostic import Severity
from mapper.systems.terraform.rules import BAD_PATTERN

from ..counting import calls
from ..processes import output
from ..support import property_, resource

COMPILES = [
    *(
        "",
        "^a+$",
        "[a-z0-9-]",
        "[]a]",
        "[^]]",
        "a|b|",
        "()",
        "(|a)*",
        "a{2}",
        "a{,5}",
        "a{1,00}",
        "a{2",
        "{",
        "x{0,1000}",
        "a??",
    ),
    *(
        "(a{10}){100}",
        "(a{0}){1000}",
        "(a{0,}){1000}",
        "a*?",
        "a{2,}?",
        r"\d\D\s\S\w\W",
        r"[\d\-\w]",
        r"[\w-z]",
        r"\p{L}\pN\P{Greek}",
    ),
    *(r"\p{^Lu}", r"[[:alpha:][:^digit:]_]", r"\A\b\B\z", r"\Qa**\E", r"\x41\x{10FFFF}\0\12\_\-\/", "^*", "é", "a.b\n"),
    *(
        "(?:a)(?i)b(?s-m:c)",
        "(?P<year>a)(?<year>b)",
        "(" * 999 + ")" * 999,
        "(?:" * 2000 + ")" * 2000,
        "(?-i)a",
        r"\p{ASCII}",
        "[a-]",
        "[-a]",
        "[+--]",
    ),
    *("[[:]", r"\Qa+", r"\Qab\E+", r"[^\]\d]", "(a{0,500}){2}", "(a{2,}){500}", "(a{600}b){1}"),
]
REFUSED = {
    "(?=a)": "a look-ahead, (?=, is not supported",
    "^(?!a)": "a negative look-ahead, (?!, is not supported",
    "(?<=a)b": "a look-behind, (?<=, is not supported",
    "(?<!a)b": "a negative look-behind, (?<!, is not supported",
    "(?>a)": "an atomic group, (?>, is not supported",
    "(?P=a)": "a back-reference, (?P=, is not supported",
    "(?#a)": "a comment, (?#, is not supported",
    r"(a)\1": r"the back-reference \1 is not supported",
    r"\8": r"the back-reference \8 is not supported",
    r"a\Z": r"the escape \Z is not known",
    r"[\u0041]": r"the escape \u is not known",
    r"\cA": r"the escape \c is not known",
    "\\é": "the escape \\é is not known",
    r"\x4": r"\x is not followed by two hexadecimal digits, or by more in braces",
    r"\x{110000}": r"\x is not followed by two hexadecimal digits, or by more in braces",
    r"\p{Alpha}": r"the character class \p{Alpha} is not known",
    r"\pX": r"the character class \p{X} is not known",
    r"\p{L": r"the character class \p{} is not known",
    "[[:letter:]]": "the character class [:letter:] is not known",
    "a++": "two repetitions follow each other (++)",
    "a**": "two repetitions follow each other (**)",
    "a{2}{3}": "two repetitions follow each other (}{3})",
    "*a": "a repetition has nothing to repeat",
    "(a|*)": "a repetition has nothing to repeat",
    r"\Q\E+": "a repetition has nothing to repeat",
    "a{1001}": "{1001} repeats more than 1000 times",
    "a{0,5000}": "{0,5000} repeats more than 1000 times",
    "((a{20}){20}){20}": "{20} repeats more than 1000 times",
    "((a{600}){0,}){2}": "{2} repeats more than 1000 times",
    "(a{600}b){2}": "{2} repeats more than 1000 times",
    "(a{2,}){501}": "{501} repeats more than 1000 times",
    "(a{0,2}){501}": "{501} repeats more than 1000 times",
    "a{1001,}": "{1001,} repeats more than 1000 times",
    "a{" + "9" * 5000 + "}": "repeats more than 1000 times",
    "a{3,2}": "{3,2} asks for more than it allows",
    "(a": "a parenthesis is not closed",
    "a+?(": "a parenthesis is not closed",
    "a{2}?)": "a parenthesis is closed that is not open",
    "a)": "a parenthesis is closed that is not open",
    "[a": "a bracket is not closed",
    "[]": "a bracket is not closed",
    "[z-a]": "the range z-a is in the wrong order",
    "a\\": "it ends with a backslash",
    "(?i": "what begins with (?i is not supported",
    "(" * 1000 + ")" * 1000: "its groups are nested 1,000 levels deep",
    "[[::]]": "the character class [::] is not known",
    "[a-": "a bracket is not closed",
    "(?<n": "what begins with (?< is not supported",
}  # fmt: skip


@pytest.mark.parametrize("pattern", COMPILES)
def test_a_pattern_that_go_compiles_is_fine(pattern: str) -> None:
    assert why_refused(pattern) is None


@pytest.mark.parametrize(("pattern", "reason"), REFUSED.items())
def test_a_pattern_that_go_refuses_has_a_reason(pattern: str, reason: str) -> None:
    assert (why_refused(pattern) or "").endswith(reason)


@pytest.mark.parametrize(
    ("part", "size"),
    [("a", 1), ("^", 1), ("[a-z]", 1), (r"\d", 1), (r"\z", 1), (r"\.", 1), ("a|", 2), (r"\Qab\E", 2), ("a*", 3),
     ("(a)", 4), ("(?:a)", 4), ("a{0}", 3), ("a{3}", 5), ("a{0,3}", 5), ("a{3,}", 5)],
)  # fmt: skip
def test_the_size_of_what_is_repeated_has_a_limit(part: str, size: int) -> None:
    times, largest = (333, 10_043) if "3" in part else (1000, 3_349)  # one that is repeated may not be too often
    filled = part + "a" * (largest - size)
    assert why_refused(f"(?:{filled}){{{times}}}") is None
    assert why_refused(f"(?:{filled}a){{{times}}}") == "it is too large"


@pytest.mark.peer
@pytest.mark.skipif(not shutil.which("go"), reason="needs Go")
def test_go_is_of_the_same_opinion(tmp_path: Path) -> None:
    program = """
    package main
    import ("encoding/json"; "os"; "regexp")
    func main() {
        var patterns []string
        json.NewDecoder(os.Stdin).Decode(&patterns)
        refused := make([]bool, len(patterns))
        for i, pattern := range patterns { _, err := regexp.Compile(pattern); refused[i] = err != nil }
        json.NewEncoder(os.Stdout).Encode(refused)
    }
    """
    (tmp_path / "main.go").write_text(program)
    recent = [pattern for pattern in COMPILES if "ASCII" not in pattern]  # known since Go 1.25
    patterns = [*recent, *REFUSED]
    accepted = json.loads(output(["go", "run", "main.go"], tmp_path, json.dumps(patterns)))
    assert accepted == [False] * len(recent) + [True] * len(REFUSED)


def test_nothing_that_is_read_takes_long() -> None:
    for pattern in (
        "(a+)+" * 20_000,
        "[" * 100_000,
        "(?:" * 900 + "a" + "){2}" * 900,
        "a{1000}" * 10_000,
        "\\Q" * 50_000,
    ):
        assert calls(partial(why_refused, pattern)) < 3 * len(pattern)


def test_a_pattern_that_go_refuses_is_written_and_told() -> None:
    mapped = property_("{type: string, pattern: '^(?!x)'}")
    (validator,) = mapped.validators("it")
    assert "^(?!x)" in validator
    found = mapped.diagnostic(BAD_PATTERN)
    assert found.severity is Severity.ERROR
    assert not found.rule.differs
    assert found.text == "Go cannot compile the pattern '^(?!x)': a negative look-ahead, (?!, is not supported"
    assert found.place
    assert found.fix == "attributes: {overrides: {it: {pattern: null}}}  # in resources.oven.schema"


def test_the_fix_settles_it() -> None:
    mapped = resource(
        """
        create: {type: object, properties: {it: {type: string, pattern: 'a++'}}}
        schema: {attributes: {overrides: {it: {pattern: null}}}}
        """
    )
    assert mapped.validators("it") == []
    assert mapped.diagnostics(BAD_PATTERN) == []


def test_a_pattern_that_is_not_written_is_not_told() -> None:
    mapped = resource("read: {type: object, properties: {it: {type: string, pattern: 'a++'}}}\ncreate: {type: object}")
    assert mapped.diagnostics(BAD_PATTERN) == []


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
    (r"[a]\b\u0041", r"[a]\b\x{0041}"),
    (r"[]\b]\b", r"[]\x08]\b"),
    (r"\p{Script=Greek}\p{IsLatin}\P{gc=Lu}", r"\p{Greek}\p{Latin}\P{Lu}"),
    (r"\p{Alpha}[\p{Alnum}_\P{Digit}]", r"[[:alpha:]][[:alnum:]_[:^digit:]]"),
    (r"\ü", "ü"),
    (r"(?#a comment)a\u0041", r"a\x{0041}"),
    (r"[^]\u0041", r"(?s:.)\x{0041}"),
    (r"[^\u0041-z]", r"[^\x{0041}-z]"),
    (r"\udbff\udfff|\ue000", r"\x{10ffff}|\x{e000}"),
    (r"\cZ\cz", r"\x1a\x1a"),
    (r"(?:\u0041(b)){1001}", r"(?:(?:\x{0041}(b)){1000}(?:\x{0041}(b)){1})"),
    (r"\u0041{1000}[b]{1001}", r"\x{0041}{1000}(?:[b]{1000}[b]{1})"),
    (r"\\u0041\u0041", r"\\u0041\x{0041}"),
    (r"^.{1,2048}$", r"^(?:.{1}.{0,1000}.{0,1000}.{0,47})$"),
    (r"^[a-z]{1500}$", r"^(?:[a-z]{1000}[a-z]{500})$"),
    (r"^(ab){1001,}$", r"^(?:(ab){1000}(ab){1,})$"),
    (r"a{2000}", r"(?:a{1000}a{1000})"),
    (r"a{2000,}", r"(?:a{1000}a{1000}a{0,})"),
    (r"a{0,2000}", r"(?:a{0,1000}a{0,1000})"),
    (r"a{1001,1001}", r"(?:a{1000}a{1})"),
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
        "a{1001}+", "a{1002,1001}", "(?#a", r"\udc00", r"\ud800\ud800", r"\udfff",
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


@pytest.mark.parametrize(
    ("pattern", "is_split"),
    [
        ("a{100000}", True),
        ("a{100001}", False),
        (f"[{'a' * 198}]{{100000}}", True),
        (f"[{'a' * 199}]{{100000}}", False),
    ],
)
def test_a_repetition_is_split_in_a_hundred_that_are_not_too_long(pattern: str, *, is_split: bool) -> None:
    assert (in_go(pattern) is not None) is is_split
