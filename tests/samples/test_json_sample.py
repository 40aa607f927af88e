"""The smallest JSON that a schema accepts."""

import json
from typing import Any

import pytest

from mapper.inputs import Document, escape_token
from mapper.model.samples.json_sample import least_json
from mapper.model.samples.schema_values import given_value

from ..support import property_

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
NULL = {"type": "null"}
BOX = {"properties": {"a": TEXT, "b": NUMBER}, "required": ["a"]}
PARTS = {
    "Box": BOX,
    "Chain": {"$ref": "#/parts/Box"},
    "a/b": NUMBER,
    "Loop": {"$ref": "#/parts/Loop"},
    "Nest": {"properties": {"in": {"$ref": "#/parts/Nest"}}, "required": ["in"]},
    "Wide": {"properties": {f"k{n}": BOX for n in range(60)}, "required": [f"k{n}" for n in range(60)]},
}


def least(schema: Any) -> Any:
    root = {"it": schema, "parts": PARTS}
    return least_json(Document("api.json", json.dumps(root).encode()).node.child("it"))


def at(name: str) -> dict[str, str]:
    return {"$ref": f"#/parts/{escape_token(name)}"}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({}, {}),
        (True, {}),
        ({"$ref": "x/parts/Box"}, {}),
        ({"$ref": 7}, {}),
        (TEXT, "example"),
        (NUMBER, 1),
        ({"type": "number"}, 1),
        ({"type": "boolean"}, True),
        ({"type": "array", "items": TEXT}, []),
        ({"type": "object"}, {}),
        ({"type": ["null", "string"]}, "example"),
        ({"type": ["string", "null"]}, "example"),
        ({"type": ["null"]}, {}),
        ({"type": [5, "integer"]}, 1),
        ({"type": "else"}, {}),
        # what the API gives
        ({**TEXT, "example": "e", "x-example": "x", "const": "c", "default": "d", "enum": ["n"]}, "e"),
        ({**TEXT, "x-example": "x", "const": "c", "default": "d", "enum": ["n"]}, "x"),
        ({**TEXT, "const": "c", "default": "d", "enum": ["n"]}, "c"),
        ({**TEXT, "default": "d", "enum": ["n"]}, "d"),
        ({**TEXT, "enum": ["n", "m"]}, "n"),
        ({**TEXT, "enum": []}, "example"),
        ({**TEXT, "enum": "n"}, "example"),
        ({**TEXT, "example": None, "default": "d"}, "d"),
        ({**TEXT, "default": ""}, ""),
        # what it requires
        (BOX, {"a": "example"}),
        ({**BOX, "required": ["b", "a", "c", 5]}, {"b": 1, "a": "example"}),
        ({**BOX, "required": "a"}, {}),
        ({**BOX, "properties": ["a"]}, {}),
        ({"required": ["a"]}, {}),
        ({"properties": {"a": {**TEXT, "readOnly": True}, "b": BOX}, "required": ["a", "b"]}, {"b": {"a": "example"}}),
        ({"properties": {"a": {**TEXT, "readOnly": "yes"}}, "required": ["a"]}, {"a": "example"}),
        ({"properties": {"a": True}, "required": ["a"]}, {"a": {}}),
        # what it is composed of
        ({"allOf": [BOX, {**BOX, "required": ["b"]}]}, {"a": "example", "b": 1}),
        ({**BOX, "allOf": [{**BOX, "required": ["b"]}]}, {"b": 1, "a": "example"}),
        ({"oneOf": [BOX, TEXT]}, {"a": "example"}),
        ({"anyOf": [TEXT, BOX]}, "example"),
        ({"oneOf": [NULL, NUMBER]}, 1),
        ({"oneOf": [NULL]}, {}),
        ({"oneOf": NUMBER}, {}),
        ({"allOf": [NULL, NUMBER]}, 1),
        ({"type": "string", "oneOf": [{"enum": ["x"]}, {"enum": ["y"]}]}, "x"),
        ({"type": "object", "allOf": [BOX]}, {"a": "example"}),
        ({"allOf": [BOX, NUMBER]}, 1),
        ({"allOf": [{"enum": ["x"]}], "oneOf": [{"enum": ["y"]}], "anyOf": [{"enum": ["z"]}]}, "x"),
        # references
        (at("Box"), {"a": "example"}),
        (at("Chain"), {"a": "example"}),
        (at("a/b"), 1),
        ({"allOf": [at("Box")]}, {"a": "example"}),
        ({"properties": {"a": at("Chain")}, "required": ["a"]}, {"a": {"a": "example"}}),
        (at("Loop"), {}),
        (at("None"), {}),
        ({"$ref": "#/parts/Box/required/0"}, {}),
        ({"$ref": "other.json#/parts/Box"}, {}),
        ({"$ref": "#Box"}, {}),
        ({"$ref": 5}, {}),
    ],
)
def test_the_least_json_is_what_the_api_gives_or_what_it_requires(schema: Any, value: Any) -> None:
    assert json.dumps(least(schema)) == json.dumps(value)  # of the same type, in the same order


def test_a_schema_that_needs_itself_ends_with_empty_objects() -> None:
    value, levels = least(at("Nest")), 0
    while value:
        (value,) = value.values()
        levels += 1
    assert levels == 9


def test_of_very_many_members_those_after_the_first_are_empty() -> None:
    members = [*least(at("Wide")).values()]
    assert members[:29] == [{"a": "example"}] * 29
    assert not any(member.get("a") for member in members[30:])


ITEMS = "type: array, items: {type: object}"
VALUES = "type: object, additionalProperties: {type: object}"


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("type: object, example: {a: 1}", {"a": 1}),
        ("type: object, example: '{\"a\": 1}'", {"a": 1}),
        ("type: object, example: ' {\"a\": 1}'", {"a": 1}),
        ("type: object, example: '{no JSON'", "{no JSON"),
        ("type: object, examples: [{}, {c: 3}]", {"c": 3}),
        ("type: object, examples: [null, {c: 3}]", {"c": 3}),
        ("type: object, default: {b: 2}", {"b": 2}),
        ("type: object", {}),
        (f"{ITEMS}, example: [{{a: 1}}]", [{"a": 1}]),
        (f"{ITEMS}, example: '[{{\"a\": 1}}]'", [{"a": 1}]),
        (f"{ITEMS}, example: {{a: 1}}", None),  # of another type
        (f"{VALUES}, example: {{k: {{a: 1}}}}", {"k": {"a": 1}}),
        (f"{VALUES}, example: [1]", None),
        # what nobody could read
        (f"{ITEMS}, example: {[1] * 10}", [1] * 10),
        (f"{ITEMS}, example: {[1] * 11}", None),
        (f"{ITEMS}, example: [[[[[[1]]]]]]", [[[[[[1]]]]]]),
        (f"{ITEMS}, example: [[[[[[[1]]]]]]]", None),
        (f"{ITEMS}, example: [{'x' * 200}]", ["x" * 200]),
        (f"{ITEMS}, example: [{'x' * 201}]", None),
        (f'{ITEMS}, example: ["\\u0007"]', None),
    ],
)
def test_the_value_of_a_text_of_json_is_the_first_that_the_api_gives_of_its_type(schema: str, value: Any) -> None:
    attribute = property_(f"{{{schema}}}", "free_form: json_string").attribute("it")
    assert attribute.is_json
    assert given_value(attribute) == value
