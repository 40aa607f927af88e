"""What is written as the reference tool does, or goes further, and is reported: each rule, its smallest input."""

import pytest

from mapper.report.diagnostic import Severity
from mapper.report.rules import NAME_COLLISION
from mapper.terraform.rules import BESIDE_KEYWORDS, CONST, DEFAULT_LOST, ENUM_LOST, NO_VALUE, OTHER_MEDIA_TYPE

from ...support import map_texts, property_, resource

OPTIONAL = "create: {{type: object, properties: {{it: {schema}}}}}\n"
E_ = "{$ref: '#/components/schemas/E'}"

WRONG_DEFAULTS = {
    "{type: integer, default: 1.5}": ("1", "the default 1.5 is not a value of type integer; 1 is written"),
    "{type: integer, default: -0.9}": ("0", "the default -0.9 is not a value of type integer; 0 is written"),
    "{type: [integer, 'null'], default: 1.5}": ("1", "the default 1.5 is not a value of type integer; 1 is written"),
    "{type: string, default: 5}": ('"5"', "the default 5 is not a value of type string; '5' is written"),
    "{type: string, default: true}": ('"true"', "the default true is not a value of type string; 'true' is written"),
    "{type: boolean, default: 'yes'}": ("true", "the default 'yes' is not a value of type boolean; true is written"),
    "{type: string, enum: [a], default: z}": ('"z"', "the default 'z' is not a value of enum; 'z' is written"),
    "{type: integer, enum: [1, 2], default: 3}": ("3", "the default 3 is not a value of enum; 3 is written"),
    "{type: string, const: a, default: z}": ('"z"', "the default 'z' is not a value of const; 'z' is written"),
    "{enum: [a], default: z}": ('"z"', "the default 'z' is not a value of enum; 'z' is written"),
    "{allOf: [{enum: [a], default: z}]}": ('"z"', "the default 'z' is not a value of enum; 'z' is written"),
    "{type: integer, default: '5'}": (None, "the default '5' is not a value of type int64"),
}
RIGHT_DEFAULTS = {
    "{type: integer, default: 2.0}": "2",
    "{type: number, format: double, default: 3}": "3",
    "{type: string, enum: [a, null], default: a}": '"a"',
    "{type: [string, integer], default: 5}": '"5"',
    "{type: string, enum: [1, 2], default: '1'}": '"1"',
    "{type: string, enum: [], default: a}": '"a"',
    "{type: boolean, enum: [true], default: true}": "true",
}


@pytest.mark.parametrize("schema", WRONG_DEFAULTS)
def test_a_default_that_is_no_value_of_its_type_or_enum_is_written_and_told(schema: str) -> None:
    oven = resource(OPTIONAL.format(schema=schema))
    static, text = WRONG_DEFAULTS[schema]
    assert (oven.default("it"), oven.diagnostic(DEFAULT_LOST).text) == (static, text)
    assert oven.diagnostic(DEFAULT_LOST).severity is Severity.WARNING


@pytest.mark.parametrize("schema", RIGHT_DEFAULTS)
def test_a_default_that_is_a_value_is_not_told(schema: str) -> None:
    oven = resource(OPTIONAL.format(schema=schema))
    assert oven.default("it") == RIGHT_DEFAULTS[schema]
    assert not oven.diagnostics(DEFAULT_LOST)


BESIDE = {
    "{$ref: '#/components/schemas/E', default: a}": "what is next to $ref is left out: default",
    "{allOf: [REF], default: a, deprecated: true, maxLength: 2}": (
        "what is next to allOf is left out: default, deprecated, maxLength"
    ),
    "{anyOf: [REF, {type: 'null'}], default: a}": "what is next to anyOf is left out: default",
    "{oneOf: [{type: 'null'}, REF], enum: [a]}": "what is next to oneOf is left out: enum",
    "{allOf: [REF], format: password}": "what is next to allOf is left out: format",
    "{allOf: [{type: array, items: {type: string}}], minItems: 2}": "what is next to allOf is left out: minItems",
    "{allOf: [{type: object, properties: {a: {type: string}}}], deprecated: true}": (
        "what is next to allOf is left out: deprecated"
    ),
}
NOTHING_BESIDE = [
    "{allOf: [REF], nullable: true, description: d, title: t, example: e, readOnly: true}",
    "{anyOf: [REF, {type: 'null'}], default: null}",
    "{allOf: [REF], deprecated: false}",
    "{allOf: [REF], maxLength: 9}",
    "{allOf: [{type: integer}], format: int32}",
]
IN = ["{IT}", "{type: array, items: {IT}}", "{type: object, additionalProperties: {IT}}"]


def with_e(schema: str, policies: str = "") -> str:
    head = OPTIONAL.format(schema=schema.replace("REF", E_))
    return f"{head}components:\n  E: {{type: string, maxLength: 9}}\npolicies: {{{policies}}}\n"


