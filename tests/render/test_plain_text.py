"""Texts become Markdown in which nothing but letters and the punctuation of prose is written as it is."""

import re
from html import unescape
from itertools import product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mkdocs_oasmap.render import markdown_escape
from mkdocs_oasmap.render.markdown_escape import (
    address,
    anchor,
    code,
    code_block,
    fence,
    fragment,
    front_matter,
    line,
    nav_title,
    nested_code_block,
    prose,
    span,
    unlinked,
    yaml_string,
)
from mkdocs_oasmap.render.sanitized_html import first_paragraph, first_sentence

from ..delimiters import DELIMITERS, found_in

TEXTS = st.lists(
    st.sampled_from([*DELIMITERS, *"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n \u202e\x00", "word", "1. ", "  ", "import x"]),
    max_size=12,
).map("".join)


@pytest.mark.parametrize(
    "text",
    [
        'Plain text, with (brackets), read-only owner_id and it\'s "quoted"; and/or more?',
        "Note: this - or that. Above 20.5 and from -4 to 1e+30!  Yes",
        "Größe 日本語 – an emoji 🙂",
    ],
)
def test_prose_is_written_as_it_is(text: str) -> None:
    assert prose(text, begins_line=True) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <b> c", "a &#60;b&#62; c"),
        ("# Title", "&#35; Title"),
        ("===", "&#61;&#61;&#61;"),
        ("--- x", "&#45;&#45;&#45; x"),
        ("- x", "&#45; x"),
        ("1. x", "1&#46; x"),
        ("12) x", "12&#41; x"),
        ("a. x", "a&#46; x"),
        ("import x", "&#105;mport x"),
        ("import", "&#105;mport"),
        ("export x", "&#101;xport x"),
        ("a a. 1. import", "a a. 1. import"),
        ("{{ a }} {% b %}", "&#123;&#123; a &#125;&#125; &#123;&#37; b &#37;&#125;"),
        ('--8<-- "x"', '&#45;&#45;8&#60;&#45;&#45; "x"'),
        (":smile: 10:20", "&#58;smile: 10&#58;20"),
        ("a__b__", "a&#95;&#95;b&#95;&#95;"),
        ("see![x]", "see&#33;&#91;x&#93;"),
        ("www.example.com", "www&#46;example.com"),
    ],
)
def test_marks_that_could_mean_something_are_references(text: str, expected: str) -> None:
    assert prose(text, begins_line=True) == expected


def test_a_line_is_one_line() -> None:
    assert line(" a\n\n  <b>\tc") == "a &#60;b&#62; c"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", "`a`"),
        ("a\nb", "`a b`"),
        ("/pets/{id}.json", "`/pets/{id}.json`"),
        ("a.yaml#/paths/~1pets~1{id}/get", "`a.yaml#/paths/~1pets~1{id}/get`"),
        ('["a", "b"]', '`["a", "b"]`'),
        ("^[a-z]{1,3}$", "`^[a-z]{1,3}$`"),
        ("policies: {untyped: json_string}", "`policies: {untyped: json_string}`"),
        ("https://a.example/b", "`https://a.example/b`"),
        ("a`b", "<code>a&#96;b</code>"),
        ("a|b", "<code>a&#124;b</code>"),
        ("{{x}}", "<code>&#123;&#123;x&#125;&#125;</code>"),
        ("${x}", "<code>&#36;&#123;x&#125;</code>"),
        ("", "<code></code>"),
    ],
)
def test_code_is_a_span_where_nothing_can_be_found_in_it(text: str, expected: str) -> None:
    assert code(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = {\n  b = [{\n    c = 1\n  }]\n}", "```hcl\na = {\n  b = [{\n    c = 1\n  }]\n}\n```"),
        ('{\n  "a": [1]\n}', '```hcl\n{\n  "a": [1]\n}\n```'),
        ("# a\n- b: {}", "```hcl\n# a\n- b: {}\n```"),
        ("a\n\n  <b>", "<pre><code>a&#10;&#10;  &#60;b&#62;</code></pre>"),
        ("!include x", "<pre><code>&#33;include x</code></pre>"),
    ],
)
def test_lines_of_code_are_a_fence_where_nothing_can_be_found_in_them(text: str, expected: str) -> None:
    assert code_block(text, "hcl") == expected


