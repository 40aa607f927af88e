"""Arrays, maps and objects as attributes."""

import pytest

from mapper.report.diagnostic import MappingError, Rule, Severity
from mapper.systems.terraform import rules

from ...support import Mapped, data_source, property_, resource

OBJECT = "{type: object, properties: {grain: {type: string}}}"
MAP = "{type: object, additionalProperties: {type: integer}}"


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: array, items: {type: string}}", "list"),
        (f"{{type: array, items: {OBJECT}}}", "list_nested"),
        (f"{{type: array, items: {MAP}}}", "list"),
        ("{type: array, items: {type: array, items: {type: object}}}", "list"),
        ("{type: array, format: set, items: {type: string}}", "set"),
        (f"{{type: array, format: set, items: {OBJECT}}}", "set_nested"),
        ("{type: array, format: Set, items: {type: string}}", "list"),
        ("{type: array, uniqueItems: true, items: {type: string}}", "list"),
        ("{type: object, additionalProperties: {type: string}}", "map"),
        (f"{{type: object, additionalProperties: {OBJECT}}}", "map_nested"),
        ("{type: object, additionalProperties: {type: array, items: {type: object}}}", "map"),
        (OBJECT, "single_nested"),
        ("{type: object}", "single_nested"),
        ("{type: object, additionalProperties: true}", "single_nested"),
        ("{type: object, additionalProperties: false}", "single_nested"),
    ],
)
def test_what_is_inside_decides_the_kind_of_a_collection(schema: str, kind: str) -> None:
    oven = property_(schema)
    assert oven.kinds == {"it": kind}
    assert oven.rules("it") <= {rules.EMPTY_MEMBERS, rules.EMPTY_OBJECT}


def test_an_object_type_without_members_is_an_error() -> None:
    found = property_("{type: array, items: {type: array, items: {type: object}}}").diagnostic(rules.EMPTY_MEMBERS)
    assert found.severity is Severity.ERROR
    assert found.fix == "ignores: [it]  # in resources.oven.schema"


def test_a_schema_of_additional_properties_wins_over_properties_and_says_what_it_loses() -> None:
    oven = property_("""{type: object, required: [grain], properties: {salt: {type: string}, grain: {type: string}},
                         additionalProperties: {type: integer}}""")
    assert oven["it"] == {"map": {"computed_optional_required": "required", "element_type": {"int64": {}}}}
    lost = oven.diagnostic(rules.PROPERTIES_LOST)
    assert lost.severity is Severity.WARNING
    assert "grain, salt" in lost.text
    assert not oven.differs_at("it")


def test_a_single_property_that_is_lost_is_called_one() -> None:
    oven = property_("{type: object, properties: {grain: {type: string}}, additionalProperties: {type: integer}}")
    assert oven.diagnostic(rules.PROPERTIES_LOST).text.endswith("without the property grain")


def test_a_map_of_maps_with_named_properties_is_a_map_of_objects_as_in_the_reference_tool() -> None:
    oven = property_("""{type: object, additionalProperties:
                         {type: object, properties: {grain: {type: string}}, additionalProperties: {type: string}}}""")
    assert oven.kinds == {"it": "map_nested"}
    assert oven.names_in("it") == ["grain"]
    assert oven.rules("it") == {rules.VALUES_LOST}
    assert not oven.differs_at("it")


@pytest.mark.parametrize(
    "schema",
    [
        "{type: array, items: [{type: string}, {type: integer}]}",
        "{type: object, additionalProperties: [{type: string}, {type: integer}]}",
    ],
)
def test_of_a_list_of_schemas_the_first_counts(schema: str) -> None:
    oven = property_(schema)
    assert oven.body("it") == {"element_type": {"string": {}}}
    assert oven.rules("it") == {rules.ITEMS_LIST}
    assert not oven.differs_at("it")


def test_a_lost_property_of_a_nested_object_costs_nothing_else_there() -> None:
    oven = property_("{type: array, items: {type: object, properties: {odd: {}, grain: {type: string}}}}")
    assert oven.names_in("it") == ["grain"]
    assert oven.differs_at("it.odd")


PROPERTIES = "properties: {city: {type: string}, country: {type: string}}"
SAYING_NOTHING = [
    "{}",
    "{description: Custom fields.}",
    "{title: Field, nullable: true, x-order: 1}",
    "{$ref: '#/components/schemas/Any'}",
]


