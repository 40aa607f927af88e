"""Descriptions become HTML that reads as it was meant and can do nothing in a reader's browser."""

import re
from html import escape, unescape
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mkdocs_oasmap.render import descriptions, sanitized_html
from mkdocs_oasmap.render.descriptions import safe_lines
from mkdocs_oasmap.render.sanitized_html import first_paragraph, first_sentence, render_line, render_markdown
from mkdocs_oasmap.render.tags import marked

from ..site.tree import Element, parse

TAGS = frozenset("a blockquote br code del em hr li ol p pre strong sub sup table tbody td th thead tr ul".split())


def scheme(address: str) -> str:
    """The scheme of an address as browsers see it: control characters and line breaks do not count."""
    found = re.match(r"([a-z][a-z0-9+.-]*):", re.sub(r"[\t\n\r]|^[\0- ]+", "", unescape(address)).lower())
    return found[1] if found else ""


def html(text: str) -> str:
    return str(render_markdown(text))


def tree(text: str) -> Element:
    """What a description becomes, checked: closed tags, harmless ones only, no other attributes or schemes."""
    root = parse(html(text))
    for element in list(root)[1:]:
        assert element.tag in TAGS
        assert element.attributes.keys() <= {"href", "title", "rel", "start", "align", "tabindex"}
        assert scheme(element.attributes.get("href", "")) in ("", "http", "https", "mailto")
    return root


# --- nothing in it can do harm --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "Text before <script src=//evil.example></script> and after",
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<style>* { display: none }</style>",
        "<iframe src=//evil.example></iframe>",
        "<object data=x></object><embed src=x>",
        "<form action=//evil.example><input name=x></form>",
        "<a href='https://x.example' onclick='alert(1)'>here</a>",
        "<p style='position: fixed'>everywhere</p>",
        "<b>never closed",
        "</li></ul></div></body></html>",
        "<!-- a comment -->",
        "<!-- never closed",
        "<![CDATA[x]]>",
        "<?php x ?>",
        "<!DOCTYPE html>",
        "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
        "<div markdown=1>inside</div>",
        "<base href=//evil.example>",
        "<meta http-equiv=refresh content=0>",
        "<details open ontoggle=alert(1)>",
        "<ScRiPt>alert(1)</sCrIpT>",
        "<a\nhref=x\nonclick=alert(1)>",
        "< script >alert(1)</ script >",
    ],
)
def test_html_is_shown_as_the_text_that_it_is(text: str) -> None:
    assert tree(text).text == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "html", "lines"),
    [
        ("a<br>b<br/>c", "<p>a<br>\nb<br>\nc</p>", ("a  ", "b  ", "c")),
        ("<p>One <b>two</b></p><p>3</p>", "<p>One <strong>two</strong></p>\n<p>3</p>", ("One **two**", "", "3")),
        (
            "<ul>\n  <li><em>a</em></li>\n  <li><code>b</code></li></ul>",
            "<ul>\n<li><em>a</em></li>\n<li><code>b</code></li>\n</ul>",
            ("- *a*", "- `b`"),
        ),
        ("<ol><li>a</li></ol>", "<ol>\n<li>a</li>\n</ol>", ("1. a",)),
        (
            '<a href="https://x.example/a" target="_blank">the <i>page</i></a>',
            '<p><a href="https://x.example/a" rel="noopener noreferrer">the <em>page</em></a></p>',
            ("[the page](https://x.example/a)",),
        ),
        ("a\n\n    <br> code", "<p>a</p>\n<pre><code>&lt;br&gt; code\n</code></pre>", None),
        (
            "| a | b |\n|---|---|\n| c<br>d `<br>` | <ul><li>e</li></ul> |",
            '<table tabindex="0">\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n'
            "<td>c d <code>&lt;br&gt;</code></td>\n<td>e</td>\n</tr>\n</tbody>\n</table>",
            ("| a | b |", "| --- | --- |", "| c d <code>&#60;br&#62;</code> | e |"),
        ),
        ("`<br>` of /pets/<p>/x", "<p><code>&lt;br&gt;</code> of /pets/&lt;p&gt;/x</p>", None),
        ('<a href="javascript:x">y</a>', '<p>&lt;a href="javascript:x"&gt;y&lt;/a&gt;</p>', None),
    ],
)  # fmt: skip
def test_tags_with_a_mark_in_markdown_mean_it(text: str, html: str, lines: tuple[str, ...] | None) -> None:
    assert str(render_markdown(text)) == html
    assert lines is None or safe_lines(text) == lines


