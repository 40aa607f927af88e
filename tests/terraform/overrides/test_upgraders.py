"""Which changes need a state upgrader: those after which a state cannot be read, or is read without a value."""

from typing import Any

import pytest

from mapper.model import Mapping
from mapper.systems.terraform.review import POLICY

from ...review.pairs import PAIRS, attribute, it, listed, nested, spec
from ...support import compare

INNER = attribute("inner")
STRINGS = {"string": {}}


OTHER = attribute("other", "optional", "bool")


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        (it("optional", "string"), it("optional", "int64"), "it: "),
        (it("optional", "int64"), it("optional", "string"), ""),  # which Terraform reads as a text
        (it("optional", "bool"), it("optional", "int64"), "it: "),
        (listed("list", STRINGS), listed("set", STRINGS), ""),
        (listed("list", STRINGS), listed("map", STRINGS), "it: "),
        (listed("list", STRINGS), listed("list", {"int64": {}}), "it: "),
        (listed("list", {"int64": {}}), listed("list", STRINGS), ""),
        (nested("single", INNER), nested("list", INNER), "it: "),
        (nested("list", INNER), nested("set", INNER), ""),
        (it("optional"), it("required"), ""),
        (it("optional"), spec(OTHER), ""),
    ],
)
def test_a_change_needs_an_upgrader_if_states_cannot_be_read_as_they_are(
    old: Mapping, new: Mapping, shown: str
) -> None:
    skeletons = list(POLICY.skeletons(compare(old, new), new))
    found: list[Any] = [(one.title, one.entity) for one in skeletons]
    assert found == ([("state upgrader", "oven")] if shown else [])
    assert all(f"\t// {shown}" in one.text for one in skeletons)


@pytest.mark.parametrize(
    "rule",
    ["attribute-renamed", "rename-suspected", "attribute-moved", "move-suspected", "property-replaced",
     "id-source-changed", "identity-changed", "known-by-another-name"],
)  # fmt: skip
def test_a_value_that_states_have_elsewhere_needs_an_upgrader(rule: str) -> None:
    old, new = PAIRS[rule]
    changes = compare(old, new)
    (change,) = (change for change in changes if change.rule.id == rule)
    (skeleton,) = POLICY.skeletons(changes, new)
    lines = [line.strip() for line in skeleton.text.splitlines() if line.startswith("\t\t\t\t// ")]
    assert any(change.path in line for line in lines)
