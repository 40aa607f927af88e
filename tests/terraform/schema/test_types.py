"""The one type of a schema: lists of types, types that are inferred, and types that cannot be mapped."""

import pytest

from mapper.report.diagnostic import Rule, Severity
from mapper.systems.terraform import rules
from mapper.systems.terraform.schema.keywords import types_in

from ...support import property_, resource

LOST = {
    rules.BAD_TYPE: [
        "{type: [string, object]}", "{type: [array, boolean]}", "{type: ['null']}", "{type: 'null'}", "{type: file}",
        "{type: String}", "{type: ['null', 'null']}",
    ],
    rules.NO_TYPE: [
        "{}", "{type: null}", "{type: []}", "{enum: [rye, 5]}", "{enum: []}", "{const: null}", "{type: 5}",
        "{items: {type: string}}", "{properties: {}}", "{additionalProperties: {type: string}}",
        "{allOf: [{title: x}], enum: [rye]}", "{allOf: [{title: x}], items: {type: string}}",
    ],
    rules.MALFORMED: [
        "null", "rye", "5", "[]", "[{type: string}]", "{type: array, items: null}", "{type: array, items: string}",
        "{type: array, items: []}", "{type: object, additionalProperties: null}",
        "{type: object, additionalProperties: string}", "{type: object, additionalProperties: []}",
        "{type: array, items: {type: array, items: []}}",
    ],
    rules.NO_ITEMS: ["{type: array}", "{type: object, additionalProperties: {type: array}}"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "schema"),
    [(rule, schema) for rule, schemas in LOST.items() for schema in schemas],
    ids=lambda value: getattr(value, "code", value),
)
def test_what_cannot_be_mapped_costs_its_property_only(rule: Rule, schema: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema}, fuel: {{type: string}}}}}}")
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {rule}
    assert oven.differs_at("it")
    assert oven.diagnostic(rule).severity is Severity.WARNING


def test_types_that_do_not_go_together_are_named() -> None:
    found = property_("{type: [object, integer]}").diagnostic(rules.BAD_TYPE)
    assert found.text == "the types object, integer cannot be one attribute"


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{enum: [rye, spelt]}", "string"),
        ("{enum: [rye, null]}", "string"),
        ("{const: rye}", "string"),
        ("{enum: ['1', '2']}", "string"),
        ("{enum: [1, 2]}", "int64"),
        ("{enum: [1, 2.5]}", "number"),
        ("{const: true}", "bool"),
        ("{type: [], enum: [rye]}", "string"),
    ],
)
def test_values_tell_the_type_of_a_schema_without_one(schema: str, kind: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema}, fuel: {{type: string}}}}}}")
    assert oven.kinds["it"] == kind
    assert oven.differs_at("it")
    assert oven.diagnostic(rules.TYPE_OF_VALUES).severity is Severity.INFO
    assert oven.differs_at("")  # the reference tool drops the resource


@pytest.mark.parametrize("place", ["true", "{$ref: '#/components/schemas/Any'}", "{type: array, items: true}"])
def test_true_is_a_schema_without_a_type(place: str) -> None:
    snippet = f"create: {{properties: {{it: {place}, fuel: {{type: string}}}}}}\ncomponents: {{Any: true}}"
    oven = resource(snippet)
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {rules.NO_TYPE}
    oven = resource(f"{snippet}\npolicies: {{untyped: json_string, read_only: computed}}")
    assert oven.kinds["it"] in ("string", "list")
    assert oven.rules("it") >= {rules.JSON_STRING}


def test_an_ignored_property_may_be_unmappable() -> None:
    oven = resource("""
        create: {type: object, properties: {fuel: {type: string}, it: {enum: [rye]}}}
        schema: {ignores: [it]}
    """)
    assert oven.names == ["fuel"]
    assert oven.rules("it") == set()
    assert not oven.differs_at("")


NULLABLE = {
    "a pair of types": "{type: [string, 'null'], maxLength: 9}",
    "null first": "{type: ['null', string], maxLength: 9}",
    "null itself in the list": "{type: [string, null], maxLength: 9}",
    "the keyword of OpenAPI 3.0": "{type: string, nullable: true, maxLength: 9}",
    "oneOf": "{oneOf: [{type: string, maxLength: 9}, {type: 'null'}]}",
    "anyOf, null first": "{anyOf: [{type: 'null'}, {type: string, maxLength: 9}]}",
    "an enum of null": "{oneOf: [{type: string, maxLength: 9}, {enum: [null]}, {type: 'null'}]}",
    "a list of null": "{anyOf: [{type: ['null']}, {type: string, maxLength: 9}]}",
    "an entry of allOf": "{allOf: [{type: string, maxLength: 9}, {type: 'null'}]}",
    "a pair in allOf": "{allOf: [{type: [string, 'null']}, {type: [string, 'null'], maxLength: 9}]}",
    "a composition in a composition": "{allOf: [{oneOf: [{type: string, maxLength: 9}, {type: 'null'}]}]}",
}


