"""Where in a document a schema may have a name: everywhere but in values, extensions, and maps of schemas."""

import json
from typing import Any

import pytest

from mapper.inputs import Document, Documents, Unresolved

NAME = {"$anchor": "x"}


def place(root: dict[str, Any]) -> str | None:
    """The pointer of the schema that is called x; None if there is none."""
    document = Document("shop.json", json.dumps({"openapi": "3.1.0", **root}).encode())
    try:
        return Documents().resolve(document, "#x").pointer
    except Unresolved:
        return None


@pytest.mark.parametrize(
    ("root", "pointer"),
    [
        (NAME, ""),
        ({"a": NAME}, "/a"),
        ({"a": {"b": {"c": NAME}}}, "/a/b/c"),
        ({"oneOf": [{}, NAME]}, "/oneOf/1"),
        ({"a": [[NAME]]}, "/a/0/0"),
        ({"properties": {"a": NAME}}, "/properties/a"),
        ({"properties": {"a/b~c": NAME}}, "/properties/a~1b~0c"),
        ({"properties": NAME}, None),  # a property of that name
        ({"properties": {"properties": NAME}}, "/properties/properties"),
        ({"properties": {"properties": {"properties": NAME}}}, None),
        ({"properties": {"default": NAME}}, "/properties/default"),
        ({"properties": {"x-odd": NAME}}, "/properties/x-odd"),
        *(({key: NAME}, None) for key in ("default", "example", "examples", "enum", "const", "x-odd")),
        *(({key: {"a": NAME}}, f"/{key}/a") for key in ("$defs", "definitions", "patternProperties", "schemas")),
        ({"items": {"$anchor": 7}}, None),
        ({"$dynamicAnchor": "x"}, ""),
        ({"openapi": "3.0.3", "a": NAME}, None),
        ({"openapi": "2.0", "a": NAME}, None),
    ],
)
def test_an_anchor_is_found_where_schemas_are(root: dict[str, Any], pointer: str | None) -> None:
    assert place(root) == pointer
