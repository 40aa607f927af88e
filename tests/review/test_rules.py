"""Every rule is met by its own pair of states, its mirror by the same pair backwards; and what a change means."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.model import Mapping
from mapper.registry import review_rules
from mapper.review.changes import Cause, Change, Review, ReviewSide, Version
from mapper.review.data import review_schema
from mapper.review.rules import RULES as SHARED
from mapper.review.rules import Affected, ChangeAction, ChangeSeverity
from mapper.review.verdict import next_version
from mapper.systems.terraform import kinds
from mapper.systems.terraform.review import RULES as CODE
from mapper.text.plural import uncapital

from ..support import compare, resource
from .judgement_cases import LM, LMB_REQUIRED, MA_REQUIRED, MB_REQUIRED, NAME, REPLACES, M, S, api
from .more_judgements import CASES
from .pairs import PAIRS, attribute, custom, imported, it, mapped, spec

EVERY = review_rules()
RULES = SHARED | CODE
"""Those of all systems, and of what a provider code specification has besides."""
_OPPOSITE = {ChangeAction.ADDED: ChangeAction.REMOVED, ChangeAction.REMOVED: ChangeAction.ADDED}


def rules(changes: tuple[Change, ...]) -> set[str]:
    return {change.rule.id for change in changes}


def test_there_is_a_pair_for_every_rule() -> None:
    assert PAIRS.keys() == RULES.keys()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_met_and_its_mirror_where_the_change_is_made_backwards(rule: str) -> None:
    old, new = PAIRS[rule]
    assert rule in rules(compare(old, new))
    assert RULES[rule].mirror in rules(compare(new, old))


@pytest.mark.parametrize("rule", EVERY)
def test_a_mirror_is_a_rule_about_the_same_with_the_opposite_action(rule: str) -> None:
    found = EVERY[rule]
    mirror = EVERY[found.mirror]
    assert mirror.kind is found.kind
    assert mirror.action is _OPPOSITE.get(found.action, found.action)


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
        spec(provider=[{"name": "token", "string": {"optional_required": "optional", "validators": those}}])
        for those in ([], custom("stringvalidator.LengthAtMost(8)"))
    )
    (change,) = compare(old, new)
    assert (change.rule.id, change.severity) == ("constraint-added", ChangeSeverity.BREAKING)


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("member", ["sensitive", "write_only"])
def test_no_expression_refers_to_settings_of_the_provider(member: str, *, back: bool) -> None:
    old, new = (
        spec(provider=[{"name": "token", "string": {"optional_required": "optional", member: flag}}])
        for flag in (back, not back)
    )
    for change in compare(old, new):
        assert str(change.severity) == "info" or "configuration" in change.audiences


def test_a_value_that_the_generated_validator_refuses_breaks_plans() -> None:
    def state(values: str, kind: str = "string") -> Mapping:
        return resource(f"create: {{type: object, properties: {{it: {{type: {kind}, enum: [{values}]}}}}}}").mapping

    (change,) = compare(state("a, b"), state("a"))
    assert (change.rule.id, str(change.severity)) == ("enum-value-removed", "breaking")
    assert "OneOf" in change.rule.why


TIME = "{type: string, format: date-time}"


def test_a_type_that_refuses_values_concerns_configurations() -> None:
    old, new = (
        resource(f"create: {{type: object, properties: {{it: {TIME}}}}}\n{more}").mapping
        for more in ("", "policies: {formats: framework}\n")
    )
    (change,) = compare(old, new)
    assert (change.rule.id, [str(one) for one in change.audiences]) == (
        "custom-type-changed",
        ["configuration", "state", "generated code"],
    )


def test_a_type_of_the_client_is_a_matter_of_generated_code() -> None:
    external = {"import": {"path": "sdk"}, "type": "*sdk.It"}
    old, new = it(), it(associated_external_type=external)
    (change,) = compare(old, new)
    assert (str(change.severity), [str(one) for one in change.audiences]) == ("info", ["generated code"])
    assert change.text == "its associated_external_type is *sdk.It, and was none"
    review = Review(ReviewSide("old"), ReviewSide("new"), (change,), released=Version(1, 2, 3))
    assert str(next_version(review)) == "1.2.4"


def test_what_was_write_only_may_no_longer_be_ephemeral() -> None:
    (change,) = compare(it(write_only=True), it())
    assert "configuration" in change.audiences


def test_a_title_that_begins_with_letters_of_a_name_keeps_them() -> None:
    assert [uncapital(text) for text in ("API version changed", "Limit added")] == [
        "API version changed",
        "limit added",
    ]


def test_the_schema_of_the_json_form_knows_all_words() -> None:
    change = json.loads(review_schema())["$defs"]["change"]["properties"]
    assert change["severity"]["enum"] == [str(severity) for severity in ChangeSeverity]
    assert change["cause"]["enum"] == [str(cause) for cause in Cause]
    assert set(change["breaks"]["items"]["enum"]) == {str(audience) for audience in Affected}


EXPECTED_HERE = "tests/review/judgements.yml has what is expected"
EXPECTED: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("judgements.yml").read_text(encoding="utf-8"))


def judged(old: Mapping, new: Mapping) -> list[str]:
    """Severity, rule, path and audiences of each change."""
    found = []
    for change in compare(old, new):
        audiences = f" [{', '.join(change.audiences)}]" if change.audiences else ""
        found.append(f"{change.severity} {change.rule.id} {change.path or '-'}{audiences}")
    return sorted(found)


def test_there_are_more_cases_than_were_ever_found_wrong() -> None:
    assert len(CASES) >= 166


def test_every_case_has_a_judgement() -> None:
    assert EXPECTED.keys() == CASES.keys()


@pytest.mark.parametrize("name", CASES)
def test_what_a_change_means(name: str) -> None:
    old, new = CASES[name]
    assert judged(old, new) == EXPECTED[name]["there"], EXPECTED_HERE


@pytest.mark.parametrize("name", CASES)
def test_what_it_means_made_backwards(name: str) -> None:
    old, new = CASES[name]
    assert judged(new, old) == EXPECTED[name]["back"], EXPECTED_HERE


def breaking(old: Mapping, new: Mapping) -> str:
    """The text of the only breaking change."""
    (change,) = [change for change in compare(old, new) if change.severity is ChangeSeverity.BREAKING]
    return change.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (api(f"{NAME}, {M}"), api(f"{NAME}, {MB_REQUIRED}")),
        (api(M), api(MA_REQUIRED)),
        (api(f"{NAME}, {LM}", required="m"), api(f"{NAME}, {LMB_REQUIRED}", required="m")),
    ],
    ids=["a new child", "a child that becomes required", "a child of the objects of a list"],
)
def test_below_what_may_be_left_out_the_text_says_who(old: Mapping, new: Mapping) -> None:
    assert "required if m is set" in breaking(old, new)


def test_the_innermost_attribute_that_may_be_left_out_is_named() -> None:
    def inside(required: str) -> Mapping:
        leaf = f"{{type: object, required: [{required}], properties: {{a: {{type: string}}}}}}"
        branch = f"{{type: object, required: [leaf], properties: {{leaf: {leaf}}}}}"
        return api(f"tree: {{type: object, properties: {{branch: {branch}}}}}")

    assert breaking(inside(""), inside("a")).endswith(", is required if tree.branch is set")


def test_below_what_is_required_all_have_to_act() -> None:
    old, new = (api(f"{NAME}, {m}", required="m") for m in (M, MB_REQUIRED))
    assert " is set" not in breaking(old, new)


@pytest.mark.parametrize("old", [{"static": "x"}, None], ids=["another default", "a default that is new"])
def test_a_default_of_what_replaces_the_object_says_that_the_next_plan_destroys_objects(old: Any) -> None:
    states = [
        it(**({"default": one} if one else {}), plan_modifiers=custom(REPLACES)) for one in (old, {"static": "y"})
    ]
    (change,) = compare(*states)
    assert change.text.endswith("; the next plan destroys objects that have no other value")
    (change,) = compare(*(it(**({"default": one} if one else {})) for one in (old, {"static": "y"})))
    assert "destroys" not in change.text


@pytest.mark.parametrize(
    ("old", "new"),
    [("maxLength: 3", "maxLength: 2"), ("maxLength: 3", ""), ("", "maxLength: 3")],
    ids=["another", "none", "a new one"],
)
def test_a_limit_of_elements_says_that_it_is_of_each(old: str, new: str) -> None:
    (change,) = compare(*(api(f"a: {{type: array, items: {{type: string, {one}}}}}") for one in (old, new)))
    assert change.text.startswith("for each element, it")
    words = [one and f"each element: length at most {one[-1]}" for one in (old, new)]
    assert [change.before, change.after] == [one or None for one in words]


@pytest.mark.parametrize(
    ("parameter", "other", "changes"),
    [
        ("name", "name", ["it is name in the path now, which is an attribute, too, and was id"]),
        ("name", "label", []),  # another word for the same
        ("id", "name", []),
    ],
)
def test_an_id_that_is_the_name_of_another_attribute_in_the_path_is_another_id(
    parameter: str, other: str, changes: list[str]
) -> None:
    properties = f"{other}: {{type: string}}"
    body, read = (f"{{type: object, properties: {{{one}}}}}" for one in (properties, f"id: {S}, {properties}"))
    old, new = (
        mapped(body=body, read=read, parameter=name, aliases="" if name == "id" else f"{name}: id")
        for name in ("id", parameter)
    )
    assert [change.text for change in compare(old, new) if change.rule.id == "id-source-changed"] == changes


def test_a_validator_says_from_which_modules_it_comes() -> None:
    old, new = (it(validators=imported("crust.Thin()", *modules)) for modules in (("m/one", "m/two"), ()))
    (change,) = compare(old, new)
    assert (change.rule.id, change.path) == ("constraint-changed", "it")
    assert change.text == "crust.Thin() comes from no module, and came from m/one, m/two"
    assert (change.before, change.after) == ("m/one, m/two", "no module")


def test_of_several_validators_only_that_of_another_module_is_a_change() -> None:
    old, new = (
        it(validators=[*imported("crust.Thin()", "m/one"), *imported("crust.Thick()", module)])
        for module in ("m/one", "m/two")
    )
    (change,) = compare(old, new)
    assert (change.before, change.after) == ("m/one", "m/two")


def test_what_is_folded_is_counted() -> None:
    (change, *_) = compare(*CASES["an object becomes read-only"])
    assert change.nested == 4
    assert change.text.endswith(", with the 4 attributes in it")


def test_a_suspected_rename_says_what_speaks_for_it() -> None:
    (change,) = compare(*CASES["the API renames a property with a text"])
    assert (change.before, change.after, change.old_path) == ("size", "width", "size")
    assert (
        "size was removed: probably the same under another name (the same type, description, place and position)"
        in change.text
    )
    (change,) = compare(*CASES["the API renames a property in its place"])
    assert "(the same type, place and position)" in change.text


def test_a_move_that_is_suspected_says_so_too() -> None:
    (change,) = compare(*CASES["an object moves to another parent"])
    assert (change.path, change.old_path) == ("x.net", "net")
    assert "probably the same in another place (the same name, type and description)" in change.text


def test_mapping_only_is_worse_than_nothing_that_counts() -> None:
    (change,) = compare(*CASES["a schema is renamed"])
    assert change.severity.rank > ChangeSeverity.DOCS.rank
