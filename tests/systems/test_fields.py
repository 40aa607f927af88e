"""The review sees each member of the model: whoever adds one says here what a change of it is, or why it is none."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import fields, replace

from mapper.inputs import Document
from mapper.model import (
    Address,
    Attribute,
    Body,
    Column,
    Default,
    Entity,
    EntityKind,
    Fragment,
    Identification,
    NameTemplate,
    Operation,
    Origin,
    Placement,
    Purpose,
    Reason,
    Sample,
    Scalar,
    ScalarKind,
    Status,
    Variant,
)
from mapper.model.limits import Length
from mapper.review.entity_changes import Options, compare

from .toy import GADGET, TOY
from .whole import ADDRESS, ARM, DOCUMENT, PART, PLACES, ROBOT, TEXT, mapping

ELSEWHERE = Document("toys/other.toy", b"{arm: string}")
NUMBER = Scalar(ScalarKind.INT64)
OTHER = EntityKind("widget", "Widget", "Widgets", "widgets")

Changes = dict[str, tuple[Any, str]]
"""Another value of a member, and the rule that a change to it falls under; an empty one where it is no change."""

ATTRIBUTE: Changes = {
    "name": ("wing", "attribute-renamed"),
    "source_name": ("Wing", ""),  # what the API calls it is in its origin
    "type": (NUMBER, "type-changed"),
    "status": (Status.REQUIRED, "became-required"),
    "reason": (Reason("other", "for another reason"), ""),  # why it has its status; the status is told
    "origins": ((Origin(PART, ELSEWHERE.node.child("arm")),), "source-changed"),
    "description": ("It has two hands.", "description-changed"),
    "default": (Default("long"), "default-changed"),
    "limits": ((Length(2, 9),), "limit-tightened"),
    "sensitive": (True, "sensitive-added"),
    "deprecation": (None, "no-longer-deprecated"),
    "notes": ((), ""),  # diagnostics say the same
    "replaces": (True, "became-immutable"),
    "write_only": (True, "write-only-added"),
    "fragments": ((Fragment("validators", ["weak"], DOCUMENT.node),), "artifact-part-changed"),
    "code_name": ("Wing", "code-name-changed"),
    "always": (True, "output-always-there"),
    "refers_to": (None, "reference-changed"),
    "placements": (PLACES[:1], "placement-removed"),
    "secret": ("wingSecretRef", "secret-changed"),
    "sample": (Sample("short"), ""),  # it is for examples only
    "wire_name": ("wing", ""),  # its origin says so
    "is_withheld": (True, ""),  # for imports
    "is_json": (True, ""),  # for examples
    "variant": (Variant.NEEDED, ""),  # for examples
    "is_updated": (True, ""),  # what it means for users is whether it replaces
}
PLACEMENT: Changes = {
    "name": ("nowhere", "placement-removed"),
    "status": (Status.OPTIONAL, "became-optional"),
    "type": (TEXT, "type-changed"),
    "always": (True, "output-always-there"),
}
ADDRESSES: Changes = {
    "group": ("toys.example.com", "api-group-changed"),
    "version": ("v2", "api-version-changed"),
    "plural": ("robotses", "plural-changed"),
    "short_names": ((), "short-name-removed"),
    "categories": ((), "categories-changed"),
    "scope": ("Galaxy", "address-removed"),
    "columns": ((Column("ARM", ".right.arm", "string"),), "columns-changed"),
    "kind": ("Android", "kind-changed"),
}
ENTITY: Changes = {
    "kind": (OTHER, "entity-removed"),
    "name": ("android", "entity-renamed"),
    "body": (Body(ROBOT.body.attributes[:1]), "attribute-removed"),
    "description": ("An android.", "entity-description-changed"),
    "operations": ((*ROBOT.operations, Operation(Purpose.READ, "get", "/robots", None)), "operation-added"),
    "notes": ((), ""),  # diagnostics say the same
    "location": (None, ""),  # a place says nothing to users
    "has_schema": (False, ""),  # that there is a schema is in the attributes it has
    "deprecation": ("Use lamp.", "entity-deprecated"),
    "fragments": ((Fragment("x", 1, DOCUMENT.node),), ""),  # a system's own policy knows what they mean
    "sources": ((), ""),  # what the attributes were merged from; their origins are compared
    "addresses": (ROBOT.addresses[:1], "address-removed"),
    "external_name": (NameTemplate("{{ .id }}", Reason("", "")), "identity-changed"),
    "identity": ((Identification("id", "create", "/id"),), ""),
    "life": ("By Terraform: created.", ""),  # what was seen, not what is written
    "frame": (Body((*ROBOT.frame.attributes, replace(ARM, placements=()))), "attribute-added"),
}


def rules(new: Entity) -> set[str]:
    return {change.rule.id for change in compare(mapping(), mapping(new), Options(policy=TOY.review_policy))}


def with_arm(arm: Attribute) -> Entity:
    return replace(ROBOT, body=Body((arm, *ROBOT.body.attributes[1:])))


def arm(name: str, value: Any) -> Entity:
    changed = replace(ARM, **{name: value})
    if name == "status":
        changed = replace(changed, placements=(Placement("left", value), *PLACES[1:]))
    return with_arm(changed)


CASES: list[tuple[type, Changes, Callable[[str, Any], Entity]]] = [
    (Entity, ENTITY, lambda name, value: replace(ROBOT, **{name: value})),
    (Address, ADDRESSES, lambda name, value: replace(
        ROBOT, addresses=(replace(ADDRESS, **{name: value}), *ROBOT.addresses[1:]))),
    (Attribute, ATTRIBUTE, arm),
    (Placement, PLACEMENT, lambda name, value: with_arm(
        replace(ARM, placements=(PLACES[0], replace(PLACES[1], **{name: value}))))),
]  # fmt: skip
EACH = [
    pytest.param(name, value, rule, change, id=f"{class_.__name__}.{name}")
    for class_, changes, change in CASES
    for name, (value, rule) in changes.items()
]


@pytest.mark.parametrize(("class_", "changes"), [case[:2] for case in CASES])
def test_there_is_a_judgement_of_every_member(class_: type, changes: Changes) -> None:
    assert changes.keys() == {field.name for field in fields(class_)} - {"size", "layout"}


@pytest.mark.parametrize(("name", "value", "rule", "change"), EACH)
def test_a_change_of_a_member_is_told(name: str, value: Any, rule: str, change: Callable[[str, Any], Entity]) -> None:
    found = rules(change(name, value))
    assert rule in found if rule else not found


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("short_names", (), ("rb", None)),
        ("categories", (), ("all", None)),
        ("categories", ("all", "toys"), ("all", "all, toys")),
        ("columns", (), ("ARM (string, .left.arm)", None)),
        ("columns", (Column("ARM", ".a", "number", 1),), ("ARM (string, .left.arm)", "ARM (number, .a, priority 1)")),
    ],
)
def test_what_an_address_has_none_of_is_nothing(name: str, value: Any, expected: tuple[str | None, ...]) -> None:
    sides = [mapping(replace(ROBOT, addresses=(each,))) for each in (ADDRESS, replace(ADDRESS, **{name: value}))]
    for old, new, words in ((*sides, expected), (*sides[::-1], expected[::-1])):
        (change,) = compare(old, new, Options(policy=TOY.review_policy))
        assert (change.before, change.after) == words


def test_what_one_of_two_addresses_had_none_of_is_called_none() -> None:
    first, second = ROBOT.addresses
    had = (replace(first, categories=()), replace(second, categories=("toys",)))
    old, new = mapping(replace(ROBOT, addresses=had)), mapping(ROBOT)
    for sides, words in (((old, new), ("none and toys", "all")), ((new, old), ("all", "none and toys"))):
        (change,) = compare(*sides, Options(policy=TOY.review_policy))
        assert (change.before, change.after) == words


def test_nothing_is_told_where_nothing_changed() -> None:
    assert rules(ROBOT) == set()
    assert GADGET is ROBOT.kind
