"""Classes of consequences: each diagnostic is in one of them."""

from __future__ import annotations

import pytest

from mapper.diagnostics import CATALOGUE, Severity
from mapper.outcomes import _CODES, LEFT_OUT, OUTCOMES, outcome_of

LISTED = [code for codes in _CODES.values() for code in codes.split()]


def test_every_class_has_a_key_a_title_and_a_sentence() -> None:
    assert len({outcome.key for outcome in OUTCOMES}) == len(OUTCOMES) == len(_CODES)
    assert all(outcome.title and outcome.sentence.endswith(".") for outcome in OUTCOMES)


def test_no_code_is_listed_twice_and_all_of_them_exist() -> None:
    assert len(LISTED) == len(set(LISTED))
    assert set(LISTED) <= set(CATALOGUE)


@pytest.mark.parametrize("rule", CATALOGUE.values(), ids=CATALOGUE)
def test_every_rule_is_in_a_class(rule) -> None:  # type: ignore[no-untyped-def]
    assert outcome_of(rule) in OUTCOMES


def test_what_is_left_out_says_so() -> None:
    rules = [rule for rule in CATALOGUE.values() if rule.consequence.startswith("The attribute is left out")]
    assert rules
    assert {outcome_of(rule) for rule in rules} == {LEFT_OUT}
    assert Severity.ERROR not in {rule.severity for rule in rules}
