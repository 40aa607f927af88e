"""Whatever is declared wherever: nothing is lost silently, and what the policy `siblings` can merge is merged."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from mapper.inputs import Document, Documents
from mapper.report.budget import OverBudget
from mapper.report.diagnostic import diagnostic_data
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api

from ..support import write_code_spec
from . import Tally, count

pytestmark = pytest.mark.soak

SHARED = ("Ash", "Birch", "Cedar")
NAMES = ("a", "b", "c", "d", "e", "f")
Schema = dict[str, Any]

scalars = st.sampled_from([{"type": "string"}, {"type": "integer"}, {"type": "boolean"}])
references = st.sampled_from(SHARED).map(lambda name: {"$ref": f"#/components/schemas/{name}"})


def properties(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    named = st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=3)
    return named.map(lambda members: {"properties": members})


def objects(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    return properties(inner).map(lambda schema: {"type": "object", **schema})


def siblings(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    """An object that is composed, and has properties next to that."""
    required = st.sampled_from([{}, {"required": ["a"]}, {"description": "Both."}])
    parts = st.one_of(references, objects(inner))
    return st.one_of(
        st.builds(lambda ref, own, more: {**ref, **own, **more}, references, properties(inner), required),
        st.builds(lambda one, own, more: {"allOf": [one], **own, **more}, parts, properties(inner), required),
        st.builds(lambda one, own: {"anyOf": [one, {"type": "null"}], **own}, parts, properties(inner)),
        st.builds(lambda one, two: {"allOf": [one, two]}, parts, parts),
    )


def others(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    """Properties in conditions, patterns, and below other types."""
    keywords = (
        "then",
        "else",
        "if",
        "not",
        "contentSchema",
        "propertyNames",
        "unevaluatedProperties",
        "contains",
        "items",
    )
    base = st.one_of(objects(inner), inner.map(lambda items: {"type": "array", "items": items}), scalars)
    return st.one_of(
        st.builds(lambda one, key, more: {**one, key: more}, base, st.sampled_from(keywords), objects(inner)),
        st.builds(lambda one, more: {**one, "patternProperties": {"^x": more}}, base, inner),
        st.builds(lambda one, more: {**one, "dependentSchemas": {"a": more}}, base, objects(inner)),
        st.builds(lambda one, more: {**one, "prefixItems": [more]}, base, inner),
        st.builds(lambda one, more: {**one, **more}, base, properties(inner)),
        st.builds(lambda one, more: {**one, "additionalProperties": more}, base, inner),
    )


def bodies(kinds: st.SearchStrategy[Schema]) -> st.SearchStrategy[tuple[Schema, dict[str, Schema]]]:
    return st.tuples(kinds, st.fixed_dictionaries(dict.fromkeys(SHARED, st.one_of(kinds, objects(scalars)))))


mergeable = st.recursive(
    st.one_of(scalars, references), lambda inner: st.one_of(objects(inner), siblings(inner)), max_leaves=8
)
any_schema = st.recursive(
    st.one_of(scalars, references),
    lambda inner: st.one_of(objects(inner), siblings(inner), others(inner)),
    max_leaves=8,
)


def tally_of(body: Schema, shared: dict[str, Schema], policy: str) -> tuple[Tally, list[Any]]:
    api = {
        "openapi": "3.1.0",
        "info": {"title": "Forest", "version": "1"},
        "paths": {"/trees": {"post": {"requestBody": {"content": {"application/json": {"schema": body}}}}}},
        "components": {"schemas": shared},
    }
    api["paths"]["/trees/{id}"] = {"get": {"responses": {"200": {"content": {"application/json": {"schema": body}}}}}}
    config = {
        "provider": {"name": "forest"},
        "policies": {"siblings": policy},
        "resources": {
            "tree": {"create": {"path": "/trees", "method": "POST"}, "read": {"path": "/trees/{id}", "method": "GET"}}
        },
    }
    text, configured = json.dumps(api).encode(), json.dumps(config)
    documents = Documents()
    document = documents.add(Document("openapi.json", text))
    try:
        mapping = map_api(Api(document, documents), parse_config(Document("config.yml", configured.encode())))
    except OverBudget:  # schemas that contain each other in several places
        reject()
    diagnostics = [diagnostic_data(entry) for entry in mapping.diagnostics]
    spec = json.loads(write_code_spec(mapping))
    return count(Path("openapi.json"), configured, spec, diagnostics, text), diagnostics


many = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("policy", ["reference", "merge"])
@many
@given(bodies(any_schema))
def test_nothing_is_lost_silently(policy: str, drawn: tuple[Schema, dict[str, Schema]]) -> None:
    assert tally_of(*drawn, policy)[0].silent == []


@many
@given(bodies(mergeable))
def test_what_stands_next_to_a_composition_is_not_lost_where_the_policy_merges(
    drawn: tuple[Schema, dict[str, Schema]],
) -> None:
    tally, diagnostics = tally_of(*drawn, "merge")
    assert tally.silent == []
    assert {entry["code"] for entry in diagnostics}.isdisjoint({"OAS433", "OAS434"})