def test_what_follows_a_fence_is_the_name_of_a_language_or_nothing() -> None:
    assert code_block("a", '{.python onclick="x"}') == "```\na\n```"


def test_what_is_safe_stays_readable_for_those_who_read_the_source() -> None:
    rows = [
        (span("a  b\n{c}"), "`a b {c}`"),
        (span("a `b` ``c"), "``` a `b` ``c ```".replace(" a", "a").replace("c ", "c")),
        (span("`a"), "`` `a ``"),
        (span("a`"), "`` a` ``"),
        (span(" "), "``` ```"),
        (span("{{ a }}"), "<code>&#123;&#123; a &#125;&#125;</code>"),
        (fence("\n\ta: <b>\n", "yaml"), "```yaml\n    a: <b>\n```"),
        (fence("```\na", "md"), "````md\n```\na\n````"),
        (fence("{% a %}", "yaml"), "<pre><code>&#123;&#37; a &#37;&#125;</code></pre>"),
        (fence("!include a", "yaml"), "<pre><code>&#33;include a</code></pre>"),
        (nested_code_block("# a", "sh"), "<pre><code>&#35; a</code></pre>"),
        (nested_code_block("a # b", "sh"), "```sh\na # b\n```"),
        (fragment("a.b-c"), "a.b-c"),
        (fragment("a \u00e9"), "a%20\u00e9"),
        (anchor("a.b"), '<a id="a.b"></a>'),
        (anchor('a"\x00'), '<a id="a&#34;"></a>'),
        (yaml_string('a "b" {{ c }}\n'), '"a \\x22b\\x22 \\x7b{ c \\x7d}\\x0a"'),
        (prose("word"), "word"),
        (prose("import", begins_line=True), "&#105;mport"),
        (prose(" a", begins_line=True), "a"),
        (prose(" <", begins_line=True), "&#60;"),
        (prose(" a"), " a"),
        (prose(" <"), " &#60;"),
    ]
    assert [str(written) for written, _ in rows] == [expected for _, expected in rows]


@settings(max_examples=80, deadline=None)
@given(TEXTS)
@example(":smile:-:smile:")
def test_no_reader_of_the_raw_page_finds_a_delimiter_in_a_text(text: str) -> None:
    for write in (
        lambda text: prose(text, begins_line=True),
        line,
        code,
        code_block,
        nested_code_block,
        unlinked,
        lambda text: f"(#{fragment(text)})",  # the end of an address
        anchor,
    ):
        assert found_in(write(text)) == []
    assert found_in(f"({address('https://a.example/' + text)})") == []
    assert found_in(f"title: '{front_matter(text)}'") == []
    assert found_in(nav_title(text)) == []


@settings(max_examples=80, deadline=None)
@given(TEXTS)
def test_a_text_shows_as_it_was_written(text: str) -> None:
    shown = " ".join(re.sub("[\x00\u202e]", "", text).split())
    for write in (line, code):
        html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(write(text))
        assert " ".join(unescape(re.sub("<[^>]*>", "", html)).split()) == shown
    assert unescape(nav_title(text)).replace("\u2060", "") == shown
    assert front_matter(text).translate({0x2060: None, 0x201D: '"', 0x2019: "'"}) == shown


def test_no_two_marks_in_code_are_a_delimiter() -> None:
    marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~a "
    texts = ("".join(pair) for pair in product(marks, repeat=2))
    assert [text for text in texts if found_in(code(text)) or found_in(code(f"a {text} b"))] == []


