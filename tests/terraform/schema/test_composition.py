"""allOf, oneOf and anyOf: one schema that says what all entries say, and which of them counts where they contradict."""

import pytest

from mapper.model.limits import Each, Length, plain
from mapper.report.diagnostic import Rule, Severity, losses
from mapper.systems.terraform.rules import (
    ALL_OF_MERGED,
    CONTRADICTION,
    ENTITY_KEPT,
    ENTRY_LOST,
    ILL_TYPED,
    LIMIT_LOST,
    NULL_PATTERN,
    OF_ONE_TYPE,
    ONE_OF,
    POLICY,
    RECURSION,
    REQUIRED_NULL,
    TOO_DEEP,
)

from ...support import property_, resource

pair = pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])


def test_an_entry_that_accepts_anything_takes_nothing_away() -> None:
    oven = property_("{allOf: [{type: string, maxLength: 3}, true]}")
    assert oven.validators("it") == ["stringvalidator.LengthAtMost(3)"]
    assert oven.rules("it") == {ALL_OF_MERGED}


def test_the_elements_of_merged_lists_meet_the_limits_of_both() -> None:
    oven = property_("{allOf: [{type: array, items: {type: string, maxLength: 3}}, {items: {minLength: 1}}]}")
    assert oven.attribute("it").limits == (Each(Length(1, 3)),)


@pair
@pytest.mark.parametrize("scalar", ["integer", "number", "boolean"])
@pytest.mark.parametrize("limits", ["", ", enum: [auto]", ", pattern: ^a, minLength: 2, maxLength: 5"])
def test_a_choice_of_a_string_and_another_scalar_is_a_string_without_limits(
    keyword: str, scalar: str, limits: str
) -> None:
    """The limits of the branch are those of the strings: a number, written as a string, does not meet them."""
    string = f"{{type: string{limits}}}"
    for branches in (f"{string}, {{type: {scalar}}}", f"{{type: {scalar}}}, {string}"):
        oven = property_(f"{{{keyword}: [{branches}]}}")
        assert oven.kinds == {"it": "string"}
        assert oven.validators("it") == []
        assert oven.rules("it") == ({OF_ONE_TYPE} if limits else set())
        assert oven.differs_at("it") is bool(limits)


@pytest.mark.parametrize(
    ("keyword", "rules"),
    [
        ("minLength: false", {LIMIT_LOST}),
        ("maxLength: '3'", {LIMIT_LOST}),
        ("pattern: ''", set()),
        ("pattern: null", {NULL_PATTERN}),
        ("enum: []", set()),
        ("enum: a", {ILL_TYPED}),
    ],
)
def test_a_keyword_that_limits_nothing_is_no_limit_of_one_type(keyword: str, rules: set[Rule]) -> None:
    schemas = [
        f"{{oneOf: [{{type: string, {keyword}}}, {{type: integer}}]}}",
        f"{{type: [string, integer], {keyword}}}",
    ]
    for schema in schemas:
        oven = property_(schema)
        assert oven.rules("it") == rules
        assert oven.differs_at("it") is (rules == {NULL_PATTERN})


@pair
def test_a_constant_of_one_type_of_several_is_left_out_as_the_reference_leaves_it_out(keyword: str) -> None:
    oven = property_(f"{{{keyword}: [{{type: string, const: auto}}, {{type: integer}}]}}")
    assert oven.validators("it") == []
    assert oven.rules("it") == {OF_ONE_TYPE}
    assert not oven.differs_at("it")


@pair
def test_an_enum_that_has_the_words_of_a_boolean_stays(keyword: str) -> None:
    oven = property_(f"{{{keyword}: [{{type: string, enum: ['true', 'false']}}, {{type: boolean}}]}}")
    assert oven.validators("it") == ['stringvalidator.OneOf(\n"true",\n"false",\n)']
    assert oven.rules("it") == set()


@pair
def test_a_choice_of_a_string_and_null_keeps_the_limits(keyword: str) -> None:
    oven = property_(f"{{{keyword}: [{{type: string, enum: [auto]}}, {{type: 'null'}}]}}")
    assert oven.validators("it") == ['stringvalidator.OneOf(\n"auto",\n)']
    assert oven.rules("it") == {REQUIRED_NULL}


@pytest.mark.parametrize("scalar", ["integer", "number", "boolean"])
def test_limits_of_strings_in_a_list_of_types_are_not_those_of_the_others(scalar: str) -> None:
    oven = property_(f"{{type: [string, {scalar}], pattern: ^a, maxLength: 5}}")
    assert oven.validators("it") == []
    assert oven.rules("it") == {OF_ONE_TYPE}
    listed = property_("{type: [string, integer], enum: [auto, 1]}")
    assert listed.validators("it") == ['stringvalidator.OneOf(\n"auto",\n"1",\n)']


