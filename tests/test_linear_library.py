"""What the library does with a text takes time in proportion to its length. Operations are counted."""

import random
from collections.abc import Callable
from types import ModuleType

import pytest

from mapper.languages.golang import regexp, source
from mapper.languages.kubernetes import manifest, yaml_text
from mapper.systems.ack import doc_comments, names
from mapper.systems.terraform import identifiers
from mapper.text import display, suggest

from .render.test_linear_texts import ATTACKS, LINEAR, SIZE, growth, mixed, repeated

pytestmark = pytest.mark.soak
MODULES: list[ModuleType] = [suggest, display, names, doc_comments, source, regexp, manifest, yaml_text, identifiers]
FUNCTIONS: dict[str, Callable[[str], object]] = {
    "plain_text": doc_comments.plain_text,
    "camel": names.camel,
    "camel_lower": names.camel_lower,
    "snake": names.snake,
    "is_identifier": names.is_identifier,
    "field_comment": source.field_comment,
    "doc_comment": source.doc_comment,
    "json_string": source.json_string,
    "string_literal": source.string_literal,
    "why_refused": regexp.why_refused,
    "yaml": lambda text: yaml_text.text_of({"key": f"- {text}"}),  # which no short cut is for
    "visible": display.visible,
    "visible_lines": display.visible_lines,
    "visible_json": display.visible_json,
    "nearest": lambda text: suggest.nearest(text, ["properties", "description"]),
    "to_identifier": identifiers.to_identifier,
    "to_words": identifiers.to_words,
}
TOKENS = (
    *ATTACKS, "<fullname>", "<example>", '<a b="', "<a b='>", "<a/", "<?", "<![CDATA[>", "</", "<!x>", "<p>",
    "<ul><li>", "&#1", "&lt;", "word ", "a", "Id", "aB", "VPC", "_", "1", "1a", "- a\n", "1. a\n", "    a\n", "---\n",
    "[:", "[[:", "(?", "(", "\\p{", "{1,", "(?<a", "(a|", "[a-", "\\x{", "\u2028", "\u202e", "é", ": ", "IPv4", "s",
)  # fmt: skip


def _uncached(function: Callable[[str], object]) -> Callable[[str], object]:
    return getattr(function, "__wrapped__", function)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_four_times_the_text_is_about_four_times_the_work(name: str) -> None:
    grown = {token: growth(_uncached(FUNCTIONS[name]), repeated(token), MODULES) for token in TOKENS}
    assert {token: times for token, times in grown.items() if times >= LINEAR} == {}


@pytest.mark.parametrize("seed", range(3))
def test_no_repeated_mixture_of_tokens_is_more_work(seed: int) -> None:
    make = mixed(random.Random(seed), TOKENS)
    for name, function in FUNCTIONS.items():
        assert growth(_uncached(function), make, MODULES) < LINEAR, (name, make(SIZE))