@settings(max_examples=80, deadline=None)
@given(TEXTS)
def test_lines_of_code_show_as_they_were_written(text: str) -> None:
    expected = re.sub("[\x00\u202e]", "", text).expandtabs(4).strip("\n")
    html = MarkdownIt("commonmark").render(code_block(text))
    (shown,) = re.findall("<pre><code>(.*)</code></pre>", html, re.DOTALL)
    assert unescape(shown).removesuffix("\n") == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/b_(c)?d=e&f#g", "https://a.example/b_%28c%29?d=e&f#g"),
        ("mailto:b@example.com", "mailto:b@example.com"),
        ("https://a.example/{{x}}//:::", "https://a.example/%7B%7Bx%7D%7D/%2F%3A%3A%3A"),
        ("../resources/pet.md", "../resources/pet.md"),
    ],
)
def test_an_address_ends_where_it_ends(url: str, expected: str) -> None:
    assert address(url) == expected


def test_a_comment_mentions_nobody_and_no_issue() -> None:
    assert unlinked("@team #12 a@b.example") == "&#64;&#8288;team &#35;&#8288;12 a&#64;&#8288;b.example"
    assert unlinked("GH-1 gh-22 GH-x high-1") == "GH-&#8288;1 gh-&#8288;22 GH-x high-1"


def test_titles_hold_no_element_even_when_their_escapes_are_undone() -> None:
    assert "<script" not in unescape(nav_title("</title><script>x</script>"))
    assert nav_title("{{ a }} & 'b'") == "&#123;&#123; a &#125;&#125; &#38; &#39;b&#39;"


def test_front_matter_needs_no_escapes() -> None:
    assert front_matter('a "b" <script> &lt; {{ c }} --8<-- {id}') == (
        "a \u201db\u201d <\u2060script> &\u2060lt; {\u2060{ c }\u2060} --8<\u2060-- {id}"
    )


WORDS = st.lists(
    st.sampled_from(
        [
            "a",
            "Use",
            "it",
            "9",
            " ",
            " ",
            ", ",
            ".",
            "www",
            "W",
            "www.x",
            "wWw.",
            "a)",
            "import",
            "'",
            '"',
            "(",
            ";",
            "-",
            "\n",
        ]
    ),
    max_size=9,
).map("".join)


@given(WORDS, st.booleans())
@example("www.example", False)
@example("wwW.x", True)
@example("a. text", True)
@example("import x", True)
def test_what_is_plainly_prose_is_written_as_after_a_look_at_each_mark(text: str, begins_line: bool) -> None:
    written = prose(text, begins_line=begins_line)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(markdown_escape, "_BEYOND_PROSE", re.compile(""))
        assert prose(text, begins_line=begins_line) == written


def test_names_and_paths_are_the_code_that_they_are_without_a_way_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(4)
    pieces = ["a", "B", "_", "1", ".", "/", "-", "#", "#/", " ", "\u00e9", "www", "{", "a.b", "//", "__", "8<", "--"]
    texts = ["".join(random.choices(pieces, k=random.randrange(8))) for _ in range(3000)]
    assert 100 < sum(markdown_escape._NAMES.fullmatch(text) is not None for text in texts) < 2000
    written = [code(text) for text in texts]
    monkeypatch.setattr(markdown_escape, "_NAMES", re.compile("(?!)"))
    assert written == [code(text) for text in texts]


# --- sentences of descriptions as plain text: names keep their underscores, emphasis loses its marks


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("See `setting_1` and a_b__c.", "See setting_1 and a_b__c."),
        ("An _apple_ a day.", "An apple a day."),
        ("A __strong__ `name_of` it.", "A strong name_of it."),
        ("**Deprecated**: a & b [x] | `y`.", "Deprecated: a & b [x] | y."),
        ("A [link](https://x.example) to it.", "A link to it."),
        ("# Title of <b>it</b>", "Title of it"),
        ("_private and public_ names", "private and public names"),
    ],
)
def test_a_text_is_plain(text: str, plain: str) -> None:
    assert first_sentence(text) == first_paragraph(text) == plain