@pytest.mark.parametrize("schema", NULLABLE.values(), ids=NULLABLE)
def test_what_may_be_null_is_the_attribute_that_it_is_without(schema: str) -> None:
    oven = property_(schema)
    assert oven.kinds == {"it": "string"}
    assert oven.validators("it") == property_("{type: string, maxLength: 9}").validators("it")


@pytest.mark.parametrize(
    ("value", "types"),
    [
        ("string", ["string"]),
        ("", []),
        (["string", "null"], ["string", "null"]),
        ([None, "string"], ["null", "string"]),
        (None, []),
        ({}, []),
    ],
)
def test_null_without_quotes_is_a_type_too(value: object, types: list[str]) -> None:
    assert types_in(value) == types


@pytest.mark.parametrize(
    "keyword", ["Description: Warm", "MAXLENGTH: 3", "Pattern: '[a-z]'", "Format: password", "Deprecated: true"]
)
def test_a_keyword_in_another_case_has_no_effect_and_is_reported(keyword: str) -> None:
    oven = property_(f"{{type: string, {keyword}}}")
    assert oven["it"] == {"string": {"computed_optional_required": "required"}}
    assert oven.rules("it") == {rules.KEYWORD_CASE}
    assert oven.differs_at("it")


def test_a_keyword_in_another_case_that_changes_nothing_hides_no_other_note() -> None:
    assert property_("{type: integer, Format: int32, const: 3}").rules("it") == {rules.CONST}
    assert property_("{oneOf: [{type: integer, Format: int32}]}").rules("it") == {rules.SEVERAL_BRANCHES}


def test_every_keyword_in_another_case_is_reported_with_the_one_that_was_meant() -> None:
    told = property_("{type: string, Description: Warm, MAXLENGTH: 3}").diagnostics(rules.KEYWORD_CASE)
    text = "{!r} has no meaning, keywords are case-sensitive; did you mean {!r}?"
    meant = [("Description", "description"), ("MAXLENGTH", "maxLength")]
    assert [found.text for found in told] == [text.format(*names) for names in meant]


