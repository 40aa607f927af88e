"""Keys of the config with nothing after the colon, and patterns of paths that are none."""

from copy import deepcopy
from typing import Any

import pytest
import yaml

from ...support import map_texts
from .test_config import problems

API = """
openapi: 3.0.0
paths:
  /ovens:
    post:
      requestBody: {content: {application/json: {schema: {properties: {heat: {type: integer}}}}}}
      responses: {'200': {content: {application/json: {schema: {properties: {heat: {type: integer}}}}}}}
    get: {responses: {'200': {content: {application/json: {schema: {properties: {heat: {type: integer}}}}}}}}
"""
OVEN = {
    "create": {"path": "/ovens", "method": "POST", "request": {}},
    "read": {"path": "/ovens", "method": "GET", "response": {}},
    "schema": {"ignores": [], "attributes": {"aliases": {}, "overrides": {}, "additional": {}}},
}
CONFIG = {"provider": {"name": "kitchen", "schema": {}}, "schema": {}, "resources": {"oven": OVEN}}


def config(way: str, value: Any) -> str:
    """The config with a value at a dotted way; `R` is the entry of the resource."""
    *sections, key = way.replace("R.", "resources.oven.").split(".")
    whole: Any = deepcopy(CONFIG)
    place = whole
    for name in sections:
        place = place[name]
    place[key] = value
    return yaml.safe_dump(whole)


@pytest.mark.parametrize(
    "way",
    [
        *("data_sources", "policies", "schema", "schema.attributes", "schema.ignores"),
        *("provider.ignores", "provider.schema", "provider.schema_ref", "provider.schema.description"),
        *("R.update", "R.delete", "R.group", "R.policies", "R.schema.description", "R.schema.ignores"),
        *("R.schema.attributes.aliases", "R.schema.attributes.overrides", "R.schema.attributes.additional"),
        *("R.create.request", "R.create.request.pointer", "R.create.request.media_type", "R.create.request.attribute"),
        *("R.read.response", "R.read.response.status"),
    ],
)
def test_a_key_with_nothing_after_it_is_as_if_it_were_not_there(way: str) -> None:
    found, without = (map_texts(API, text) for text in (config(way, None), yaml.safe_dump(CONFIG)))
    assert found.text == without.text
    told = [[(d.code, d.path, d.text) for d in each.mapping.diagnostics] for each in (found, without)]
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "way",
    [
        *("provider.schema_ref", "R.group", "R.create.request.pointer", "R.create.request.media_type"),
        *("R.create.request.attribute", "R.read.response.status", "R.read.response.media_type"),
    ],
)
def test_a_choice_of_nothing_is_none(way: str) -> None:
    found, without = (map_texts(API, text) for text in (config(way, ""), yaml.safe_dump(CONFIG)))
    assert found.text == without.text
    told = [[(d.code, d.path, d.text) for d in each.mapping.diagnostics] for each in (found, without)]
    assert told[0] == told[1]


def test_a_name_without_a_letter_is_no_alias() -> None:
    found = map_texts(API, config("R.schema.attributes.aliases.size", None))
    assert "OAS103" in {diagnostic.code for diagnostic in found.mapping.diagnostics}


@pytest.mark.parametrize("path", ["a..*", "**x", "a.**b", "a.*.", "*a"])
def test_what_is_no_pattern_of_paths_is_told(path: str) -> None:
    ((_, text),) = problems(config("R.schema.attributes.overrides", {path: {"sensitive": True}}))
    assert text.startswith(f"resource 'oven': overrides: '{path}' is not an attribute path")
