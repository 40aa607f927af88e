"""What each member of a code specification is in the model, and what the model has no place for."""

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Default, Entity, Status
from mapper.report.diagnostic import MappingError
from mapper.systems.terraform import kinds
from mapper.systems.terraform.spec.reader import is_code_spec, read_code_spec

from .test_writer import attributes

STATUS = "computed_optional_required"


def fields(kind: str = "string", **members: Any) -> Any:
    (found,) = attributes({"name": "it", kind: {STATUS: "optional", **members}}).values()
    return found


@pytest.mark.parametrize(
    ("members", "field", "value"),
    [
        ({"description": "Hot."}, "description", "Hot."),
        ({}, "description", None),
        ({"deprecation_message": "Use that."}, "deprecation", "Use that."),
        ({"sensitive": True}, "sensitive", True),
        ({"sensitive": False}, "sensitive", False),
        ({"write_only": True}, "write_only", True),
        ({}, "write_only", False),
        ({"default": {"static": True}}, "default", Default(True)),
        ({"default": {"static": False}}, "default", Default(False)),
        ({"default": {"static": 0}}, "default", Default(0)),
        ({"default": {"static": 1.5}}, "default", Default(1.5)),
        ({"default": {"static": "a"}}, "default", Default("a")),
        ({"default": {"static": ""}}, "default", Default("")),
        ({}, "default", None),
        ({"default": {"custom": {}}}, "default", None),
        ({}, "status", Status.OPTIONAL),
        ({STATUS: "computed_optional"}, "status", Status.COMPUTED_OPTIONAL),
        ({STATUS: "required"}, "status", Status.REQUIRED),
        ({"optional_required": "required", STATUS: None}, "status", Status.REQUIRED),
    ],
    ids=str,
)  # fmt: skip
def test_a_member_is_a_field_of_the_attribute(members: dict[str, Any], field: str, value: object) -> None:
    given = {key: member for key, member in {STATUS: "optional", **members}.items() if member is not None}
    (found,) = attributes({"name": "it", "string": given}).values()
    assert getattr(found, field) == value
    assert type(getattr(found, field)) is type(value)


TEXT = {"string": {}}
OWN = {"type": "own.Type"}


@pytest.mark.parametrize(
    ("kind", "members", "fragments"),
    [
        ("string", {"custom_type": OWN, "other": 1}, {"custom_type": OWN, "other": 1}),
        ("list", {"element_type": TEXT}, {}),
        ("list", {"element_type": {"string": {"custom_type": OWN}}}, {"element_type.custom_type": OWN}),
        ("list", {"element_type": {"map": {"element_type": {"string": {"custom_type": OWN}}, "custom_type": OWN}}},
         {"element_type.custom_type": OWN, "element_type.element_type.custom_type": OWN}),
        ("set", {"element_type": {"object": {"attribute_types": [], "custom_type": OWN}}},
         {"element_type.custom_type": OWN}),
        ("list_nested", {"nested_object": {"attributes": [], "custom_type": OWN}}, {"nested_object.custom_type": OWN}),
        ("single_nested", {"attributes": [], "custom_type": OWN}, {"custom_type": OWN}),
        ("string", {"default": {"custom": OWN}}, {"default": {"custom": OWN}}),
        ("string", {"default": {"static": "a"}}, {}),
        ("string", {"validators": [{"custom": {"schema_definition": "stringvalidator.LengthAtMost(3)"}}]}, {}),
        ("string", {"validators": [{"custom": {"schema_definition": "stringvalidator.LengthAtMost(3)"}}, {}]},
         {"validators": [{}]}),
    ],
)  # fmt: skip
def test_what_the_model_has_no_place_for_is_kept_by_its_path(
    kind: str, members: dict[str, Any], fragments: dict[str, Any]
) -> None:
    assert {one.keyword: one.value for one in fields(kind, **members).fragments} == fragments


def test_a_member_of_an_object_keeps_its_own_fragments() -> None:
    inner = {"name": "x", "list": {"element_type": {"string": {"custom_type": OWN}}, "custom_type": OWN}}
    (member,) = fields("object", attribute_types=[inner]).type.body.attributes
    assert (member.name, member.status) == ("x", Status.COMPUTED_OPTIONAL)
    assert {one.keyword for one in member.fragments} == {"custom_type", "element_type.custom_type"}


REQUIRED = {"custom": {"schema_definition": "listvalidator.IsRequired()"}}


@pytest.mark.parametrize(
    ("body", "status", "fragments"),
    [
        ({}, Status.OPTIONAL, []),
        ({"validators": [REQUIRED]}, Status.REQUIRED, []),
        ({"validators": [REQUIRED, {}]}, Status.REQUIRED, ["validators"]),
        ({STATUS: "computed"}, Status.COMPUTED, []),
    ],
)
def test_a_block_is_required_by_its_validator(body: dict[str, Any], status: Status, fragments: list[str]) -> None:
    nested = {"nested_object": {"attributes": []}, **body}
    (found,) = attributes(blocks=[{"name": "it", "list_nested": nested}]).values()
    assert (found.status, [one.keyword for one in found.fragments]) == (status, fragments)


def test_an_attribute_is_not_required_by_its_validator() -> None:
    nested = {"nested_object": {"attributes": []}, "validators": [REQUIRED]}
    found = fields("list_nested", **nested)
    assert (found.status, [one.keyword for one in found.fragments]) == (Status.OPTIONAL, ["validators"])


def entities(**sections: Any) -> list[Entity]:
    data = {"version": "0.1", "provider": {"name": "bakery"}, **sections}
    return list(read_code_spec(Document("spec.json", json.dumps(data).encode())).entities)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"description": "A.", "markdown_description": "B."}, ("A.", None, True)),
        ({"markdown_description": "B."}, ("B.", None, True)),
        ({"deprecation_message": "C."}, (None, "C.", True)),
        ({}, (None, None, True)),
        (None, (None, None, False)),
    ],
)
def test_an_entity_has_the_texts_of_its_schema(
    schema: dict[str, Any] | None, expected: tuple[str | None, str | None, bool]
) -> None:
    _, found = entities(resources=[{"name": "oven"} if schema is None else {"name": "oven", "schema": schema}])
    assert (found.description, found.deprecation, found.has_schema) == expected


def test_the_sections_are_kinds() -> None:
    found = entities(resources=[{"name": "a"}], datasources=[{"name": "b"}, {"name": "c"}])
    assert [(one.kind, one.name) for one in found] == [
        (kinds.PROVIDER, "bakery"), (kinds.RESOURCE, "a"), (kinds.DATA_SOURCE, "b"), (kinds.DATA_SOURCE, "c"),
    ]  # fmt: skip


@pytest.mark.parametrize("more", [{"openapi": 1}, {"swagger": 1}, {"format": 1}, {"paths": 1}, {"datasources": {}},
                                  {"provider": []}])  # fmt: skip
def test_what_is_something_else_is_no_code_specification(more: dict[str, Any]) -> None:
    root = {"provider": {"name": "bakery"}, "resources": []}
    assert is_code_spec(root)
    assert not is_code_spec({**root, **more})
    with pytest.raises(MappingError, match="not a Provider Code Specification"):
        entities(**more)
