"""Changes of schemas, judged: the tables of peers (Magic Modules, schema-tools), and what only Terraform knows."""

from typing import Any

import pytest

from mapper.registry import system_named
from mapper.review.changes import Change
from mapper.review.entity_changes import Options, compare
from mapper.review.history import Mark, Marks

from .support import Json, block, cage, document, mapped, nested, schema, string, typed

ROW = block({"colour": string("optional")})


def review(old: Json, new: Json) -> tuple[Change, ...]:
    return compare(mapped(old), mapped(new), Options(policy=system_named("provider").review_policy))


def told(old: Json, new: Json) -> list[tuple[str, str]]:
    """Rules and severities of the changes, worst first."""
    return [(change.rule.id, str(change.severity)) for change in review(old, new)]


def attribute(before: Json | None, after: Json | None, **names: str) -> tuple[Json, Json]:
    """Two resources that differ in one attribute."""
    old, new = ({"name": string("required")} for _ in range(2))
    if before is not None:
        old[names.get("old", "it")] = before
    if after is not None:
        new[names.get("new", "it")] = after
    return cage(old), cage(new)


def rows(old: Json | None, new: Json | None) -> tuple[Json, Json]:
    """Two resources that differ in one block."""
    return cage(None, {"row": old} if old else None), cage(None, {"row": new} if new else None)


def resources(*names: str) -> Json:
    return document(resource_schemas={name: schema(block({"name": string("required")})) for name in names})


FUNCTION = document(functions={"f": {"return_type": "string"}})
BREAKING: dict[str, tuple[tuple[Json, Json], str]] = {
    "resource-map-resource-removal-or-rename": (
        (resources("zoo_cage", "zoo_b"), resources("zoo_cage")),
        "entity-removed",
    ),
    "resource-schema-field-removal-or-rename": (attribute(string("optional"), None), "attribute-removed"),
    "resource-schema-field-removal-or-rename (block)": (rows(nested("list", ROW), None), "attribute-removed"),
    "resource-schema-field-addition-of-required": (attribute(None, string("required")), "required-attribute-added"),
    "resource-schema-field-addition-of-required (block)": (
        rows(None, nested("list", ROW, min_items=1)),
        "required-attribute-added",
    ),
    "field-changing-type": (attribute(string("optional"), typed("number", "optional")), "type-changed"),
    "field-changing-type (set to list)": (
        attribute(typed(["set", "string"], "optional"), typed(["list", "string"], "optional")),
        "collection-changed",
    ),
    "field-optional-to-required": (attribute(string("optional"), string("required")), "became-required"),
    "field-optional-to-required (computed)": (
        attribute(string("optional", "computed"), string("required")),
        "became-required",
    ),
    "field-optional-to-required (block)": (
        rows(nested("list", ROW), nested("list", ROW, min_items=1)),
        "became-required",
    ),
    "field-becoming-computed": (attribute(string("optional"), string("computed")), "became-read-only"),
    "field-oc-to-c": (attribute(string("optional", "computed"), string("computed")), "became-read-only"),
    "field-oc-to-o": (attribute(string("optional", "computed"), string("optional")), "no-longer-computed"),
    "field-growing-min": (
        rows(nested("list", ROW, min_items=1), nested("list", ROW, min_items=2)),
        "block-count-tightened",
    ),
    "field-shrinking-max": (
        rows(nested("list", ROW, max_items=3), nested("list", ROW, max_items=1)),
        "block-count-tightened",
    ),
    "field-shrinking-max (from any number)": (
        rows(nested("list", ROW), nested("list", ROW, max_items=1)),
        "block-count-tightened",
    ),
    "missing-function": ((FUNCTION, document()), "entity-removed"),
    "missing-output": (attribute(string("computed"), None), "attribute-removed"),
}
"""What Magic Modules, and Pulumi's schema-tools besides, call breaking, as far as a schema says it."""

HARMLESS: dict[str, tuple[tuple[Json, Json], str]] = {
    "required-to-optional": (attribute(string("required"), string("optional")), "no-longer-required"),
    "new-resource": ((resources("zoo_cage"), resources("zoo_cage", "zoo_b")), "entity-added"),
    "new-function": ((document(), FUNCTION), "entity-added"),
}
"""Other kinds of changes of Pulumi's schema-tools."""


@pytest.mark.parametrize(
    ("states", "rule", "severity"),
    [(*BREAKING[name], "breaking") for name in BREAKING] + [(*HARMLESS[name], "info") for name in HARMLESS],
    ids=[*BREAKING, *HARMLESS],
)
def test_what_peers_tell_is_told(states: tuple[Json, Json], rule: str, severity: str) -> None:
    assert (rule, severity) in told(*states)


FORM = {"nesting-changed", "source-changed"}
OBJECTS = ["list", ["object", {"colour": "string"}]]


@pytest.mark.parametrize(
    ("states", "rules"),
    [
        ((cage(None, {"row": nested("list", ROW)}), cage({"row": typed(OBJECTS, "optional")})), FORM),
        (rows(nested("list", ROW), nested("set", ROW)), {"collection-changed"}),
        (rows(nested("list", ROW), nested("single", ROW)), {"nesting-changed", "state-upgrade-missing"}),
        (rows(nested("single", ROW), nested("group", ROW)), {"block-group-changed"}),
        (rows(nested("list", ROW, max_items=1), nested("list", ROW)), {"constraint-removed"}),
        (rows(None, nested("list", ROW)), {"attribute-added"}),
        (attribute(string("optional"), string("optional", "sensitive")), {"sensitive-added"}),
        (attribute(string("optional"), string("optional", "write_only")), {"write-only-added"}),
        (attribute(string("optional"), string("optional", "deprecated")), {"deprecated"}),
        (attribute(string("optional"), string("optional", description_kind="markdown")), {"description-changed"}),
        (attribute(string("optional"), typed("dynamic", "optional")), {"type-changed", "state-upgrade-missing"}),
        (attribute(string("optional"), typed("number", "optional")), {"type-changed"}),
    ],
)
def test_what_only_terraform_knows(states: tuple[Json, Json], rules: set[str]) -> None:
    assert {rule for rule, _ in told(*states)} == rules


