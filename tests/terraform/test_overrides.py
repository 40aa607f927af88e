"""Overrides: what the config says of an attribute instead of the API."""

from __future__ import annotations

import pytest

from mapper.diagnostics import UNUSED_OVERRIDE, Severity
from mapper.model import Contribution

from ..support import data_source, resource


def test_an_override_replaces_the_description() -> None:
    oven = resource("""
        create: {properties: {bakeTime: {type: string, description: Old}, fuel: {type: string}}}
        schema: {attributes: {overrides: {bakeTime: {description: In minutes}, fuel: {description: Wood}}}}
    """)
    assert oven.description("bake_time") == "In minutes"
    assert oven.description("fuel") == "Wood"
    origin = oven.attribute("bakeTime").origins[-1]
    assert origin.contribution is Contribution.OVERRIDE
    assert origin.location.document.uri == "config.yml"


@pytest.mark.parametrize("override", ["{}", "null", "{description: ''}", "{description: null}"])
def test_an_override_without_a_description_writes_an_empty_one(override: str) -> None:
    oven = resource(f"""
        create: {{properties: {{fuel: {{type: string, description: Old}}}}}}
        schema: {{attributes: {{overrides: {{fuel: {override}}}}}}}
    """)
    assert oven.description("fuel") == ""


@pytest.mark.parametrize(
    "schema",
    [
        "{properties: {lockId: {type: string}}}",
        "{type: array, items: {properties: {lockId: {type: string}}}}",
        "{type: array, format: set, items: {properties: {lockId: {type: string}}}}",
        "{type: object, additionalProperties: {properties: {lockId: {type: string}}}}",
    ],
)
def test_an_override_reaches_into_nested_attributes(schema: str) -> None:
    oven = resource(f"""
        create: {{properties: {{door: {schema}}}}}
        schema: {{attributes: {{overrides: {{door.lockId: {{description: The lock}}}}}}}}
    """)
    assert oven.description("door.lock_id") == "The lock"


@pytest.mark.parametrize("path", ["bake_time", "door.lock_id", "grid.row", "missing", "bakeTime.more", "ovenId"])
def test_an_override_that_matches_nothing_is_reported(path: str) -> None:
    oven = resource(f"""
        create:
          properties:
            bakeTime: {{type: string}}
            door: {{properties: {{lockId: {{type: string}}}}}}
            grid: {{type: array, items: {{type: array, items: {{properties: {{row: {{type: string}}}}}}}}}}
        parameters: [{{name: ovenId, in: path, required: true, schema: {{type: string}}}}]
        schema: {{attributes: {{aliases: {{ovenId: id}}, overrides: {{{path}: {{description: Nobody}}}}}}}}
    """)
    assert "Nobody" not in oven.text
    unused = oven.diagnostic(UNUSED_OVERRIDE)
    assert f"'{path}'" in unused.text
    assert unused.severity is Severity.WARNING


def test_an_unused_override_names_the_nearest_attribute() -> None:
    oven = resource("""
        create: {properties: {bakeTime: {type: string}}}
        schema: {attributes: {overrides: {bake_time: {description: Nobody}}}}
    """)
    assert "did you mean 'bakeTime'?" in oven.diagnostic(UNUSED_OVERRIDE).text


def test_a_parameter_is_overridden_under_its_alias() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        parameters: [{name: ovenId, in: path, required: true, description: Old, schema: {type: string}}]
        schema: {attributes: {aliases: {ovenId: id}, overrides: {id: {description: New}}}}
    """)
    assert oven.description("id") == "New"


def test_a_path_into_a_collection_starts_with_the_data_source() -> None:
    oven = data_source("""
        read: {type: array, items: {properties: {name: {type: string}}}}
        schema: {attributes: {overrides: {oven.name: {description: Its name}, oven: {description: All}}}}
    """)
    assert oven.description("oven") == "All"
    assert oven.description("oven.name") == "Its name"


def test_an_override_of_one_user_of_a_component_leaves_the_others_alone() -> None:
    oven = resource("""
        create: {properties: {left: {$ref: '#/components/schemas/Door'}, right: {$ref: '#/components/schemas/Door'}}}
        components:
          Door: {properties: {lock: {type: string, description: A lock}}}
        schema: {attributes: {overrides: {left.lock: {description: The left one}}}}
    """)
    assert oven.description("left.lock") == "The left one"
    assert oven.description("right.lock") == "A lock"


def test_an_override_goes_before_a_description_that_a_later_source_fills_in() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        read: {properties: {fuel: {type: string, description: Read}}}
        schema: {attributes: {overrides: {fuel: {description: Config}}}}
    """)
    assert oven.description("fuel") == "Config"
