from __future__ import annotations

import pytest

from mapper.ack.doc_comments import plain_text
from mapper.golang.source import doc_comment, field_comment


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("", ""),
        ("  <p>One.</p>\n", "One."),
        ("<p>One.</p> <p>Two.</p>", "One.\n\nTwo."),
        ("<p>a\nb</p>", "ab"),
        ("<p>a <code>B</code> c</p>", "a B c"),
        (
            '<p>See <a href="https://x.example"> the guide</a>.</p>',
            "See  the guide (https://x.example).".replace("  ", " "),
        ),
        (
            "<p>Either:</p> <ul> <li> <p>one</p> </li> <li>two</li> </ul> <p>End.</p>",
            "Either:\n\n   * one\n\n   * two\n\nEnd.",
        ),
        ("<p>1 &lt; 2 &amp; 3</p>", "1 < 2 & 3"),
        ("<fullname>Zoo</fullname>", "Zoo"),
        ("<fullname>Zoo</fullname><p>Animals.</p>", "Animals."),
        ("<p>a<!-- hidden -->b</p>", "ab"),
        ("<p>a</p><examples><example>x</example></examples>", "a"),
        ("<p>broken <b>text</p>", "broken text"),
    ],
)
def test_html_becomes_plain_text(source: str, text: str) -> None:
    assert plain_text(source) == text


def test_a_line_breaks_at_the_first_space_after_72_characters() -> None:
    lines = plain_text(f"<p>{'word ' * 40}</p>").split("\n")
    assert {len(line) for line in lines[:-1]} == {74}


def test_a_line_without_a_space_is_not_broken() -> None:
    assert plain_text(f"<p>{'x' * 200}</p>") == "x" * 200


def test_items_of_a_list_keep_their_indent_when_they_are_broken() -> None:
    text = plain_text(f"<ul><li><p>{'word ' * 30}</p></li></ul>")
    assert [line[:5] for line in text.split("\n")] == ["   * ", "   wo", "   wo"]


def test_a_comment_above_a_type_is_laid_out_as_gofmt_does() -> None:
    text = "One.\n\nHeading of a part\n\nTwo:\n\n   * a\n   more\n\n   * b"
    assert doc_comment(text).split("\n") == [
        "// One.",
        "//",
        "// # Heading of a part",
        "//",
        "// Two:",
        "//",
        "//   - a",
        "//     more",
        "//",
        "//   - b",
        "",
    ]


def test_a_comment_above_a_field_stays_as_it_is() -> None:
    assert field_comment("Two:\n\n   * a") == [("// Two:",), ("//",), ("//    * a",)]