def mapped(schema: str, policies: str = "") -> Mapped:
    return resource(f"""
        create: {{type: object, properties: {{it: {schema}}}}}
        components:
          Any: {{description: of any kind}}
        policies: {{{policies}}}
    """)


@pytest.mark.parametrize("values", SAYING_NOTHING)
@pytest.mark.parametrize("around", ["{%s}", "{type: array, items: {%s}}", "{type: object, additionalProperties: {%s}}"])
def test_values_without_a_type_cost_nothing_but_themselves(values: str, around: str) -> None:
    oven = mapped(around % f"type: object, {PROPERTIES}, additionalProperties: {values}")
    assert oven.names_in("it") == ["city", "country"]
    (told,) = [found for found in oven.mapping.diagnostics if found.path == "it"]
    assert (told.rule, told.text) == (rules.ANY_VALUES, "additionalProperties has no type: it says as much as true")
    assert told.severity is Severity.INFO
    assert oven["it"] == mapped(around % f"type: object, {PROPERTIES}, additionalProperties: true")["it"]


@pytest.mark.parametrize("values", SAYING_NOTHING)
@pytest.mark.parametrize(
    "policy", ["", "free_form: json_string", "free_form: string_map", "untyped: json_string", "untyped: string_map"]
)
def test_a_schema_that_says_nothing_means_true(values: str, policy: str) -> None:
    empty, anything = (mapped(f"{{type: object, additionalProperties: {word}}}", policy) for word in (values, "true"))
    assert empty.text == anything.text
    assert empty.rules("it") - {rules.NO_TYPE} == anything.rules("it")
    assert {rules.EMPTY_OBJECT, rules.POLICY} & anything.rules("it")


def test_values_that_are_a_choice_cost_nothing_but_themselves() -> None:
    oven = property_(f"{{type: object, {PROPERTIES}, additionalProperties: {CHOICE}}}")
    assert oven.names_in("it") == ["city", "country"]
    assert "additional_properties: properties" in (oven.diagnostic(rules.ONE_OF).fix or "")


CHOICE = "{oneOf: [{type: integer}, {type: object, properties: {a: {type: string}}}]}"
NOTED = [
    ("{type: array, items: [{type: string}, {type: integer}]}", "", rules.ITEMS_LIST),
    ("{type: object, additionalProperties: [{type: string}, {type: integer}]}", "", rules.ITEMS_LIST),
    ("{type: array, items: {oneOf: [{type: string}]}}", "", rules.SEVERAL_BRANCHES),
    ("{type: object, additionalProperties: {oneOf: [{type: string}]}}", "", rules.SEVERAL_BRANCHES),
    ("{type: array, uniqueItems: true, items: {type: string}}", "unique_items: set", rules.POLICY),
    (
        f"{{type: object, {PROPERTIES}, additionalProperties: {{type: string}}}}",
        "",
        rules.PROPERTIES_LOST,
    ),
    (
        f"{{type: object, {PROPERTIES}, additionalProperties: {{type: string}}}}",
        "additional_properties: properties",
        rules.POLICY,
    ),
    (f"{{type: object, {PROPERTIES}, additionalProperties: {CHOICE}}}", "", rules.ONE_OF),
    ("{type: object}", "free_form: json_string", rules.POLICY),
    ("{type: string, properties: {lost: {type: string}}}", "", rules.OTHER_TYPE),
    ("{type: array, items: {type: string}, properties: {lost: {type: string}}}", "", rules.OTHER_TYPE),
    ("{type: object, additionalProperties: {type: string}, contains: {properties: {a: {}}}}", "", rules.OTHER_ITEMS),
]
"""Schemas, policies, and what is told of them."""

LIST_OF, MAP_OF = "{type: array, items: %s}", "{type: object, additionalProperties: %s}"
AROUND = ["%s", LIST_OF, MAP_OF, *(first % second for first in (LIST_OF, MAP_OF) for second in (LIST_OF, MAP_OF))]
AROUND += ["{type: object, properties: {in: %s}}", LIST_OF % LIST_OF % "{type: object, properties: {in: %s}}"]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("schema", "policies", "rule"), NOTED)
def test_what_is_told_of_a_schema_is_told_at_any_depth(schema: str, policies: str, rule: Rule, around: str) -> None:
    whole = around % schema
    told = {found.rule for found in property_(whole, policies).mapping.diagnostics}
    assert told & {rule, rules.VALUES_LOST}  # of a map of objects, the reference tool takes the properties
    if around == LIST_OF:  # the list of a data source is an attribute of its own
        listed = data_source(f"read: {whole}\npolicies: {{{policies}}}")
        assert rule in {found.rule for found in listed.mapping.diagnostics}


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        ("{type: object, additionalProperties: {minLength: 3}}", "additionalProperties"),
        ("{type: array, items: {minLength: 3}}", "items"),
        ("{type: array, items: {type: array, items: {minLength: 3}}}", "items"),
    ],
)
def test_what_has_no_type_is_called_by_its_keyword(schema: str, keyword: str) -> None:
    assert property_(schema).diagnostic(rules.NO_TYPE).text == f"{keyword} has no type"