def test_states_of_another_form_ask_for_another_version_of_the_schema() -> None:
    old, new = {"it": typed(["map", "string"], "optional")}, {"it": typed(["list", "string"], "optional")}
    same = review(cage(old, version=3), cage(new, version=3))
    (missing,) = [change for change in same if change.rule.id == "state-upgrade-missing"]
    assert missing.text == "its schema has the version 3 as before, but it was a map, and is an array"
    assert {rule for rule, _ in told(cage(old, version=3), cage(new, version=4))} == {
        "collection-changed",
        "schema-version-raised",
    }
    assert ("schema-version-lowered", "breaking") in told(cage(old, version=3), cage(new, version=2))


def test_a_data_source_has_no_state_that_would_have_to_be_read() -> None:
    old, new = (
        document(data_source_schemas={"zoo_cage": schema(block({"it": typed(type_, "optional")}))})
        for type_ in ("string", ["list", "string"])
    )
    (change,) = review(old, new)
    assert change.rule.id == "type-changed"
    assert not {"state", "plan"} & set(map(str, change.audiences))


def function(*names: str, **more: Any) -> Json:
    parameters = [{"name": name, "type": "string", **more} for name in names]
    return document(functions={"f": {"return_type": "string", "parameters": parameters}})


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (function("a", "b"), function("a"), [("attribute-removed", "breaking")]),
        (function("a"), function("a", "b"), [("required-attribute-added", "breaking")]),
        (function("a", "b"), function("b", "a"), [("parameters-reordered", "breaking")]),
        (function("a"), function("c"), [("parameter-renamed", "docs")]),
        (function("a", is_nullable=True), function("a"), [("null-refused", "breaking")]),
        (function("a"), function("a", is_nullable=True), [("null-accepted", "info")]),
    ],
)
def test_arguments_of_functions_are_given_by_position(old: Json, new: Json, expected: list[tuple[str, str]]) -> None:
    assert told(old, new) == expected


def typed_function(*types: tuple[str, str], returned: str = "string") -> Json:
    parameters = [{"name": name, "type": type_} for name, type_ in types]
    return document(functions={"f": {"return_type": returned, "parameters": parameters}})


A, X, Y = ("a", "string"), ("x", "number"), ("y", "number")


@pytest.mark.parametrize(
    ("old", "new", "rule", "audiences"),
    [
        ([A, X], [A, Y], "parameter-renamed", ""),
        ([A, X], [Y, A], "attribute-renamed", "configuration, generated code"),
        ([A, X], [A], "attribute-removed", "configuration"),
        ([A], [("a", "number")], "type-changed", "configuration, generated code"),
    ],
)
def test_no_expression_refers_to_a_parameter(old: Any, new: Any, rule: str, audiences: str) -> None:
    (change,) = review(typed_function(*old), typed_function(*new))
    assert (change.rule.id, ", ".join(map(str, change.audiences))) == (rule, audiences)


def test_an_expression_refers_to_what_a_function_returns() -> None:
    (change,) = review(typed_function(A), typed_function(A, returned="number"))
    assert [str(audience) for audience in change.audiences] == ["output", "generated code"]


@pytest.mark.parametrize(("count", "more"), [(3, ""), (4, ", and 1 more")])
def test_of_many_attributes_that_no_state_has_so_three_are_named(count: int, more: str) -> None:
    old, new = (
        cage({f"it{number}": typed([kind, "string"], "optional") for number in range(count)})
        for kind in ("map", "list")
    )
    (missing,) = (change for change in review(old, new) if change.rule.id == "state-upgrade-missing")
    named = "; ".join(f"it{number} was a map, and is an array" for number in range(3))
    assert missing.text == f"its schema has the version 0 as before, but {named}{more}"


def test_a_rule_of_the_system_alone_is_known_by_the_one_of_all_systems_that_it_is_a_case_of() -> None:
    old, new = function("a"), function("c")
    (change,) = review(old, new)
    assert (change.rule.id, change.shared_id) == ("parameter-renamed", "attribute-renamed")
    policy = system_named("provider").review_policy
    history = Marks("provider", ("1",), {}).after("2", mapped(old), mapped(new), policy)
    assert history.marks == {("function f", "c"): Mark(changed="2")}


def test_a_changed_text_that_only_the_system_has_is_no_news_in_a_history() -> None:
    plain, rich = (cage({"it": {**string("optional"), "description_kind": kind}}) for kind in ("plain", "markdown"))
    assert told(plain, rich) == [("description-changed", "docs")]
    assert (
        Marks("provider", ("1",), {})
        .after("2", mapped(plain), mapped(rich), system_named("provider").review_policy)
        .marks
        == {}
    )


def test_every_rule_of_the_system_has_a_mirror() -> None:
    from mapper.registry import review_rules

    known = review_rules()
    assert {rule.mirror for rule in system_named("provider").review_policy.rules.values()} <= known.keys()
