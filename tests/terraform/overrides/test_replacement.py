"""Which attributes replace a resource when they change."""

from typing import Any

import pytest

from mapper.report.diagnostic import Severity
from mapper.systems.terraform.overrides.policies import parents
from mapper.systems.terraform.rules import NO_SCHEMA, POLICY

from ...support import Mapped, map_texts


def oven(create: str, update: str | None, extra: str = "") -> Mapped:
    """A resource; `update` is the schema of the body of its update operation, None if it has none."""
    put = "" if update is None else f"put: {{requestBody: {{content: {{application/json: {{schema: {update}}}}}}}}}"
    return map_texts(
        f"""
        openapi: 3.1.0
        paths:
          /ovens:
            post: {{requestBody: {{content: {{application/json: {{schema: {create}}}}}}}}}
          /ovens/{{id}}:
            get: {{{extra}}}
            {put}
        components: {{schemas: {{Door: {{properties: {{glass: {{type: string}}, lock: {{type: string}}}}}}}}}}
        """,
        f"""
        provider: {{name: bakery}}
        policies: {{replace: infer}}
        resources:
          oven:
            create: {{path: /ovens, method: post}}
            read: {{path: '/ovens/{{id}}', method: get}}
            {"" if update is None else "update: {path: '/ovens/{id}', method: put}"}
        """,
    )


def replacing(mapped: Mapped) -> list[str]:
    """The paths of all attributes with RequiresReplace."""

    def inside(attributes: list[dict[str, Any]], prefix: str) -> list[str]:
        found = []
        for attribute in attributes:
            (body,) = (value for key, value in attribute.items() if key != "name")
            path = prefix + attribute["name"]
            if "RequiresReplace()" in str(body.get("plan_modifiers")):
                found.append(path)
            inner = body.get("attributes") or body.get("nested_object", {}).get("attributes", [])
            found += inside(inner, f"{path}.")
        return found

    return inside(mapped.attributes, "")


BOTH = "{properties: {fuel: {type: string}, name: {type: string}}}"


def test_without_an_update_operation_all_that_can_be_given_replaces() -> None:
    mapped = oven(BOTH, None)
    assert replacing(mapped) == ["fuel", "name"]
    assert mapped.attribute("fuel").replaces
    assert {d.path for d in mapped.diagnostics(POLICY)} == {"fuel", "name"}
    assert mapped.diagnostics(POLICY)[0].text.startswith("there is no update operation: ")


def test_what_the_update_request_does_not_have_replaces() -> None:
    mapped = oven(BOTH, "{properties: {name: {type: string}}}")
    assert replacing(mapped) == ["fuel"]
    note = mapped.diagnostic(POLICY)
    assert (note.path, note.severity, note.rule.differs) == ("fuel", Severity.INFO, True)
    assert note.text.startswith("the update operation does not take it: ")
    assert "(policy replace)" in note.text
    assert note.place.startswith("openapi.yaml:")


DOOR = "{properties: {door: {$ref: '#/components/schemas/Door'}}}"
TRAYS = "{properties: {trays: {type: array, items: {properties: {a: {type: string}, b: {type: string}}}}}}"


@pytest.mark.parametrize(
    ("create", "update", "replaced"),
    [
        (DOOR, "{properties: {door: {properties: {lock: {type: string}}}}}", ["door.glass"]),
        (DOOR, DOOR, []),
        (DOOR, "{properties: {door: {type: string}}}", []),  # something else than it was: left alone
        (TRAYS, TRAYS.replace(", b: {type: string}", ""), ["trays.b"]),
        (BOTH, "{properties: {fuel: {}, other: {type: string}}}", ["name"]),  # what cannot be mapped is there
    ],
)
def test_attributes_are_looked_at_one_by_one(create: str, update: str, replaced: list[str]) -> None:
    assert replacing(oven(create, update)) == replaced


def test_neither_what_only_the_api_sets_nor_a_parameter_of_the_read_operation_replaces() -> None:
    read = """
                parameters: [{name: id, in: path, required: true, schema: {type: string}}],
                responses: {'200': {content: {application/json: {schema: {properties: {made: {type: string}}}}}}}"""
    mapped = oven(BOTH, "{properties: {name: {type: string}}}", read)
    assert mapped.statuses == {
        "fuel": "computed_optional", "name": "computed_optional", "made": "computed", "id": "computed_optional"
    }  # fmt: skip
    assert replacing(mapped) == ["fuel"]


@pytest.mark.parametrize("update", ["{type: [string, boolean]}", "{type: array, items: {type: object}}", "{}"])
def test_an_update_without_a_usable_body_says_nothing(update: str) -> None:
    mapped = oven(BOTH, update)
    assert replacing(mapped) == []
    assert any("no replacement is inferred" in d.text for d in mapped.diagnostics(NO_SCHEMA))


def test_a_parent_replaces_the_resource_when_it_changes_if_that_is_inferred() -> None:
    found = map_texts(
        """
        openapi: 3.1.0
        paths:
          /shops/{shop}/ovens: {post: {requestBody: {content: {a/b: {schema: {properties: {heat: {type: string}}}}}}}}
          /shops/{shop}/ovens/{id}:
            get:
              parameters:
                - {name: shop, in: path, required: true, schema: {type: string, default: main}}
                - {name: id, in: path, required: true, schema: {type: string}}
        """,
        """
        provider: {name: bakery}
        policies: {parent_parameters: required, replace: infer}
        resources:
          oven:
            create: {path: '/shops/{shop}/ovens', method: POST}
            read: {path: '/shops/{shop}/ovens/{id}', method: GET}
        """,
    )
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
