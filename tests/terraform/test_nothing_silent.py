"""What is lost, or cannot be used, is reported: small descriptions from public reports and random comparisons."""

import json
from pathlib import Path

import pytest

from mapper.inputs import Document, DocumentError
from mapper.inputs.document import MAX_FLOW
from mapper.systems.terraform import rules
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.identifiers import to_identifier
from mapper.systems.terraform.map import map_api
from tests.support import data_source, map_texts, property_, provider, resource

from ..support import generate, write_code_spec


@pytest.mark.parametrize("ignored", ["kind", "kind.name"])
def test_a_body_that_is_no_object_is_reported_next_to_an_ignore_of_another_body(ignored: str) -> None:
    found = resource(f"""
        create: {{properties: {{kind: {{properties: {{name: {{type: string}}}}}}}}}}
        read: {{type: array, items: {{properties: {{value: {{type: string}}}}}}}}
        schema: {{ignores: [{ignored}]}}
    """)
    assert found.diagnostics(rules.NOT_AN_OBJECT)


def test_an_ignore_of_another_media_type_hides_no_body(tmp_path: Path) -> None:
    api, config = tmp_path / "openapi.yaml", tmp_path / "config.yml"
    api.write_text(
        """
openapi: 3.1.0
info: {title: Zoo, version: "1"}
paths:
  /pets:
    post: {requestBody: {content: {application/json: {schema: {properties: {x: {type: string}}}}}}, responses: {}}
  /pets/{id}:
    get:
      responses:
        "200":
          content:
            application/json: {schema: {type: array, items: {properties: {value: {type: string}}}}}
            text/plain: {schema: {properties: {kind: {type: string}}}}
""",
        encoding="utf-8",
    )
    config.write_text(
        """
provider: {name: zoo}
resources:
  pet:
    create: {path: /pets, method: POST}
    read: {path: "/pets/{id}", method: GET}
    schema: {ignores: [kind]}
""",
        encoding="utf-8",
    )
    codes = [diagnostic.code for diagnostic in generate(api, config).diagnostics]
    assert "OAS325" in codes


LOST = "{properties: {lost: {type: string}}}"
SCHEMAS = {"dependentSchemas": f"{{a: {LOST}}}"}
REWRITTEN = {
    "limits that other types do not meet": "{type: [string, integer], minLength: 2, K}",
    "an enum of a branch": "{oneOf: [{type: integer}, {type: string, enum: [a], K}]}",
    "a constant of a branch": "{oneOf: [{type: boolean}, {type: string, const: a, K}]}",
    "keys that a pattern describes": "{type: object, patternProperties: {^x: {type: string}}, K}",
    "keys that two patterns describe": "{patternProperties: {^x: {type: string}, ^y: {type: string}}, type: object, K}",
}
"""Schemas that are written as others: what they declare besides stays left out."""


@pytest.mark.parametrize("keyword", ["then", "not", "contains", "contentSchema", "dependentSchemas"])
@pytest.mark.parametrize("place", ["K", "{type: array, items: K}", "{type: object, additionalProperties: K}"])
@pytest.mark.parametrize("schema", REWRITTEN.values(), ids=REWRITTEN)
def test_what_a_schema_that_is_written_as_another_declares_is_reported(schema: str, place: str, keyword: str) -> None:
    found = property_(place.replace("K", schema.replace("K", f"{keyword}: {SCHEMAS.get(keyword, LOST)}")))
    assert found.names == ["it"]
    assert any("'lost'" in diagnostic.text for diagnostic in found.mapping.diagnostics)


@pytest.mark.parametrize("name", ["$odata.type", "a.b", "a b", "2.4.x", "x*"])
def test_what_is_left_out_has_the_same_place_whatever_its_name_contains(name: str) -> None:
    """The proposed ignore is about this property alone."""
    schema = f"{{type: object, dependentSchemas: {{x: {{properties: {{{name!r}: {{type: string}}}}}}}}}}"
    found = property_(schema)
    (diagnostic,) = found.diagnostics(rules.CONDITIONAL)
    assert diagnostic.path == f"it.{to_identifier(name)}"
    assert not found.fixed(rules.CONDITIONAL).diagnostics(rules.CONDITIONAL)


PARAMETERS = {
    "{name: by, schema: {type: string}}": "'by' does not say where it is",
    "{name: by, in: Query, schema: {type: string}}": "'by' is in 'Query'",
    "{in: query, schema: {type: string}}": "has no name",
}


