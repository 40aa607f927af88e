"""Sentences of descriptions as plain text: names keep their underscores, emphasis loses its marks."""

from __future__ import annotations

import pytest

from mkdocs_oasmap.render.sanitized_html import first_paragraph, first_sentence


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
