"""Nothing of a schema is lost: what a mapping is written as is the schema that it was made of."""

import json

import pytest
from hypothesis import given, settings

from mapper.inputs import Document
from mapper.provider.artifacts import document_of
from mapper.provider.read import Inputs
from mapper.registry import system_named, vocabulary_of
from mapper.request import Request
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.tfplugin.schema import ProviderSchema, SchemaDocument
from mapper.tfplugin.schema_text import document_json

from ..tfplugin.generated import PROVIDERS
from ..tfplugin.peers import ROOT, corpus
from .support import ADDRESS, Json, block, cage, document, mapped, nested, schema, string, typed

GARDEN = ROOT / "example_site" / "provider" / "provider_schema.json"


def again(data: Json) -> Json:
    """A document, mapped and written."""
    return document_json(document_of(mapped(data)))


ODD = {
    "no block": {"provider_schemas": {ADDRESS: {"provider": {"version": 3}}}, "format_version": "0.2"},
    "no provider block": {"format_version": "1.0", "provider_schemas": {ADDRESS: {}}},
    "kinds of texts": cage(
        {
            "a": string("optional", description="*A*", description_kind="markdown"),
            "b": string("optional", description="B"),
            "c": string("optional", description_kind="markdown"),
        },
        description="Cage",
        description_kind="markdown",
    ),
    "texts of Terraform 0.12": {
        "format_version": "0.1",
        "provider_schemas": {
            ADDRESS: {
                "provider": schema({}),
                "resource_schemas": {
                    "zoo_cage": schema({"attributes": {"a": {"type": "string", "optional": True, "description": "A"}}})
                },
            }
        },
    },
    "deprecations": cage(
        {
            "a": string("optional", "deprecated", deprecation_message="This attribute is deprecated."),
            "b": string("optional", deprecation_message="Not yet."),
        },
        deprecated=True,
    ),
    "flags": cage(
        {
            "none": string(),
            "all": string("required", "optional", "computed"),
            "two": string("required", "optional"),
            "other": string("required", "computed"),
        }
    ),
    "tuples": cage({"none": typed(["tuple", []], "optional"), "one": typed(["list", ["tuple", ["bool"]]], "optional")}),
    "objects": cage(
        {
            "none": typed(["object", {}], "optional"),
            "one": typed(["object", {"a": "string", "b": "bool"}, ["b"]], "optional"),
        }
    ),
    "counts": cage(
        None,
        {
            "a": nested("single", block(), min_items=1, max_items=1),
            "b": nested("single", block(), max_items=1),
            "c": nested("single", block(), min_items=1),
            "d": nested("group", block(), min_items=1, max_items=1),
            "e": nested("group", block()),
            "f": nested("map", block(), min_items=2, max_items=5),
        },
    ),
    "functions": document(
        functions={
            "f": {
                "description": "D",
                "summary": "S",
                "deprecation_message": "Old.",
                "return_type": ["list", "string"],
                "parameters": [
                    {"name": "return", "description": "P", "is_nullable": True, "type": "string"},
                    {"name": "return", "type": "number"},
                    {"type": "bool"},
                ],
                "variadic_parameter": {"name": "v", "is_nullable": True, "type": "dynamic"},
            }
        }
    ),
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_what_is_unusual_is_kept_in_the_sidecar_too(data: Json) -> None:
    assert again(data) == data
    text = write_sidecar(mapped(data))
    assert document_json(document_of(read_sidecar(Document("oasmap.json", text.encode()), vocabulary_of))) == data


def test_the_garden_is_written_as_it_was_read() -> None:
    text = GARDEN.read_text()
    system = system_named("provider")
    mapped = system.run(Request(GARDEN, ()))
    (pieces,) = system.artifacts(mapped).values()
    assert "".join(pieces) == text


@settings(max_examples=80, deadline=None)
@given(PROVIDERS)
def test_any_schema_is_written_as_it_was_read(provider: ProviderSchema) -> None:
    data = document_json(SchemaDocument({ADDRESS: provider}))
    assert again(json.loads(json.dumps(data))) == data


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["template", "digitalocean", "schema-aws"])
def test_a_real_provider_is_written_as_it_was_read(name: str) -> None:
    path = corpus(name)
    mapped = system_named("provider").run(Request(path, (), path.parent))
    assert isinstance(mapped.inputs, Inputs)
    assert document_json(document_of(mapped.mapping)) == mapped.inputs.described.document.root
    assert mapped.mapping.diagnostics == ()
