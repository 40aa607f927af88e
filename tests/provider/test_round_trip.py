"""Nothing of a schema is lost: what a mapping is written as is the schema that it was made of."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.inputs import Document
from mapper.provider.artifacts import document_of
from mapper.provider.read import Inputs
from mapper.registry import system_named, vocabulary_of
from mapper.request import Request
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.tfplugin.cty_types import CtyType
from mapper.tfplugin.schema import (
    Attribute,
    Block,
    Function,
    IdentityAttribute,
    IdentitySchema,
    NestedBlock,
    NestedType,
    Nesting,
    Parameter,
    ProviderSchema,
    Schema,
    SchemaDocument,
    TextKind,
)
from mapper.tfplugin.schema_text import document_json

from ..tfplugin.generated import NAMES, TEXT, types
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
def test_what_is_unusual_is_kept(data: Json) -> None:
    assert again(data) == data


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_what_is_unusual_is_in_the_sidecar_too(data: Json) -> None:
    text = write_sidecar(mapped(data))
    assert document_json(document_of(read_sidecar(Document("oasmap.json", text.encode()), vocabulary_of))) == data


def test_the_garden_is_written_as_it_was_read() -> None:
    text = GARDEN.read_text()
    system = system_named("provider")
    mapped = system.run(Request(GARDEN, ()))
    (pieces,) = system.artifacts(mapped).values()
    assert "".join(pieces) == text


KINDS = st.sampled_from([TextKind.PLAIN, TextKind.MARKDOWN])
TEXTS = st.sampled_from(["", "A", "This attribute is deprecated."]) | TEXT
MODES = st.sampled_from([Nesting.SINGLE, Nesting.LIST, Nesting.SET, Nesting.MAP])
COUNTS = st.integers(0, 3)


def attributes(of: st.SearchStrategy[CtyType | NestedType]) -> st.SearchStrategy[dict[str, Attribute]]:
    flags = [st.booleans() for _ in range(6)]
    one = st.builds(
        lambda type_, text, kind, message, values: Attribute(type_, text, kind, *values, message),
        of, TEXTS, KINDS, TEXTS, st.tuples(*flags),
    )  # fmt: skip
    return st.dictionaries(NAMES, one, max_size=3)


NESTED = st.builds(NestedType, attributes(types()), MODES)


def blocks(depth: int) -> st.SearchStrategy[Block]:
    inside: st.SearchStrategy[dict[str, NestedBlock]] = st.just({})
    if depth:
        one = st.builds(NestedBlock, blocks(depth - 1), st.sampled_from(Nesting), COUNTS, COUNTS)
        inside = st.dictionaries(NAMES.map("B{}".format), one, max_size=2)
    return st.builds(Block, attributes(types() | NESTED), inside, TEXTS, KINDS, st.booleans(), TEXTS)


SCHEMAS = st.dictionaries(NAMES, st.builds(Schema, COUNTS, st.none() | blocks(2)), max_size=2)
PARAMETERS = st.builds(Parameter, st.just("") | NAMES, types(), TEXTS, st.booleans())
FUNCTIONS = st.builds(
    Function, types(), st.lists(PARAMETERS, max_size=3).map(tuple), st.none() | PARAMETERS, TEXTS, TEXTS, TEXTS
)
IDENTITIES = st.builds(
    IdentitySchema,
    COUNTS,
    st.dictionaries(
        NAMES,
        st.builds(lambda type_, text, flags: IdentityAttribute(type_, text, *flags), types(), TEXTS,
                  st.sampled_from([(True, False), (False, True), (False, False)])),
        max_size=3,
    ),
)  # fmt: skip
PROVIDERS = st.builds(
    ProviderSchema,
    st.none() | st.builds(Schema, COUNTS, st.none() | blocks(1)),
    SCHEMAS, SCHEMAS, SCHEMAS, SCHEMAS,
    st.dictionaries(NAMES, FUNCTIONS, max_size=2),
    st.dictionaries(NAMES, IDENTITIES, max_size=2),
    st.dictionaries(NAMES, blocks(1), max_size=2),
)  # fmt: skip


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
