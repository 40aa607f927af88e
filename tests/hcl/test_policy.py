"""Whom a change concerns: configurations, states, plans and outputs, by the kind that it is in."""

from typing import Any

import pytest

from mapper.model import EntityKind, Mapping
from mapper.review.rules import RULES
from mapper.systems.provider import kinds as provider_kinds
from mapper.systems.provider.review import POLICY as PROVIDER_POLICY
from mapper.systems.terraform import kinds
from mapper.systems.terraform.review import POLICY

from ..review.pairs import attribute, spec
from ..support import compare

TEXTS, NUMBERS = {"element_type": {"string": {}}}, {"element_type": {"int64": {}}}
STATIC = {"static": "a"}, {"static": "b"}
CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "another type": (
        attribute("it", "optional", "string"), attribute("it", "optional", "bool"),
        ["breaking: configuration, state, output, generated code", "breaking: configuration, output, generated code",
         "breaking: configuration, generated code"],
    ),
    "a text, which takes numbers": (
        attribute("it", "optional", "int64"), attribute("it", "optional", "string"),
        ["breaking: output, generated code", "breaking: output, generated code", "breaking: generated code"],
    ),
    "another type of what nobody sets": (
        attribute("it", "computed", "string"), attribute("it", "computed", "int64"),
        ["breaking: state, output, generated code", "breaking: output, generated code", "breaking: generated code"],
    ),
    "values that had a type of their own": (
        attribute("it", "optional", "dynamic"), attribute("it", "optional", "string"),
        ["breaking: configuration, state, output, generated code", "breaking: configuration, output, generated code",
         "breaking: configuration, generated code"],
    ),
    "a set, read from the same array": (
        attribute("it", "optional", "list", **TEXTS), attribute("it", "optional", "set", **TEXTS),
        ["breaking: configuration, output, generated code"] * 2 + ["breaking: configuration, generated code"],
    ),
    "texts, which take numbers": (
        attribute("it", "optional", "list", **NUMBERS), attribute("it", "optional", "list", **TEXTS),
        ["breaking: output, generated code", "breaking: output, generated code", "breaking: generated code"],
    ),
    "numbers, which take some texts": (
        attribute("it", "optional", "list", **TEXTS), attribute("it", "optional", "list", **NUMBERS),
        ["breaking: configuration, state, output, generated code", "breaking: configuration, output, generated code",
         "breaking: configuration, generated code"],
    ),
    "required": (attribute("it", "optional"), attribute("it", "required"), ["breaking: configuration"] * 3),
    "a secret": (
        attribute("it", "optional"), attribute("it", "optional", "string", sensitive=True),
        ["breaking: output", "breaking: output", "info: "],
    ),
    "another default": (
        attribute("it", default=STATIC[0]), attribute("it", default=STATIC[1]),
        ["breaking: plan", "info: ", "breaking: plan"],
    ),
    "no longer set by the provider": (
        attribute("it"), attribute("it", "optional"), ["breaking: plan, output", "breaking: output"],
    ),
    "set by the provider": (attribute("it", "optional"), attribute("it"), ["warning: plan", "info: "]),
}  # fmt: skip
"""An attribute before and after, and severity and audiences in a resource, a data source and the provider."""


def states(member: dict[str, Any]) -> list[Mapping]:
    """The attribute in a resource, in a data source, and in the provider."""
    source = {"name": "oven", "schema": {"attributes": [member]}}
    return [spec(member), spec(datasources=[source]), spec(provider=[member])]


@pytest.mark.parametrize("case", CHANGES)
def test_a_change_concerns_what_its_kind_has(case: str) -> None:
    old, new, expected = CHANGES[case]
    found = []
    for before, after in zip(states(old), states(new), strict=True):
        (change,) = compare(before, after)
        found.append(f"{change.severity}: {', '.join(map(str, change.audiences))}")
    assert found[: len(expected)] == expected


@pytest.mark.parametrize("rule", ["became-optional", "no-longer-computed", "default-changed"])
@pytest.mark.parametrize(
    ("policy", "kind", "is_planned"),
    [
        (POLICY, kinds.RESOURCE, True),
        (POLICY, kinds.PROVIDER, True),
        (POLICY, kinds.DATA_SOURCE, False),
        (PROVIDER_POLICY, provider_kinds.RESOURCE, True),
        (PROVIDER_POLICY, provider_kinds.DATA_SOURCE, False),
        (PROVIDER_POLICY, provider_kinds.EPHEMERAL, False),
        (PROVIDER_POLICY, provider_kinds.ACTION, False),
    ],
)
def test_a_kind_without_a_plan_has_no_words_of_plans(
    policy: Any, kind: EntityKind, is_planned: bool, rule: str
) -> None:
    words = policy.localize_for(RULES[rule], kind).why
    assert ("plan" in words or "state" in words) is is_planned
