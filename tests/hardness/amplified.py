"""Descriptions in which something that is written once is used thousands of times: each text position of a schema
with each way of sharing it."""

import json
import re
from collections.abc import Callable
from typing import Any

from .descriptions import CONFIG, YAML

Schema = dict[str, Any]
VARIANTS = CONFIG.replace("resources:", "policies: {one_of: variants}\nresources:")


def reference(name: str = "B") -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def document(schema: Schema, components: dict[str, Schema]) -> str:
    """A description whose one resource has `schema`, as JSON."""
    body = {"content": {"application/json": {"schema": schema}}}
    item = {"post": {"requestBody": body}, "get": {"responses": {"200": body}}}
    head = {"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": {"/pets": item}}
    return json.dumps({**head, "components": {"schemas": components}}, ensure_ascii=False)


def obj(properties: dict[str, Schema], **more: Any) -> Schema:
    return {"type": "object", "properties": properties, **more}


def words(size: int) -> list[str]:
    return [f"w{number}" for number in range(size // 8)]


POSITIONS: dict[str, Callable[[int], Schema]] = {
    "description": lambda size: {"type": "string", "description": "x" * size},
    "description that JSON escapes": lambda size: {"type": "string", "description": "\\" * (size // 2)},
    "description that Go escapes": lambda size: {"type": "string", "description": "<" * size},
    "description of wide characters": lambda size: {"type": "string", "description": "\U0001f600" * (size // 4)},
    "one wide character in a description": lambda size: {"type": "string", "description": "x" * size + "\U0001f600"},
    "default": lambda size: {"type": "string", "default": "x" * size},
    "pattern": lambda size: {"type": "string", "pattern": "x" * size},
    "patterns that are slow": lambda size: obj(
        {
            word: {"type": "string", "pattern": f"{word}(?:(?:a?){{64}}){{64}}(?:[a-z]*)*(?!.*)"}
            for word in words(size // 10)
        }
    ),
    "enum of many": lambda size: {"type": "string", "enum": words(size)},
    "enum of many with a slow pattern": lambda size: {
        "type": "string",
        "pattern": "a?" * 300 + "(?:a*)*" * 40 + "!",
        "enum": [f"{'a' * 40}{word}" for word in words(size // 6)],
    },
    "enum of one": lambda size: {"type": "string", "enum": ["x" * size]},
    "enum of numbers": lambda size: {"type": "integer", "enum": list(range(size // 7))},
    "types": lambda size: {"type": words(size)},
    "type": lambda size: {"type": "x" * size},
    "format": lambda size: {"type": "string", "format": "x" * size},
    "title": lambda size: {"type": "string", "title": "x" * size},
    "example": lambda size: {"type": "string", "example": "x" * size, "x-text": "x" * size},
    "required": lambda size: obj({"a": {"type": "string"}}, required=words(size)),
    "name of a property": lambda size: obj({"x" * size: {"type": "string"}}),
    "names of properties": lambda size: obj({word: {"type": "string"} for word in words(size // 3)}),
    "properties of a map": lambda size: obj(
        {word: {} for word in words(size)}, additionalProperties={"type": "string"}
    ),
    "properties that are lost": lambda size: obj({word: {} for word in words(size)}),
    "members of an element": lambda size: {
        "type": "array",
        "items": {"type": "array", "items": obj({f"{word}-x": {"type": "string"} for word in words(size // 3)})},
    },
    "variants": lambda size: {
        "oneOf": [obj({"a": {"type": "string"}}, title=f"{'t' * (size // 500)}{number}") for number in range(300)]
    },
    "discriminator": lambda size: {
        "oneOf": [obj({"a": {"type": "string"}}) for _ in range(size // 150)],
        "discriminator": {
            "propertyName": "a",
            "mapping": {f"v{n}": f"#/components/schemas/B/oneOf/{n}" for n in range(size // 150)},
        },
    },
    "many of allOf": lambda size: {"allOf": [obj({word: {"type": "string"}}) for word in words(size // 6)]},
    "dependent schemas": lambda size: obj(
        {"a": {"type": "string"}}, dependentSchemas={word: obj({word: {"type": "string"}}) for word in words(size // 8)}
    ),
    "patterns of keys": lambda size: obj(
        {"a": {"type": "string"}}, patternProperties={word: {"type": "string"} for word in words(size // 4)}
    ),
    "items by position": lambda size: {
        "type": "array",
        "prefixItems": [obj({"a": {"type": "string"}}) for _ in range(size // 60)],
        "items": {"type": "string"},
    },
    "a deep object": lambda size: deep(40, {"type": "string", "description": "x" * size}),
}
"""A schema of about `size` characters, all of them in one position."""


def deep(levels: int, schema: Schema, name: str = "n") -> Schema:
    for level in range(levels):
        schema = obj({f"{name}{level}": schema})
    return schema


def _properties(schema: Schema, uses: int) -> str:
    return document(obj({f"p{number}": reference() for number in range(uses)}), {"B": schema})


def _items(schema: Schema, uses: int) -> str:
    properties = {f"p{number}": {"type": "array", "items": reference()} for number in range(uses)}
    return document(obj(properties), {"B": schema})


def _values(schema: Schema, uses: int) -> str:
    properties = {f"p{number}": {"type": "object", "additionalProperties": reference()} for number in range(uses)}
    return document(obj(properties), {"B": schema})


def _wrapped(schema: Schema, uses: int) -> str:
    properties = {f"p{number}": {"allOf": [reference()]} for number in range(uses)}
    return document(obj(properties), {"B": schema})


def _merged(schema: Schema, uses: int) -> str:
    properties = {f"p{number}": {"allOf": [reference(), {"nullable": True}]} for number in range(uses)}
    return document(obj(properties), {"B": schema})


def _chained(schema: Schema, uses: int) -> str:
    """References to references: each level is used ten times by the one above."""
    levels = len(str(uses))
    components = {f"L{level}": obj({f"p{n}": reference(f"L{level + 1}") for n in range(10)}) for level in range(levels)}
    return document(reference("L0"), {**components, f"L{levels}": schema})


def _flow(schema: Schema) -> str:
    """YAML on one line: a key of more than 1,024 characters is read as one only after a question mark."""
    return re.sub(r'("[^"]{1000,}"): ', r"? \1 : ", json.dumps(schema, ensure_ascii=False))


def _aliased(schema: Schema, uses: int) -> str:
    properties = ", ".join(f"p{number}: *b" for number in range(uses))
    return f"x: &b {_flow(schema)}\n{YAML}    A: {{type: object, properties: {{{properties}}}}}\n"


def _aliased_values(schema: Schema, uses: int) -> str:
    """The values of the schema's keywords are what has an anchor."""
    anchors = "".join(
        f"x{n}: &v{n} {json.dumps(value, ensure_ascii=False)}\n" for n, value in enumerate(schema.values())
    )
    members = ", ".join(f"{json.dumps(key)}: *v{n}" for n, key in enumerate(schema))
    properties = ", ".join(f"p{number}: {{{members}}}" for number in range(uses))
    return f"{anchors}{YAML}    A: {{type: object, properties: {{{properties}}}}}\n"


SHARING: dict[str, Callable[[Schema, int], str]] = {
    "reference": _properties,
    "reference of items": _items,
    "reference of values": _values,
    "reference in an allOf of one": _wrapped,
    "reference in an allOf of two": _merged,
    "references of references": _chained,
    "alias": _aliased,
    "alias of values": _aliased_values,
}
"""A description that uses a schema so many times."""