BANK = "{title: Bank Transfer, type: object, required: [iban], properties: {iban: {type: string}}}"
WAY = f"{{oneOf: [{BANK}, {{$ref: '#/components/schemas/Card'}}, {{type: 'null'}}]}}"


def paid(schema: str, branch: str, policy: str = "reject", path: str = "it") -> Mapped:
    return resource(f"""
        create: {{type: object, required: [it], properties: {{it: {schema}}}}}
        read: {{type: object, properties: {{it: {schema}}}}}
        policies: {{one_of: {policy}}}
        schema: {{attributes: {{overrides: {{{path}: {{branch: {branch}}}}}}}}}
        components:
          Card: {{type: object, properties: {{number: {{type: string}}, way: {WAY}}}}}
    """)


@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
@pytest.mark.parametrize(
    ("branch", "names"),
    [("card", ["number"]), ("Card", ["number"]), ("bank_transfer", ["iban"]), ("Bank Transfer", ["iban"])],
)
@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        (WAY, "single_nested"),
        (f"{{type: array, items: {WAY}}}", "list_nested"),
        (f"{{type: object, additionalProperties: {WAY}}}", "map_nested"),
    ],
)
def test_an_attribute_is_the_branch(schema: str, kind: str, branch: str, names: list[str], policy: str) -> None:
    mapped = paid(schema, branch, policy)
    assert mapped.kinds["it"] == kind
    assert [name for name in mapped.names_in("it") if not name.startswith("way")] == names
    assert mapped.status("it") == "required"
    assert rules.OVERRIDDEN in mapped.rules("it")


def test_a_branch_of_a_branch_can_be_chosen() -> None:
    mapped = resource(f"""
        create: {{type: object, properties: {{it: {WAY}}}}}
        schema: {{attributes: {{overrides: {{it: {{branch: card}}, it.way: {{branch: bank_transfer}}}}}}}}
        components:
          Card: {{type: object, properties: {{number: {{type: string}}, way: {WAY}}}}}
    """)
    assert mapped.names_in("it.way") == ["iban"]


@pytest.mark.parametrize(
    ("schema", "branch", "text"),
    [
        (WAY, "crad", "it is a choice between bank_transfer, card, and has no branch 'crad'; did you mean 'card'?"),
        ("{type: string}", "card", "it is not a choice, and has no branch 'card'"),
        (
            f"{{oneOf: [{BANK}, {{type: 'null'}}]}}",
            "bank_transfer",
            "it is not a choice, and has no branch 'bank_transfer'",
        ),
        ("{type: array, items: {type: string}}", "card", "it is not a choice, and has no branch 'card'"),
    ],
)
def test_a_branch_that_is_not_there_is_told(schema: str, branch: str, text: str) -> None:
    assert text in {found.text for found in paid(schema, branch).diagnostics(rules.BAD_OVERRIDE)}


@pytest.mark.parametrize(("branch", "path"), [("[a]", "it"), ("null", "it"), ("card", "'**.it'")])
def test_what_is_no_name_or_no_whole_path_is_an_error(branch: str, path: str) -> None:
    with pytest.raises(MappingError, match="branch"):
        paid(WAY, branch, path=path)


def test_what_an_element_type_cannot_say_of_its_members_is_not_said() -> None:
    member = "{type: string, nullable: true, format: date-time}"
    schema = LIST_OF % LIST_OF % f"{{type: object, required: [a], properties: {{a: {member}}}}}"
    plain, formatted = (property_(schema, policies) for policies in ("", "formats: {date-time: timetypes.RFC3339}"))
    assert plain.text == formatted.text
    for found in (plain, formatted):
        assert found.rules("it") == found.rules("it.a") == set()
