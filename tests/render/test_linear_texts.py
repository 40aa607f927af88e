"""What is done with a text takes time in proportion to its length, whatever it says. Operations are counted.

Those of the Markdown parser are not: it is given no text of more than `LONGEST` characters.
"""

import random
import re
from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

from mkdocs_oasmap.pages import changes, describe, review_text
from mkdocs_oasmap.render import descriptions, markdown_escape, sanitized_html, tags
from mkdocs_oasmap.render.markdown_escape import (
    code,
    code_block,
    front_matter,
    line,
    nav_title,
    nested_code_block,
    unlinked,
)

from ..work import LIMIT, TooMuch, work

pytestmark = pytest.mark.soak

OWN: list[ModuleType] = [sanitized_html, tags, markdown_escape, descriptions, describe, review_text, changes]
WRITTEN: dict[str, Callable[[str], object]] = {
    "first_sentence": sanitized_html.first_sentence.__wrapped__,
    "first_paragraph": sanitized_html.first_paragraph,
    "line": line,
    "code": code,
    "code_block": code_block,
    "nested_code_block": nested_code_block,
    "unlinked": unlinked,
    "address": lambda text: markdown_escape.address(f"https://{text}"),
    "fragment": markdown_escape.fragment,
    "nav_title": nav_title,
    "front_matter": front_matter,
    "says_more": describe.says_more,
    "differing": lambda text: review_text.differing(text, text + "x"),
    "word_changes": lambda text: list(changes.word_changes(text, "x")),
}
PARSED: dict[str, Callable[[str], object]] = {
    "render_markdown": sanitized_html.render_markdown.__wrapped__,
    "safe_lines": descriptions.safe_lines.__wrapped__,
    "safe_inline": descriptions.safe_inline,
    "marked": tags.marked,
    "without_tags": tags.without_tags,
}
ATTACKS = {
    **dict.fromkeys((
        "**a ", "_a ", "__a ", "*a", "<!--", "<!-- -", "[](", "<a", "</a ", '[a](b "', "<https://a", "<div>\n", "https://a/.",
        "https://a", "`a",
        "{a", "{", "}", "{a}", "#", "# ", "&", "\\", "e.g. ", "a. ", "> ", "- ", "1. ", "[a", "[a]: b\n",
        "<b>", "<b>`", "<ol><li>", "<a href=https://a ",
        "[a][", "a\n", "&#", "<p>", "*_", "![[]()", "~", "--8<--", "::", "  \n", "\n\n",
    ), ("", "")),
    "\n": ("a#", "b"), "\n ": ("a#", "b"), " ": ("a", ""), " \n": ("#", "b"),
    "[": ("", "]("), "![": ("", "]("), "|a": ("", "\n|-|"),
    ")": ("https://a", ""), ".": ("https://a", "x"), "`": ("", "a"), "a`": ("``", ""), "-": ("", "x"),
    "=": ("a\n", "x"),
    "|a|\n": ("|a|\n|-|\n", ""), "\x0b": ("a", "b"), "is deprecated": ("this ", "!"), "a=": ("{", ""), "]:": ("[", ""),
}  # fmt: skip
"""What is repeated, and what stands before and behind it."""

SIZE = 32
LINEAR = 7
"""A square would make it 16; what is rounded to lines and tokens makes it a little more than 4."""


def growth(function: Callable[[str], object], make: Callable[[int], str], modules: list[ModuleType]) -> float:
    """How many times the work is done for a text of four times the length."""
    work(function, make(8), modules)  # what is made once is there
    small = work(function, make(SIZE), modules)
    try:
        return work(function, make(4 * SIZE), modules) / max(small, SIZE)
    except TooMuch:
        return LIMIT / max(small, SIZE)


def repeated(token: str) -> Callable[[int], str]:
    begin, end = ATTACKS.get(token, ("", ""))
    return lambda size: begin + token * -(-size // len(token)) + end  # rounded up: never four times and more


def mixed(source: random.Random, tokens: Sequence[str]) -> Callable[[int], str]:
    """Texts in which a few of the tokens are repeated, between others."""
    begin, middle, end = ["".join(source.choices(tokens, k=source.randint(1, 4))) for _ in range(3)]
    return lambda size: begin + middle * (size // len(middle)) + end


@pytest.mark.parametrize("name", WRITTEN)
def test_four_times_the_text_is_about_four_times_the_work(name: str) -> None:
    grown = {token: growth(WRITTEN[name], repeated(token), OWN) for token in ATTACKS}
    assert {token: times for token, times in grown.items() if times >= LINEAR} == {}


@pytest.mark.parametrize("seed", range(3))
def test_no_repeated_mixture_of_tokens_is_more_work(seed: int) -> None:
    make = mixed(random.Random(seed), [*ATTACKS, *"a \n)]>*", "-->"])
    for name, function in WRITTEN.items():
        assert growth(function, make, OWN) < LINEAR, (name, make(SIZE))


@pytest.mark.parametrize("name", PARSED)
def test_what_is_done_with_the_tokens_of_a_parser_is_no_more_work(name: str) -> None:
    grown = {token: growth(PARSED[name], repeated(token), OWN) for token in ATTACKS}
    assert {token: times for token, times in grown.items() if times >= LINEAR} == {}


@pytest.mark.parametrize("name", PARSED)
def test_what_is_too_long_for_the_parser_is_not_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sanitized_html, "_converter", lambda: pytest.fail("it was parsed"))
    PARSED[name]("*a* " * (sanitized_html.LONGEST // 4 + 1) + "x")


def test_the_count_tells_a_square_from_a_line() -> None:
    """The expressions that these replaced are told by it."""
    module = ModuleType("old")
    module.__file__ = __file__
    for pattern, token in {
        r"(?<!\w)(\*\*|__|\*|_)(?=\S)([^\n]+?)(?<=\S)\1(?!\w)": "**a ",
        r"!?\[([^\]]*)\]\([^)]*\)": "[](",
        r"</?[A-Za-z][^>]*>|<!--.*?-->": "<a",
        r"<!--.*?-->": "<!--",
        r"^\s*(?:#{1,6}\s+|>\s?)": "\n ",
        r"\s*\S+": " ",
    }.items():
        vars(module)["P"] = re.compile(pattern, re.MULTILINE | re.DOTALL)
        assert growth(lambda text: vars(module)["P"].sub("", text), repeated(token), [module]) > 10, pattern
        del vars(module)["P"]
