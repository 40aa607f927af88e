"""Small pieces of HTML: names and paths with places to break them, places of the input, code, and symbols."""

import pytest
from markupsafe import Markup

from mkdocs_oasmap.pages.source_views import CellView, Excerpt, SourcePlace
from mkdocs_oasmap.render import code_block
from mkdocs_oasmap.render.code_block import highlighted
from mkdocs_oasmap.render.direction import directed
from mkdocs_oasmap.render.snippets import (
    as_code,
    dotted,
    excerpt,
    given,
    link,
    linked,
    mark,
    named,
    named_briefly,
    path,
    place,
    place_at,
    with_code,
)

DIRECTED = '<p dir="auto">\u05d0</p><td dir="auto">a</td><code>b</code>'
LONG = "a_long_name_with_many_words_too"
HERE = SourcePlace("a<b.yaml", "/a~1b", 3, "https://e.example/?a&b")


def test_a_piece_is_html_with_escaped_texts() -> None:
    rows = [
        (as_code("<a>"), "<code>&lt;a&gt;</code>"),
        (with_code([CellView("text", "a < "), CellView("code", "b")]), "a &lt; <code>b</code>"),
        (linked("<a>", "x?a&b"), '<a href="x?a&amp;b">&lt;a&gt;</a>'),
        (dotted("a.b_c<d"), "a.b_c&lt;d"),
        (dotted("x." + "ab_" * 10), "x.<wbr>" + "ab_" * 10),
        (dotted("x." + "ab_" * 10 + "c"), "x.<wbr>" + "ab_<wbr>" * 10 + "c"),
        (dotted("a.b_c" + "d" * 25), "a.b_c" + "d" * 25),
        (dotted("a.b_c" + "d" * 26), "a.<wbr>b_c" + "d" * 26),
        (dotted(f"a_b.{LONG}"), f"a_b.<wbr>{LONG.replace('_', '_<wbr>')}"),
        (named("zoo_cage", ""), '<code class="oa-name"><b>zoo_<wbr>cage</b></code>'),
        (named("zoo_cage", "bar_"), '<code class="oa-name"><b>zoo_<wbr>cage</b></code>'),
        (named("zoo_", "zoo_"), '<code class="oa-name"><b>zoo_</b></code>'),
        (named("zoo_a_b", "zoo_"), '<code class="oa-name">zoo_<wbr><b>a_<wbr>b</b></code>'),
        (named_briefly("zoo_a_b", "zoo_"), "zoo_<b>a_b</b>"),
        (named_briefly("a_b", "zoo_"), "<b>a_b</b>"),
        (named_briefly("zoo_" + "x_y" * 10, "zoo_"), "zoo_<b>" + "x_y" * 10 + "</b>"),
        (named_briefly("zoo_" + "x" * 29 + "_y", "zoo_"), "zoo_<b>" + "x" * 29 + "_<wbr>y</b>"),
        (path("a"), "<b>a</b>"),
        (path("a.b_c"), "a.<wbr><b>b_<wbr>c</b>"),
        (given("read", "declared", ()), "<b>read</b> declared"),
        (given("read", "<d>", (CellView("update", "merged"),)), "<b>read</b> &lt;d&gt;, <b>update</b> merged"),
        (directed(Markup("<p>\u05d0</p><td>a</td><code>b</code>")), DIRECTED),
        (directed(Markup("<p>\u00e9</p>")), "<p>\u00e9</p>"),
        (mark(CellView("", "none")), "<td></td>"),
        (mark(CellView("✓", 'a "b"')),
         '<td title="a &#34;b&#34;"><span role="img" aria-label="a &#34;b&#34;">✓</span></td>'),
    ]  # fmt: skip
    assert [made for made, _ in rows] == [expected for _, expected in rows]


def test_a_place_is_a_link_if_it_has_an_address() -> None:
    text = "a&lt;b.yaml:3"
    assert link(HERE) == f'<a href="https://e.example/?a&amp;b">{text}</a>'
    assert place(HERE) == f'<a href="https://e.example/?a&amp;b">{text}</a> <code>/a~1b</code>'
    assert place_at(HERE, "#x") == f'<a href="#x">{text}</a> <code>/a~1b</code>'
    root = SourcePlace("a<b.yaml", "", 3, None)
    assert place(root) == f"<span>{text}</span> <code>/</code>"


def test_the_first_line_of_an_excerpt_is_marked() -> None:
    assert excerpt(Excerpt(3, ("a: <1>", "b: 2 & 3", "c"))) == "<mark>a: &lt;1&gt;</mark>\nb: 2 &amp; 3\nc"
    assert excerpt(Excerpt(3, ("a",))) == "<mark>a</mark>"


def test_code_is_highlighted_in_known_languages_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'a = "<b>"'
    plain = 'a = "&lt;b&gt;"'
    assert "<span" in highlighted(text, "HCL")
    assert highlighted(text, "brainfuck") == plain
    assert highlighted(text, "") == plain
    monkeypatch.setattr(code_block, "_LONGEST", len(text))
    assert "<span" in highlighted(text, "hcl")
    monkeypatch.setattr(code_block, "_LONGEST", len(text) - 1)
    assert highlighted(text, "hcl") == plain
    monkeypatch.undo()
    monkeypatch.setattr(code_block, "_MOST_LINES", 1)
    assert "<span" in highlighted("a = 1\nb = 2", "hcl")
    assert highlighted("a = 1\nb = 2\n", "hcl") == "a = 1\nb = 2\n"
