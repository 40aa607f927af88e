"""RE2 as the judge of our own reading of Go's patterns: both accept the same ones.

RE2 is what Go's package regexp was made after. Where the two differ is listed here, with what Go does.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mapper.languages.golang.regexp import why_refused

pytestmark = pytest.mark.peer

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
_PATTERN = re.compile(r"""^\s*"?pattern"?:\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s'"{\[].*?),?\s*$""", re.MULTILINE)
_ONE_BYTE = re.compile(r"(?:^|[^\\])(?:\\\\)*\\C")
"""One byte of any kind, for RE2; Go refuses it."""
_UNICODE = re.compile(r"\\[pP]")
"""Categories of Unicode are those of the version that each is made with; they have tests of their own."""

PIECES = (
    *"ab.^$|()[]{}*+?-,\\:<>=!&#019é\n _Z/",
    *(r"\d", r"\D", r"\s", r"\w", r"\b", r"\B", r"\A", r"\z", r"\Z", r"\Q", r"\E", r"\x41", r"\x{41}", r"\x", r"\0"),
    *(r"\12", r"\1", r"\8", r"\-", r"\_", r"\é", r"\n", r"\c", r"\u0041", r"\C", r"\G", r"\R", r"\X", r"\K", r"\h"),
    *("(?:", "(?i)", "(?i:", "(?-i)", "(?s-m:", "(?U)", "(?", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?P<x>", "(?<y>"),
    *("(?P=x)", "(?P>x)", "(?#", "(?x)", "(?i-)", "(?-)", "(?--i)", "(?ii)", "(?P<>", "(?P<1>", "(?'q'", "(?R)"),
    *("{2}", "{2,}", "{,2}", "{2,3}", "{3,2}", "{1001}", "{0}", "{00}", "{100}", "*?", "+?", "??", "*+", "**"),
    *(
        "[a-z]",
        "[z-a]",
        "[^a]",
        "[]a]",
        "[^]]",
        "[]",
        "[a-]",
        "[-a]",
        r"[\d-z]",
        r"[a-\d]",
        "[[:alpha:]]",
        "[[:^digit:]]",
    ),
    *(
        "[[:^digit:]]",
        "[[:nope:]]",
        "[[:",
        ":]",
        r"[\Q]\E]",
        r"[\b]",
        "[[=a=]]",
        "[[.a.]]",
        "[a&&b]",
        r"[\x{10FFFF}]",
        "[[:word:]-z]",
    ),
)
patterns = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(
    st.sampled_from("ab()[]{}*+?|^$\\.-,:<>=!PpQEx0189i"), max_size=14
)


def accepts(pattern: str) -> bool:
    """Whether RE2 compiles a pattern, however large its program is."""
    re2 = pytest.importorskip("re2")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1 << 30
    try:
        re2.compile(pattern, options=options)
    except re2.error:
        return False
    return True


@settings(max_examples=1000, deadline=None)
@given(patterns)
@example("(?P<x>a)(?P<x>b)")
@example("(?i")
@example(r"[\Q]")
def test_both_accept_the_same_patterns(pattern: str) -> None:
    if _ONE_BYTE.search(pattern) or _UNICODE.search(pattern):
        return
    why = why_refused(pattern)
    assert (why is None) == accepts(pattern), why


def patterns_of_the_corpus() -> Iterator[str]:
    """What stands as a pattern in the descriptions, as far as a line shows it."""
    import yaml

    for path in sorted(CORPUS.rglob("*")):
        if path.suffix in (".yaml", ".yml", ".json") and path.is_file():
            for found in _PATTERN.findall(path.read_text(encoding="utf-8", errors="ignore")):
                value = yaml.safe_load(found)
                if isinstance(value, str):
                    yield value


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_both_accept_the_same_patterns_of_the_corpus() -> None:
    found = set(patterns_of_the_corpus())
    assert len(found) > 200
    assert [pattern for pattern in sorted(found) if (why_refused(pattern) is None) != accepts(pattern)] == []
