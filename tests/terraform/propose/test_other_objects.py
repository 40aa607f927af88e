"""A path that reads one of several objects has a resource for each that a POST of its own makes."""

import json
from typing import Any

import pytest

from mapper.systems.terraform.propose import discover

from ..zoos import api
from .test_statuses import TEXT, thing


def named(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def body(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def made(*objects: str, **properties: Any) -> dict[str, Any]:
    answer = named(objects[0]) if len(objects) == 1 else {"oneOf": [*map(named, objects)]}
    request = {"requestBody": body(thing(**properties))} if properties else {}
    return {"post": {**request, "responses": {"201": body(answer)}}}


def lamps(**posts: dict[str, Any]) -> str:
    """What reads a bulb, a torch or a candle; `posts` are those of places."""
    read = {"200": body({"oneOf": [named("Bulb"), named("Torch"), named("Candle")]})}
    parameter = {"name": "id", "in": "path", "required": True, "schema": TEXT}
    update = {"requestBody": body(thing(watts=TEXT, room=TEXT)), "responses": {"204": {}}}
    calls = {"get": {"responses": read}, "patch": update, "delete": {"responses": {"204": {}}}}
    item = {"parameters": [parameter], **calls}
    schemas = {
        "Bulb": thing("id", id=TEXT, watts=TEXT, room=TEXT),
        "Torch": thing("id", id=TEXT, wood=TEXT, length=TEXT),
        "Candle": thing("id", id=TEXT, wax=TEXT),
    }
    paths = {f"/{place}/{{{place}_id}}/lamps": post for place, post in posts.items()}
    info = {"title": "Zoo", "version": "1"}
    return json.dumps(
        {"openapi": "3.0.3", "info": info, "paths": {**paths, "/lamps/{id}": item}, "components": {"schemas": schemas}}
    )


BULB = made("Bulb", watts=TEXT, room=TEXT)
WOOD = made("Torch", wood=TEXT)
INLINE = {"post": {**BULB["post"], "responses": {"201": body(thing("id", id=TEXT, watts=TEXT, room=TEXT))}}}


@pytest.mark.parametrize(
    ("posts", "expected"),
    [
        ({"rooms": BULB, "parks": WOOD}, {"lamp": "rooms", "torch": "parks"}),
        ({"rooms": BULB, "parks": made("Torch", "Candle", wood=TEXT, wax=TEXT)}, {"lamp": "rooms", "torch": "parks"}),
        ({"rooms": BULB, "parks": WOOD, "yards": WOOD}, {"lamp": "rooms"}),
        ({"rooms": BULB, "parks": made("Torch", color=TEXT)}, {"lamp": "rooms"}),
        ({"rooms": BULB, "parks": made("Torch")}, {"lamp": "rooms"}),
        ({"rooms": BULB, "parks": made("Bulb", watts=TEXT)}, {"lamp": "rooms"}),
        ({"rooms": INLINE, "parks": WOOD}, {"lamp": "rooms"}),
    ],
    ids=[
        "another object",
        "one of two others",
        "made in two places",
        "not read back",
        "nothing sent",
        "the same",
        "no name",
    ],
)
def test_another_object_of_a_path_is_a_resource(posts: dict[str, Any], expected: dict[str, str]) -> None:
    resources = discover(api(lamps(**posts)), only="resources").entities
    assert {e.name: e.part("create").path.split("/")[1] for e in resources} == expected
    assert {e.part("create").summary for e in resources} == {""}
    assert {e.part(part).path for e in resources for part in ("read", "delete")} == {"/lamps/{id}"}


@pytest.mark.parametrize(("schema", "names"), [("Größe", ["lamp", "groe"]), ("2Torch", ["lamp"])])
def test_another_object_without_a_name_for_a_resource_is_none(schema: str, names: list[str]) -> None:
    text = lamps(rooms=BULB, parks=WOOD).replace("Torch", schema)
    assert [entity.name for entity in discover(api(text), only="resources").entities] == names


def test_each_resource_reads_its_own_object() -> None:
    parks = {"post": {**WOOD["post"], "summary": "Light one."}}
    lamp, torch = discover(api(lamps(rooms=BULB, parks=parks)), only="resources").entities
    assert (lamp.part("read").response, torch.part("read").response) == ("/bulb", "/torch")
    assert [entity.part("create").summary for entity in (lamp, torch)] == ["", "Light one."]


def test_what_makes_a_resource_of_its_own_makes_no_other_object() -> None:
    description = json.loads(lamps(rooms=BULB, parks=WOOD))
    read = {"get": {"responses": {"200": body(named("Torch"))}}, "delete": {"responses": {"204": {}}}}
    description["paths"]["/parks/{parks_id}/lamps/{id}"] = read
    resources = discover(api(json.dumps(description)), only="resources").entities
    assert {e.part("read").path: e.part("create").path for e in resources} == {
        "/parks/{parks_id}/lamps/{id}": "/parks/{parks_id}/lamps",
        "/lamps/{id}": "/rooms/{rooms_id}/lamps",
    }
    assert len(resources) == len({e.part("create").path for e in resources})
