"""The schema of the provider: what a mapping becomes in the words of `terraform providers schema -json`."""

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.terraform.system import TERRAFORM
from mkdocs_oasmap.mappings import providers_schema

from ...support import resource

ADDRESS = "registry.terraform.io/hashicorp/bakery"


def schema(mapping: Mapping) -> Any:
    """All that the provider has, as plain data."""
    return json.loads("".join(providers_schema(mapping)))["provider_schemas"][ADDRESS]


def block(snippet: str) -> Any:
    """The block of the one resource."""
    return schema(resource(snippet).mapping)["resource_schemas"]["bakery_oven"]["block"]


@pytest.mark.parametrize(
    ("property_", "expected"),
    [
        ("{type: string}", "string"),
        ("{type: integer, format: int64}", "number"),
        ("{type: number, format: double}", "number"),
        ("{type: boolean}", "bool"),
        ("{type: array, items: {type: string}}", ["list", "string"]),
        ("{type: object, additionalProperties: {type: array, items: {type: integer}}}", ["map", ["list", "number"]]),
    ],
)
def test_types_have_the_spelling_of_terraform(property_: str, expected: object) -> None:
    made = block(f"create: {{type: object, properties: {{it: {property_}}}}}")
    assert made["attributes"]["it"]["type"] == expected


def test_nested_attributes_have_a_nested_type_and_objects_of_lists_of_lists_are_types() -> None:
    made = block(
        """
        create:
          type: object
          properties:
            racks: {type: array, items: {type: object, required: [width], properties: {width: {type: integer}}}}
            grid: {type: array, items: {type: array, items: {type: object, properties: {heat: {type: number}}}}}
        """
    )["attributes"]
    assert made["racks"]["nested_type"]["nesting_mode"] == "list"
    assert made["racks"]["nested_type"]["attributes"]["width"]["required"]
    assert made["grid"]["type"] == ["list", ["list", ["object", {"heat": "number"}]]]


def test_statuses_are_flags() -> None:
    made = block(
        """
        create: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
        create_response: {type: object, properties: {size: {type: integer}, heat: {type: integer}}}
        """
    )["attributes"]
    flags = {name: {key for key, value in one.items() if value is True} for name, one in made.items()}
    # what is in the request only is filled in by the API too, for all that a description says
    assert flags["name"] == {"required"}
    assert flags["size"] == {"optional", "computed"}
    assert flags["heat"] == {"computed"}


def test_sensitivity_deprecation_and_descriptions_are_told() -> None:
    made = block(
        """
        create:
          type: object
          properties:
            code: {type: string, format: password, description: Opens the *door*.}
            old: {type: string, deprecated: true}
        """
    )["attributes"]
    assert made["code"]["sensitive"]
    assert (made["code"]["description"], made["code"]["description_kind"]) == ("Opens the *door*.", "markdown")
    assert made["old"]["deprecated"]
    assert made["old"]["deprecation_message"]


def test_blocks_of_a_specification_that_is_read_are_blocks() -> None:
    text = b"""{"provider": {"name": "bakery"}, "resources": [{"name": "oven", "schema": {
      "attributes": [{"name": "a", "string": {"computed_optional_required": "required"}}],
      "blocks": [{"name": "rack", "list_nested": {"nested_object": {
        "attributes": [{"name": "width", "int64": {"computed_optional_required": "optional"}}]}}}]}}]}"""
    mapping = TERRAFORM.read_artifact(Document("spec.json", text))
    assert mapping is not None
    made = schema(mapping)["resource_schemas"]["bakery_oven"]["block"]
    assert list(made["attributes"]) == ["a"]
    assert made["block_types"]["rack"]["nesting_mode"] == "list"
    assert list(made["block_types"]["rack"]["block"]["attributes"]) == ["width"]
