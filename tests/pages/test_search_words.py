"""The words by which a row of a page is found: its names as people type them, and its values without quotes."""

import pytest

from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.search import search_sections

from ..support import property_


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("{type: string}", [""]),
        ("{type: string, enum: [red, 'light blue']}", ["red light blue"]),
        ("{type: integer, enum: [1, 20]}", ["1 20"]),
        ("{type: string, enum: ['a\"b', 'é', '\"']}", ['a"b é "']),
        ("{type: string, pattern: '\"x'}", ['"x']),
        ("{type: string, pattern: '^a$', maxLength: 3}", ["^a$"]),
        ("{type: object, properties: {inner: {type: string}}}", ["", "it.inner"]),
        ("{type: object, properties: {twoWords: {type: string}}}", ["", "two words it.two_words twoWords"]),
        ("{type: object, properties: {two_words: {type: string}}}", ["", "two words it.two_words twowords"]),
    ],
)
def test_beside_its_name_a_row_is_found_by(schema: str, words: list[str]) -> None:
    pages = Pages(property_(schema).mapping)
    (key,) = (key for key in pages.entities if key != "provider")
    assert [row.words for section in search_sections(pages.entity(key)) for row in section.rows] == words
