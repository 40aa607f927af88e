"""Swagger 2.0: bodies, forms, responses and parameters stand elsewhere than in OpenAPI 3."""

import pytest
import yaml

from mapper.report.diagnostic import MappingError
from mapper.systems.terraform.rules import BESIDE_KEYWORDS, NO_PLACE, SWAGGER

from ...support import Mapped, first_config, map_texts
from ..zoos import api

CONFIG = """
    provider: {name: bakery}
    resources:
      oven:
        create: {path: /ovens, method: POST}
        read: {path: '/ovens/{id}', method: GET}
"""


def mapped(create: str, read: str = "", more: str = "", config: str = CONFIG) -> Mapped:
    openapi = f"""
    swagger: '2.0'
    paths:
      /ovens: {{post: {{{create}}}}}
      '/ovens/{{id}}': {{get: {{{read}}}}}
    definitions:
      Oven: {{type: object, required: [heat], properties: {{heat: {{type: integer}}, id: {{type: string}}}}}}
    {more}
    """
    return map_texts(openapi, config)


def form(*fields: str) -> str:
    return f"parameters: [{', '.join('{in: formData, ' + field + '}' for field in fields)}]"


def test_the_parameter_in_the_body_is_the_request_body() -> None:
    other = "{in: query, name: view, type: string, schema: {type: string}}"
    found = mapped(f"parameters: [{other}, {{in: body, name: body, schema: {{$ref: '#/definitions/Oven'}}}}]")
    assert found.statuses == {"heat": "required", "id": "computed_optional"}
    assert found.diagnostics(SWAGGER)


def test_references_to_shared_bodies_parameters_and_responses_are_followed() -> None:
    found = mapped(
        "parameters: [{$ref: '#/parameters/Body'}], responses: {'201': {$ref: '#/responses/Made'}}",
        "parameters: [{$ref: '#/parameters/View'}], responses: {'200': {$ref: '#/responses/Made'}}",
        """
    parameters:
      Body: {in: body, name: body, schema: {$ref: '#/definitions/Oven'}}
      View: {in: query, name: view, type: string, enum: [all]}
    responses:
      Made: {schema: {allOf: [{$ref: '#/definitions/Oven'}, {properties: {state: {type: string}}}]}}
    """,
    )
    assert found.statuses == {
        "heat": "required",
        "id": "computed_optional",
        "state": "computed",
        "view": "computed_optional",
    }
    assert found.validators("view")
    (_, created, read) = found.attribute("heat").origins
    assert (str(created.part), str(read.part)) == ("create response 201", "read response 200")


def test_the_fields_of_a_form_are_one_request_body() -> None:
    found = mapped(
        form(
            "name: heat, type: integer, required: true, minimum: 5",
            "name: mode, type: string, description: How., default: slow",
            "name: trays, type: array, items: {type: string}, collectionFormat: pipes",
        ).replace("[", "[{in: query, name: view, type: string}, ")
    )
    assert found.statuses == {"heat": "required", "mode": "computed_optional", "trays": "computed_optional"}
    assert found.validators("heat") == ["int64validator.AtLeast(5)"]
    assert (found.description("mode"), found.default("mode")) == ("How.", '"slow"')
    assert found.kinds["trays"] == "list"
    (origin,) = found.attribute("mode").origins
    assert str(origin.part) == "create request body"
    assert origin.location.pointer == "/paths/~1ovens/post/parameters/2"


def test_a_file_in_a_form_is_a_string() -> None:
    found = mapped(form("name: photo, type: file, required: true, description: Of the oven."))
    assert found.kinds == {"photo": "string"}
    assert (found.status("photo"), found.description("photo")) == ("required", "Of the oven.")


def test_the_forms_of_two_operations_are_two_bodies() -> None:
    config = f"""{CONFIG}
      tray:
        create: {{path: '/ovens/{{id}}', method: GET}}
        read: {{path: '/ovens/{{id}}', method: GET}}
    """
    found = mapped(form("name: a, type: file"), form("name: b, type: file"), config=config)
    assert [[a.name for a in entity.body.attributes] for entity in found.mapping.entities[1:]] == [["a"], ["b"]]


