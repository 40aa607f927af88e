"""Aliases: other names for parameters."""

from __future__ import annotations

import pytest

from mapper.diagnostics import NAME_COLLISION, NO_IDENTIFIER, UNUSED_ALIAS, Severity

from ..support import data_source, resource


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
