"""Path parameters that say where a resource is made."""

from __future__ import annotations

import pytest

from mapper.terraform.overrides.policies import parents
from mapper.terraform.rules import POLICY

from ...support import Mapped, map_texts

OPENAPI = """
    openapi: 3.1.0
    paths:
      /shops/{shop}/ovens:
        post:
          requestBody: {content: {application/json: {schema: {type: object, properties: {heat: {type: string}BODY}}}}}
      /shops/{shop}/ovens/{id}:
        get:
          parameters:
            - {name: shop, in: path, required: true, schema: {type: string, default: main}}
            - {name: id, in: path, required: true, schema: {type: string}}
            - {name: view, in: query, schema: {type: string}}
          responses:
            '200': {content: {application/json: {schema: {type: object, properties: {RESPONSE}}}}}
"""


def mapped(
    body: str = "", response: str = "", schema: str = "", policies: str = "parent_parameters: required"
) -> Mapped:
    config = f"""
        provider: {{name: bakery}}
        policies: {{{policies}}}
        resources:
          oven:
            create: {{path: '/shops/{{shop}}/ovens', method: POST}}
            read: {{path: '/shops/{{shop}}/ovens/{{id}}', method: GET}}
            schema: {{{schema}}}
    """
    return map_texts(OPENAPI.replace("BODY", body).replace("RESPONSE", response), config)


def test_by_default_a_parent_is_like_any_parameter() -> None:
    assert mapped(policies="").status("shop") == "computed_optional"


def test_a_parent_is_required_and_the_other_parameters_are_not() -> None:
    found = mapped()
    assert found.statuses == {
        "heat": "computed_optional",
        "shop": "required",
        "id": "computed_optional",
        "view": "computed_optional",
    }
    assert found.default("shop") is None
    assert found.attribute("shop").reason.text == (
        "a path parameter of the create operation, too: it says where the resource is"
    )
    assert found.rules("shop") == {POLICY}


def test_a_parent_that_a_response_repeats_is_required_too() -> None:
    assert mapped(response="shop: {type: string}, id: {type: string}").statuses["shop"] == "required"
    assert mapped(response="shop: {type: string}, id: {type: string}").statuses["id"] == "computed"


def test_what_the_create_request_body_has_is_as_that_says() -> None:
    assert mapped(body=", shop: {type: string}").status("shop") == "computed_optional"


def test_a_parent_is_found_under_its_alias() -> None:
    assert mapped(schema="attributes: {aliases: {shop: bakery}}").status("bakery") == "required"


def test_a_parent_replaces_the_resource_when_it_changes_if_that_is_inferred() -> None:
    found = mapped(policies="parent_parameters: required, replace: infer")
    assert "plan_modifiers" in found.body("shop")
    assert "plan_modifiers" not in found.body("id")


@pytest.mark.parametrize(
    ("create", "read", "names"),
    [
        ("/shops/{shop}/ovens", "/shops/{shop}/ovens/{id}", {"shop"}),
        ("/shops/{shop}/ovens", "/shops/{shop_id}/ovens/{id}", {"shop_id"}),
        ("/shops/{shop}/ovens", "/ovens/{id}", set()),
        ("/shops/{shop}/ovens", "/v2/{shop}/ovens/{id}", {"shop"}),
        ("/ovens/{id}", "/ovens/{id}", {"id"}),
        ("/ovens", "/ovens/{id}", set()),
        ("/{a}-{b}/ovens", "/{a}-{c}/ovens/{id}", {"a", "c"}),
    ],
)
def test_parents_are_found_by_name_or_by_place(create: str, read: str, names: set[str]) -> None:
    assert parents(create, read) == names
