"""Bodies that a request and a response share: derived from one another, the same as mapped anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mapper.budget import OverBudget
from mapper.model import Attribute, nested_body
from mapper.report.diagnostic import MappingError
from mapper.sidecar.writer import sidecar
from mapper.terraform import write_code_spec
from mapper.terraform.attributes.attributes import AttributeMapper
from mapper.terraform.attributes.shared_bodies import SharedBodies
from mapper.terraform.openapi.roles import Role

from ...support import resource
from ...test_properties import IDENTIFIERS, as_json, config, description, map_data, properties


def written(api: dict[str, Any], settings: dict[str, Any]) -> str:
    """All that is written of a mapping, or the message that refuses it."""
    try:
        mapping = map_data(as_json(api), as_json(settings))
        return write_code_spec(mapping) + "".join(sidecar(mapping))
    except OverBudget:  # where it is too much differs, as less is mapped
        return "over budget"
    except MappingError as error:
        return str(error)


ORDINARY: list[dict[str, Any]] = [
    {"type": "string", "minLength": 1, "description": "A text"},
    {"type": "integer", "minimum": 3, "deprecated": True},
    {"type": "number", "maximum": "odd"},
    {"type": "boolean", "default": True},
    {"type": "string", "readOnly": True},
    {"$ref": "#/components/schemas/S1"},
    {"$ref": "#/components/schemas/S0"},
    {"type": "array", "items": {"$ref": "#/components/schemas/S2"}},
    {"type": "array", "items": {"type": "array", "items": {"properties": {"aB": {"type": "string"}}}}},
    {"type": "object", "additionalProperties": {"properties": {"x": {"type": "integer", "enum": [1, 2]}}}},
    {"type": "object", "required": ["x"], "properties": {"x": {"type": "string"}, "y": {"type": "string"}}},
    {"oneOf": [{"$ref": "#/components/schemas/S2"}, {"properties": {"b": {"type": "string"}}}]},
    {"allOf": [{"$ref": "#/components/schemas/S2"}, {"required": ["z"], "properties": {"z": {"type": "integer"}}}]},
]


def random_input(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A description whose bodies and responses are mostly references to one component, and a config."""
    random = Random(seed)
    api, settings = description(random), config(random)
    for name in ("S0", "S1", "S2"):
        chosen = random.sample(ORDINARY, 3)
        known = {f"p{number}": schema for number, schema in enumerate(chosen)}
        api["components"]["schemas"][name] = {"required": ["p0"], "properties": known | properties(random, 0)}
    shared = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}}
    for name in ("post", "get"):
        if random.randrange(5):
            api["paths"]["/ovens"][name] |= {"requestBody": shared, "responses": {"200": shared}}
    oven = settings["resources"]["oven"]
    if random.randrange(3):
        oven["schema"] = {}
    settings["resources"] |= dict.fromkeys(IDENTIFIERS[:2], oven)
    return api, settings


def test_a_derived_body_is_what_mapping_the_schema_again_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = 0
    derived = SharedBodies.derived

    def counting(self: SharedBodies, attribute: Attribute, role: Role) -> Attribute:
        nonlocal counted
        counted += 1
        return derived(self, attribute, role)

    monkeypatch.setattr(SharedBodies, "derived", counting)
    inputs = [random_input(seed) for seed in range(16)]
    texts = [written(*each) for each in inputs]
    monkeypatch.setattr(SharedBodies, "source", lambda *_: None)
    assert texts == [written(*each) for each in inputs]
    assert counted > len(inputs)


OVEN = """
components:
  Oven:
    required: [name]
    properties:
      name: {type: string, description: Its name, minLength: 1, format: password}
      door: {$ref: "#/components/schemas/Door"}
      back: {$ref: "#/components/schemas/Door"}
      racks: {type: array, items: {type: array, items: {properties: {depth: {type: integer, deprecated: true}}}}}
      heat: {type: integer, default: 20}
      side: {type: object, properties: {open: {type: boolean, default: true}, lock: {type: string}}}
  Door:
    required: [width]
    properties: {width: {type: number}, parts: {type: array, items: {$ref: "#/components/schemas/Part"}}}
  Part: {properties: {id: {type: integer}}}
create: {$ref: "#/components/schemas/Oven"}
read: {$ref: "#/components/schemas/Oven"}
"""


def test_only_attributes_with_a_default_or_a_note_are_mapped_for_each_role(monkeypatch: pytest.MonkeyPatch) -> None:
    mapped: list[str] = []
    attribute = AttributeMapper._attribute

    def noted(self: AttributeMapper, name: str, *arguments: Any) -> Attribute:
        mapped.append(name)
        return attribute(self, name, *arguments)

    monkeypatch.setattr(AttributeMapper, "_attribute", noted)
    oven = resource(OVEN)
    again = {name for name in mapped if mapped.count(name) > 1}
    assert again == {"heat", "side", "open", "lock"}
    assert {"name", "door", "back", "width", "parts", "id", "racks", "depth"} == {*mapped} - again
    first, second = (origin.part for origin in oven.attribute("door.width").origins)
    assert (str(first), str(second)) == ("create request body", "read response 200")


def test_places_of_one_schema_have_one_derived_body() -> None:
    oven = resource(OVEN)
    request, response = oven.entity.sources
    door, back = (nested_body(a.type) for a in response.body.attributes if a.name in ("door", "back"))
    assert door is back
    assert door is not nested_body(next(a.type for a in request.body.attributes if a.name == "door"))
