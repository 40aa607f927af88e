"""allOf with several entries: one schema that says what all of them say."""

import pytest

from mapper.model.limits import plain
from mapper.report.diagnostic import Severity
from mapper.terraform.rules import ALL_OF_MERGED, CONTRADICTION, ENTITY_KEPT

from ...support import property_, resource


def test_properties_and_required_lists_are_united() -> None:
    oven = resource("""
        create:
          allOf:
            - {type: object, required: [flour, salt], properties: {flour: {type: string}, water: {type: integer}}}
            - {required: [water], properties: {salt: {type: integer}}}
    """)
    assert oven.statuses == {"flour": "required", "salt": "required", "water": "required"}
    assert oven.diagnostic(ALL_OF_MERGED).severity is Severity.INFO
    assert ENTITY_KEPT in oven.rules("")
    assert oven.differs_at("")


@pytest.mark.parametrize(
    ("entries", "validators"),
    [
        ("{type: integer, minimum: 1, maximum: 9}, {minimum: 3}, {maximum: 7}", ["int64validator.Between(3, 7)"]),
        ("{type: string, minLength: 2}, {minLength: 5}", ["stringvalidator.LengthAtLeast(5)"]),
        ("{type: array, items: {type: string}, maxItems: 5}, {maxItems: 4}", ["listvalidator.SizeAtMost(4)"]),
        ("{type: array, items: {type: string}}, {uniqueItems: true}", ["listvalidator.UniqueValues()"]),
        ("{type: string, enum: [a, b, c]}, {enum: [c, d, b]}", ['stringvalidator.OneOf(\n"b",\n"c",\n)']),
        ("{type: string}, {pattern: r}", ['stringvalidator.RegexMatches(regexp.MustCompile("r"), "")']),
        ("{type: string, pattern: r}, {pattern: r}", ['stringvalidator.RegexMatches(regexp.MustCompile("r"), "")']),
    ],
)
def test_limits_of_all_entries_hold(entries: str, validators: list[str]) -> None:
    oven = property_(f"{{allOf: [{entries}]}}")
    assert oven.validators("it") == validators
    assert oven.rules("it") == {ALL_OF_MERGED}


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("{type: number, exclusiveMinimum: 1}, {exclusiveMinimum: 3}", {"exclusive_range": (3, None)}),
        ("{type: number, exclusiveMaximum: 1}, {exclusiveMaximum: 3}", {"exclusive_range": (None, 1)}),
        ("{type: number, minimum: 5, exclusiveMinimum: true}, {minimum: 9}", {"range": (9, None)}),
        ("{type: number, minimum: 9, exclusiveMinimum: true}, {minimum: 5}", {"exclusive_range": (9, None)}),
        ("{type: number, minimum: 5}, {exclusiveMinimum: true}", {"range": (5, None)}),
        ("{type: number, multipleOf: 5}, {multipleOf: 10}, {multipleOf: 2.5}", {"multiple": 10}),
        ("{type: number, multipleOf: x}, {multipleOf: 10}", {"multiple": 10}),
    ],
)
def test_limits_of_numbers_of_all_entries_hold(entries: str, expected: dict[str, object]) -> None:
    oven = property_(f"{{allOf: [{entries}]}}")
    assert dict(map(plain, oven.attribute("it").limits)) == expected
    assert oven.rules("it") == {ALL_OF_MERGED}


def test_of_multiples_that_have_only_others_in_common_the_first_counts() -> None:
    oven = property_("{allOf: [{type: number, multipleOf: 5}, {multipleOf: 3}]}")
    assert [plain(limit)[1] for limit in oven.attribute("it").limits] == [5]
    assert oven.rules("it") == {ALL_OF_MERGED, CONTRADICTION}


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        ("{type: number}, {type: integer}", "int64"),
        ("{type: [string, 'null']}, {type: string}", "string"),
        ("{maxLength: 3}, {type: string}", "string"),
        ("{properties: {grain: {type: string}}}, {description: x}", "single_nested"),
        ("{type: object}, {additionalProperties: {type: string}}", "map"),
        ("{type: array}, {items: {type: string}}", "list"),
        ("{type: number}, {format: double}", "float64"),
    ],
)
def test_the_type_is_what_all_entries_allow(entries: str, kind: str) -> None:
    assert property_(f"{{allOf: [{entries}]}}").kinds == {"it": kind}


def test_what_any_entry_says_of_default_deprecation_and_sensitivity_holds() -> None:
    oven = property_("{allOf: [{type: string, default: rye}, {deprecated: true}, {format: password}]}")
    assert oven.default("it") == '"rye"'
    assert oven.body("it")["sensitive"] is True
    assert "deprecation_message" in oven.body("it")


@pytest.mark.parametrize(
    "entries",
    [
        "{type: string}, {type: boolean}",
        "{type: string, enum: [a]}, {enum: [b]}",
        "{type: string, pattern: a}, {pattern: b}",
        "{type: string, default: a}, {default: b}",
        "{type: string, format: uuid}, {format: password}",
    ],
)
def test_of_entries_that_contradict_each_other_the_first_counts(entries: str) -> None:
    first, _, _ = entries.partition(", {")
    oven = property_(f"{{allOf: [{entries}]}}")
    assert oven["it"] == property_(first)["it"]
    assert oven.rules("it") == {ALL_OF_MERGED, CONTRADICTION}
    assert oven.diagnostic(CONTRADICTION).severity is Severity.WARNING


def test_an_entry_that_cannot_be_used_costs_itself_only() -> None:
    oven = property_("{allOf: [{properties: {lock: {type: string}}}, {$ref: '#/nowhere'}]}")
    assert oven.names_in("it") == ["lock"]
    assert oven.differs_at("it")
    assert "#/nowhere" in "".join(d.text for d in oven.mapping.diagnostics)


def test_a_property_of_several_entries_is_merged_in_the_same_way() -> None:
    oven = property_("""{allOf: [
        {properties: {door: {properties: {lock: {type: string}}}, size: {type: integer, minimum: 1}}},
        {properties: {door: {properties: {hinge: {type: string}}}, size: {maximum: 5, description: In cm}}}]}""")
    assert oven.names_in("it.door") == ["hinge", "lock"]
    assert oven.validators("it.size") == ["int64validator.Between(1, 5)"]
    assert oven.description("it.size") == "In cm"
