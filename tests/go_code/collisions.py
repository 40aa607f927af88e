"""Names that collide, or nearly so: does the code that is made of them compile just where no diagnostic says otherwise?

Many small resources of random shapes, whose attributes have names from one list: those of everything that the
generator declares, with and without what it puts in front of and behind a name.
"""

import json
import random
from collections.abc import Sequence
from typing import Any

from mapper.inputs import Document, Documents
from mapper.model import Mapping
from mapper.terraform.config.config import parse_config
from mapper.terraform.map import map_api
from mapper.terraform.openapi.operations import Api

_DECLARED = """
    attributeTypes equal isNull isUnknown string toObjectValue toTerraformValue type attr attributes basetypes context
    ctx d diag diags err fmt in k name o obj objVal object objectType ok other schema state strings t tftypes types
    v val vals validator values nil true len any append make error
"""
_KEYWORDS = "range map func var import package select struct go if default interface return"
_PLAIN = "a b a1 a_1 _a __a _ __ _1 _1a a__b a__1 aVal a_attribute new newA newNewA a_type a_value a_null aValue model"
NAMES = tuple(f"{_DECLARED} {_KEYWORDS} {_PLAIN}".split())
_IDENTIFIERS = tuple(name for name in NAMES if name.islower())
_SHAPES = ("string", "list", "objects", "single", "single", "single", "list_nested", "map_nested")


def resources(count: int, seed: int) -> dict[str, Any]:
    """Schemas of create requests, by the name of the resource."""
    source = random.Random(seed)
    return {f"r{seed}_{number}": {"type": "object", "properties": _members(source, 3)} for number in range(count)}


def _members(source: random.Random, depth: int) -> dict[str, Any]:
    names = {f"p{source.randint(1, 99)}" for _ in range(source.randint(0, 1))}
    word = source.choice(NAMES)
    if source.random() < 0.5 or not names:
        names.add(word)
    if source.random() < 0.4:
        names.add(source.choice((f"new_{word}", f"{word}_val", f"_{word}", f"{word}_type", "obj", "type")))
    return {name: _schema(source, depth) for name in sorted(names)}


def _schema(source: random.Random, depth: int) -> dict[str, Any]:
    shape = source.choice(_SHAPES) if depth > 1 else source.choice(_SHAPES[:3])
    text = {"type": "string"}
    match shape:
        case "string":
            return text
        case "list":
            return {"type": "array", "items": text}
        case "objects":
            return {"type": "array", "items": {"type": "array", "items": {"properties": {"x": text}}}}
    inner = {"type": "object", "properties": _members(source, depth - 1)}
    if shape == "single":
        return inner
    return (
        {"type": "array", "items": inner}
        if shape == "list_nested"
        else {"type": "object", "additionalProperties": inner}
    )


def keys(schemas: dict[str, Any], seed: int) -> dict[str, Any]:
    """What the config says of each resource: a branch of a choice, which its schema gets, and an addition in order."""
    source, found = random.Random(f"keys {seed}"), {}
    for name, schema in schemas.items():
        members = schema["properties"]
        branches = [{"title": word, "type": "object", "properties": _members(source, 2)} for word in ("one", "two")]
        chosen, next_to = source.choice(("one", "two")), source.choice(sorted(members))
        members[source.choice(_IDENTIFIERS)] = members["pick"] = {"oneOf": branches}
        attribute = {"name": source.choice(_IDENTIFIERS), **_addition(source, ())}
        addition = {source.choice(("after", "before")): next_to, **_addition(source, [attribute])}
        overrides = {"pick": {"branch": chosen}}
        added = {source.choice(_IDENTIFIERS): addition, f"pick.{source.choice(_IDENTIFIERS)}": _addition(source, ())}
        found[name] = {"attributes": {"overrides": overrides, "additional": added}}
    return found


def _addition(source: random.Random, attributes: Sequence[Any]) -> dict[str, Any]:
    inside = {"attributes": list(attributes)}
    status = {"computed_optional_required": "optional"}
    shapes = {"single_nested": inside, "list_nested": {"nested_object": inside}, "bool": {}}
    shape = source.choice(tuple(shapes))
    return {shape: status | shapes[shape]}


def mapped(
    schemas: dict[str, Any],
    policies: dict[str, Any] | None = None,
    overrides: dict[str, Any] | None = None,
    own: dict[str, Any] | None = None,
) -> Mapping:
    """A mapping with a resource for each schema; `overrides` are those of all of them, `own` is what each one has."""
    paths: dict[str, Any] = {}
    config: dict[str, Any] = {"provider": {"name": "x"}, "resources": {}, "policies": policies or {}}
    config["schema"] = {"attributes": {"overrides": overrides or {}}}
    for name, schema in schemas.items():
        body = {"content": {"application/json": {"schema": schema}}}
        paths[f"/{name}"] = {"post": {"requestBody": body, "responses": {"200": {"description": ""}}}, "get": {}}
        config["resources"][name] = {
            "create": {"path": f"/{name}", "method": "POST"},
            "read": {"path": f"/{name}", "method": "GET"},
            "schema": (own or {}).get(name, {}),
        }
    description = {"openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": paths}
    document = Document("openapi.json", json.dumps(description).encode())
    return map_api(Api(document, Documents()), parse_config(Document("config.json", json.dumps(config).encode())))
