"""Words of diagnostics and messages: titles are short nouns, and no text uses a synonym that the glossary avoids."""

import re

from mapper.registry import catalogue, review_rules

from .guide import DOCS

RELATIVE = re.compile(r"\b(?:that|which|whose|whom|nothing but)\b|^What\b")


def test_no_title_of_a_diagnostic_has_a_relative_clause() -> None:
    assert {code: rule.title for code, rule in catalogue().items() if RELATIVE.search(rule.title)} == {}


def test_no_title_of_a_diagnostic_is_given_to_two_codes_of_a_system() -> None:
    titles = [(code[:4], rule.title) for code, rule in catalogue().items()]
    twice = {title for _, title in titles if [other for _, other in titles].count(title) > 1}
    assert twice <= {"Schema without a type"}  # left out, or taken for a text


AVOIDED = {"choice": "union", "constraint": "limit", "ForceNew": "forces replacement", "dropped": "left out"}
"""Synonyms of the glossary that have no other meaning in a message."""


def test_titles_and_texts_of_rules_use_the_words_of_the_glossary() -> None:
    glossary = (DOCS / "glossary.md").read_text(encoding="utf-8")
    texts = {
        **{code: f"{rule.title}. {rule.consequence}" for code, rule in catalogue().items()},
        **{name: f"{rule.title}. {rule.why}" for name, rule in review_rules().items()},
    }
    for word, term in AVOIDED.items():
        assert re.search(rf"^\| {term} \|.*\b{word}\b", glossary, re.MULTILINE), word
        pattern = re.compile(rf"\b{word}\b", re.IGNORECASE)
        assert {name: text for name, text in texts.items() if pattern.search(text)} == {}, word
