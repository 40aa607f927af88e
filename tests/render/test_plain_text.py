"""Descriptions become Markdown that reads as it was meant, and does nothing else, wherever it stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import Markdown
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from mkdocs_oasmap.render.plain_text import code, is_one_paragraph, safe_inline, safe_lines, starts_block

from ..site.tree import parse

TAGS = frozenset("p a code pre ul ol li em strong blockquote hr br table thead tbody tr th td del div span h1".split())


def safe(text: str) -> str:
    return "\n".join(safe_lines(text))


@pytest.mark.parametrize(
    "text",
    [
        "Plain text, *with* **emphasis** and `code <b>`.",
        "- one\n- two\n\n  more of two\n\n1. first\n2. second",
        "```json\n{\"a\": \"<b>\"}\n\n{}\n```",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "[a](https://a.example/b_(c)) and [b](mailto:b@example.com \"title\")",
        "[a][1]\n\n[1]: https://a.example",
        "> quoted",
        "one line  \nanother",
        r"\*not emphasis\* and \[not a link\]",
        "``a ` b``",
    ],
)  # fmt: skip
def test_what_does_no_harm_is_kept(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <b> c", "a &lt;b> c"),
        (r"a \<b>", "a &lt;b>"),
        ("<!-- x -->", "&lt;!-- x -->"),
        ("# Title", r"\# Title"),
        ("> # Title", r"> \# Title"),
        ("- 1. # Title", r"- 1. \# Title"),
        ("Title\n===", "Title\n&#61;=="),
        ("Title\n---", "Title\n\\---"),
        ("![a](https://a.example/a.png)", r"\![a](https://a.example/a.png)"),
        ("[a](javascript:alert)", r"[a\](javascript:alert)"),
        ("[a](#/definitions/a)", r"[a\](#/definitions/a)"),
        ("[1]: javascript:alert", r"[1\]: javascript:alert"),
        ("<https://a.example>", "[https://a.example](https://a.example)"),
        ("{a} {{ b }} {% c %}", r"\{a} &#123;\{ b }} &#123;% c %}"),
        ("::: note", "&#58;:: note"),
        ("!!! note", r"\!!! note"),
        ("a ` b", r"a \` b"),
        ("`a\nb <c>`", "\\`a\nb &lt;c>\\`"),
        ("a\\", "a\\\\"),
    ],
)
def test_what_is_more_than_text_is_text(text: str, expected: str) -> None:
    assert safe(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\n<a>", "```\n<a>\n```"),
        ("~~~ js {x=1}\na\n~~~~", "~~~js\na\n~~~"),
        ("a\n```\nb\n```\nc", "a\n\n```\nb\n```\n\nc"),
        ("- a\n\n  ```\n<b>\n  ```", "- a\n\n  ```\n  <b>\n  ```"),
        ("a\n\n    <b>\n\n    c\nd", "a\n\n```\n<b>\n\nc\n```\n\nd"),
        ("- ```\n  <b>", "- \\`\\`\\`\n  &lt;b>"),
    ],
)
def test_code_always_ends(text: str, expected: str) -> None:
    assert safe(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Values:\n\n  - a\n  - b\n\n    more\n\n  - c", "Values:\n\n- a\n- b\n\n  more\n\n- c"),
        ("a\n\n   b", "a\n\nb"),
        ("\n\na\n\n\n\nb\n\n", "a\n\nb"),
        ("a\r\nb\rc\x0bd\x02", "a\nb\ncd"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_a_description_stands_at_its_own_left_edge(text: str, expected: str) -> None:
    assert safe(text) == expected


def test_on_one_line_breaks_are_spaces() -> None:
    assert safe_inline("a\n\n  <b>\tc") == "a &lt;b> c"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", "`a`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``"), ("a\nb", "`a b`"), ("``", "``` `` ```")],
)
def test_code_is_code_whatever_is_in_it(text: str, expected: str) -> None:
    assert code(text) == expected


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
        ("| a |\n|---|", True, False),
        ("a | b\n--- | ---", True, False),
        ("# a", False, True),
    ],
)
def test_blocks_are_told_from_paragraphs(text: str, block: bool, paragraph: bool) -> None:
    lines = safe_lines(text)
    assert (starts_block(lines), is_one_paragraph(lines)) == (block, paragraph)


SPACES = ["\n", "\n\n", " ", "  ", "    ", "\t", "\r", "\x02", "- ", "1. ", "> ", "# "]
WORDS = r"""
    <b> </div> <script> <!-- <https://a.b> &lt; ` `` ``` ~~~ === --- + * _ = | |---| \ ] ( ::: { {{ {:#x}
    [a](javascript:x) [b](https://x.example) ![i](http://x) [x]: y:z word
""".split()
PIECES = st.sampled_from([*SPACES, *WORDS])


def in_a_list(text: str) -> str:
    """A page with a description in its list."""
    lines = [f"    {line}" if line else "" for line in safe_lines(text)]
    return "\n".join(["# Title", "", "- one", "", *lines, "", "- two", "", "end", ""])


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_in_commonmark_no_description_is_more_than_a_part_of_its_list_item(text: str) -> None:
    root = SyntaxTreeNode(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(in_a_list(text)))
    assert [child.type for child in root.children] == ["heading", "bullet_list", "paragraph"]
    assert len(root.children[1].children) == 2
    for node in root.walk():
        assert node.type not in {"html_inline", "html_block", "image"}
        assert node.type != "heading" or node.parent is root
        assert node.type != "link" or str(node.attrs["href"]).startswith(("http:", "https:", "mailto:"))


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_in_python_markdown_it_makes_no_elements_of_its_own(text: str) -> None:
    extensions = ["tables", "pymdownx.superfences", "attr_list", "md_in_html", "admonition", "toc"]
    page = parse(Markdown(extensions=extensions).convert(in_a_list(text)))
    assert {element.tag for element in page} <= TAGS | {"document"}
    assert len(page.all("h1")) == 1
    assert [child.text for child in page.children if not isinstance(child, str)][-1] == "end"
    assert {address.partition(":")[0] for address in page.links} <= {"http", "https", "mailto"}
