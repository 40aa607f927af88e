"""Every rule is met by its own pair of states, and its mirror by the same pair made backwards."""

import json

import pytest

from mapper.review.changes import Cause, Change
from mapper.review.data import review_schema
from mapper.review.rules import RULES as SHARED
from mapper.review.rules import Affected, ChangeSeverity
from mapper.terraform import kinds
from mapper.terraform.review import RULES as CODE

from ..support import compare
from .pairs import PAIRS, attribute, spec

RULES = SHARED | CODE
"""Those of all systems, and of what a provider code specification has besides."""
ADDED = ("defaulted-attribute-added", "replacing-attribute-added")


def rules(changes: tuple[Change, ...]) -> set[str]:
    return {change.rule.id for change in changes}


def test_there_is_a_pair_for_every_rule() -> None:
    assert PAIRS.keys() == RULES.keys()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_met_and_its_mirror_where_the_change_is_made_backwards(rule: str) -> None:
    old, new = PAIRS[rule]
    assert rule in rules(compare(old, new))
    assert RULES[rule].mirror in rules(compare(new, old))


@pytest.mark.parametrize("rule", RULES)
def test_every_mirror_is_a_rule(rule: str) -> None:
    mirror = RULES[rule].mirror
    assert mirror in RULES
    if RULES[mirror].mirror != rule:  # several rules may have one mirror, such as all that make something read-only
        assert rule in ("required-attribute-added", "became-optional", "type-rounded", *ADDED, "update-removed")


@pytest.mark.parametrize("rule", RULES)
def test_nothing_is_found_where_nothing_changes(rule: str) -> None:
    for mapping in PAIRS[rule]:
        assert compare(mapping, mapping) == ()


@pytest.mark.parametrize("rule", RULES)
def test_a_breaking_rule_says_whom_it_breaks(rule: str) -> None:
    found = RULES[rule]
    assert found.audiences or found.severity is not ChangeSeverity.BREAKING
    assert found.title[0].isupper()
    assert found.why.endswith(".")


def test_a_data_source_has_no_plan_and_no_state() -> None:
    old, new = (
        spec(datasources=[{"name": "oven", "schema": {"attributes": [attribute("it", "optional", "string", **more)]}}])
        for more in ({}, {"default": {"static": "a"}})
    )
    (change,) = compare(old, new)
    assert change.kind is kinds.DATA_SOURCE
    assert (change.severity, change.audiences) == (ChangeSeverity.INFO, ())


def test_a_warning_about_the_provider_is_breaking() -> None:
    old, new = (
        spec(provider=[{"name": "token", "string": {"optional_required": "optional", "sensitive": flag}}])
        for flag in (False, True)
    )
    (change,) = compare(old, new)
    assert (change.rule.id, change.severity) == ("sensitive-added", ChangeSeverity.BREAKING)


def test_the_schema_of_the_json_form_knows_all_words() -> None:
    change = json.loads(review_schema())["$defs"]["change"]["properties"]
    assert change["severity"]["enum"] == [str(severity) for severity in ChangeSeverity]
    assert change["cause"]["enum"] == [str(cause) for cause in Cause]
    assert set(change["breaks"]["items"]["enum"]) == {str(audience) for audience in Affected}
