"""Which changes need a state upgrader: those after which a state cannot be read, or is read without a value."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.model import Mapping, Status
from mapper.systems.terraform import kinds
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


@pytest.mark.parametrize(
    ("renames", "labels"),
    [
        (["a b"], {"b": "main"}),
        (["a b", "b c"], {"b": "main", "c": "main"}),
        (["a b", "b a"], {"b": "moved", "a": "moved"}),
    ],
    ids=["one", "a chain", "a swap"],
)
def test_objects_move_to_another_label_where_names_are_swapped(renames: list[str], labels: dict[str, str]) -> None:
    old, new = PAIRS["entity-renamed"]
    (change,) = compare(old, new)
    changes = [replace(change, entity=is_, old_entity=was) for was, is_ in map(str.split, renames)]
    found = {one.entity: one.text for one in POLICY.skeletons(changes, new)}
    assert {name: text.partition("to   = bakery_")[2].splitlines()[0] for name, text in found.items()} == {
        name: f"{name}.{label}" for name, label in labels.items()
    }


@pytest.mark.parametrize(
    ("rule", "members", "count"),
    [
        ("attribute-renamed", {}, 1),
        ("attribute-renamed", {"path": "tray"}, 1),
        ("attribute-renamed", {"path": "tray", "status": Status.COMPUTED}, 0),
        ("attribute-renamed", {"status": Status.COMPUTED}, 1),  # which the read operation needs
        ("attribute-renamed", {"kind": kinds.DATA_SOURCE}, 0),
        ("known-by-another-name", {}, 1),
        ("known-by-another-name", {"kind": kinds.DATA_SOURCE}, 0),
    ],
)
def test_what_the_next_refresh_reads_needs_no_upgrader(rule: str, members: dict[str, Any], count: int) -> None:
    old, new = PAIRS[rule]
    (change,) = (change for change in compare(old, new) if change.rule.id == rule)
    assert len([*POLICY.skeletons([replace(change, **members)], new)]) == count
