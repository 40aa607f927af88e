"""What becomes of plan modifiers, defaults, validators and other code of an attribute."""

import json

import pytest
from msgspec.structs import replace

from mapper.inputs.location import Spot
from mapper.model import Attribute, Fragment, Mapping, Status
from mapper.systems.terraform.review import POLICY

from ..support import compare, resource
from .pairs import custom, it, planned
from .test_placement_changes import with_

REPLACE, KEEP = "stringplanmodifier.RequiresReplace()", "stringplanmodifier.UseStateForUnknown()"
IF_SET, IF_OWN = "stringplanmodifier.RequiresReplaceIfConfigured()", "stringplanmodifier.RequiresReplaceIf(own.If)"
OWN, OTHER = "crumbs.Sweep()", "crumbs.Bake()"
ADDED, REMOVED, CHANGED = "replacement-added", "replacement-removed", "plan-modifier-changed"
KEPT, NOT_KEPT = "state-for-unknown-added", "state-for-unknown-removed"


@pytest.mark.parametrize(
    ("old", "new", "forth", "back"),
    [
        ([], [REPLACE], [ADDED], [REMOVED]),
        ([], [IF_SET], [ADDED], [REMOVED]),
        ([KEEP], [REPLACE, KEEP], [ADDED], [REMOVED]),
        ([REPLACE], [REPLACE], [], []),
        ([REPLACE], [" stringplanmodifier.RequiresReplace( )"], [], []),
        ([REPLACE], [IF_SET], [CHANGED], [CHANGED]),
        ([IF_SET], [IF_OWN], [CHANGED], [CHANGED]),
        ([REPLACE], ["int64planmodifier.RequiresReplace()"], [], []),
        ([], [KEEP], [KEPT], [NOT_KEPT]),
        ([KEEP], ["stringplanmodifier.UseNonNullStateForUnknown()"], [CHANGED], [CHANGED]),
        ([REPLACE], [KEEP], [REMOVED, KEPT], [ADDED, NOT_KEPT]),
        ([], [OWN], [CHANGED], [CHANGED]),
        ([OWN], [OTHER], [CHANGED], [CHANGED]),
        ([OWN, OTHER], [OTHER, OWN], [], []),
        ([OWN, REPLACE], [OTHER, REPLACE], [CHANGED], [CHANGED]),
        ([OWN], [REPLACE, OWN], [ADDED], [REMOVED]),
        ([REPLACE, OWN], [IF_SET, OTHER], [CHANGED], [CHANGED]),
    ],
)
def test_plan_modifiers_are_compared_by_what_they_do(
    old: list[str], new: list[str], forth: list[str], back: list[str]
) -> None:
    sides = planned(*old), planned(*new)
    assert sorted(change.rule.id for change in compare(*sides)) == sorted(forth)
    assert sorted(change.rule.id for change in compare(*reversed(sides))) == sorted(back)


def coded(expression: str) -> Mapping:
    return it(default={"custom": {"schema_definition": expression}})


@pytest.mark.parametrize(
    ("old", "new", "rule", "words"),
    [
        (planned(REPLACE), planned(IF_SET), CHANGED, (REPLACE, IF_SET)),
        (planned(OWN), planned(OTHER, OWN), CHANGED, (OWN, f"{OTHER}, {OWN}")),
        (planned(), planned(OWN), CHANGED, (None, OWN)),
        (coded("a.B()"), coded("a.C()"), "default-changed", ("a.B()", "a.C()")),
        (it(), coded("a.B()"), "default-added", (None, "a.B()")),
        (coded("a.B()"), it(), "default-removed", ("a.B()", None)),
        (it(default={"static": "a"}), it(default={"static": "b"}), "default-changed", ('"a"', '"b"')),
        (it(), it(default={"static": ""}), "default-added", (None, '""')),
        (it(validators=custom("a.B()")), it(), "constraint-removed", ("a.B()", None)),
        (it(custom_type={"type": "a.T"}), it(custom_type={"type": "a.U"}), "custom-type-changed", None),
        (it(custom_type={"type": "a.T"}), it(), "custom-type-changed", None),
        (it(other={"a": 1}), it(other={"a": 2}), "artifact-part-changed", None),
    ],
)
def test_code_is_compared_as_it_is_written(
    old: Mapping, new: Mapping, rule: str, words: tuple[str | None, str | None] | None
) -> None:
    (change,) = compare(old, new)
    assert change.rule.id == rule
    if words is not None:
        assert (change.before, change.after) == words


