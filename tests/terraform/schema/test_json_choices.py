"""Choices that no rule decides: a text that holds JSON by the policy, else what stands next to them or nothing."""

import pytest

from ...support import property_

XY = "properties: {x: {type: string}}"


@pytest.mark.parametrize(
    ("schema", "as_json", "rejected"),
    [
        ("{oneOf: [{type: string}, {type: array}]}", "string", ""),
        ("{anyOf: [{type: 'null'}, {type: array}, {type: object}]}", "string", ""),
        ("{oneOf: [{type: 'null'}, {type: array}]}", "", ""),  # the only branch, and not a choice
        ("{oneOf: [{type: array}]}", "", ""),
        ("{oneOf: []}", "", ""),
        (f"{{type: object, {XY}, oneOf: [{{type: string}}, {{type: array}}]}}", "string", "single_nested"),
        (f"{{type: object, {XY}, oneOf: [{{properties: {{a: {{}}}}}}, {{properties: {{b: {{}}}}}}]}}",
         "string", "single_nested"),
        ("{type: array, oneOf: [{items: {type: string}}, {items: {type: object}}]}", "string", ""),
        ("{type: array, items: {type: string}, oneOf: [{minItems: 1}, {maxItems: 3}]}", "list", "list"),
    ],
)  # fmt: skip
def test_a_choice_is_json_by_the_policy_where_nothing_next_to_it_says_more(
    schema: str, as_json: str, rejected: str
) -> None:
    found = [property_(schema, f"one_of: {policy}").kinds.get("it", "") for policy in ("json_string", "reject")]
    assert found == [as_json, rejected]
