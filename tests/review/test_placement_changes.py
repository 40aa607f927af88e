"""Changes of what attributes have only in some systems: places, secrets, names in code, named types, references."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Collection,
    CollectionKind,
    EntityKind,
    Placement,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
)
from mapper.model.attribute import BY_CONFIG, BY_NAME
from mapper.report.entity_kind import EntityRef
from mapper.review.placement_changes import member_changes
from mapper.review.policy import ReviewPolicy

TEXT, NUMBER = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INT64)
COLOUR, SHADE = Scalar(ScalarKind.STRING, "Colour"), Scalar(ScalarKind.STRING, "Shade")
REQUIRED, OPTIONAL, COMPUTED, EITHER = Status
IT = Attribute("it", "it", TEXT, OPTIONAL, Reason("", ""), ())
OVEN = EntityRef(EntityKind("resource", "Resource", "Resources", "resources"), "oven")


def with_(**members: Any) -> Attribute:
    return replace(IT, **members)


def placed(*places: Placement, status: Status = OPTIONAL, write_only: bool = False) -> Attribute:
    return replace(IT, placements=places, status=status, write_only=write_only)


def refers(path: str, evidence: str | None = None) -> Attribute:
    return with_(refers_to=Reference("zoo", OVEN, path, Reason(evidence, "") if evidence else None))


def many(element: Scalar) -> Collection:
    return Collection(CollectionKind.LIST, element)


FOR, INIT = Placement("for", OPTIONAL), Placement("init", OPTIONAL)
AT = Placement("at", COMPUTED)
ID = "id of resource oven of zoo"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (IT, IT, []),
        # the first place is the attribute itself
        (placed(FOR), placed(Placement("other", REQUIRED)), []),
        (placed(FOR), placed(FOR, AT), ["placement-added: it is in at, too (None -> read-only, string)"]),
        (placed(FOR, AT), placed(FOR), ["placement-removed: it is no longer in at (read-only, string -> None)"]),
        (placed(FOR, AT), placed(FOR, AT, status=COMPUTED), []),
        (placed(FOR), placed(FOR, AT, status=COMPUTED), []),  # the change of the status says it
        (placed(FOR), placed(FOR, AT, write_only=True), []),
        (placed(FOR, AT), placed(FOR, write_only=True), []),
        (placed(FOR, INIT), placed(FOR, Placement("init", REQUIRED)),
         ["became-required: in init, was optional, is required (optional -> required)"]),
        (placed(FOR, INIT), placed(Placement("for", REQUIRED), INIT), []),
        (placed(FOR, AT), placed(FOR, Placement("at", REQUIRED)),
         ["became-configurable: in at, was read-only, is required if an object is given that could not be given before"
          " (read-only -> required)"]),
        (placed(FOR, AT), placed(FOR, Placement("at", COMPUTED, always=True)),
         ["output-always-there: in at, it is never absent now (None -> None)"]),
        (placed(FOR, Placement("at", COMPUTED, always=True)), placed(FOR, AT),
         ["output-may-be-absent: in at, it may be absent now (None -> None)"]),
        (placed(FOR, Placement("at", COMPUTED, always=True), status=REQUIRED), placed(FOR, AT), []),
        (placed(FOR, AT), placed(FOR, Placement("at", COMPUTED, NUMBER)),
         ["type-changed: in at, its type changed from string to int64 (string -> int64)"]),
        (placed(FOR, Placement("at", COMPUTED, NUMBER)), placed(FOR, Placement("at", COMPUTED, NUMBER)), []),
        # the rest
        (with_(secret="a"), with_(secret="b"),
         ["secret-changed: its secret is named by b, and was named by a (a -> b)"]),
        (IT, with_(secret="b"), ["secret-changed: its secret is named by b (None -> b)"]),
        (with_(secret="a"), IT, ["secret-changed: it is no longer held by a secret, and was named by a (a -> None)"]),
        (with_(code_name="A"), with_(code_name="B"),
         ["code-name-changed: code calls it B, and called it A (A -> B)"]),
        (with_(code_name="A"), IT, []),
        (IT, with_(code_name="B"), []),
        (with_(code_name="A"), with_(code_name="B", name="that"), []),
        (with_(type=COLOUR), with_(type=SHADE),
         ["type-name-changed: its type is called Shade, and was called Colour (Colour -> Shade)"]),
        (with_(type=COLOUR), IT,
         ["type-name-changed: its type has no name now, and was called Colour (Colour -> None)"]),
        (IT, with_(type=COLOUR), ["type-name-changed: its type is called Colour, and had no name (None -> Colour)"]),
        (with_(type=many(COLOUR)), with_(type=many(SHADE)),
         ["type-name-changed: its type is called Shade, and was called Colour (Colour -> Shade)"]),
        (with_(type=COLOUR), with_(type=NUMBER), []),
        (IT, with_(always=True), ["output-always-there: it is never absent now (None -> None)"]),
        (with_(always=True), IT, ["output-may-be-absent: it may be absent now (None -> None)"]),
        (refers("id"), refers("id", BY_CONFIG), []),
        (IT, refers("id"), [f"reference-added: it names {ID}, and named nothing known (None -> {ID})"]),
        (IT, refers("id", BY_CONFIG), [f"reference-added: it names {ID}, and named nothing known (None -> {ID})"]),
        (IT, refers("id", BY_NAME), []),
        (refers("id"), IT, [f"reference-changed: it names nothing known, and named {ID} ({ID} -> None)"]),
        (refers("id", BY_NAME), IT, [f"relation-gone: it names nothing known, and named {ID} ({ID} -> None)"]),
        (refers("name"), refers("id"), [f"reference-changed: it names {ID}, and named {ID.replace('id', 'name')}"
                                       f" ({ID.replace('id', 'name')} -> {ID})"]),
    ],
)  # fmt: skip
def test_a_change_of_a_member_has_a_rule_and_words(old: Attribute, new: Attribute, expected: list[str]) -> None:
    changes = member_changes(old, new, ReviewPolicy())
    assert [f"{rule.id}: {text} ({before} -> {after})" for rule, text, before, after in changes] == expected