@pytest.mark.parametrize(
    ("text", "shown", "sentence"),
    [
        ("Uses <x-note></x-note>a.", "Uses a.", "Uses a."),
        ('<div class="x-box"><x-life class="ea"></x-life></div>Note that.', "Note that.", "Note that."),
        ("A List<String> of <x-y/>it.", "A List&lt;String&gt; of it.", "A List<String> of it."),
        ("<note>A <b>text</b></note> of <host>.", "A <strong>text</strong> of &lt;host&gt;.", "A text of <host>."),
        ("`<x-note>` and <X-Note>it</X-Note>.", "<code>&lt;x-note&gt;</code> and it.", "<x-note> and it."),
        ("<scr<x-a>ipt>x</scr<x-a>ipt>", "&lt;script&gt;x&lt;/script&gt;", "x"),
    ],
)
def test_tags_without_a_meaning_are_left_out_and_placeholders_stay(text: str, shown: str, sentence: str) -> None:
    assert render_markdown(text) == f"<p>{shown}</p>"
    assert first_sentence(text) == sentence


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<b>x</b>", "**x**"),
        ("<b>a `b` c</b>", "**a `b` c**"),
        ("<code>a `b` c</code>", "<code>a `b` c</code>"),
        ("<b> </b>", "<b> </b>"),
        ("~~~\n<b>x</b>\n~~~", "~~~\n<b>x</b>\n~~~"),
        ("``<b>x</b>``", "``<b>x</b>``"),
        ("a\n\n    <br> code", "a\n\n    <br> code"),
        ("<ul>\n\n    <li>a</li></ul>", "\n\n\n- a\n\n"),
        ('<a href="https://a.example">b</a>', "[b](https://a.example)"),
        ('<a href="https://a.example"> </a>', "[https://a.example](https://a.example)"),
        ("<p>a</p>b", "\n\na\n\nb"),
        ("<ul><li><p>a</p></li></ul>b", "\n\n\n- a\n\nb"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>d", "\n\n\n- a\n    - b\n- c\n\nd"),
        ("<x-a>b</x-a>\n    <x-a>c</x-a>", "b\n    <x-a>c</x-a>"),
        ("<x-a>b</x-a>\n```\n<x-a>c</x-a>\n```", "b\n```\n<x-a>c</x-a>\n```"),
    ],
)
def test_marks_take_the_place_of_tags_outside_of_code(text: str, written: str) -> None:
    assert marked(text) == written


def test_code_keeps_its_tags() -> None:
    block = "```\n<div>\n</div>\n```"
    assert "&lt;div&gt;\n&lt;/div&gt;" in render_markdown(f"{block}\n<div>x</div>")


def test_an_address_in_angle_brackets_stays_where_a_text_is_cut_short() -> None:
    assert first_sentence("Reach <https://a.example/v1>. More.") == "Reach https://a.example/v1."


def test_tags_end_words_where_a_text_is_cut_short() -> None:
    assert first_sentence("One<br>two.<br>Three") == "One two."


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "&#x6A;avascript:alert(1)",
        "javascript&colon;alert(1)",
        "%6Aavascript:alert(1)",
        "\x01javascript:alert(1)",
        "vbscript:x",
        "data:text/html;base64,PHNjcmlwdD4=",
        "file:///etc/passwd",
        "blob:https://x.example/1",
    ],
)
@pytest.mark.parametrize("form", ["[click]({})", "[click][r]\n\n[r]: {}", "<{}>", "![click]({})", "[click](<{}>)"])
def test_a_link_with_a_dangerous_address_leads_nowhere(form: str, target: str) -> None:
    assert all(scheme(href) == "" for href in tree(form.format(target)).links)


