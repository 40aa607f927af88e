"""The seven journeys, each with an input of any size.

All inputs are made here and small. From one size to the next, one thing is added and nothing else is changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Files = dict[str, Any]
"""Contents by name, as JSON that a reader of YAML reads too."""

Step = list[Any]
"""The door that is gone in by, and its arguments: see `tests.benchmarks.traced`."""

_MANY = 8
_GENERATE: Step = ["oasmap", "generate", "--quiet", "--config", "config.yml", "--output", "spec.json", "api.json"]
_SITE: Step = ["site"]


@dataclass(frozen=True, slots=True)
class Journey:
    """What is added, and what is run. What `less` calls as well is not a part of the journey."""

    name: str
    files: Callable[[int], Files]
    steps: tuple[Step, ...]
    less: tuple[Step, ...] = ()


def _properties(count: int, **members: Any) -> dict[str, Any]:
    return {
        f"setting_{number}": {"type": "string", "description": f"The setting {number}.", "maxLength": 8, **members}
        for number in range(count)
    }


def _api(properties: dict[str, Any]) -> Files:
    """A resource with these properties in its requests and its responses."""
    content = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Oven"}}}}
    answer = {"description": "An oven.", **content}
    one = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
    return {
        "openapi": "3.0.3",
        "info": {"title": "Bakery", "version": "1"},
        "paths": {
            "/ovens": {"post": {"requestBody": content, "responses": {"201": answer}}},
            "/ovens/{id}": {"get": {"parameters": one, "responses": {"200": answer}}},
        },
        "components": {"schemas": {"Oven": {"type": "object", "properties": properties}}},
    }


def _bakery(properties: dict[str, Any], schema: Files | None = None) -> Files:
    """An API with a generator config."""
    create, read = {"path": "/ovens", "method": "POST"}, {"path": "/ovens/{id}", "method": "GET"}
    oven = {"create": create, "read": read, **({"schema": schema} if schema else {})}
    return {"api.json": _api(properties), "config.yml": {"provider": {"name": "bakery"}, "resources": {"oven": oven}}}


def _site(files: Files, **options: Any) -> Files:
    plugin = {"oasmap": {"spec": "api.json", "config": "config.yml", **options}}
    site = {"site_name": "Bakery", "theme": {"name": "mkdocs"}, "plugins": ["search", plugin]}
    return {**files, "docs/index.md": "# Bakery\n", "mkdocs.yml": site}


def _more_properties(count: int) -> Files:
    return _bakery(_properties(count))


def _more_properties_in_a_site(count: int) -> Files:
    return _site(_more_properties(count))


def _more_overrides(count: int) -> Files:
    settings = {"computed_optional_required": "required", "sensitive": True, "plan_modifiers": ["requires_replace"]}
    overrides = {name: {"description": f"Another text of {name}.", **settings} for name in _properties(count)}
    return _bakery(_properties(_MANY), {"attributes": {"overrides": overrides}})


def _more_without_a_type(count: int) -> Files:
    untyped = {f"untyped_{number}": {"description": "It has no type."} for number in range(count)}
    return _bakery({**_properties(_MANY), **untyped})


def _more_tightened(count: int) -> Files:
    """A site with a baseline, since which so many properties got a lower limit."""
    tightened = {**_properties(_MANY), **_properties(count, maxLength=6)}
    return _site({**_bakery(tightened), "old.json": _api(_properties(_MANY))}, baseline="old.json")


def _more_fields(count: int) -> Files:
    """A site of a custom resource."""
    fields = {f"Setting{number}": {"shape": "Text"} for number in range(count)}
    name = {"OvenName": {"shape": "Text"}}
    shapes = {
        "Text": {"type": "string", "max": 8},
        "CreateOvenRequest": {"type": "structure", "required": ["OvenName"], "members": {**name, **fields}},
        "DescribeOvenRequest": {"type": "structure", "members": name},
        "OvenResponse": {"type": "structure", "members": {**name, **fields}},
    }
    operations = {
        f"{verb}Oven": {
            "name": f"{verb}Oven",
            "http": {"method": "POST", "requestUri": "/"},
            "input": {"shape": f"{verb}OvenRequest"},
            "output": {"shape": "OvenResponse"},
        }
        for verb in ("Create", "Describe")
    }
    metadata = {"serviceId": "Bakery", "apiVersion": "2026-01-01", "protocol": "json"}
    model = {"metadata": metadata, "operations": operations, "shapes": shapes}
    return _site({"api.json": model, "config.yml": {"resources": {"Oven": {"tags": {"ignore": True}}}}}, system="ack")


JOURNEYS = (
    Journey("property → specification", _more_properties, (_GENERATE,)),
    Journey(
        "mapping → HTML row",
        _more_properties,
        (["block", "::: oasmap resource.oven", {"spec": "api.json", "config": "config.yml"}],),
        less=(_GENERATE,),
    ),
    Journey("property → whole site", _more_properties_in_a_site, (_SITE,)),
    Journey("one more override", _more_overrides, (_GENERATE,)),
    Journey("one more diagnostic", _more_without_a_type, (_GENERATE,)),
    Journey("ACK: one more field → CRD, Go, page", _more_fields, (_SITE,)),
    Journey(
        "one more change in a review",
        _more_tightened,
        (_SITE, ["oasmap", "diff", "--format", "markdown", "--config", "config.yml", "old.json", "api.json"]),
    ),
)


def as_text(content: Any) -> str:
    """What is written to a file: text as it is, data as JSON with a line for each member."""
    return content if isinstance(content, str) else json.dumps(content, indent=1) + "\n"
