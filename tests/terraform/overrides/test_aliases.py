"""Aliases: other names for parameters, and for properties of bodies."""

from __future__ import annotations

import pytest

from mapper.report.diagnostic import Severity
from mapper.report.rules import NAME_COLLISION
from mapper.terraform.rules import NO_IDENTIFIER, NO_TYPE, RENAMED, RESERVED_NAME, UNUSED_ALIAS

from ...support import data_source, resource


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


def test_an_alias_is_converted_like_any_name() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
        schema: {attributes: {aliases: {id: "stone-ovenName"}}}
    """)
    assert oven.names == ["fuel", "stoneoven_name"]
    assert oven.entity.body.attributes[1].source_name == "stone-ovenName"


@pytest.mark.parametrize("alias", ["''", "null", "'99'"])
def test_a_parameter_whose_alias_leaves_nothing_is_left_out(alias: str) -> None:
    oven = resource(f"""
        create: {{properties: {{fuel: {{type: string}}}}}}
        parameters: [{{name: id, in: path, required: true, schema: {{type: string}}}}]
        schema: {{attributes: {{aliases: {{id: {alias}}}}}}}
    """)
    assert oven.names == ["fuel"]
    assert len(oven.diagnostics(NO_IDENTIFIER)) == 1


def test_an_alias_that_matches_no_parameter_is_reported() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        parameters: [{name: token, in: header, schema: {type: string}}]
        schema: {attributes: {aliases: {fuel: gas, token: secret}}}
    """)
    assert oven.names == ["fuel"]
    unused = oven.diagnostics(UNUSED_ALIAS)
    assert ["'fuel'" in unused[0].text, "'token'" in unused[1].text] == [True, True]
    assert {d.severity for d in unused} == {Severity.WARNING}
    assert unused[0].place.startswith("config.yml:")


def test_two_parameters_of_a_resource_with_one_alias_merge() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        parameters:
          - {name: a, in: query, schema: {type: string}}
          - {name: b, in: query, description: Second, schema: {type: string}}
        schema: {attributes: {aliases: {a: same, b: same}}}
    """)
    assert oven.names == ["fuel", "same"]
    assert oven.description("same") == "Second"


def test_of_two_parameters_of_a_data_source_with_one_alias_the_first_stays() -> None:
    oven = data_source("""
        parameters:
          - {name: a, in: query, description: First, schema: {type: string}}
          - {name: b, in: query, description: Second, schema: {type: string}}
        read: {properties: {same: {type: string}}}
        schema: {attributes: {aliases: {a: same, b: same}}}
    """)
    assert oven.names == ["same"]
    assert oven.description("same") == "First"
    assert oven.rules("same") == {NAME_COLLISION}
    assert oven.differs_at("same")


def test_an_alias_holds_for_every_parameter_of_its_name() -> None:
    oven = data_source("""
        path_parameters: [{name: id, in: path, required: true, schema: {type: string}}]
        parameters: [{name: id, in: query, schema: {type: string}}]
        read: {properties: {fuel: {type: string}}}
        schema: {attributes: {aliases: {id: oven_id}}}
    """)
    assert oven.names == ["oven_id", "fuel"]


def test_a_property_whose_name_is_taken_comes_back_under_an_alias() -> None:
    create = "{properties: {bakeTime: {type: string}, bake_time: {type: integer}}}"
    oven = resource(f"create: {create}")
    assert oven.kinds == {"bake_time": "string"}
    fix = (oven.diagnostic(NAME_COLLISION).fix or "").split("  #")[0]
    assert fix == "attributes: {aliases: {.bake_time: another_bake_time}}"
    settled = resource(f"create: {create}\nschema: {{{fix}}}")
    assert settled.kinds == {"another_bake_time": "int64", "bake_time": "string"}
    assert settled.diagnostics(NAME_COLLISION) == []


def test_an_alias_of_the_one_that_stays_brings_back_the_other() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {bakeTime: {type: string}, bake_time: {type: integer}}}}}
        schema: {attributes: {aliases: {door.bakeTime: bakeTimeText}}}
    """)
    assert oven.names_in("door") == ["bake_time_text", "bake_time"]
    assert oven.diagnostics(NAME_COLLISION) == []


def test_a_property_that_is_left_out_for_another_reason_does_not_come_back() -> None:
    oven = resource("""
        create: {properties: {a: {}, b: {type: string}}}
        schema: {attributes: {aliases: {.a: c}}}
    """)
    assert oven.names == ["b"]
    assert oven.diagnostic(UNUSED_ALIAS).text.startswith("no property has the path '.a'")