def test_neither_title_nor_address_of_a_link_can_become_another_attribute_nor_its_page_reach_back() -> None:
    link = tree("[here](https://x.example 'a\" onclick=\"alert(1)')").one("a")
    assert link.attributes["title"] == 'a" onclick="alert(1)'
    for link in tree('[here](https://x.example/"onclick="alert) <https://x.example/"onclick=alert>').all("a"):
        assert link.attributes.keys() == {"href", "rel"}
        assert link.attributes["rel"] == "noopener noreferrer"


@pytest.mark.parametrize(
    "text",
    [
        "`</code></pre><script>alert(1)</script>`",
        "```\n</code></pre><script>alert(1)</script>\n```",
        "```html\n<script>alert(1)</script>\n```",
        "before\n\n    <script>alert(1)</script>",
        "| <script>a</script> | b |\n|---|---|\n| <img src=x onerror=a> | d |",
        "- <script>alert(1)</script>",
        "> <script>alert(1)</script>",
        "# <script>alert(1)</script>",
        "**<script>alert(1)</script>**",
        "[<script>alert(1)</script>](https://x.example)",
        "\\<script>alert(1)</script>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;script&#62;alert(1)",
        "text {: onclick=alert(1) style=x #id }",
        "## Heading {#id onclick=alert(1)}",
        "\x02wzxhzdk:0\x03 *forged* `<script>`",
        "\x02amp\x03lt;script>",
        "\x00<script>alert(1)</script>",
        "***<b>***_<i>_",
    ],
)
def test_markdown_is_no_way_around_it(text: str) -> None:
    tree(text)


@settings(derandomize=True, max_examples=80)
@given(st.lists(st.sampled_from([
    *"<>&\"'`*_[]()#!|\\:-+=~{}/ \n\t", "    ", "\n\n", "script", "onload=", "javascript:", "data:", "<!--", "-->",
    "</p>", "<li>", "&lt;", "&#x3c;", "```", "|---|", "a", "https://x.example", "1. ", "\x02", "\x03", "\ufeff", "日",
]), max_size=40).map("".join))  # fmt: skip
def test_no_text_at_all_is_dangerous(text: str) -> None:
    tree(text)


# --- what Markdown is for -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "<p>plain</p>"),
        ("Cats & dogs < 3", "<p>Cats &amp; dogs &lt; 3</p>"),
        ("one\n\ntwo", "<p>one</p>\n<p>two</p>"),
        ("**strong** *weak* `code`", "<p><strong>strong</strong> <em>weak</em> <code>code</code></p>"),
        ("__strong__ _weak_", "<p><strong>strong</strong> <em>weak</em></p>"),
        ("a_name_with_underscores", "<p>a_name_with_underscores</p>"),
        (r"\*no emphasis\*", "<p>*no emphasis*</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        ("one  \ntwo", "<p>one<br>\ntwo</p>"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("- one\n  - in it", "<ul>\n<li>one\n<ul>\n<li>in it</li>\n</ul>\n</li>\n</ul>"),
        ("3. three\n4. four", '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>'),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>"),
        ("---", "<hr>"),
        ("```\na < b\n```", "<pre><code>a &lt; b\n</code></pre>"),
        ("```json\n{}\n```", "<pre><code>{}\n</code></pre>"),
        ("before\n\n    code", "<p>before</p>\n<pre><code>code\n</code></pre>"),
        ("{{ 1 + 1 }} {% raw %}", "<p>{{ 1 + 1 }} {% raw %}</p>"),
        ("  spaces around \n", "<p>spaces around</p>"),
    ],
)
def test_markdown_reads_as_it_was_meant(text: str, expected: str) -> None:
    assert html(text) == expected


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("One of:\n- first\n- second", ["first", "second"]),
        ("One of:\n* first\n* second", ["first", "second"]),
        ("In this order:\n1. first\n2. second", ["first", "second"]),
        ("1) first\n2) second", ["first", "second"]),
    ],
)
def test_a_list_needs_no_empty_line_before_it(text: str, items: list[str]) -> None:
    assert [item.text for item in tree(text).all("li")] == items