@pytest.mark.parametrize("place", IN)
@pytest.mark.parametrize("schema", BESIDE)
def test_keywords_next_to_a_reference_or_a_composition_are_told_once(schema: str, place: str) -> None:
    oven = resource(with_e(place.replace("{IT}", schema)))
    found = oven.diagnostic(BESIDE_KEYWORDS)
    assert (found.path, found.text, found.severity) == ("it", BESIDE[schema], Severity.INFO)
    assert (found.fix or "").startswith("policies: {siblings: merge}")
    assert not oven.diagnostic(BESIDE_KEYWORDS).rule.differs
    assert not resource(with_e(place.replace("{IT}", schema), "siblings: merge")).diagnostics(BESIDE_KEYWORDS)


@pytest.mark.parametrize("schema", NOTHING_BESIDE)
def test_what_has_no_effect_or_is_used_is_not_told(schema: str) -> None:
    assert not resource(with_e(schema)).diagnostics(BESIDE_KEYWORDS)


@pytest.mark.parametrize(
    ("schema", "validator"),
    [
        ("{type: string, const: fixed}", 'stringvalidator.OneOf(\n"fixed",\n)'),
        ("{const: fixed}", 'stringvalidator.OneOf(\n"fixed",\n)'),
        ("{type: integer, const: 3}", "int64validator.OneOf(\n3,\n)"),
        ("{type: string, enum: [a, b], const: b}", 'stringvalidator.OneOf(\n"b",\n)'),
        ("{allOf: [{type: string}, {const: b}]}", 'stringvalidator.OneOf(\n"b",\n)'),
        ("{oneOf: [{type: string, const: b}]}", 'stringvalidator.OneOf(\n"b",\n)'),
    ],
)
def test_a_const_is_an_enum_of_one(schema: str, validator: str) -> None:
    oven = property_(schema)
    assert oven.validators("it") == [validator]
    assert oven.diagnostic(CONST).severity is Severity.INFO
    assert oven.differs_at("it")


def test_a_const_of_another_type_is_told() -> None:
    oven = property_("{type: integer, const: a}")
    assert oven.validators("it") == []
    assert oven.diagnostic(ENUM_LOST).text == "const 'a' is not a value of type int64"


def test_of_what_only_the_api_sets_no_validator_is_written_and_none_told() -> None:
    oven = resource("read: {type: object, properties: {id: {type: string, const: a}}}\ncreate: {type: object}")
    assert oven.validators("id") == []
    assert not oven.diagnostics(CONST)


@pytest.mark.parametrize("schema", ["false", "{allOf: [false]}", "{oneOf: [false]}", "{type: array, items: false}"])
def test_what_is_never_there_is_no_loss(schema: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema}, fuel: {{type: string}}}}}}")
    assert oven.names == ["fuel"]
    assert NO_VALUE in oven.rules("it")
    assert {found.severity for found in oven.mapping.diagnostics} == {Severity.INFO}


def test_a_branch_that_is_never_there_is_no_branch() -> None:
    assert property_("{oneOf: [false, {type: integer}]}").kinds == {"it": "int64"}


def test_a_collision_is_told_once_for_all_bodies() -> None:
    body = "{type: object, properties: {id: {type: string}, ID: {type: string}, Id: {type: string}}}"
    oven = resource(
        f"create: {body}\ncreate_response: {body}\nread: {body}\n"
        "path_parameters: [{name: id, in: path, required: true, schema: {type: string}}]"
    )
    texts = [found.text for found in oven.diagnostics(NAME_COLLISION)]
    assert len(texts) == len(set(texts))


MEDIA = """
    openapi: 3.0.3
    paths:
      /ovens:
        post:
          requestBody:
            content:
              application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}
              multipart/form-data: {schema: {properties: {a: {type: string}, file: {type: string}}}}
              text/plain: {schema: {type: string}}
          responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/O'}},
                                        text/json: {schema: {$ref: '#/components/schemas/O'}}}}}
      /ovens/{id}:
        get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/O'}},
                                            application/xml: {schema: {properties: {b: {type: string}}}}}}}}
    components: {schemas: {O: {type: object, properties: {id: {type: string}}}}}
"""
CONFIG = """
    provider: {name: bakery}
    resources: {oven: {create: {path: /ovens, method: POST%s}, read: {path: '/ovens/{id}', method: GET}}}
"""


def test_properties_of_other_media_types_are_told() -> None:
    oven = map_texts(MEDIA, CONFIG % "")
    assert oven.names == ["a", "id"]
    assert [found.path for found in oven.diagnostics(OTHER_MEDIA_TYPE)] == ["file", "b"]
    assert oven.diagnostics(OTHER_MEDIA_TYPE)[0].text == (
        "the property 'file' is declared for another media type, and is left out"
    )
    chosen = map_texts(MEDIA, CONFIG % ", request: {media_type: multipart/form-data}")
    assert chosen.names == ["a", "file", "id"]
    assert [found.path for found in chosen.diagnostics(OTHER_MEDIA_TYPE)] == ["b"]
