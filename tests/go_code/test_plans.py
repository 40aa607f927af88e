"""No update in place replaces a resource: the plugin framework plans with the generated schema, in its oldest and its
newest version.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ..processes import output
from ..support import map_texts
from .program import generate
from .tools import Tools, Unavailable, fetch, go_flags

PLANS = Path(__file__).parent / "plans"
VERSIONS = ("oldest", "newest")
"""The oldest is the first one that takes generated types of nested objects; the other is the newest of 2026."""

DESCRIPTION = """
openapi: 3.0.3
info: {title: Bakery, version: "1"}
paths:
  /ovens:
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Oven"}}}}
      responses: {"201": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/Oven"}}}}}
  /ovens/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      responses: {"200": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/Oven"}}}}}
    put: {requestBody: {content: {application/json: {schema: {properties: {name: {type: string}}}}}}}
components:
  schemas:
    Part: {type: object, required: [kind], properties: {kind: {type: string}, serial: {type: string, readOnly: true}}}
    Oven:
      type: object
      required: [name, door, racks, trays]
      properties:
        id: {type: string, readOnly: true}
        name: {type: string}
        region: {type: string}
        door: {$ref: "#/components/schemas/Part"}
        hood: {$ref: "#/components/schemas/Part"}
        vent: {$ref: "#/components/schemas/Part"}
        racks: {type: array, items: {$ref: "#/components/schemas/Part"}}
        trays: {type: array, format: set, items: {$ref: "#/components/schemas/Part"}}
        slots: {type: object, additionalProperties: {$ref: "#/components/schemas/Part"}}
"""
CONFIG = """
provider: {name: bakery}
policies: {read_only: computed, not_required: infer, replace: infer, use_state_for_unknown: id}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: '/ovens/{id}', method: GET}
    update: {path: '/ovens/{id}', method: PUT}
    schema:
      attributes:
        overrides:
          hood: {computed_optional_required: optional}
          slots: {computed_optional_required: optional}
"""


@pytest.fixture(scope="module")
def tools() -> Tools:
    try:
        return fetch()
    except Unavailable as reason:
        pytest.skip(str(reason))


def part(kind: str, serial: str | None) -> dict[str, Any]:
    return {"kind": kind, "serial": serial}


def oven(serial: str | None, **more: Any) -> dict[str, Any]:
    """An oven as in a state, or, without serial numbers, as in a configuration."""
    made = {"id": "1", "region": "north"} if serial else {"id": None, "region": None}
    parts = {"door": part("glass", serial), "hood": part("steel", serial)}
    parts["vent"] = part("tin", serial) if serial else None  # the API has set it
    lists = {"racks": [part("wide", serial), part("flat", serial)], "trays": [part("deep", serial)]}
    return {"name": "one", **made, **parts, **lists, "slots": {"a": part("left", serial)}, **more}


def update(proposed: dict[str, Any], config: dict[str, Any], prior: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"prior": prior or oven("s"), "proposed": oven("s", **proposed), "config": oven(None, **config)}


def both(**given: Any) -> dict[str, Any]:
    return update(given, given)


HOOD = {"hood": part("steel", None)}
IN_PLACE = {
    "the name, without an object that is optional": update(
        {"name": "two", "hood": None}, {"name": "two", "hood": None}, oven("s", hood=None)
    ),
    "the name, which update takes": both(name="two"),
    "the name, with nothing of the region in the state": update(
        {"name": "two", "region": None}, {"name": "two"}, oven("s", region=None)
    ),
    "the name, after a read without serial numbers": {
        "prior": oven("s", door=part("glass", None)),
        "proposed": oven("s", name="two", door=part("glass", None)),
        "config": oven(None, name="two"),
    },
}
REPLACED = {
    "a kind in an optional object": both(hood=part("glass", None)),
    "an optional object more": update(HOOD, HOOD, oven("s", hood=None)),
    "another kind of an object that the API has set": both(vent=part("zinc", None)),
    "a region": both(region="south"),
    "a kind in an object": both(door=part("steel", None)),
    "a kind in a list": both(racks=[part("wide", None), part("deep", None)]),
    "an element more": both(racks=[part("wide", None), part("flat", None), part("flat", None)]),
    "another key": both(slots={"b": part("left", None)}),
}


@pytest.mark.peer
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("version", VERSIONS)
def test_an_update_in_place_replaces_nothing_and_what_only_create_takes_does(
    tools: Tools, tmp_path: Path, version: str
) -> None:
    spec = map_texts(DESCRIPTION, CONFIG).spec
    assert "RequiresReplace" in str(spec)
    assert "objectvalidator.AlsoRequires" in str(spec)
    assert generate(spec, tools, tmp_path) == ""
    shutil.copytree(PLANS / version, tmp_path, dirs_exist_ok=True)
    shutil.copy(PLANS / "main.go.txt", tmp_path / "main.go")
    only = {"GOFLAGS": go_flags("-mod=readonly"), "GOTOOLCHAIN": "local", "GOWORK": "off"}
    cases = {**IN_PLACE, **REPLACED}
    printed = output([tools.go, "run", "."], tmp_path, text=json.dumps(list(cases.values())), **only)
    replaced = dict(zip(cases, json.loads(printed), strict=True))
    assert {name: replaced[name] for name in IN_PLACE} == {name: [] for name in IN_PLACE}
    assert [name for name in REPLACED if not replaced[name]] == []
