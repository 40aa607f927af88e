"""Texts as YAML: plain words do without the library, and are written with the same characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.text.yaml_scalar import dump, dump_texts

_ANY = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=12)
_NEAR_WORDS = st.text("aNoytru_1 .,;:#()/+-'\"&*!?|>%@`=~{}[]<é", min_size=1, max_size=8)
_TEXTS = [
    "The pet.",
    "acme_pet (resource)",
    "No",
    "on",
    "Y",
    "null",
    "true",
    "a: b",
    "a #b",
    "a ",
    "1",
    "-",
    "e5",
    "0x1",
]


@pytest.mark.parametrize("text", _TEXTS)
def test_a_text_is_written_as_by_the_library(text: str) -> None:
    assert dump_texts({"title": text, text: "title"}) == dump({"title": text, text: "title"}, allow_unicode=True)


@given(st.dictionaries(_NEAR_WORDS, _NEAR_WORDS | _ANY, min_size=1, max_size=3))
def test_texts_are_written_as_by_the_library(texts: dict[str, str]) -> None:
    assert dump_texts(texts) == dump(texts, allow_unicode=True)