def test_a_description_in_another_case_that_the_reference_tool_fills_in_from_a_response_is_reported() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        read: {properties: {fuel: {type: string, Description: What burns}}}
    """)
    assert oven.description("fuel") is None
    assert oven.differs_at("fuel")


@pytest.mark.parametrize("key", ["context", "Context", "x-note", "contentEncoding"])
def test_a_key_that_is_no_keyword_does_no_harm(key: str) -> None:
    oven = property_(f"{{type: string, {key}: kitchen}}")
    assert oven["it"] == {"string": {"computed_optional_required": "required"}}
    assert oven.rules("it") == set()


SCHEMAS = ("contains", "else", "if", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties")
"""Keywords without effect that have a schema."""


@pytest.mark.parametrize("keyword", SCHEMAS)
@pytest.mark.parametrize("value", ["true", "false", "null", "1", "x", "{}", "[]"])
def test_what_the_reference_tool_cannot_read_as_a_schema_is_reported(keyword: str, value: str) -> None:
    """`unevaluatedProperties` may be true or false; all others have to be an object or a list."""
    oven = resource(f"""
        create: {{properties: {{it: {{type: string, {keyword}: {value}}}, name: {{type: string}}}}}}
        read: {{properties: {{it: {{type: string}}, made: {{type: string}}}}}}
    """)
    is_read = value in ("{}", "[]") or (keyword == "unevaluatedProperties" and value in ("true", "false"))
    assert oven.names == ["it", "name", "made"]
    assert (rules.NOT_READ in oven.rules("it")) is not is_read
    assert oven.differs_at("") is oven.differs_at("it") is not is_read


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
@pytest.mark.parametrize("value", ["true", "1", "x"])
def test_what_stands_in_place_of_a_list_of_schemas_has_no_effect_and_is_reported(keyword: str, value: str) -> None:
    """As for the reference tool."""
    oven = property_(f"{{type: array, items: {{type: string}}, {keyword}: {value}}}")
    assert oven.body("it") == {"element_type": {"string": {}}}
    assert rules.ILL_TYPED in oven.rules("it")
    assert not oven.differs_at("it")


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_an_empty_schema_in_place_of_a_list_of_schemas_is_read_as_its_only_one(keyword: str) -> None:
    """The reference tool takes it for the schema, which has no type."""
    oven = property_(f"{{type: string, {keyword}: {{}}}}")
    assert oven.kinds == {"it": "string"}
    assert oven.differs_at("it")


UNREADABLE = ["type: [string, ~]", "type: [string, Null]", "type: [string, {}]", "type: string, $ref: null"]


@pytest.mark.parametrize("keyword", [*UNREADABLE, "type: string, $ref: 1", "type: string, $ref: {}"])
def test_a_type_or_a_reference_that_the_reference_tool_cannot_read_is_reported(keyword: str) -> None:
    oven = property_(f"{{{keyword}}}")
    assert oven.kinds == {"it": "string"}
    assert oven.differs_at("it")


@pytest.mark.parametrize("keyword", ["items", "additionalProperties"])
@pytest.mark.parametrize("value", ["1", "x", "null"])
def test_a_value_of_a_keyword_with_effect_that_is_no_schema_is_reported(keyword: str, value: str) -> None:
    oven = property_(f"{{type: object, properties: {{name: {{type: string}}}}, {keyword}: {value}}}")
    assert oven.names_in("it") == ["name"]
    assert rules.NOT_READ in oven.rules("it")


@pytest.mark.parametrize("keyword", SCHEMAS)
def test_a_response_with_what_the_reference_tool_cannot_read_is_kept(keyword: str) -> None:
    oven = resource(f"""
        create: {{properties: {{name: {{type: string}}}}}}
        read: {{properties: {{name: {{type: string}}, made: {{type: array, items: {{type: string, {keyword}: 1}}}}}}}}
    """)
    assert {name: oven.differs_at(name) for name in ("", *oven.names)} == {"": False, "name": False, "made": True}


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: boolean}", "bool"),
        ("{type: integer}", "int64"),
        ("{type: integer, format: int32}", "int64"),
        ("{type: integer, format: double}", "int64"),
        ("{type: number}", "number"),
        ("{type: number, format: float}", "float64"),
        ("{type: number, format: double}", "float64"),
        ("{type: number, format: currency}", "number"),
        ("{type: number, format: Double}", "number"),
        ("{type: string}", "string"),
        ("{type: string, format: date-time}", "string"),
        ("{type: string, format: double}", "string"),
        # a pair is one type if it is nullable, or can be written as a string
        ('{type: [string, "null"]}', "string"),
        ('{type: ["null", integer]}', "int64"),
        ("{type: [boolean, null]}", "bool"),
        ("{type: [boolean]}", "bool"),
        ("{type: [integer, string]}", "string"),
        ("{type: [string, number]}", "string"),
        ("{type: [boolean, string]}", "string"),
    ],
)
def test_types_and_format_decide_the_kind_of_a_scalar(schema: str, kind: str) -> None:
    assert property_(schema)["it"] == {kind: {"computed_optional_required": "required"}}


def test_a_property_is_required_if_the_create_body_lists_it() -> None:
    oven = resource("""
        create:
          type: object
          required: [fuel, chimney]
          properties:
            fuel: {type: string}
            racks: {type: integer}
    """)
    assert oven.statuses == {"fuel": "required", "racks": "computed_optional"}
    assert oven.attribute("fuel").reason.code == "required-in-request"
    assert oven.attribute("racks").reason.code == "optional-in-request"


@pytest.mark.parametrize(
    "schema",
    [
        "{deprecated: true, type: boolean}",
        "{deprecated: True, type: string}",
        "{deprecated: true, type: number}",
        "{deprecated: true, type: array, items: {type: string}}",
        "{deprecated: true, type: array, items: {type: object, properties: {mold: {type: string}}}}",
        "{deprecated: true, type: object, additionalProperties: {type: string}}",
        "{deprecated: true, type: object, properties: {mold: {type: string}}}",
    ],
)
def test_a_deprecated_schema_of_any_kind_has_the_one_deprecation_message(schema: str) -> None:
    assert property_(schema).body("it")["deprecation_message"] == "This attribute is deprecated."


@pytest.mark.parametrize("word", ["false", "'true'", "1", "yes", "null"])
def test_only_the_boolean_true_deprecates(word: str) -> None:
    assert "deprecation_message" not in property_(f"{{type: string, deprecated: {word}}}").body("it")


def test_keywords_without_a_counterpart_change_nothing() -> None:
    oven = property_("""{type: string, title: T, example: e, readOnly: true, writeOnly: true, nullable: true,
                         not: {type: integer}, x-order: 3, externalDocs: {url: u}}""")
    assert oven["it"] == {"string": {"computed_optional_required": "required"}}
    assert oven.rules("it") == {rules.REQUIRED_NULL}


def test_a_lost_property_is_why_the_reference_tool_leaves_out_the_resource() -> None:
    whole = resource("create: {type: object, properties: {fuel: {type: string}}}")
    partly = resource("create: {type: object, properties: {fuel: {type: string}, it: {}}}")
    assert rules.ENTITY_KEPT not in whole.rules("")
    assert rules.ENTITY_KEPT in partly.rules("")
    assert partly.diagnostic(rules.ENTITY_KEPT).severity is Severity.INFO
    assert partly.differs_at("")


def test_what_is_behind_an_alias_is_told_at_each_of_its_places() -> None:
    mapped = resource("create: {type: object, properties: {a: &count {type: integer, default: x}, b: *count}}")
    places = [
        diagnostic.location.pointer for diagnostic in mapped.diagnostics(rules.DEFAULT_LOST) if diagnostic.location
    ]
    assert [place.rpartition("properties/")[2] for place in places] == ["a/default", "b/default"]