@pytest.mark.parametrize("style", ["csv", "ssv", "tsv", "pipes", "multi"])
def test_how_a_list_is_written_in_a_query_does_not_matter(style: str) -> None:
    found = mapped(
        "", f"parameters: [{{in: query, name: q, type: array, items: {{type: integer}}, collectionFormat: {style}}}]"
    )
    assert found["q"]["list"]["element_type"] == {"int64": {}}


def test_a_pointer_unwraps_and_a_media_type_cannot_be_chosen() -> None:
    read = "responses: {'200': {schema: {properties: {data: {$ref: '#/definitions/Oven'}}}}}"
    chosen = CONFIG.replace("method: GET}", "method: GET, response: {pointer: /data}}")
    assert mapped("", read, config=chosen).names == ["heat", "id"]
    with pytest.raises(MappingError, match=r"config.yml:\d+:\d+: .*one schema for all media types"):
        mapped("", read, config=CONFIG.replace("method: GET}", "method: GET, response: {media_type: a/b}}"))


def test_a_response_can_be_chosen() -> None:
    read = (
        "responses: {'200': {schema: {properties: {a: {type: string}}}}, '202': {schema: {$ref: '#/definitions/Oven'}}}"
    )
    chosen = CONFIG.replace("method: GET}", "method: GET, response: {status: 202}}")
    assert mapped("", read).names == ["a"]
    assert mapped("", read, config=chosen).names == ["heat", "id"]


def test_a_response_without_a_schema_is_passed_over() -> None:
    read = "responses: {'200': {description: Done.}, '202': {schema: {$ref: '#/definitions/Oven'}}}"
    assert mapped("", read).names == ["heat", "id"]


def test_a_description_next_to_a_reference_is_reported() -> None:
    view = "parameters: {View: {in: query, name: view, type: string, description: Of all.}}"
    listed = "parameters: [{$ref: '#/parameters/View', description: DESCRIPTION}]"
    found = mapped("", listed.replace("DESCRIPTION", "How much."), view)
    assert found.diagnostic(BESIDE_KEYWORDS).path == "view"
    assert not mapped("", listed.replace("DESCRIPTION", "Of all."), view).diagnostics(BESIDE_KEYWORDS)


def test_a_parameter_that_no_request_carries_is_reported() -> None:
    listed = "{in: Query, name: q, type: string}, {in: body, name: b, schema: {type: string}}"
    found = mapped(form("name: heat, type: integer"), f"parameters: [{listed}]")
    assert [d.text.partition(":")[0] for d in found.diagnostics(NO_PLACE)] == ["the parameter 'q' is in 'Query'"]


def test_a_reference_of_a_parameter_that_leads_nowhere_is_told() -> None:
    found = mapped("parameters: [{$ref: '#/parameters/None'}]", "parameters: [{$ref: '#/parameters/None'}]")
    assert any("#/parameters/None" in diagnostic.text for diagnostic in found.mapping.diagnostics)


def test_a_resource_is_proposed_as_of_openapi_3() -> None:
    oven = "schema: {$ref: '#/definitions/Oven'}"
    starter = first_config(
        api(f"""
        swagger: '2.0'
        info: {{title: Kitchen, version: '1'}}
        paths:
          /ovens: {{post: {{parameters: [{{in: body, name: it, {oven}}}], responses: {{'201': {{{oven}}}}}}}}}
          /ovens/{{id}}:
            parameters: [{{name: id, in: path, required: true, type: string}}]
            get: {{responses: {{'200': {{{oven}}}}}}}
            delete: {{responses: {{'204': {{description: Gone.}}}}}}
        definitions:
          Oven: {{type: object, required: [heat], properties: {{heat: {{type: integer}}, id: {{type: string}}}}}}
    """)
    )
    (found,) = yaml.safe_load(starter.text)["resources"].values()
    assert [found[part]["path"] for part in ("create", "read", "delete")] == ["/ovens", "/ovens/{id}", "/ovens/{id}"]
    assert found["schema"] == {"attributes": {"overrides": {"id": {"computed_optional_required": "computed"}}}}
