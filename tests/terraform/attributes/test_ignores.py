"""Ignores: dotted paths of the API's own names."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mapper.report.diagnostic import Severity
from mapper.report.rules import UNUSED_IGNORE
from mapper.terraform.rules import NO_TYPE

from ...support import both, data_source, provider, resource


def test_an_ignore_leaves_out_a_property_by_its_source_name() -> None:
    oven = resource("""
        create: {properties: {bakeTime: {type: string}, heatLevel: {type: string}}}
        schema: {ignores: [bakeTime, heat_level]}
    """)
    assert oven.names == ["heat_level"]
    unused = oven.diagnostic(UNUSED_IGNORE)
    assert "'heat_level'" in unused.text
    assert unused.severity is Severity.WARNING


def test_lists_maps_and_sets_add_no_segment_to_a_path() -> None:
    oven = resource("""
        create:
          properties:
            trays: {type: array, items: {properties: {id: {type: string}, on: {properties: {x: {type: string},
                    y: {type: string}}}}}}
            bins: {type: object, additionalProperties: {type: array, items: {properties: {id: {type: string},
                   to: {type: string}}}}}
            grid: {type: array, format: set, items: {type: array, items: {properties: {id: {type: string},
                   to: {type: string}}}}}
        schema: {ignores: [trays.id, trays.on.x, bins.id, grid.id]}
    """)
    assert oven.names_in("trays") == ["on"]
    assert oven.names_in("trays.on") == ["y"]
    member = {"object": {"attribute_types": [{"name": "to", "string": {}}]}}
    assert oven.body("bins")["element_type"] == {"list": {"element_type": member}}
    assert oven.body("grid")["element_type"] == {"list": {"element_type": member}}
    assert not oven.diagnostics(UNUSED_IGNORE)


def test_an_object_with_nothing_left_is_still_an_attribute() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {lock: {type: string}}}}}
        schema: {ignores: [door.lock]}
    """)
    assert oven["door"] == {"single_nested": {"computed_optional_required": "computed_optional"}}


def test_an_ignore_holds_for_every_body_of_the_entity_and_for_parameters() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}, id: {type: string}}}
        create_response: {properties: {age: {type: integer}, id: {type: string}}}
        read: {properties: {heat: {type: integer}, id: {type: string}}}
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
        schema: {ignores: [id]}
    """)
    assert oven.names == ["fuel", "age", "heat"]


def test_an_ignored_property_is_remembered_with_the_rule_that_left_it_out() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}, id: {type: string}}}
        schema:
          ignores:
            - id
    """)
    (ignored,) = oven.entity.body.ignored
    assert ignored.source_name == "id"
    assert ignored.location.pointer.endswith("/properties/id")
    assert ignored.rule.document.uri == "config.yml"
    assert ignored.rule.pointer == "/resources/oven/schema/ignores/0"


def test_a_whole_path_may_also_be_one_name_with_dots() -> None:
    oven = resource("""
        create:
          properties:
            door.lock: {type: string}
            door: {properties: {lock: {type: string}, hinge: {type: string}}}
        schema: {ignores: [door.lock]}
    """)
    assert oven.names == ["door"]
    assert oven.names_in("door") == ["hinge"]


def test_a_collection_is_ignored_from_its_items_on() -> None:
    oven = data_source("""
        parameters: [{name: state, in: query, schema: {type: string}}]
        read:
          type: array
          items: {properties: {state: {type: string}, door: {properties: {a: {type: string}, b: {type: string}}}}}
        schema: {ignores: [state, door.a]}
    """)
    assert oven.names == ["oven"]
    assert oven.names_in("oven") == ["door"]
    assert oven.names_in("oven.door") == ["b"]
    assert not oven.diagnostics(UNUSED_IGNORE)


