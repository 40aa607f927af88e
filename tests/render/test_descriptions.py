"""Descriptions become Markdown that reads as it was meant, and does nothing else, wherever it stands."""

import random
import re
from html import unescape

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown import Markdown
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from mkdocs_oasmap.render import descriptions, sanitized_html
from mkdocs_oasmap.render.descriptions import (
    _blocks,
    _joined,
    is_one_paragraph,
    safe_inline,
    safe_lines,
    starts_block,
)
from mkdocs_oasmap.render.markdown_escape import cleaned
from mkdocs_oasmap.render.markdown_rows import item
from mkdocs_oasmap.render.sanitized_html import LONGEST, parts_of_code, render_markdown, tokens

from ..delimiters import DELIMITERS, found_in
from ..site.tree import parse

TAGS = frozenset("p a code pre ul ol li em strong blockquote hr br table thead tbody tr th td div span h1".split())


def safe(text: str) -> str:
    return "\n".join(safe_lines(text))


@pytest.mark.parametrize(
    "text",
    [
        "Plain text, *with* **emphasis** and `code`: yes.",
        "- one\n\n- two\n\n    more of two\n\n- three",
        "1. first\n2. second",
        "3. three\n\n4. four",
        "- one\n    - nested\n    - again\n- two",
        '```json\n{\n  "a": "b"\n}\n```',
        "| a | b |\n| --- | :---: |\n| 1 | 2 |",
        "[a](https://a.example/b) and [b](mailto:b@example.com)",
        "> quoted\n>\n> - and so on",
        "one line  \nanother",
        "a\n\n* * *\n\nb",
    ],
)
def test_what_does_no_harm_is_kept(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <b> c", "a &#60;b&#62; c"),
        ("# Title", "**Title**"),
        ("- a\n  > b\n- c", "- a\n\n    > b\n\n- c"),
        ("`a`\n\\# b", "`a`\n&#35; b"),
        ("Title\n===", "**Title**"),
        ("## The `name`", "The `name`"),
        ("![a](https://a.example/a.png)", "[a](https://a.example/a.png)"),
        ("[](https://a.example)", "[https&#58;&#47;&#47;a.example](https://a.example)"),
        ("[a](guide.md)", "&#91;a&#93;(guide.md)"),
        ("[a](javascript:alert)", "&#91;a&#93;(javascript&#58;alert)"),
        ("[a][1]\n\n[1]: https://a.example", "[a](https://a.example)"),
        ("see https://a.example.", "see [https&#58;&#47;&#47;a.example](https://a.example)."),
        ('[a](https://a.example "title")', "[a](https://a.example)"),
        ("{a} {{ b }}", "&#123;a&#125; &#123;&#123; b &#125;&#125;"),
        ("`{{ b }}` {: .c }", "<code>&#123;&#123; b &#125;&#125;</code> &#123;&#58; .c &#125;"),
        ("``a ` b``", "<code>a &#96; b</code>"),
        ("a ` b", "a &#96; b"),
        ("- - a", "- &#8203;\n    - a"),
        ("-\n- a", "- a"),
        ("a*b*c **d**e", "abc de"),
        ("*a **b** c*", "*a b c*"),
        ("_a_*b* c", "ab c"),
        ("*a*`b` **c**`d`", "*a*`b` **c**`d`"),
        ("`a`*b* *c* **d** (*e*) *f*.", "`a`*b* *c* **d** (*e*) *f*."),
        ("a|b\n-|-\n`c\\|d`|{{e}}", "| a | b |\n| --- | --- |\n| <code>c&#124;d</code> | &#123;&#123;e&#125;&#125; |"),
        ("&lt;b&gt;", "&#60;b&#62;"),
        ("a\r\nb\rc\x0bd\x02", "a\nb\ncd"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_what_is_more_than_text_is_text(text: str, expected: str) -> None:
    assert safe(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~~~ js {x=1}\na\n~~~~", "```js\na\n```"),
        ("a\n```\nb\n```\nc", "a\n\n```\nb\n```\n\nc"),
        ("a\n\n    b\n\n    c\nd", "a\n\n```\nb\n\nc\n```\n\nd"),
        ("- a\n\n  ```\n  b\n  ```", "- a\n\n    ```\n    b\n    ```"),
        ('```\n--8<-- ".env"\n```', "<pre><code>&#45;&#45;8&#60;&#45;&#45; &#34;&#46;env&#34;</code></pre>"),
        ("a\n\n    {{ x }}", "a\n\n<pre><code>&#123;&#123; x &#125;&#125;</code></pre>"),
        ("```\n<a>", "<pre><code>&#60;a&#62;</code></pre>"),
    ],
)
def test_code_stays_code(text: str, expected: str) -> None:
    assert safe(text) == expected


def test_a_text_that_is_too_long_for_the_parser_is_paragraphs_of_text() -> None:
    assert safe("a *b*\n\n1. c" + " d" * LONGEST).startswith("a &#42;b&#42;\n\n1&#46; c d d")
    assert safe("`a`" + " d" * LONGEST).startswith("&#96;a&#96; d d")
    assert safe_inline("1. a *b*" + " d" * LONGEST).startswith("1&#46; a &#42;b&#42; d d")
    assert render_markdown("*a*\n\n<b>" + "x" * LONGEST).startswith("<p>*a*</p>\n<p>&lt;b&gt;x")


@pytest.mark.parametrize(("longest", "is_parsed"), [(9, True), (8, False)])
def test_a_text_is_parsed_up_to_a_length(longest: int, monkeypatch: pytest.MonkeyPatch, *, is_parsed: bool) -> None:
    for module in (descriptions, sanitized_html):
        monkeypatch.setattr(module, "LONGEST", longest)
    text = f"*length{longest}"[:8] + "*"
    for found in (safe(text), safe_inline(text)):
        assert (found == text) is is_parsed
    assert ("<em>" in render_markdown(text)) is is_parsed


def test_on_one_line_breaks_are_spaces_and_blocks_are_text() -> None:
    assert safe_inline("a\n\n  <b>\t*c*") == "a &#60;b&#62; *c*"
    assert safe_inline("# a\n- b") == "&#35; a - b"


@pytest.mark.parametrize(
    ("text", "block", "paragraph"),
    [
        ("a\nb", False, True),
        ("a\n- b", False, False),
        ("a\n\nb", False, False),
        ("- a", True, False),
        ("1. a", True, False),
        ("> a", True, False),
        ("```\na\n```", True, False),
        ("```\n{{a}}\n```", True, False),
        ("| a |\n|---|", True, False),
        ("# a", False, True),
    ],
)
def test_blocks_are_told_from_paragraphs(text: str, block: bool, paragraph: bool) -> None:
    lines = safe_lines(text)
    assert (starts_block(lines), is_one_paragraph(lines)) == (block, paragraph)


SPACES = ["\n", "\n\n", " ", "  ", "    ", "\t", "\r", "\x02", "- ", "1. ", "> ", "# "]
WORDS = r"""
    <b> </div> <script> <!-- <https://a.b> &lt; ` `` ``` ~~~ === --- + * _ ** = | |---| \ ] ( ::: { {{ {:#x}
    [a](javascript:x) [b](https://x.example) ![i](http://x) [x]: y:z word import
""".split()
TEXTS = st.lists(st.sampled_from([*SPACES, *WORDS, *DELIMITERS]), max_size=25).map("".join)


def in_a_list(text: str) -> str:
    """A page with a description in its list."""
    lines = [f"    {line}" if line else "" for line in safe_lines(text)]
    return "\n".join(["# Title", "", "- one", "", *lines, "", "- two", "", "end", ""])


@settings(max_examples=80, deadline=None)
@given(TEXTS)
def test_in_commonmark_no_description_is_more_than_a_part_of_its_list_item(text: str) -> None:
    root = SyntaxTreeNode(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(in_a_list(text)))
    assert [child.type for child in root.children] == ["heading", "bullet_list", "paragraph"]
    assert len(root.children[1].children) == 2
    for node in root.walk():
        assert node.type != "image"
        assert node.type not in {"html_inline", "html_block"} or re.match(" *</?(?:pre|code)>", node.content)
        assert node.type != "heading" or node.parent is root
        assert node.type != "link" or str(node.attrs["href"]).startswith(("http:", "https:", "mailto:"))


@settings(max_examples=80, deadline=None)
@given(TEXTS)
def test_in_python_markdown_it_makes_no_elements_of_its_own(text: str) -> None:
    extensions = ["tables", "pymdownx.superfences", "attr_list", "md_in_html", "admonition", "abbr", "footnotes", "toc"]
    page = parse(Markdown(extensions=extensions).convert(in_a_list(text)))
    assert {element.tag for element in page} <= TAGS | {"document"}
    assert len(page.all("h1")) == 1
    assert [child.text for child in page.children if not isinstance(child, str)][-1] == "end"
    assert {address.partition(":")[0] for address in page.links} <= {"http", "https", "mailto"}


@settings(max_examples=80, deadline=None)
@given(TEXTS)
def test_no_reader_of_the_raw_page_finds_a_delimiter_in_a_description(text: str) -> None:
    assert found_in(safe(text)) == []
    assert found_in(safe_inline(text)) == []


@settings(max_examples=80, deadline=None)
@given(TEXTS)
@example("    <b>\n[^1]: x\n")
def test_a_description_says_the_same_in_markdown_as_on_the_pages_of_the_plugin(text: str) -> None:
    written = MarkdownIt("commonmark").enable("table").render(safe(text))
    said = iter(words(written))
    shown = words(str(render_markdown(cleaned(text))))  # a control character before a mark makes it none in HTML alone
    assert all(word in said for word in shown)  # relative links show their address, too


def words(html: str) -> list[str]:
    return re.findall(r"\w+", unescape(re.sub("<[^>]*>", " ", html)))


PIECES = (
    "a", "Word", " ", "  ", "\n", "\t", "`x`", "`a b`", "`<`", "`", ".", ":", ": ", "-", "- ", "1.", "(", ")", "'", "/",
    "{", "}", "%", "@", "$", "+", "=", "!", "http", "www.", "e.g.", "import", "i.", "&", "*", "_", "#", "\u00e9", "~",
)  # fmt: skip


def test_what_needs_no_parser_is_written_as_with_one() -> None:
    chosen, quick = random.Random("no parser"), 0
    for _ in range(2000):
        text = cleaned("".join(chosen.choices(PIECES, k=chosen.randrange(1, 9)))).expandtabs(4).strip()
        if text.isascii() and parts_of_code(text) is not None:
            blocks = list(_blocks(SyntaxTreeNode(tokens(text)).children))
            assert safe_lines(text) == tuple(_joined(blocks)), text
            quick += 1
    assert quick > 500


@pytest.mark.parametrize(
    ("text", "written"),
    [("Its name.", "- `it` Its name."), ("- one", "- `it` \n\n    - one")],
)
def test_one_line_that_is_a_block_is_below_its_item(text: str, written: str) -> None:
    assert item("- `it` ", (text,), "") == written
