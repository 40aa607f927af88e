"""Ignores: dotted paths of the API's own names."""

from textwrap import dedent

import pytest

from mapper.report.diagnostic import Severity
from mapper.report.rules import UNUSED_IGNORE
from mapper.terraform.rules import NO_TYPE

from ...support import data_source, resource


def test_an_ignore_leaves_out_a_property_by_its_source_name() -> None:
    oven = resource("""
        create: {properties: {bakeTime: {type: string}, heatLevel: {type: string}}}
        schema: {ignores: [bakeTime, heat_level]}
    """)
    assert oven.names == ["heat_level"]
    unused = oven.diagnostic(UNUSED_IGNORE)
    assert "'heat_level'" in unused.text
    assert unused.severity is Severity.WARNING


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
