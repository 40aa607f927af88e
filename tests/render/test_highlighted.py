"""Code of examples and descriptions is highlighted where its language is one of ours."""

import pytest

from mkdocs_oasmap.render.code_block import LANGUAGES, highlighted
from mkdocs_oasmap.render.sanitized_html import render_code

pygments = pytest.importorskip("pygments")


def test_lines_and_marks_of_html_stay_what_they_are() -> None:
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