def test_what_is_proposed_to_ignore_in_a_collection_begins_at_its_items() -> None:
    oven = data_source(
        "read: {type: array, items: {properties: {door: {properties: {lock: {}}}, fuel: {type: string}}}}"
    )
    assert (oven.diagnostic(NO_TYPE).fix or "").endswith("ignores: [door.lock]  # in data_sources.oven.schema")


def test_a_parameter_is_ignored_by_its_alias_only() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        parameters:
          - {name: a, in: query, schema: {type: string}}
          - {name: b, in: query, schema: {type: string}}
        schema: {ignores: [a, second], attributes: {aliases: {a: first, b: second}}}
    """)
    assert oven.names == ["fuel", "first"]
    assert "'a'" in oven.diagnostic(UNUSED_IGNORE).text


def test_a_property_is_ignored_by_the_name_of_the_api() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}, door: {type: string}}}
        schema: {ignores: [door, gas], attributes: {aliases: {.fuel: gas, .door: hatch}}}
    """)
    assert oven.names == ["gas"]
    text = "the ignore 'gas' matches no property or parameter; use the name in the API here"
    assert oven.diagnostic(UNUSED_IGNORE).text == text


def test_inside_of_a_parameter_a_path_starts_anew() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        parameters:
          - {name: by, in: query, schema: {properties: {kind: {type: string}, age: {type: string}, door: {properties: {
             a: {type: string}, b: {type: string}}}}}}
        schema: {ignores: [kind, by.age, door.a]}
    """)
    assert oven.names_in("by") == ["age", "door"]
    assert oven.names_in("by.door") == ["b"]
    assert "'by.age'" in oven.diagnostic(UNUSED_IGNORE).text


def test_what_is_ignored_differs_between_users_of_a_component() -> None:
    oven, source = both("""
        create: {properties: {left: {$ref: '#/components/schemas/Door'}, right: {$ref: '#/components/schemas/Door'}}}
        read: {properties: {left: {$ref: '#/components/schemas/Door'}}}
        components:
          Door: {properties: {lock: {type: string}, hinge: {type: string}}}
        schema: {ignores: [left.lock]}
    """)
    assert oven.names_in("left") == source.names_in("left") == ["hinge"]
    assert oven.names_in("right") == ["hinge", "lock"]


def test_the_provider_has_ignores_of_its_own() -> None:
    bakery = provider("""
        provider:
          schema_ref: '#/components/schemas/Bakery'
          ignores: [town, door.lock, missing]
        components:
          Bakery:
            properties:
              town: {type: string}
              door: {properties: {lock: {type: string}, hinge: {type: string}}}
    """)
    assert bakery.names == ["door"]
    assert bakery.names_in("door") == ["hinge"]
    assert "'missing'" in bakery.diagnostic(UNUSED_IGNORE).text


def test_an_ignore_that_only_matches_in_a_source_of_another_type_is_used() -> None:
    oven = resource("""
        create: {properties: {door: {type: string}}}
        read: {properties: {door: {properties: {lock: {type: string}}}}}
        schema: {ignores: [door.lock]}
    """)
    assert oven.kinds == {"door": "string"}
    assert not oven.diagnostics(UNUSED_IGNORE)


@pytest.mark.parametrize(("name", "path"), [("b", "b"), ("id", "filter")])
def test_what_is_proposed_for_the_inside_of_a_parameter_has_an_effect(name: str, path: str) -> None:
    snippet = f"""
        parameters:
          - {{name: filter, in: query, schema: {{type: object, properties: {{a: {{type: string}}, {name}: {{}}}}}}}}
        read: {{type: object, properties: {{id: {{type: string}}}}}}
    """
    (found,) = data_source(snippet).diagnostics(NO_TYPE)
    assert (found.fix or "").endswith(f"; or ignores: [{path}]  # in data_sources.oven.schema")
    settled = data_source(f"{dedent(snippet)}schema: {{ignores: [{path}]}}")
    assert settled.diagnostics(NO_TYPE) == settled.diagnostics(UNUSED_IGNORE) == []
    assert "id" in settled.names
