"""What the mock refuses of a value, each reason with its place."""

from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document, Documents
from mapper.programs.trial.mock.description import Description
from mapper.programs.trial.mock.problems import problems

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
PEN: dict[str, Any] = {
    "type": "object",
    "required": ["name", "id", "gone"],
    "properties": {
        "name": TEXT,
        "id": {**TEXT, "readOnly": True},
        "size": WHOLE,
        "in": {"type": "array", "items": WHOLE},
    },
    "additionalProperties": False,
}
FOUND: list[tuple[Any, Any, list[str]]] = [
    (TEXT, "a", []),
    (TEXT, 1, ["it: string is required, not int"]),
    (WHOLE, 1, []),
    (WHOLE, 1.5, ["it: integer is required, not float"]),
    (WHOLE, True, ["it: integer is required, not bool"]),
    ({"type": "number"}, 1, []),
    ({"type": "number"}, 1.5, []),
    ({"type": "number"}, "1", ["it: number is required, not str"]),
    ({"type": "number"}, False, ["it: number is required, not bool"]),
    ({"type": "boolean"}, False, []),
    ({"type": "boolean"}, 0, ["it: boolean is required, not int"]),
    ({"type": "array"}, [1], []),
    ({"type": "array"}, {}, ["it: array is required, not dict"]),
    ({"type": "object"}, {"a": 1}, []),
    ({"type": "object"}, [], ["it: object is required, not list"]),
    ({}, [1], []),
    (TEXT, None, ["it: null"]),
    ({**TEXT, "nullable": True}, None, []),
    ({}, None, []),
    ({"const": 1, "type": "integer"}, 1, []),
    ({"const": 1, "type": "integer"}, 2, ["it: 2 is not 1"]),
    ({**TEXT, "enum": ["a", "b"]}, "b", []),
    ({**TEXT, "enum": ["a", "b"]}, "c", ["it: 'c' is not one of ['a', 'b']"]),
    ({**TEXT, "enum": [*"abcdefg"]}, "x", ["it: 'x' is not one of ['a', 'b', 'c', 'd', 'e', 'f']"]),
    ({**TEXT, "enum": [1, 2]}, "2", []),
    ({**TEXT, "enum": [1, 2]}, "3", ["it: '3' is not one of [1, 2]"]),
    ({"type": "array", "items": WHOLE}, [1, "a", True],
     ["it[1]: integer is required, not str", "it[2]: integer is required, not bool"]),
    (PEN, {"name": "a"}, []),
    (PEN, {"size": "x", "in": ["y"], "other": 1},
     ["it.name: missing, but required", "it.size: integer is required, not str",
      "it.in[0]: integer is required, not str", "it.other: not a property"]),
    ({**PEN, "additionalProperties": True}, {"name": "a", "other": 1}, []),
    ({"type": "object", "additionalProperties": False}, {"other": 1}, []),
    ({"type": "object", "additionalProperties": WHOLE}, {"a": 1, "b": "x"}, ["it.b: integer is required, not str"]),
    ({"oneOf": [PEN, WHOLE]}, "x", ["it: object is required, not str"]),
    ({"oneOf": [PEN, WHOLE]}, 3, []),
]  # fmt: skip


def description() -> Description:
    documents = Documents(Path())
    return Description(documents.add(Document("openapi.json", b'{"openapi": "3.0.3", "paths": {}}')), documents)


@pytest.mark.parametrize(("schema", "value", "found"), FOUND, ids=range(len(FOUND)))
def test_a_value_is_refused_with_each_reason_and_its_place(schema: Any, value: Any, found: list[str]) -> None:
    assert problems(description(), value, schema, "it") == found


@pytest.mark.parametrize(("required", "found"), [([], []), (["a"], ["body: null"])])
def test_a_body_that_requires_nothing_may_be_null(required: list[str], found: list[str]) -> None:
    schema = {"type": "object", "properties": {"a": TEXT}, "required": required}
    assert problems(description(), None, schema, "body") == found


@pytest.mark.parametrize(("levels", "found"), [(12, ["it" + "[0]" * 12 + ": string is required, not int"]), (13, [])])
def test_a_value_is_looked_into_so_deep_at_most(levels: int, found: list[str]) -> None:
    schema, value = dict[str, Any](TEXT), 1
    for _ in range(levels):
        schema, value = {"type": "array", "items": schema}, [value]  # type: ignore[assignment]
    assert problems(description(), value, schema, "it") == found