@pytest.mark.parametrize(("parameter", "text"), PARAMETERS.items())
def test_a_parameter_that_no_request_carries_is_reported(parameter: str, text: str) -> None:
    found = data_source(f"parameters: [{parameter}]\nread: {{properties: {{name: {{type: string}}}}}}")
    assert found.names == ["name"]
    assert text in found.diagnostic(rules.NO_PLACE).text


@pytest.mark.parametrize("place", ["query", "header", "cookie"])
def test_parameters_of_one_name_in_two_places_are_told_apart_and_reported(place: str) -> None:
    found = resource(f"""
        create: {{properties: {{name: {{type: string}}}}}}
        path_parameters: [{{name: it, in: path, schema: {{type: integer}}}}]
        parameters: [{{name: it, in: {place}, schema: {{type: boolean}}}}]
    """)
    assert found.kinds["it"] == "int64"
    assert found.differs_at("it")


@pytest.mark.parametrize(("required", "status"), [("null", "required"), ("[]", "computed_optional")])
def test_a_name_that_is_null_without_quotes_is_one_where_a_property_has_it(required: str, status: str) -> None:
    found = resource(
        f"create: {{required: [{required}, a], properties: {{null: {{type: string}}, a: {{type: string}}}}}}"
    )
    assert found.statuses == {"a": "required", "null": status}
    assert not resource("create: {required: [null], properties: {a: {type: string}}}").diagnostics(rules.NOT_DESCRIBED)


@pytest.mark.parametrize(
    ("codes", "ends"),
    [
        (["+200"], "schema; '+200' is no status code"),
        (["OK", "20x", "404"], "schema; 'OK' and '20x' are no status codes"),
        (["404", "4XX", "default", "x-note"], "schema"),
    ],
)
def test_responses_without_a_status_code_are_named(codes: list[str], ends: str) -> None:
    item = {"content": {"application/json": {"schema": {"properties": {"lost": {"type": "string"}}}}}}
    responses = {"responses": dict.fromkeys(codes, item)}
    body = {"requestBody": {"content": {"application/json": {"schema": {"properties": {"name": {"type": "string"}}}}}}}
    paths = {"/ovens": {"post": {**body, **responses}}, "/ovens/{id}": {"get": responses}}
    create, read = {"path": "/ovens", "method": "POST"}, {"path": "/ovens/{id}", "method": "GET"}
    config = {"provider": {"name": "bakery"}, "resources": {"oven": {"create": create, "read": read}}}
    found = map_texts(json.dumps({"openapi": "3.0.0", "paths": paths}), json.dumps(config))
    assert found.names == ["name"]
    assert [d.text.endswith(ends) for d in found.diagnostics(rules.NO_SCHEMA)] == [True, True]


def test_a_pattern_in_slashes_is_mended_by_what_is_proposed() -> None:
    found = property_("{type: string, pattern: '/^[a-z]+$/i'}").fixed(rules.UNMET)
    assert found.validators("it") == ['stringvalidator.RegexMatches(regexp.MustCompile("(?i)^[a-z]+$"), "")']
    assert not found.diagnostics(rules.UNMET)


def test_limits_that_no_value_meets_are_not_reported_if_the_config_takes_them_away() -> None:
    create = "create: {properties: {it: {type: integer, minimum: 5, maximum: 1}}}"
    found = resource(f"{create}\nschema: {{attributes: {{overrides: {{it: {{validators: []}}}}}}}}")
    assert not found.diagnostics(rules.UNMET)


@pytest.mark.parametrize("policies", ["", "names: words"])
def test_letters_that_an_identifier_cannot_have_are_reported_until_an_alias_replaces_the_name(policies: str) -> None:
    found = resource(f"create: {{properties: {{größe: {{type: integer}}}}}}\npolicies: {{{policies}}}")
    assert "'größe' loses the letters ö, ß" in found.diagnostic(rules.LETTERS_LOST).text
    assert found.differs_at(found.names[0]) is bool(policies)
    assert not found.fixed(rules.LETTERS_LOST).diagnostics(rules.LETTERS_LOST)


@pytest.mark.parametrize("name", ["größe", "Größe", "日本"])
def test_a_name_of_such_letters_alone_is_left_out_and_reported_once(name: str) -> None:
    found = property_(f"{{type: object, properties: {{{name}: {{type: string}}, a: {{type: string}}}}}}")
    assert len([d for d in found.mapping.diagnostics if name in d.text]) == 1


