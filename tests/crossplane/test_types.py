"""The types of fields: as the schema of the provider has them, with objects that have members of their own."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.model import Collection, Nested, Object, Scalar, Type

from ..provider.support import block, typed
from .support import made, schema

DOOR = ["object", {"lock": "string"}]


def shape(type_: Type) -> str:
    """A type in short: `nested` objects are attributes, other objects are values."""
    match type_:
        case Nested(mode, body):
            return f"nested {mode}({', '.join(f'{inner.name} {shape(inner.type)}' for inner in body.attributes)})"
        case Object(body):
            return f"object({', '.join(f'{inner.name} {shape(inner.type)}' for inner in body.attributes)})"
        case Collection(kind, element):
            return f"{kind}({shape(element)})"
        case Scalar(kind):
            return str(kind)
    pytest.fail(f"no field has the type {type_}")


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        ("string", "string"),
        ("bool", "bool"),
        ("number", "number"),
        ("dynamic", "dynamic"),
        (["list", "string"], "list(string)"),
        (["set", "number"], "set(number)"),
        (["map", ["list", "bool"]], "map(list(bool))"),
        (DOOR, "nested single(lock string)"),
        (["list", DOOR], "nested list(lock string)"),
        (["map", DOOR], "nested map(lock string)"),
        (["list", ["list", DOOR]], "list(nested list(lock string))"),
        (["map", ["set", ["map", DOOR]]], "map(set(nested map(lock string)))"),
    ],
    ids=str,
)
def test_a_field_has_the_type_of_the_schema(type_: Any, expected: str, tmp_path: Path) -> None:
    own = schema({"zoo_cage": block({"it": typed(type_, "optional")})})
    (entity,) = made(tmp_path, {"schema.json": json.dumps(own)}).mapping.entities
    (found,) = (attribute for attribute in entity.body.attributes if attribute.name == "it")
    assert shape(found.type) == expected
