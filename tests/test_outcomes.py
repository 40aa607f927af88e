"""Classes of consequences: the rule of each diagnostic is in one of them."""

from mapper.registry import catalogue
from mapper.report.diagnostic import AS_IT_IS, BROKEN, LEFT_OUT, OUTCOMES, WITHOUT_EFFECT, Severity

RULES = catalogue().values()


def test_every_class_has_a_key_a_title_and_a_sentence_and_is_in_use() -> None:
    assert len({outcome.key for outcome in OUTCOMES}) == len(OUTCOMES)
    assert all(outcome.title and outcome.sentence.endswith(".") for outcome in OUTCOMES)
    assert {rule.outcome for rule in RULES} == set(OUTCOMES)


def test_what_is_left_out_says_so() -> None:
    rules = [rule for rule in RULES if rule.consequence.startswith("The attribute is left out")]
    assert rules
    assert {rule.outcome for rule in rules} == {LEFT_OUT}
    assert Severity.ERROR not in {rule.severity for rule in rules}


def test_what_has_no_effect_says_so() -> None:
    rules = [rule for rule in RULES if rule.consequence.endswith("has no effect.")]
    assert rules
    assert {rule.outcome for rule in rules} == {WITHOUT_EFFECT}


def test_what_does_not_work_is_no_information_and_what_is_carried_over_is_no_error() -> None:
    assert Severity.INFO not in {rule.severity for rule in RULES if rule.outcome is BROKEN}
    assert Severity.ERROR not in {rule.severity for rule in RULES if rule.outcome is AS_IT_IS}
