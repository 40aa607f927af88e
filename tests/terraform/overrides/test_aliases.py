"""Aliases: other names for parameters, and for properties of bodies."""

import pytest

from mapper.report.rules import NAME_COLLISION
from mapper.terraform.rules import NO_TYPE, RENAMED, UNUSED_ALIAS

from ...support import resource


def test_an_alias_lets_a_parameter_merge_with_a_property() -> None:
    oven = resource("""
        create: {properties: {name: {type: string}, ovenId: {type: string}}}
        parameters: [{name: ovenId, in: path, required: true, description: From the path, schema: {type: string}}]
        schema: {attributes: {aliases: {ovenId: name}}}
    """)
    assert oven.names == ["name", "oven_id"]
    assert oven.description("name") == "From the path"
    assert oven.status("name") == "computed_optional"
    assert oven.description("oven_id") is None


def test_an_alias_of_the_one_that_stays_brings_back_the_other() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {bakeTime: {type: string}, bake_time: {type: integer}}}}}
        schema: {attributes: {aliases: {door.bakeTime: bakeTimeText}}}
    """)
    assert oven.names_in("door") == ["bake_time_text", "bake_time"]
    assert oven.diagnostics(NAME_COLLISION) == []


@pytest.mark.parametrize(
    "door",
    [
        "{properties: {lockId: {type: string}}}",
        "{type: array, items: {properties: {lockId: {type: string}}}}",
        "{type: object, additionalProperties: {properties: {lockId: {type: string}}}}",
    ],
)
def test_an_alias_renames_a_property_at_any_depth(door: str) -> None:
    oven = resource(f"""
        create: {{properties: {{door: {door}}}}}
        schema: {{attributes: {{aliases: {{door.lockId: keyId}}}}}}
    """)
    assert oven.names_in("door") == ["key_id"]
    renamed, former = oven.diagnostics(RENAMED)
    assert (renamed.path, former.path) == ("door.key_id", "door.lock_id")
    assert "'lockId'" in renamed.text
    assert renamed.place.startswith("config.yml:")


def test_an_alias_reaches_into_the_members_of_an_object_type() -> None:
    oven = resource("""
        create:
          properties:
            grid: {type: array, items: {type: array, items: {properties: {row: {type: string}}}}}
        schema: {attributes: {aliases: {grid.row: line}}}
    """)
    members = oven.body("grid")["element_type"]["list"]["element_type"]["object"]["attribute_types"]
    assert [member["name"] for member in members] == ["line"]


def test_an_alias_whose_name_is_taken_leaves_the_property_out() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}, title: {type: integer}}}
        schema: {attributes: {aliases: {.label: title}}}
    """)
    assert oven.kinds == {"title": "int64"}
    collision = oven.diagnostic(NAME_COLLISION)
    assert (collision.path, collision.text) == ("label", "'label' and 'title' both become 'title'")
    assert "{.label: another_title}" in (collision.fix or "")


def test_deep_aliases_go_first_so_that_paths_are_those_of_the_api() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {lock: {type: string}}}}}
        schema: {attributes: {aliases: {.door: lid, door.lock: key}}}
    """)
    assert oven.names == ["lid"]
    assert oven.names_in("lid") == ["key"]


def test_an_alias_of_which_no_identifier_can_be_made_changes_nothing() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}}}
        schema: {attributes: {aliases: {.label: '99'}}}
    """)
    assert oven.names == ["label"]
    assert oven.diagnostic(UNUSED_ALIAS).text == "the name '99' leaves nothing for an identifier"


def test_what_is_proposed_to_ignore_has_the_names_of_the_api() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {lock: {type: string}, bolt: {}}}}}
        schema: {attributes: {aliases: {.door: hatch}}}
    """)
    assert (oven.diagnostic(NO_TYPE).fix or "").endswith("ignores: [door.bolt]  # in resources.oven.schema")