def part(keyword: str, *entries: object) -> Attribute:
    return with_(fragments=(Fragment(keyword, list(entries), Spot("a.yml", None, "/a")),))


IF_GIVEN = {"custom": {"schema_definition": IF_SET}}
ALWAYS = {"custom": {"schema_definition": REPLACE}}
ODD = {"custom": {"schema_definition": 1}}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (with_(replaces=True), with_(), [(REMOVED, None, None)]),
        (with_(), with_(replaces=True), [(ADDED, None, None)]),
        (with_(replaces=True), part("plan_modifiers", ALWAYS), []),
        (with_(replaces=True), part("plan_modifiers", IF_GIVEN), [(CHANGED, None, IF_SET)]),
        (part("plan_modifiers", IF_GIVEN), with_(replaces=True), [(CHANGED, IF_SET, None)]),
        (
            part("validators", ODD),
            part("validators", "x"),
            [("constraint-removed", json.dumps(ODD), None), ("constraint-added", None, '"x"')],
        ),
    ],
)
def test_what_replaces_needs_no_plan_modifier(old: Attribute, new: Attribute, expected: list[object]) -> None:
    found = POLICY.part_changes(old, new, defaults=True)
    assert [(rule.id, before, after) for rule, _, before, after in found] == expected


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        (with_(is_updated=True), with_(), ["no-longer-updated"]),
        (with_(is_updated=True), with_(replaces=True), []),
        (with_(replaces=True), with_(is_updated=True), []),
    ],
)
def test_what_replaces_the_object_is_not_updated(old: Attribute, new: Attribute, rules: list[str]) -> None:
    assert [rule.id for rule, *_ in POLICY.attribute_changes(old, new)] == rules


@pytest.mark.parametrize(
    ("override", "rule"),
    [
        ("{default: {custom: {schema_definition: a.B()}}}", "defaulted-attribute-added"),
        ("{default: {static: a}}", "defaulted-attribute-added"),
        ("{default: {static: a}, plan_modifiers: [requires_replace]}", "replacing-attribute-added"),
        ("{sensitive: true}", "attribute-added"),
    ],
)
def test_a_new_attribute_with_a_default_is_in_the_next_plan(override: str, rule: str) -> None:
    old = resource("create: {properties: {a: {type: string}}}").mapping
    schema = f"schema: {{attributes: {{overrides: {{it: {override}}}}}}}"
    new = resource(f"create: {{properties: {{a: {{type: string}}, it: {{type: string}}}}}}\n{schema}").mapping
    assert [change.rule.id for change in compare(old, new)] == [rule]


@pytest.mark.parametrize("schema", ["{type: string, enum: %s}", "{type: array, items: {type: string, enum: %s}}"])
def test_a_value_that_a_validator_refuses_breaks_wherever_it_is(schema: str) -> None:
    old, new = (resource(f"create: {{properties: {{it: {schema % values}}}}}").mapping for values in ("[a, b]", "[a]"))
    assert [(change.rule.id, str(change.severity)) for change in compare(old, new)] == [
        ("enum-value-removed", "breaking")
    ]


@pytest.mark.parametrize(("status", "rules"), [(Status.OPTIONAL, ["accepted-values-changed"]), (Status.COMPUTED, [])])
def test_what_only_the_api_sets_has_no_accepted_values(status: Status, rules: list[str]) -> None:
    schemas = (f"{{properties: {{it: {{type: string, format: {word}}}}}}}" for word in ("date", "date-time"))
    old, new = (replace(resource(f"create: {schema}").attribute("it"), status=status) for schema in schemas)
    assert [rule.id for rule, *_ in POLICY.attribute_changes(old, new)] == rules