def test_limits_that_nobody_writes_are_not_reported() -> None:
    oven = resource("""
        create: {properties: {list: {type: array, items: {oneOf: [{type: string, maxLength: 5}, {type: integer}]}}}}
        read: {properties: {made: {oneOf: [{type: string, maxLength: 5}, {type: integer}]}}}
    """)
    assert oven.rules("list") == oven.rules("made") == set()


@pair
@pytest.mark.parametrize(
    "branches",
    [
        "{type: integer}, {type: boolean}",
        "{type: string}, {type: object}",
        "{type: string}, {type: array, items: {type: string}}",
        "{type: string}, {type: object}, {type: 'null'}",
    ],
)
def test_a_real_choice_costs_its_property_only(keyword: str, branches: str) -> None:
    oven = resource(
        f"create: {{type: object, properties: {{fuel: {{type: string}}, it: {{{keyword}: [{branches}]}}}}}}"
    )
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {ONE_OF}
    assert oven.diagnostic(ONE_OF).severity is Severity.WARNING
    assert oven.differs_at("it")


def test_properties_beside_a_single_all_of_do_not_count() -> None:
    oven = property_("""{required: [grain], properties: {salt: {type: string}},
                         allOf: [{type: object, properties: {grain: {type: string}}}]}""")
    assert oven.names_in("it") == ["grain"]
    assert oven.status("it.grain") == "computed_optional"


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{anyOf: [{type: integer}, {type: 'null'}], oneOf: [{type: boolean}], type: string}", "int64"),
        ("{oneOf: [{type: boolean}, {type: 'null'}], allOf: [{type: integer}], type: string}", "bool"),
        ("{allOf: [{type: integer}], type: string}", "int64"),
        ("{anyOf: [], oneOf: [], allOf: [], type: string}", "string"),
        ("{allOf: {type: integer}}", "int64"),
    ],
)
def test_any_of_goes_before_one_of_before_all_of_before_the_schema_itself(schema: str, kind: str) -> None:
    assert property_(schema).kinds == {"it": kind}


def test_limits_of_several_all_of_entries_all_hold() -> None:
    oven = property_("""{allOf: [{type: string, minLength: 1, maxLength: 9, description: Inside}, {maxLength: 5}],
                         description: Outside}""")
    assert oven.kinds == {"it": "string"}
    assert oven.validators("it") == ["stringvalidator.LengthBetween(1, 5)"]
    assert oven.description("it") == "Outside"
    assert oven.differs_at("it")


def test_a_schema_that_is_composed_of_itself_is_left_out() -> None:
    oven = resource("""
        create: {type: object, properties: {fuel: {type: string}, it: {$ref: '#/components/schemas/Loop'}}}
        components:
          Loop: {allOf: [{$ref: '#/components/schemas/Pool'}]}
          Pool: {oneOf: [{type: "null"}, {$ref: '#/components/schemas/Loop'}]}
    """)
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {RECURSION}
    assert oven.differs_at("it")


def test_compositions_may_be_nested_but_not_without_end() -> None:
    def nested(levels: int) -> str:
        return "{allOf: [" * levels + "{type: string}" + "]}" * levels

    assert property_(nested(30)).kinds == {"it": "string"}
    too_deep = property_(nested(31))
    assert too_deep.rules("it") == {TOO_DEEP}
    assert too_deep.differs_at("it")


@pytest.mark.parametrize(
    "branch",
    ["{type: integer, not: true}", "{allOf: [{type: integer}, {minimum: 3}]}", "{type: 'null', if: null}"],
)
def test_the_branch_that_is_not_chosen_may_be_why_the_reference_tool_drops_the_body(branch: str) -> None:
    for branches in (f"{branch}, {{type: string}}", f"{{type: string}}, {branch}"):
        oven = property_(f"{{oneOf: [{branches}]}}")
        assert oven.kinds == {"it": "string"}
        assert ENTITY_KEPT in oven.rules("")
        assert oven.differs_at("it")


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
        ("{type: integer, minimum: .inf}, {minimum: 1}", ["int64validator.AtLeast(1)"]),
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
        "{type: string}, {type: integer}",
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
    assert oven.attribute("it.door").origins[0].location.pointer.endswith("/allOf/0/properties/door")
    assert oven.validators("it.size") == ["int64validator.Between(1, 5)"]
    assert oven.description("it.size") == "In cm"


