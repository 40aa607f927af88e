"""allOf with several entries: one schema that says what all of them say."""

from __future__ import annotations

import pytest

from mapper.model.limits import plain
from mapper.report.diagnostic import Severity
from mapper.terraform.rules import ALL_OF_MERGED, CONTRADICTION, ENTITY_KEPT

from ...support import both, data_source, property_, provider, resource


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


@pytest.mark.parametrize(
    ("schema", "description"),
    [
        ("{description: Around, allOf: [{type: string, description: One}, {description: Two}]}", "Around"),
        ("{allOf: [{type: string, description: One}, {description: Two}]}", "One"),
        ("{allOf: [{type: string}, {description: Two}]}", "Two"),
        ("{description: '', allOf: [{type: string, description: ''}, {description: Two}]}", "Two"),
    ],
)
def test_the_first_description_counts_that_of_the_wrapper_before_all(schema: str, description: str) -> None:
    assert property_(schema).description("it") == description


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


def test_a_component_is_not_changed_by_being_merged() -> None:
    oven = resource("""
        create:
          properties:
            a: {description: Own, allOf: [{$ref: '#/components/schemas/Door'}, {required: [lock]}]}
            b: {$ref: '#/components/schemas/Door'}
        components:
          Door: {type: object, description: A door, properties: {lock: {type: boolean}}}
    """)
    assert oven.status("a.lock") == "required"
    assert oven.status("b.lock") == "computed_optional"
    assert [oven.description(name) for name in "ab"] == ["Own", "A door"]
    assert oven.differs_at("a")
    assert not oven.differs_at("b")


def test_an_entry_that_cannot_be_used_costs_itself_only() -> None:
    oven = property_("{allOf: [{properties: {lock: {type: string}}}, {$ref: '#/nowhere'}]}")
    assert oven.names_in("it") == ["lock"]
    assert oven.differs_at("it")
    assert "#/nowhere" in "".join(d.text for d in oven.mapping.diagnostics)


def test_merged_schemas_are_mapped_in_every_place() -> None:
    schema = "{allOf: [{properties: {a: {type: string}}}, {properties: {b: {type: string}}}]}"
    oven, source = both(f"""
        create: {{properties: {{list: {{type: array, items: {schema}}}}}}}
        create_response: {{properties: {{map: {{type: object, additionalProperties: {schema}}}}}}}
        read: {schema}
        parameters: [{{name: by, in: query, schema: {schema}}}]
    """)
    assert oven.kinds == {
        "list": "list_nested",
        "map": "map_nested",
        "a": "string",
        "b": "string",
        "by": "single_nested",
    }
    assert all(oven.names_in(name) == ["a", "b"] for name in ("list", "map", "by"))
    assert source.names == ["by", "a", "b"]
    bakery = provider(f"""
        provider:
          schema_ref: '#/components/schemas/Bakery'
        components:
          Bakery: {schema}
    """)
    assert bakery.names == ["a", "b"]
    rows = data_source(f"read: {{allOf: [{{type: array}}, {{items: {schema}}}]}}")
    assert rows.names_in("oven") == ["a", "b"]