def test_a_table_is_a_table() -> None:
    table = tree("| a | b |\n|---|:-:|\n| `1` | 2 |").one("table")
    assert [cell.text for cell in table.all("th")] == ["a", "b"]
    assert [cell.text for cell in table.all("td")] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("[docs](https://x.example/a?b=c&d)", "https://x.example/a?b=c&d"),
        ("<https://y.example>", "https://y.example"),
        ("See https://x.example/a_b?c=d&e.", "https://x.example/a_b?c=d&e"),
        ("(see http://x.example/a)", "http://x.example/a"),
        ("It is https://x.example/a(b), or not", "https://x.example/a(b)"),
        ("**https://x.example/**", "https://x.example/"),
        ("- https://x.example:8080/#part", "https://x.example:8080/#part"),
        ("| a |\n|---|\n| https://x.example |", "https://x.example"),
    ],
)
def test_an_address_is_a_link_with_and_without_markup(text: str, address: str) -> None:
    assert tree(text).links == [address]


@pytest.mark.parametrize(
    "text",
    [
        "`https://x.example`",
        "```\nhttps://x.example\n```",
        "https:// and http://.",
        "javascript://x",
        "xhttps://x.example",
    ],
)
def test_not_all_that_has_slashes_is_a_link(text: str) -> None:
    assert tree(text).links == []


def test_an_address_in_a_link_is_not_another_link() -> None:
    assert html("[https://a.example](https://b.example)").count("<a ") == 1


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("![a *picture*](https://x.example/a.png)", "a picture"),
        ("![](https://x.example/a.png)", "https://x.example/a.png"),
        ("![ ](https://x.example/a.png 'title')", "https://x.example/a.png"),
        ("[![build](https://x.example/b.png)](https://x.example/a.png)", "build"),
    ],
)
def test_an_image_is_not_loaded_but_a_link_with_the_text_that_it_has(text: str, label: str) -> None:
    link = tree(text).one("a")
    assert (link.attributes["href"], link.text) == ("https://x.example/a.png", label)


@pytest.mark.parametrize(("text", "label"), [("![a *picture*](a.png)", "a picture"), ("![](a.png)", "a.png")])
def test_an_image_beside_the_description_leads_nowhere(text: str, label: str) -> None:
    link = tree(text).one("a")
    assert ("href" in link.attributes, link.text) == (False, label)


@pytest.mark.parametrize("text", ["# Title", "## Title", "### Title", "###### Title", "Title\n=====", "Title\n---"])
def test_a_heading_does_not_disturb_the_headings_of_the_page(text: str) -> None:
    root = tree(text)
    assert root.text == "Title"
    assert [element.tag for element in root if element.tag[0] == "h" and element.tag != "html"] == []
    assert root.one("strong").text == "Title"
    assert root.ids == []


def test_half_of_a_surrogate_pair_does_no_damage() -> None:
    html("one \ud83d half and *emphasis*").encode()
    html("one \ud83d half").encode()


@settings(derandomize=True, max_examples=80)
@example("a\n-")
@example("a\n=")
@given(st.lists(st.sampled_from([
    *"ab1.,:;)(-+=^~$%@/?!'\"{} \n\té", "\n\n", "  ", "www.", "http", "1. ", "Word ", "-\n",
]), max_size=16).map("".join))  # fmt: skip
def test_what_has_no_markup_reads_as_if_the_converter_had_done_it(text: str) -> None:
    text = text.strip()
    if html(text) == f"<p>{escape(text, quote=False)}</p>":
        converted = html(f"{text}\n\n`mark`").removesuffix("<p><code>mark</code></p>")
        assert html(text).split() == (converted or "<p></p>").split()


# --- one line, one sentence -----------------------------------------------------------------------


def test_a_line_has_no_paragraph_around_it() -> None:
    assert str(render_line("Reads *one* pet.")) == "Reads <em>one</em> pet."
    assert str(render_line("Cats & dogs")) == "Cats &amp; dogs"
    assert str(render_line("")) == ""


