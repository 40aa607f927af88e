"""The generator config as a JSON Schema, for editors. It is built from the reader's tables, so that both agree."""

import re
from typing import Any

from .additions import ATTRIBUTE_TYPES, POSITIONS, STATUSES
from .fragments import CUSTOM, CUSTOM_TYPE, EXTERNAL_TYPE, FUNCTIONS, Shape
from .operations import BODIES_OF, CHOICES_OF
from .paths import PATH, PATTERN
from .policies import CHOICES, MAX_RECURSION_DEPTH, NAMES, PRESETS
from .schema import NO_REFERENCE, REFERENCES
from .types import BLOCK

Json = dict[str, Any]

_STRING: Json = {"type": "string"}
_TEXT: Json = {"type": ["string", "null"]}
_NAME_LIST: Json = {"type": "array", "items": {"type": "string"}}
_IS_BLOCK: Json = {
    "description": "Whether a configuration writes nested attributes as a block.",
    "type": "boolean",
    "default": False,
}
_METHODS = ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY")
_REFERENCE = {"type": "string", "pattern": f"^({NO_REFERENCE}|[^.]+[.].+)$"}
_IDENTIFIER = "^[a-z_][a-z0-9_]*$"


def config_schema() -> Json:
    """The JSON Schema (2020-12) as plain data."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Generator config",
        "description": "What an OpenAPI description is mapped to: the config of tfplugingen-openapi and mkdocs-oasmap.",
        **_object(
            {
                "provider": _about("The provider: its name is the first word of every type.", _provider()),
                "resources": _about("Resources by name.", _map_of(_entity("create", "read", "update", "delete"))),
                "data_sources": _about("Data sources by name.", _map_of(_entity("read"))),
                "policies": {"$ref": "#/$defs/policies"},
                "schema": _about("What is ignored, renamed, overridden and added in all entities.", _shared_keys()),
            }
        ),
        "$defs": {
            "policies": _about("What to do where an API can be mapped in more than one way.", _policies()),
            "operation": _operation(()),
            **{f"operation_{part}": _operation(bodies) for part, bodies in BODIES_OF.items()},
            "schema": _schema("computed_optional_required"),
            "provider_schema": _schema("optional_required"),
        },
    }


def _about(description: str, schema: Json) -> Json:
    return {"description": description, **schema}


def _object(properties: Json, *required: str) -> Json:
    """A mapping with these keys only; it may be null, as an empty mapping in YAML is."""
    schema: Json = {"type": ["object", "null"], "additionalProperties": False, "properties": properties}
    return {**schema, "required": list(required)} if required else schema


def _map_of(schema: Json) -> Json:
    return {"type": ["object", "null"], "additionalProperties": schema}


def _provider() -> Json:
    return _object(
        {
            "name": _about("Lower-case letters, digits and underscores.", {"type": "string", "pattern": _IDENTIFIER}),
            "schema_ref": _about("A schema of the description: #/components/schemas/NAME.", _TEXT),
            "ignores": _paths("Properties to leave out."),
            "schema": {"$ref": "#/$defs/provider_schema"},
        }
    )


def _entity(*parts: str) -> Json:
    operations = {part: {"$ref": f"#/$defs/operation{f'_{part}' if part in BODIES_OF else ''}"} for part in parts}
    group = _about("The title that pages list it under; the first tag of its operations, if unset.", _TEXT)
    own_keys = {"schema": {"$ref": "#/$defs/schema"}, "policies": {"$ref": "#/$defs/policies"}, "group": group}
    return _object({**operations, **own_keys})


def _operation(bodies: tuple[str, ...]) -> Json:
    choices = {body: _object({key: _choice(key) for key in CHOICES_OF[body]}) for body in bodies}
    return _object(
        {
            "path": _about("The path as the description has it.", {"type": "string"}),
            "method": {"anyOf": [{"enum": [*_METHODS, *map(str.lower, _METHODS)]}, {"type": "string"}]},
            **choices,
        },
        "path",
        "method",
    )


def _choice(key: str) -> Json:
    if key == "ignore":
        return _about("Whether the body counts for nothing.", {"type": "boolean", "default": False})
    if key == "attribute":
        return _about("The name of the attribute that the whole body becomes.", _TEXT)
    return {"type": ["string", "integer", "null"]}


def _policies() -> Json:
    words = {name: {"enum": list(choices), "default": choices[0]} for name, choices in CHOICES.items()}
    depth = {"type": "integer", "minimum": 0, "maximum": MAX_RECURSION_DEPTH}
    table = {"type": "object", "properties": {"preset": {"enum": list(PRESETS)}}, "additionalProperties": _TEXT}
    formats = _about("Custom types by format: a preset, or a table.", {"anyOf": [{"enum": [*PRESETS, None]}, table]})
    return _object({**words, **dict.fromkeys(NAMES, _NAME_LIST), "formats": formats, "recursion_depth": depth})


def _schema(status: str) -> Json:
    texts = dict.fromkeys(("description", "markdown_description", "deprecation_message"), _TEXT)
    overrides = {
        "type": ["object", "null"],
        "propertyNames": {"pattern": _expression(PATTERN)},
        "additionalProperties": _override(status),
    }
    additional = {
        "type": ["object", "null"],
        "propertyNames": {"pattern": _expression(PATH)},
        "additionalProperties": _object(
            {
                "name": _STRING,
                BLOCK: _IS_BLOCK,
                **dict.fromkeys(POSITIONS, _STRING),
                **dict.fromkeys(ATTRIBUTE_TYPES, _any_object()),
            }
        ),
    }
    attributes = _object(
        {
            "aliases": _about("Parameters and properties by path, and their new names.", _map_of(_TEXT)),
            "overrides": _about("What replaces the mapped attribute at a path, or at a pattern of paths.", overrides),
            "additional": _about("Attributes that the API does not have, as in the specification.", additional),
        }
    )
    return _object({**texts, "ignores": _paths("Properties to leave out."), "attributes": attributes})


def _shared_keys() -> Json:
    properties = _schema("computed_optional_required")["properties"]
    return _object({key: properties[key] for key in ("ignores", "attributes")})


def _override(status: str) -> Json:
    nullable_list = {"type": ["array", "null"]}
    return _object(
        {
            "description": _TEXT,
            status: {"enum": [str(word) for word in STATUSES[status]]},
            "type": _about("A type in words: string, set, list of string, map of object.", {"type": "string"}),
            "name": {"type": "string", "pattern": _IDENTIFIER},
            "sensitive": {"type": "boolean"},
            "default": _about("A plain value, {static: …} or {custom: …}; null takes it away.", {}),
            "deprecation_message": _TEXT,
            "branch": _about("The branch of a oneOf or anyOf that the attribute is, by its name.", _STRING),
            "pattern": _about("A regular expression in Go's syntax; null removes the pattern of the API.", _TEXT),
            "recursion_depth": {"type": "integer", "minimum": 0, "maximum": MAX_RECURSION_DEPTH},
            "validators": {**nullable_list, "items": {"anyOf": [{"enum": ["inferred"]}, _shape(CUSTOM)]}},
            "plan_modifiers": {**nullable_list, "items": {"anyOf": [{"enum": list(FUNCTIONS)}, _shape(CUSTOM)]}},
            "custom_type": {"anyOf": [{"type": ["string", "null"]}, _shape(CUSTOM_TYPE)]},
            "associated_external_type": {"anyOf": [{"type": ["string", "null"]}, _shape(EXTERNAL_TYPE)]},
            "nested_object": _any_object(),
            BLOCK: _IS_BLOCK,
            REFERENCES: _about("The attribute of a resource whose value it is, such as site.id; or none.", _REFERENCE),
        }
    )


def _paths(description: str) -> Json:
    items = {"type": "string", "pattern": _expression(PATH)}
    return {"description": description, "type": ["array", "null"], "items": items}


def _expression(pattern: re.Pattern[str]) -> str:
    """A pattern of the reader as a JSON Schema pattern for the whole text."""
    return f"^{pattern.pattern.removesuffix(chr(92) + 'Z')}$"


def _any_object() -> Json:
    return {"type": ["object", "null"]}


def _shape(shape: Any) -> Json:
    """The schema of a fragment."""
    if shape is str:
        return {"type": "string"}
    if isinstance(shape, list):
        return {"type": "array", "items": _shape(shape[0])}
    return _members(shape)


def _members(shape: Shape) -> Json:
    properties = {key.removesuffix("?"): _shape(inner) for key, inner in shape.items()}
    required = [key for key in shape if not key.endswith("?")]
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": required}
