"""The provider's own schema."""

import pytest

from mapper.report.diagnostic import MappingError
from mapper.report.rules import NAME_COLLISION
from mapper.terraform.rules import BODY_LOST, EMPTY_OBJECT, ENTITY_KEPT, NO_TYPE, NOT_AN_OBJECT, RENAMED, UNUSED_ALIAS

from ..support import map_texts, provider


@pytest.mark.parametrize(
    "schema",
    ["{type: string}", "{type: array, items: {properties: {a: {type: string}}}}",
     "{type: object, additionalProperties: {type: string}}"],
)  # fmt: skip
def test_a_provider_schema_that_is_no_object_is_written_empty(schema: str) -> None:
    bakery = provider(f"""
        provider:
          schema_ref: '#/components/schemas/Bakery'
        components:
          Bakery: {schema}
    """)
    assert bakery.spec["provider"] == {"name": "bakery", "schema": {}}
    assert NOT_AN_OBJECT in bakery.rules("")


def test_properties_of_the_provider_have_aliases() -> None:
    bakery = provider("""
        provider:
          schema_ref: "#/components/schemas/Settings"
          schema:
            attributes: {aliases: {.apiUrl: endpoint, retry.max: tries, token: secret, .nothing: it}}
        components:
          Settings:
            properties: {apiUrl: {type: string}, token: {type: string}, retry: {$ref: "#/components/schemas/Retry"}}
          Retry: {properties: {max: {type: integer}}}
    """)
    assert bakery.names == ["endpoint", "retry", "token"]
    assert bakery.names_in("retry") == ["tries"]
    assert {d.path for d in bakery.diagnostics(RENAMED)} >= {"endpoint", "retry.tries"}
    assert [d.text for d in bakery.diagnostics(UNUSED_ALIAS)] == [
        "the provider has no path or query parameter 'token'; did you mean '.token'?",
        "no property has the path '.nothing'",
    ]


def test_what_is_proposed_for_the_provider_stands_where_the_provider_has_it() -> None:
    bakery = provider("""
        provider:
          schema_ref: "#/components/schemas/Settings"
        components:
          Settings: {properties: {aB: {type: string}, a_b: {type: string}, more: {}, free: {type: object}}}
    """)
    found = [bakery.diagnostic(rule).fix or "" for rule in (NAME_COLLISION, NO_TYPE, EMPTY_OBJECT)]
    assert [fix.split("; or ")[-1] for fix in found] == [
        "attributes: {aliases: {.a_b: another_a_b}}  # in provider.schema",
        "ignores: [more]  # in provider",
        "attributes: {overrides: {free: {type: map of string}}}  # in provider.schema",
    ]


def test_an_unmappable_property_of_the_provider_costs_that_property_only() -> None:
    bakery = provider("""
        provider:
          schema_ref: '#/components/schemas/Bakery'
        components:
          Bakery: {properties: {town: {type: string}, odd: {}}}
    """)
    assert bakery.names == ["town"]
    assert bakery.rules("odd") == {NO_TYPE}
    assert str(bakery.diagnostic(ENTITY_KEPT).entity) == "provider bakery"
    assert bakery.differs_at("odd")


def test_a_provider_schema_that_cannot_be_mapped_is_written_empty() -> None:
    bakery = provider("""
        provider:
          schema_ref: '#/components/schemas/Bakery'
        components:
          Bakery: {oneOf: [{type: string}, {type: object}]}
    """)
    assert bakery.spec["provider"] == {"name": "bakery", "schema": {}}
    assert {BODY_LOST, ENTITY_KEPT} <= bakery.rules("")


@pytest.mark.parametrize("reference", ["'#/components/schemas/Nobody'", "Bakery", "'https://example.com/a.yaml'"])
def test_a_provider_schema_that_does_not_exist_ends_the_run(reference: str) -> None:
    with pytest.raises(MappingError) as error:
        map_texts(
            "{openapi: 3.0.0, paths: {/oven: {get: {}}}}",
            f"""
            data_sources: {{oven: {{read: {{path: /oven, method: get}}}}}}
            provider:
              name: bakery
              schema_ref: {reference}
            """,
        )
    (problem,) = error.value.problems
    assert (problem.uri, problem.line) == ("config.yml", 5)
    assert "schema_ref" in problem.text
