"""Which bodies of an update are steps that change the object, whatever media type the API declares."""

import json
from copy import deepcopy
from typing import Any

import pytest

from mapper.model.arguments import JSON_PATCH, SCIM_PATCH

from ..support import map_texts

TEXT = {"type": "string"}
HEN = {"type": "object", "properties": {"name": TEXT, "id": {**TEXT, "readOnly": True}}}
CALLS = {"read": "get", "update": "patch", "delete": "delete"}
CONFIG = {
    "provider": {"name": "farm"},
    "resources": {
        "hen": {"create": {"path": "/hens", "method": "post"}}
        | {purpose: {"path": "/hens/{id}", "method": method} for purpose, method in CALLS.items()}
    },
}


def steps(**members: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": members}}


def of_one(op: list[str]) -> dict[str, Any]:
    return steps(op={**TEXT, "enum": op}, path=TEXT)


PLAIN = steps(op=TEXT, path=TEXT, value={})
LOOP = {"$ref": "#/components/schemas/Loop"}


def media_types(schema: Any, request: dict[str, Any] | None = None) -> list[str]:
    """The media types of bodies that change an object, of a resource whose update has a body with this schema.

    `request` is what the config chooses of the body.
    """

    def body(of: Any) -> dict[str, Any]:
        return {"content": {"application/json": {"schema": of}}}

    one = {"responses": {"200": body(HEN)}}
    item = {"parameters": [{"name": "id", "in": "path", "required": True, "schema": TEXT}], "get": one, "delete": one}
    paths = {"/hens": {"post": {"requestBody": body(HEN), **one}}}
    paths["/hens/{id}"] = {**item, "patch": {"requestBody": body(schema), **one}}
    components = {"schemas": {"Loop": {"allOf": [LOOP, PLAIN]}}}
    config: dict[str, Any] = deepcopy(CONFIG)
    config["resources"]["hen"]["update"] |= {} if request is None else {"request": request}
    mapped = map_texts(json.dumps({"openapi": "3.0.0", "paths": paths, "components": components}), json.dumps(config))
    arguments = [argument for operation in mapped.entity.operations for argument in operation.arguments]
    return [argument.media_type for argument in arguments if argument.media_type is not None]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (PLAIN, [JSON_PATCH]),
        (of_one(["add", "replace"]), [JSON_PATCH]),
        (of_one(["add", "remove"]), []),
        (steps(op=TEXT), []),
        (steps(path=TEXT), []),
        ({"allOf": [PLAIN]}, [JSON_PATCH]),
        ({"oneOf": [{"type": "object"}, PLAIN]}, [JSON_PATCH]),
        ({"allOf": [5, PLAIN]}, [JSON_PATCH]),
        ({"allOf": [[PLAIN]]}, []),
        (LOOP, [JSON_PATCH]),
        ({"type": "object", "properties": {"Operations": PLAIN}}, [SCIM_PATCH]),
        ({"type": "object", "properties": {"Operations": steps(op=TEXT)}}, []),
        ({"type": "object", "properties": {"operations": PLAIN}}, []),
        ({"allOf": [{"type": "object", "properties": {"Operations": {"allOf": [PLAIN]}}}]}, [SCIM_PATCH]),
        (HEN, []),
    ],
)
def test_a_body_takes_steps_if_each_has_an_operation_that_replaces_and_a_path(schema: Any, expected: list[str]) -> None:
    assert media_types(schema) == expected


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"ignore": True}, [JSON_PATCH]),
        ({"ignore": False}, []),
        ({"media_type": "application/json"}, []),
        ({"attribute": "changes"}, []),
    ],
)
def test_a_body_that_the_config_chooses_takes_no_steps(request_: dict[str, Any], expected: list[str]) -> None:
    assert media_types(PLAIN, request_) == expected