NUMBERS = {
    "{type: integer, default: -9223372036854775809}": rules.BEYOND_TYPE,
    "{type: integer, enum: [1, -9223372036854775809]}": rules.BEYOND_TYPE,
    "{type: number, format: double, enum: [1, .inf]}": rules.BEYOND_TYPE,
    "{type: string, minLength: .nan}": rules.VACUOUS_BOUND,
    "{type: array, items: {type: string}, maxItems: .inf}": rules.VACUOUS_BOUND,
    "{type: integer, minimum: -.inf}": rules.VACUOUS_BOUND,
}


@pytest.mark.parametrize(("schema", "rule"), NUMBERS.items())
def test_a_number_that_its_type_cannot_hold_differs(schema: str, rule: object) -> None:
    found = property_(schema)
    assert found.rules("it") == {rule}
    assert found.differs_at("it")


UNMET = {
    "{type: string, pattern: '/^[a-z]+$/'}": "pattern '/^[a-z]+$/'",
    "{type: string, pattern: '/^[a-z]+$/gi'}": "pattern '/^[a-z]+$/gi'",
    "{type: string, minLength: 5, maxLength: 1}": "minLength 5 and maxLength 1",
    "{type: string, maxLength: -1}": "maxLength -1",
    "{type: string, minLength: -1}": "minLength -1",  # which the validator refuses with every value
    "{type: array, items: {type: string}, minItems: 3, maxItems: 1}": "minItems 3 and maxItems 1",
    "{type: object, additionalProperties: {type: string}, minProperties: 3, maxProperties: 1}": "minProperties 3",
    "{type: integer, minimum: 5, maximum: 1}": "minimum 5 and maximum 1",
    "{type: integer, minimum: 1.5, maximum: 1.7}": "minimum 1.5 and maximum 1.7",
    "{type: integer, exclusiveMinimum: 1, exclusiveMaximum: 1}": "exclusiveMinimum 1 and exclusiveMaximum 1",
    "{type: integer, exclusiveMinimum: 3, maximum: 3}": "exclusiveMinimum 3 and maximum 3",
    "{type: integer, exclusiveMinimum: 3, exclusiveMaximum: 4}": "exclusiveMinimum 3 and exclusiveMaximum 4",
    "{type: integer, minimum: 3, exclusiveMinimum: true, maximum: 3}": "minimum 3 and exclusiveMinimum true",
    "{type: integer, minimum: 3, exclusiveMaximum: 3}": "minimum 3 and exclusiveMaximum 3",
    "{type: number, minimum: 5, maximum: 1}": "minimum 5 and maximum 1",
    "{type: number, exclusiveMinimum: 3, maximum: 3}": "exclusiveMinimum 3 and maximum 3",
    "{type: number, minimum: 3, exclusiveMaximum: 3}": "minimum 3 and exclusiveMaximum 3",
    "{type: number, exclusiveMinimum: 3, exclusiveMaximum: 3}": "exclusiveMinimum 3 and exclusiveMaximum 3",
    "{type: integer, enum: [1, 2], minimum: 5}": "enum and minimum 5",
    "{type: string, enum: [a, b], minLength: 3}": "enum and minLength 3",
}


@pytest.mark.parametrize(("schema", "text"), UNMET.items())
def test_limits_that_no_value_meets_are_reported(schema: str, text: str) -> None:
    found = property_(schema)
    assert text in found.diagnostic(rules.UNMET).text
    assert not found.differs_at("it")


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, minLength: 1, maxLength: 1}",
        "{type: array, items: {type: string}, minItems: -1}",
        "{type: integer, minimum: 1.5, maximum: 2.5}",
        "{type: integer, minimum: 1, maximum: 1}",
        "{type: number, minimum: 1.5, maximum: 1.7}",
        "{type: integer, exclusiveMinimum: 1.5, exclusiveMaximum: 2.5}",
        "{type: number, minimum: 3, maximum: 3}",
        "{type: number, exclusiveMinimum: 3, exclusiveMaximum: 4}",
        "{type: string, pattern: '/[a-z]+/'}",
        "{type: string, pattern: '^/[a-z]+/$'}",
        "{type: integer, minimum: 3, exclusiveMinimum: false, maximum: 3}",
        "{type: integer, enum: [1, 7], minimum: 5}",
    ],
)
def test_limits_that_a_value_meets_are_not_reported(schema: str) -> None:
    assert not property_(schema).diagnostics(rules.UNMET)


REFUSED = {
    "{type: integer, maximum: 3, default: 5}": "default 5 does not meet maximum 3",
    "{type: number, format: double, exclusiveMinimum: 5, default: 5}": "default 5 does not meet exclusiveMinimum 5",
    "{type: string, minLength: 2, default: a}": "default 'a' does not meet minLength 2",
}


