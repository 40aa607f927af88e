"""Examples line by line have the colours that they have as a whole."""

import re
from random import Random

import pytest

from mkdocs_oasmap.render.code_block import LANGUAGES, Highlighter, highlighted
from mkdocs_oasmap.render.sanitized_html import render_code

pygments = pytest.importorskip("pygments")

NAMES = ["name", "resource", "data", "true", "string", "list", "a-b", "x1", "_", "var", "join", "module", "example"]
VALUES = [
    "true", "false", "1", "-1", "1.5", '"x"', '""', '"a b"', '"a.b = {"', '"//x"', '"# x"', '"/* y"', '"<<EOT"',
    '["x"]', "[]", "[true]", "[1]", '["a, b"]', "{", "{}", '"${var.x}"', '["[a]"]', "<<EOT", "[", "null", "var.x",
    '"a" # b', 'jsonencode("x")', "a_b.main.id", "[a.main.id]", '["a", "b"]', "[1, x.y, true]",
    "[{", "[{}]", "a.b.c[0]", '"a\\"b"', "/*", "*/",
]  # fmt: skip


def lines(random: Random) -> str:
    """Lines of which most are what examples consist of."""
    indent = " " * random.randrange(5)
    shape = random.randrange(9)
    if shape < 5:
        return f"{indent}{random.choice(NAMES)}{' ' * random.randrange(1, 4)}= {random.choice(VALUES)}"
    if shape == 5:
        return f"{indent}# {random.choice(['and 3 more', 'x /* y', '// z', '', '<b>'])}"
    if shape == 6:
        return f'{indent}{random.choice(["resource", "data", "dynamic"])} "a_b" "example" {{'
    ends = [
        f"{indent}}}",
        f"{indent}}},",
        "",
        indent,
        "EOT",
        f"{indent}]",
        f"{indent}}}]",
        f"{indent}}}, {{",
        "import {",
    ]
    return random.choice(ends)


def whole() -> Highlighter:
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return Highlighter(get_lexer_by_name("terraform"), HtmlFormatter(nowrap=True))


def test_each_line_has_the_colours_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    by_line = Highlighter.by_line
    used: list[list[str]] = []

    def noted(self: Highlighter, lines: list[str]) -> str:
        used.append(lines)
        return by_line(self, lines)

    monkeypatch.setattr(Highlighter, "by_line", noted)
    random, highlighter = Random(1), whole()
    for _ in range(400):
        text = "".join(f"{lines(random)}\n" for _ in range(random.randrange(1, 6)))
        assert highlighted(text, "terraform") == highlighter.whole(text), text
    assert 50 < len(used) < 350


def test_lines_that_are_known_are_not_highlighted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    highlighter, original = whole(), Highlighter.whole

    def noted(self: Highlighter, text: str) -> str:
        given.append(text)
        return original(self, text)

    monkeypatch.setattr(Highlighter, "whole", noted)
    first = highlighter.by_line(['resource "a" "example" {', '  name = "x"', "}"])
    second = highlighter.by_line(['resource "b" "example" {', '  name = "x"', "}"])
    assert re.sub("<[^>]+>", "", first + second).count('name = "x"') == 2
    assert ['name = "x"' in text for text in given] == [True, False]


def test_the_number_of_known_lines_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mkdocs_oasmap.render.code_block._MOST", 50)
    highlighter = whole()
    for number in range(0, 200, 40):
        made = highlighter.by_line([f"a{n} = {n}" for n in range(number, number + 40)])
        assert made.count("\n") == 40
    assert len(highlighter._lines) <= 50


def test_a_text_in_another_language_is_highlighted_as_a_whole() -> None:
    assert highlighted("a: 1\nb: |\n  a: 1\n", "yaml").count("\n") == 3
    assert "<b>" not in highlighted("# <b>\n", "terraform")


@pytest.mark.parametrize("language", ["nolang", "", "../x", '"><script>', "brainfuck", "TEX", "\0"])
def test_a_language_that_is_not_ours_is_plain_text(language: str) -> None:
    html = render_code("x = <1>\n", language)
    assert html == '<div class="language-text highlight"><pre><code>x = &lt;1&gt;\n</code></pre></div>'


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_each_language_of_ours_is_one_of_pygments(language: str) -> None:
    text = {"diff": "-a\n+b\n"}.get(language, '{"a": 1} // x <a href="b"> "c" if true\n[d]\n')
    assert "<span" in render_code(text, language.upper())
