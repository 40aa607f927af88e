"""A kind of scalars costs few places: its type, what writes it, and the word for it."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from mapper.hcl.states import type_words
from mapper.model import INTEGERS, NUMBERS, TEXTS, Scalar, ScalarKind
from mapper.review.field_changes import type_rule
from mapper.review.rules import TYPE_CHANGED, TYPE_NARROWED

ROOT = Path(__file__).parents[1]
WRITTEN_BY = {"mapper/kubernetes/crd.py", "mapper/terraform/spec/provider_schema.py"}
"""Modules that write types, or read what is written: each has an entry for each kind."""


def test_the_newest_kind_is_named_by_its_type_and_by_what_writes_it() -> None:
    word = re.compile(rf"\bScalarKind\.{ScalarKind.FLOAT32.name}\b|[\"']{ScalarKind.FLOAT32}[\"']")
    modules = [path for package in ("mapper", "mkdocs_oasmap") for path in (ROOT / package).rglob("*.py")]
    named = {path.relative_to(ROOT).as_posix() for path in modules if word.search(path.read_text(encoding="utf-8"))}
    assert named == {"mapper/model/attribute.py"} | WRITTEN_BY


@pytest.mark.parametrize("kind", ScalarKind)
def test_every_kind_has_a_word_and_takes_part_in_reviews(kind: ScalarKind) -> None:
    assert type_words(Scalar(kind))[0].isupper()
    for other in set(ScalarKind) - {kind}:
        known = kind in NUMBERS and other in NUMBERS
        assert (type_rule(Scalar(kind), Scalar(other)) is TYPE_CHANGED) is not known


def test_of_two_numbers_the_one_behind_is_the_wider() -> None:
    assert set(INTEGERS) <= NUMBERS.keys()
    assert NUMBERS.keys().isdisjoint(TEXTS)
    for narrow, wide in combinations(NUMBERS, 2):
        assert type_rule(Scalar(wide), Scalar(narrow)) is TYPE_NARROWED
