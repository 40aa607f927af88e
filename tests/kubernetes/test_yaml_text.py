"""YAML as Go's library writes it: what is short or shared is written in ways of its own, and is the same."""

from __future__ import annotations

import pytest
import yaml

from mapper.kubernetes import yaml_text
from mapper.kubernetes.yaml_text import Writer, text_of

WORDS = [*"yYnN", "Yes", "NO", "on", "oFF", "true", "Null", "NaN", "inf", "e5", "a" * 100, "a" * 130]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("level", [0, 3])
def test_a_word_is_written_as_any_other_text(word: str, level: int) -> None:
    assert yaml_text._plain("k", word, level) == yaml_text._written("k", word, level)
    assert yaml.safe_load(text_of({word: word})) == {word: word}


def test_documents_of_one_writer_have_the_text_that_each_has_alone() -> None:
    shared = {"type": "object", "properties": {"a": {"type": "string"}}}
    documents = [{"spec": shared, "list": [shared, {"in": shared}]}, {"status": {"spec": shared}}]
    writer = Writer()
    assert [writer.text_of(document) for document in documents] == [text_of(document) for document in documents]


def test_a_document_that_was_written_is_not_taken_for_a_later_one() -> None:
    writer = Writer()
    texts = [writer.text_of({"spec": {"number": str(number)}}) for number in range(50)]
    assert len(set(texts)) == 50


@pytest.mark.parametrize("length", [3, 60, 74, 75, 76, 77, 90, 200])
@pytest.mark.parametrize(
    "text", ["a b", "yes no", "a.b/c", "on-off", "y.", "a  b", "null value", "e1.5", "a - b", "x_y z"]
)
def test_a_line_of_words_is_written_as_any_other_text(text: str, length: int) -> None:
    long = " ".join([text] * length)[:length].rstrip(" -_/") or "a"
    for level in range(3):
        assert yaml_text._plain("description", long, level) == yaml_text._written("description", long, level)