def test_several_paragraphs_keep_theirs() -> None:
    assert str(render_line("one\n\ntwo")) == "<p>one</p>\n<p>two</p>"
    assert str(render_line("one\n\n- two")) == "<p>one</p>\n<ul>\n<li>two</li>\n</ul>"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("An animal. It lives here.", "An animal."),
        ("No end", "No end"),
        ("No end\n\nAnother paragraph.", "No end"),
        ("<!-- nothing -->\n\nSecond. More.", "Second."),
        ("Really? Yes.", "Really?"),
        ("Version 1.2 of it. More.", "Version 1.2 of it."),
        ("Over\ntwo  lines. More.", "Over two lines."),
        ("**Bold** and `code` and [a link](https://x.example). More.", "Bold and code and a link."),
        ("# Title", "Title"),
        ("> said. so", "said."),
        ("", ""),
        (" \n ", ""),
        ("Of: 12. One. Two.", "Of: 12. One."),
        ("It is: 123. More.", "It is: 123."),
        ("It has etc. and more. More.", "It has etc. and more."),
        ("One.", "One."),
        (". More. Yet.", ". More."),
        ("A. More.", "A."),
    ],
)
def test_the_first_sentence_is_plain_text(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("The owner_id of it. More.", "The owner_id of it."),
        ("Same as `owner_id`. More.", "Same as owner_id."),
        ("Less than 3 < 4 and 5 > 2. More.", "Less than 3 < 4 and 5 > 2."),
        ("See [the guide](guide.md). More.", "See the guide."),
        ("A size, e.g. that of a disk. More.", "A size, e.g. that of a disk."),
        ("A list [1, 2] of 2 * 3. More.", "A list [1, 2] of 2 * 3."),
        ("A size of a * b* bytes. More.", "A size of a * b* bytes."),
    ],
)
def test_the_first_sentence_keeps_what_is_no_markup(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def test_a_long_sentence_is_cut_between_words() -> None:
    cut = first_sentence("word " * 60)
    assert len(cut) <= 200
    assert cut.endswith(" word…")
    assert len(first_sentence("word " * 60, 50)) <= 50


def test_a_long_word_is_cut_too() -> None:
    assert first_sentence("a" * 300) == "a" * 199 + "…"


@pytest.mark.parametrize(
    ("text", "paragraph"),
    [
        ("One. Two.\nThree.\n\nFour.", "One. Two. Three."),
        ("**Bold** and `code`.\n \n- a", "Bold and code."),
        ("\n\n first", "first"),
        ("", ""),
    ],
)
def test_the_first_paragraph_is_plain_text(text: str, paragraph: str) -> None:
    assert first_paragraph(text) == paragraph


# --- what most descriptions are ---------------------------------------------------------------------

PIECES = [
    "a", "import", "export", "i", "1", "www", "x.", "w.", "W.", "(a)", "`b`", "`_c`", "`d_1`", "``", "`a``b`", '"q"',
    "it's", ";", ".", ",", ")", "(", " ", "  ", "1.", "i)", "e.g.", "/", "-", "\u00e9", "`a b`", "_", "*", "\n", "`",
]  # fmt: skip


def test_words_on_one_line_are_what_they_are_without_a_way_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(2)
    texts = [
        random.choice(["", " "]).join(random.choices(PIECES, k=random.randrange(1, 7))).strip() for _ in range(800)
    ]
    assert 100 < sum(map(sanitized_html.is_ordinary, texts)) < 600
    ordinary = [(sanitized_html.render_markdown.__wrapped__(text), safe_lines.__wrapped__(text)) for text in texts]
    for module in (sanitized_html, descriptions):
        monkeypatch.setattr(module, "is_ordinary", lambda _text: False)
    assert ordinary == [
        (sanitized_html.render_markdown.__wrapped__(text), safe_lines.__wrapped__(text)) for text in texts
    ]


def test_one_sentence_is_what_it_is_without_a_way_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(3)
    texts = [random.choice(["", " "]).join(random.choices(PIECES, k=random.randrange(1, 6))) for _ in range(2000)]
    texts += [f"A {text}" for text in texts] + ["A " * 100, "A " * 99 + "b.", "A `b` " * 40]
    assert 100 < sum(sanitized_html._SENTENCE.fullmatch(text) is not None for text in texts) < 2000
    first = [first_sentence.__wrapped__(text) for text in texts]
    monkeypatch.setattr(sanitized_html, "_SENTENCE", re.compile("(?!)"))
    assert first == [first_sentence.__wrapped__(text) for text in texts]
