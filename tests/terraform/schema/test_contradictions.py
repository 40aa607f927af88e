"""The policy contradictions: which of several merged types counts."""

import pytest

from mapper.report.diagnostic import losses
from mapper.terraform.rules import CONTRADICTION, POLICY

from ...support import property_

OBJECT = "{type: object, properties: {a: {type: string}}}"
ITEMS = "{type: array, items: {type: object, properties: {b: {type: string}}}}"
MAP = "{type: object, additionalProperties: {type: string}}"
SPECIFIC = "contradictions: specific"


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("{type: array, items: {}}", OBJECT, "single_nested"),
        ("{type: array}", OBJECT, "single_nested"),
        ("{type: array, items: {description: Anything.}}", "{properties: {a: {type: string}}}", "single_nested"),
        ("{type: object}", ITEMS, "list_nested"),
        ("{type: object, additionalProperties: true}", ITEMS, "list_nested"),
        ("{type: object}", "{type: string}", "string"),
        (OBJECT, "{type: array, items: {}}", "single_nested"),
        (MAP, ITEMS, "map"),
        (ITEMS, OBJECT, "list_nested"),
        ("{type: integer}", OBJECT, "int64"),
    ],
)
def test_what_says_more_counts_and_of_two_the_first(first: str, second: str, kind: str) -> None:
    schema = f"{{allOf: [{first}, {second}]}}"
    it = property_(schema, SPECIFIC)
    assert it.kinds == {"it": kind}
    assert not losses(it.mapping.diagnostics)
    assert "(policy contradictions)" in it.diagnostic(POLICY).text
    assert losses(property_(schema).mapping.diagnostics)


def test_the_fix_of_a_contradiction_of_types_is_the_policy() -> None:
    found = property_(f"{{allOf: [{{type: string}}, {OBJECT}]}}").diagnostic(CONTRADICTION)
    assert found.fix == "policies: {contradictions: specific}  # at the top level or in the entity"
    assert property_("{allOf: [{type: integer, enum: [1]}, {enum: [2]}]}").diagnostic(CONTRADICTION).fix is None


@pytest.mark.parametrize("one_of", ["variants", "union"])
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_a_choice_counts_with_its_branches_of_the_type_that_is_said_next_to_it(keyword: str, one_of: str) -> None:
    schema = (
        f"{{type: number, {keyword}: [{{type: number, minimum: 30}}, {{type: number, enum: [1]}}, {{type: object}}]}}"
    )
    it = property_(schema, f"{SPECIFIC}, one_of: {one_of}")
    assert it.kinds == {"it": "number"}
    assert not losses(it.mapping.diagnostics)


@pytest.mark.parametrize("one_of", ["reject", "variants", "union"])
def test_a_choice_of_other_types_says_nothing(one_of: str) -> None:
    schema = f"{{allOf: [{{anyOf: [{OBJECT}, {{type: string}}]}}, {ITEMS}]}}"
    it = property_(schema, f"{SPECIFIC}, one_of: {one_of}")
    assert it.kinds == {"it": "list_nested"}
    assert not losses(it.mapping.diagnostics)


def test_types_that_go_together_are_merged_as_ever() -> None:
    schema = "{allOf: [{type: number, minimum: 1}, {type: integer, maximum: 5}]}"
    assert property_(schema, SPECIFIC).text == property_(schema).text
