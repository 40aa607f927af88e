"""The independent comparison can find something: it misses what is left out, and doubts what is made up."""

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.review.data import change_data
from mapper.systems.terraform.spec.reader import is_code_spec

from ..support import compare, write_code_spec
from .pairs import PAIRS
from .structural import FACET_OF, NOT_WRITTEN, OF_ENTITIES, OF_OTHER_INPUTS, Agreement

WRITTEN = [rule for rule in PAIRS if rule in FACET_OF or rule in OF_ENTITIES]


def test_each_rule_has_a_facet_or_is_about_what_a_code_spec_does_not_say() -> None:
    placed = {*FACET_OF, *OF_ENTITIES, *NOT_WRITTEN, *OF_OTHER_INPUTS}
    assert PAIRS.keys() - placed == set(), "add it to a table of tests/review/structural.py"


def changes(old: Mapping, new: Mapping) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(change_data(change))) for change in compare(old, new)]


def agreement(old: Mapping, new: Mapping, found: list[dict[str, Any]]) -> Agreement:
    return Agreement(specification(old), specification(new), found)


def specification(mapping: Mapping) -> Any:
    """What a mapping was read from, or what is written for it."""
    (*_, document) = mapping.documents
    if isinstance(document, Document) and is_code_spec(document.root):
        return document.root
    return json.loads(write_code_spec(mapping))


@pytest.mark.parametrize("rule", WRITTEN)
@pytest.mark.parametrize("step", [1, -1], ids=["forwards", "backwards"])
def test_both_comparisons_agree_on_the_pair_of_a_rule(rule: str, step: int) -> None:
    old, new = PAIRS[rule][::step]
    assert agreement(old, new, changes(old, new)).disagreements() == []


@pytest.mark.parametrize("rule", WRITTEN)
def test_a_change_that_is_left_out_is_missed(rule: str) -> None:
    old, new = PAIRS[rule]
    left = [change for change in changes(old, new) if change["rule"] != rule]
    found = agreement(old, new, left).disagreements()
    assert any(line.startswith("not reported") for line in found) or rule == "entity-replaced"


@pytest.mark.parametrize("rule", WRITTEN)
def test_a_change_that_is_made_up_is_doubted(rule: str) -> None:
    old, new = PAIRS[rule]
    found = agreement(old, old, changes(old, new)).disagreements()
    assert any(line.startswith("reported, but not so") for line in found) or rule == "entity-replaced"