@pytest.mark.parametrize(("schema", "text"), REFUSED.items())
def test_a_default_that_its_own_limits_exclude_is_reported_and_not_written_by_policies(schema: str, text: str) -> None:
    found = property_(schema)
    assert text in found.diagnostic(rules.DEFAULT_LOST).text
    assert not found.differs_at("it")
    assert "default" in found.body("it")
    assert "default" not in property_(schema, "siblings: merge").body("it")


@pytest.mark.parametrize("keyword", ["default: -0", "enum: [-0]", "const: -0"])
@pytest.mark.parametrize("style", ["json", "yaml"])
def test_a_zero_keeps_its_sign_where_its_text_counts(keyword: str, style: str) -> None:
    name, _, value = keyword.partition(": ")
    schema = f'{{"type": "string", "{name}": {value}}}'
    body = f'{{"content": {{"application/json": {{"schema": {{"properties": {{"it": {schema}}}}}}}}}}}'
    operations = f'{{"post": {{"requestBody": {body}, "responses": {{}}}}, "get": {{"responses": {{}}}}}}'
    text = f'{{"openapi": "3.1.0", "info": {{"title": "Zoo", "version": "1"}}, "paths": {{"/pets": {operations}}}}}'
    text = text if style == "json" else f"# YAML\n{text}"
    assert "-0" in written(text)


def written(text: str) -> str:
    from mapper.inputs import Documents
    from mapper.systems.terraform.openapi.operations import Api

    documents = Documents()
    api = Api(documents.add(Document("openapi.yaml", text.encode())), documents)
    operations = b"{create: {path: /pets, method: POST}, read: {path: /pets, method: GET}}"
    config = b"provider: {name: zoo}\nresources: {pet: " + operations + b"}"
    return write_code_spec(map_api(api, parse_config(Document("c.yml", config)))).partition('"it"')[2]


def test_a_description_next_to_a_reference_is_reported() -> None:
    """OpenAPI 3.1 gives it precedence; `siblings: merge` does, too."""
    snippet = """
        create: {properties: {it: {$ref: '#/components/schemas/Addr', description: Where the invoice goes.}}}
        components: {Addr: {type: object, description: An address., properties: {city: {type: string}}}}
    """
    found = resource(snippet)
    assert "description" in found.diagnostic(rules.BESIDE_KEYWORDS).text
    assert found.fixed(rules.BESIDE_KEYWORDS).description("it") == "Where the invoice goes."


@pytest.mark.parametrize("name", ["alias", "version"])
def test_names_that_a_provider_block_has_itself_are_reported(name: str) -> None:
    found = provider(f"""
        provider:
          schema_ref: '#/components/schemas/Settings'
        components: {{Settings: {{properties: {{{name}: {{type: string}}, count: {{type: integer}}}}}}}}
    """)
    assert [d.path for d in found.diagnostics(rules.RESERVED_NAME)] == [name]
    fix = f"attributes: {{aliases: {{.{name}: another_{name}}}}}"
    assert str(found.diagnostic(rules.RESERVED_NAME).fix).startswith(fix)


def test_a_file_in_flow_style_that_is_too_long_says_so() -> None:
    text = '{"a": [' + "1, " * MAX_FLOW + "1], b: 2}"
    with pytest.raises(DocumentError, match=r"write it in block style"):
        Document("openapi.yaml", text.encode())
    with pytest.raises(DocumentError, match=r"Expecting"):
        Document("openapi.json", text.encode())


def test_a_second_document_in_a_file_is_reported(tmp_path: Path) -> None:
    api, config = tmp_path / "openapi.yaml", tmp_path / "config.yml"
    api.write_text("openapi: 3.1.0\npaths:\n  /pets: {get: {responses: {}}}\n---\nmore: true\n", encoding="utf-8")
    config.write_text(
        "provider: {name: zoo}\ndata_sources: {pet: {read: {path: /pets, method: GET}}}\n", encoding="utf-8"
    )
    (found,) = [d for d in generate(api, config).diagnostics if d.code == "OAS207"]
    assert "begins in line 4" in found.text


def test_the_number_of_properties_of_an_object_is_kept_but_no_validator() -> None:
    found = property_("{type: object, properties: {a: {type: string}}, minProperties: 1, maxProperties: 2}")
    assert found.validators("it") == []
    assert found.attribute("it").limits


SETS = ("{type: array, format: set, items: S}", "{type: array, uniqueItems: true, items: S}", "{type: array, items: S}")