def test_two_names_that_are_taken_are_settled_together() -> None:
    create = (
        "{properties: {bakeTime: {type: string}, bake_time: {type: integer}, doorId: &s {type: string}, door_id: *s}}"
    )
    fixes = [(d.fix or "").split("  #")[0] for d in resource(f"create: {create}").diagnostics(NAME_COLLISION)]
    pasted = ", ".join(fix.removeprefix("attributes: {aliases: {").removesuffix("}}") for fix in fixes)
    settled = resource(f"create: {create}\nschema: {{attributes: {{aliases: {{{pasted}}}}}}}")
    assert settled.names == ["another_bake_time", "another_door_id", "bake_time", "door_id"]


def test_a_reserved_name_is_settled_by_what_is_proposed() -> None:
    create = "{properties: {count: {type: integer}}}"
    fix = (resource(f"create: {create}").diagnostic(RESERVED_NAME).fix or "").split("  #")[0]
    oven = resource(f"create: {create}\nschema: {{{fix}}}")
    assert oven.names == ["another_count"]
    assert oven.diagnostics(RESERVED_NAME) == []


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


def test_an_alias_for_a_property_lets_it_merge_with_another() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}}}
        read: {properties: {title: {type: string, description: From the response}}}
        schema: {attributes: {aliases: {.label: title}}}
    """)
    assert oven.statuses == {"title": "computed_optional"}
    assert oven.description("title") == "From the response"


def test_a_name_without_a_dot_is_that_of_a_parameter_only() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}}}
        parameters: [{name: label, in: query, schema: {type: string}}]
        schema: {attributes: {aliases: {label: tag}}}
    """)
    assert oven.names == ["label", "tag"]
    assert oven.diagnostics(UNUSED_ALIAS) == []


def test_a_parameter_may_have_a_dot_in_its_name() -> None:
    oven = resource("""
        create: {properties: {a: {properties: {b: {type: string}}}}}
        parameters: [{name: a.b, in: query, schema: {type: string}}]
        schema: {attributes: {aliases: {a.b: c}}}
    """)
    assert oven.names == ["a", "c"]
    assert oven.names_in("a") == ["b"]


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


def test_two_aliases_of_properties_may_swap_their_names() -> None:
    oven = resource("""
        create: {properties: {a: {type: string}, b: {type: integer}}}
        schema: {attributes: {aliases: {.a: x, .b: a}}}
    """)
    assert oven.kinds == {"a": "int64", "x": "string"}


@pytest.mark.parametrize(("path", "hint"), [(".bakeTme", "bakeTime"), ("door.lok", "door.lock"), ("x.y.z", "")])
def test_an_alias_that_matches_no_property_names_the_nearest(path: str, hint: str) -> None:
    oven = resource(f"""
        create: {{properties: {{bakeTime: {{type: string}}, door: {{properties: {{lock: {{type: string}}}}}}}}}}
        schema: {{attributes: {{aliases: {{{path}: other}}}}}}
    """)
    text = oven.diagnostic(UNUSED_ALIAS).text
    assert f"'{path}'" in text
    assert (f"did you mean {hint!r}?" in text) == bool(hint)


def test_an_alias_of_which_no_identifier_can_be_made_changes_nothing() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}}}
        schema: {attributes: {aliases: {.label: '99'}}}
    """)
    assert oven.names == ["label"]
    assert oven.diagnostic(UNUSED_ALIAS).text == "the name '99' leaves nothing for an identifier"


def test_an_alias_in_a_data_source_that_reads_a_list_starts_with_its_attribute() -> None:
    oven = data_source("""
        read: {type: array, items: {properties: {label: {type: string}}}}
        schema: {attributes: {aliases: {oven.label: title}}}
    """)
    assert oven.names_in("oven") == ["title"]


def test_overrides_and_replacement_know_the_new_name() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}}}
        schema: {attributes: {aliases: {.label: title}, overrides: {title: {description: New}}}}
    """)
    assert oven.description("title") == "New"


def test_what_is_proposed_to_ignore_has_the_names_of_the_api() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {lock: {type: string}, bolt: {}}}}}
        schema: {attributes: {aliases: {.door: hatch}}}
    """)
    assert (oven.diagnostic(NO_TYPE).fix or "").endswith("ignores: [door.bolt]  # in resources.oven.schema")
