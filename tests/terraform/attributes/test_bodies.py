"""Which request and response bodies are mapped, and what of them."""

import pytest

from mapper.terraform import kinds, rules

from ...support import Mapped, both, data_source, map_texts, resource

CONFIG = "{provider: {name: bakery}, data_sources: {oven: {read: {path: /oven, method: get}}}}"
RESOURCE_CONFIG = """
    provider: {name: bakery}
    resources: {oven: {create: {path: /oven, method: post}, read: {path: /oven, method: get}}}
"""


def read_responses(responses: str) -> Mapped:
    """Map a data source whose read operation has these responses."""
    text = f"openapi: 3.0.0\npaths: {{/oven: {{get: {{responses: {responses}, tags: null}}}}}}\n"
    return map_texts(text, CONFIG, kinds.DATA_SOURCE)


def with_property(name: str) -> str:
    """A media type whose schema has one property."""
    return f"{{schema: {{type: object, properties: {{{name}: {{type: string}}}}}}}}"


def answer(name: str) -> str:
    """A response whose schema has one property."""
    return f"{{content: {{application/json: {with_property(name)}}}}}"


# --- status codes ---


@pytest.mark.parametrize(
    ("codes", "chosen"),
    [
        (["201", "200"], "200"),
        (["202", "201"], "201"),
        (["206", "203"], "203"),
        (["default", "404", "203"], "203"),
        (["2XX", "203"], "203"),
        (["2XX", "default"], "2XX"),
        (["299"], "299"),
    ],
)
def test_the_success_response_is_200_or_201_or_the_lowest_or_any(codes: list[str], chosen: str) -> None:
    oven = read_responses("{" + ", ".join(f"{code!r}: {answer('c' + code)}" for code in codes) + "}")
    assert oven.names == [f"c{chosen.lower()}"]
    assert str(oven.entity.body.attributes[0].origins[0].part) == f"read response {chosen}"


@pytest.mark.parametrize(
    "empty", ["{description: Nothing}", "{content: {}}", "{content: {text/plain: {example: 1}}}", "null"]
)
def test_a_response_without_a_schema_is_passed_over(empty: str) -> None:
    oven = read_responses(f"{{'200': {empty}, '201': {answer('heat')}}}")
    assert oven.names == ["heat"]
    assert oven.rules("") == {rules.LATER_RESPONSE, rules.ENTITY_KEPT}


@pytest.mark.parametrize("codes", [("200", "202"), ("201", "2XX"), ("202", "203"), ("2XX",)])
def test_what_only_a_later_response_gives_is_a_difference(codes: tuple[str, ...]) -> None:
    *empty, last = codes
    answers = ", ".join([*(f"'{code}': {{}}" for code in empty), f"'{last}': {answer('heat')}"])
    post = f"{{requestBody: {answer('name')}, responses: {{}}}}"
    text = f"openapi: 3.0.0\npaths: {{/oven: {{post: {post}, get: {{responses: {{{answers}}}}}}}}}\n"
    oven = map_texts(text, RESOURCE_CONFIG)
    assert oven.rules("heat") == {rules.BODY_KEPT}
    assert oven.rules("name") == set()


@pytest.mark.parametrize("code", ["default", "404", "300", "199", "x-200", "4XX"])
def test_only_success_responses_count(code: str) -> None:
    oven = read_responses(f"{{'200': {{}}, {code!r}: {answer('heat')}}}")
    assert not oven.is_mapped
    assert {rules.NO_SCHEMA, rules.ENTITY_LOST} <= oven.rules("")


@pytest.mark.parametrize(
    "responses",
    [
        "null",
        "[]",
        "text",
        "5",
        "{}",
        "{'200': text}",
        "{'200': {content: []}}",
        "{$ref: '#/openapi'}",
        "{$ref: '#/paths/~1oven/get/tags'}",
        "{$ref: '#/nowhere'}",
    ],
)
def test_responses_that_are_none_lose_the_data_source(responses: str) -> None:
    oven = read_responses(responses)
    assert not oven.is_mapped
    assert rules.ENTITY_LOST in oven.rules("")


# --- media types ---


def test_json_goes_before_all_other_media_types() -> None:
    types = f"application/a: {with_property('first')}, application/json: {with_property('json')}"
    assert read_responses(f"{{'200': {{content: {{{types}}}}}}}").names == ["json"]


def test_any_media_type_will_do_for_a_request_body() -> None:
    body = f"{{content: {{'*/*': {with_property('fuel')}}}}}"
    oven = map_texts(f"{{openapi: 3.0.0, paths: {{/oven: {{post: {{requestBody: {body}}}}}}}}}", RESOURCE_CONFIG)
    assert oven.names == ["fuel"]


# --- bodies that are no objects ---


def test_an_entity_without_attributes_is_written_with_an_empty_schema_and_reported() -> None:
    oven, source = both("""
        create: {type: array, items: {type: string}}
        read: {type: object, additionalProperties: {type: string}}
    """)
    assert oven.spec["resources"] == [{"name": "oven", "schema": {}}]
    assert oven.spec["datasources"] == [{"name": "oven", "schema": {}}]
    assert [str(d.entity) for d in source.diagnostics(rules.ENTITY_EMPTY)] == ["resource oven", "data source oven"]


# --- bodies that the reference tool drops ---


def test_an_unmappable_property_in_a_response_costs_that_property_only() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}, name: {type: string}, door: {properties: {lock: {type: string}}}}}
        create_response:
          properties:
            age: {type: integer}
            odd: {type: nothing}
            name: {type: string, description: Filled}
            fuel: {type: string}
            door: {properties: {hinge: {type: string}}}
        read: {properties: {heat: {type: integer}}}
    """)
    assert oven.names == ["door", "fuel", "name", "age", "heat"]
    assert oven.description("name") == "Filled"
    # each difference from the reference tool, which drops the whole response, is declared where it is
    assert [name for name in oven.names if oven.differs_at(name)] == ["name", "age"]
    assert oven.differs_at("door.hinge")
    assert not oven.differs_at("door.lock")
    assert oven.rules("age") == {rules.BODY_KEPT}


# --- operations with little in them ---


def test_a_data_source_without_a_response_schema_is_absent() -> None:
    oven = data_source("parameters: [{name: size, in: query, schema: {type: string}}]")
    assert not oven.is_mapped
    assert {rules.NO_SCHEMA, rules.ENTITY_LOST} <= oven.rules("")


def test_a_missing_create_operation_leaves_the_read_operation() -> None:
    get = f"{{responses: {{'200': {answer('heat')}}}}}"
    oven = map_texts(f"{{openapi: 3.0.0, paths: {{/oven: {{get: {get}}}}}}}", RESOURCE_CONFIG)
    assert oven.statuses == {"heat": "computed"}
    assert oven.differs_at("")
    assert "'/oven' has no POST operation" in oven.diagnostic(rules.NO_OPERATION).text


def test_a_missing_read_operation_of_a_data_source_loses_it() -> None:
    oven = map_texts("{openapi: 3.0.0, paths: {/oven: {post: {}}}}", CONFIG)
    assert not oven.mapping.entities[1:]
    assert oven.diagnostics(rules.ENTITY_LOST)


# --- required properties that no schema describes ---
