"""Whether a parsed sidecar has the shape that `sidecar.schema.json` describes, and is of a size to be read.

A sidecar may come from anybody. Members that the schema does not know are left alone: a later version may have them.
"""

from __future__ import annotations

import json
from typing import Any

from ..documents import escape_token
from .writer import sidecar_schema

MAX_DEPTH = 50
"""Levels of lists and objects in each other."""
MAX_NODES = 50_000_000
"""Values in all, with those of aliases as often as they are used."""

_TYPES = {
    "object": (dict, "an object"),
    "array": (list, "a list"),
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "number": (int | float, "a number"),
    "boolean": (bool, "true or false"),
}


class NotTheShape(Exception):
    """What is wrong with a sidecar, and where: a JSON pointer."""

    def __init__(self, text: str, pointer: str) -> None:
        super().__init__(text)
        self.text, self.pointer = text, pointer


def check_shape(root: Any) -> None:
    """Raises NotTheShape."""
    schema = json.loads(sidecar_schema())
    _Checker(schema.get("$defs", {})).check(root, schema, "", 1)


class _Checker:
    """Knows the keywords of JSON Schema that the schema of the sidecar uses."""

    def __init__(self, shared: dict[str, Any]) -> None:
        self._shared = shared
        self._nodes = 0

    def check(self, value: Any, schema: Any, pointer: str, depth: int) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise NotTheShape(f"there are more than {MAX_NODES:,} values", pointer)
        if schema is True or not isinstance(schema, dict):
            schema = {}
        while "$ref" in schema:
            schema = self._shared[schema["$ref"].rpartition("/")[2]]
        _check_itself(value, schema, pointer)
        if not isinstance(value, dict | list):
            return
        if depth > MAX_DEPTH:
            raise NotTheShape(f"there are more than {MAX_DEPTH} levels", pointer)
        if isinstance(value, dict):
            members, others = schema.get("properties", {}), schema.get("additionalProperties")
            for name, item in value.items():
                self.check(item, members.get(name, others), f"{pointer}/{escape_token(name)}", depth + 1)
        else:
            for index, item in enumerate(value):
                self.check(item, schema.get("items"), f"{pointer}/{index}", depth + 1)


def _check_itself(value: Any, schema: dict[str, Any], pointer: str) -> None:
    """Raises NotTheShape for what a value is, whatever is in it."""
    types = schema.get("type", ())
    types = [types] if isinstance(types, str) else types
    if types and not any(_is(value, name) for name in types):
        raise NotTheShape(f"this is not {' or '.join(_TYPES[name][1] for name in types)}", pointer)
    if "const" in schema and (type(value), value) != (type(schema["const"]), schema["const"]):
        raise NotTheShape(f"this is not {json.dumps(schema['const'])}", pointer)
    if "enum" in schema and value not in schema["enum"]:
        raise NotTheShape(f"this is none of {', '.join(map(json.dumps, schema['enum']))}", pointer)
    if "minimum" in schema and value < schema["minimum"]:
        raise NotTheShape(f"this is less than {schema['minimum']}", pointer)
    for name in schema.get("required", ()):
        if name not in value:
            raise NotTheShape(f"{name} is missing", pointer)


def _is(value: object, name: str) -> bool:
    """Whether a value is of a type of JSON, where true and false are no numbers."""
    expected: Any = _TYPES[name][0]
    return isinstance(value, expected) and isinstance(value, bool) == (name == "boolean")