OBJECT = "{type: object, properties: {a: {type: string}}}"
ITEMS = "{type: array, items: {type: object, properties: {b: {type: string}}}}"
MAP = "{type: object, additionalProperties: {type: string}}"
SPECIFIC = "contradictions: specific"


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("{type: array, items: {}}", OBJECT, "single_nested"),
        ("{type: array}", OBJECT, "single_nested"),
        ("{type: array, items: {description: Anything.}}", "{properties: {a: {type: string}}}", "single_nested"),
        ("{type: object}", ITEMS, "list_nested"),
        ("{type: object, additionalProperties: true}", ITEMS, "list_nested"),
        ("{type: object, additionalProperties: {}}", ITEMS, "list_nested"),
        ("{type: object}", "{type: string}", "string"),
        (OBJECT, "{type: array, items: {}}", "single_nested"),
        (MAP, ITEMS, "map"),
        (ITEMS, OBJECT, "list_nested"),
        ("{type: integer}", OBJECT, "int64"),
    ],
)
def test_what_says_more_counts_and_of_two_the_first(first: str, second: str, kind: str) -> None:
    schema = f"{{allOf: [{first}, {second}]}}"
    it = property_(schema, SPECIFIC)
    assert it.kinds == {"it": kind}
    assert not losses(it.mapping.diagnostics)
    assert "(policy contradictions)" in it.diagnostic(POLICY).text
    assert losses(property_(schema).mapping.diagnostics)


def test_the_fix_of_a_contradiction_of_types_is_the_policy() -> None:
    found = property_(f"{{allOf: [{{type: string}}, {OBJECT}]}}").diagnostic(CONTRADICTION)
    assert found.fix == "policies: {contradictions: specific}  # at the top level or in the entity"
    assert property_("{allOf: [{type: integer, enum: [1]}, {enum: [2]}]}").diagnostic(CONTRADICTION).fix is None


@pytest.mark.parametrize("one_of", ["variants", "union"])
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_a_choice_counts_with_its_branches_of_the_type_that_is_said_next_to_it(keyword: str, one_of: str) -> None:
    schema = (
        f"{{type: number, {keyword}: [{{type: number, minimum: 30}}, {{type: number, enum: [1]}}, {{type: object}}]}}"
    )
    it = property_(schema, f"{SPECIFIC}, one_of: {one_of}")
    assert it.kinds == {"it": "number"}
    assert not losses(it.mapping.diagnostics)


@pytest.mark.parametrize("one_of", ["reject", "variants", "union"])
def test_a_choice_of_other_types_says_nothing(one_of: str) -> None:
    schema = f"{{allOf: [{{anyOf: [{OBJECT}, {{type: string}}]}}, {ITEMS}]}}"
    it = property_(schema, f"{SPECIFIC}, one_of: {one_of}")
    assert it.kinds == {"it": "list_nested"}
    assert not losses(it.mapping.diagnostics)


def test_types_that_go_together_are_merged_as_ever() -> None:
    schema = "{allOf: [{type: number, minimum: 1}, {type: integer, maximum: 5}]}"
    assert property_(schema, SPECIFIC).text == property_(schema).text


ENTRIES_LOST = {
    "{$ref: '#/components/schemas/Loop'}": "Loop is left out: the schema is composed of itself",
    "{$ref: '#/components/schemas/Knot'}": "Knot is left out: the schema is composed of itself",
    "{allOf: [{$ref: '#/components/schemas/Word'}, {properties: {a: {type: string}}}]}": (
        "Word is left out: a schema object is expected, not 'rye'"
    ),
    "{allOf: [rye, {properties: {a: {type: string}}}]}": (
        "allOf/0 is left out: a schema object is expected, not 'rye'"
    ),
}


@pytest.mark.parametrize(("schema", "text"), ENTRIES_LOST.items())
def test_an_entry_that_cannot_be_merged_is_named(schema: str, text: str) -> None:
    oven = resource(f"""
        create: {{properties: {{it: {schema}}}}}
        components:
          Loop: {{allOf: [{{$ref: '#/components/schemas/Loop'}}, {{properties: {{a: {{type: string}}}}}}]}}
          Knot: {{allOf: [{{$ref: '#/components/schemas/Tie'}}, {{properties: {{a: {{type: string}}}}}}]}}
          Tie: {{allOf: [{{$ref: '#/components/schemas/Knot'}}, {{properties: {{b: {{type: string}}}}}}]}}
          Word: rye
    """)
    assert "a" in oven.names_in("it")
    assert oven.diagnostic(ENTRY_LOST).text == text


@pytest.mark.parametrize(
    "inner", ["{type: string}", "{$ref: '#/components/schemas/Text'}", "{title: Text, type: string}"]
)
@pytest.mark.parametrize("schema", ["{allOf: [S]}", "{oneOf: [S]}", "{anyOf: [S], description: Text}", "S"])
def test_what_stands_alone_has_nothing_next_to_it_to_be_merged(schema: str, inner: str) -> None:
    oven = resource(f"""
        create: {{type: object, properties: {{it: {schema.replace("S", inner)}}}}}
        components: {{Text: {{type: string}}}}
        policies: {{siblings: merge}}
    """)
    assert oven.kinds == {"it": "string"}
    assert POLICY not in oven.rules("it")