@pytest.mark.parametrize(("schema", "more"), list(zip(SETS, ("", "policies: {unique_items: set}", ""), strict=True)))
def test_a_default_inside_of_a_set_is_reported(schema: str, more: str) -> None:
    item = "{properties: {port: {type: integer, default: 80}, in: {properties: {a: {type: string, default: x}}}}}"
    found = resource(f"create: {{properties: {{it: {schema.replace('S', item)}}}}}\n{more}")
    is_set = "set" in found.kinds["it"]
    assert {d.path for d in found.diagnostics(rules.DEFAULT_IN_SET)} == ({"it.port", "it.in.a"} if is_set else set())


def test_a_default_of_a_set_that_only_the_api_fills_is_not_reported() -> None:
    found = resource(
        "read: {properties: {it: {type: array, format: set, items: {properties: {p: {default: 1, type: integer}}}}}}"
    )
    assert not found.diagnostics(rules.DEFAULT_IN_SET)


NULLABLE = (
    "{type: [string, 'null']}",
    "{type: string, nullable: true}",
    "{anyOf: [{type: string}, {type: 'null'}]}",
    "{oneOf: [{$ref: '#/components/schemas/S'}, {type: 'null'}]}",
)


@pytest.mark.parametrize("schema", NULLABLE)
def test_a_required_property_that_may_be_null_is_noted(schema: str) -> None:
    snippet = "create: {required: [it], properties: {it: %s}}\ncomponents: {S: {type: string}}"
    assert resource(snippet % schema).diagnostic(rules.REQUIRED_NULL).path == "it"
    assert not resource(snippet % "{type: string}").diagnostics(rules.REQUIRED_NULL)
    assert not resource((snippet % schema).replace("required: [it], ", "")).diagnostics(rules.REQUIRED_NULL)


def test_what_is_inside_of_a_computed_attribute_is_computed() -> None:
    inside = "{type: object, required: [a], properties: {a: {type: string}, b: {type: integer, default: 1}}}"
    found = resource(f"""
        create: {{properties: {{it: {inside}, list: {{type: array, items: {inside}}}}}}}
        schema: {{attributes: {{overrides: {{it: {{computed_optional_required: computed}},
                                           list: {{computed_optional_required: computed}}}}}}}}
    """)
    assert '"required"' not in found.text
    assert "default" not in found.text


def test_a_variant_does_not_contain_its_siblings() -> None:
    found = resource("""
        create: {properties: {pet: {$ref: '#/components/schemas/Pet'}}}
        policies: {one_of: variants}
        components:
          Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}],
                properties: {kind: {type: string}}, discriminator: {propertyName: kind}}
          Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {meow: {type: string}}}]}
          Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {bark: {type: string}}}]}
    """)
    assert "meow" in found.text
    cat = found.text.partition('"name": "cat"')[2].partition('"name": "dog"')[0]
    assert "bark" not in cat


KEYWORDS_AND_VALUES = {
    "a list": ("enum", ["abc", "5", "{}", "true"]),
    "a list of names": ("required", ["[null]", "[a, null]"]),
    "true or false": ("nullable readOnly writeOnly deprecated uniqueItems", ['"true"', "1", "{}", "[true]"]),
    "a text": ("pattern format description", ["[a]", "{}"]),
}


@pytest.mark.parametrize("place", ["{properties: {x: IT}}", "{properties: {x: {allOf: [IT, {type: string}]}}}", "IT"])
@pytest.mark.parametrize(
    ("expected", "keyword", "value"),
    [
        ("a list", "required", "true"),  # what a parameter has, in a property
        *(
            (expected, keyword, value)
            for expected, (keywords, values) in KEYWORDS_AND_VALUES.items()
            for keyword in keywords.split()
            for value in values
        ),
    ],
)
def test_a_keyword_whose_value_has_another_type_is_told(expected: str, keyword: str, value: str, place: str) -> None:
    schema = f"{{type: {'object' if place == 'IT' else 'string'}, {keyword}: {value}}}"
    found = resource(f"create: {place.replace('IT', schema)}\nread: {{properties: {{y: {{type: string}}}}}}")
    (told,) = found.diagnostics(rules.ILL_TYPED)
    assert told.text == f"{keyword!r} takes {expected}, and has another value"


@pytest.mark.parametrize("value", ["pattern: ^a$", "description: 5", "enum: [a]", "nullable: true", "readOnly: null"])
def test_a_keyword_with_a_value_that_is_read_is_not_told(value: str) -> None:
    assert not resource(f"create: {{properties: {{x: {{type: string, {value}}}}}}}").diagnostics(rules.ILL_TYPED)
