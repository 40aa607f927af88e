"""Schemas as JSON: what is read is written again, what is not known is named, and bad documents are refused."""

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, ObjectType, Primitive, parse_type
from mapper.languages.tfplugin.errors import SchemaError
from mapper.languages.tfplugin.schema import (
    Attribute,
    Block,
    NestedBlock,
    NestedType,
    Nesting,
    ProviderSchema,
    Schema,
    SchemaDocument,
    TextKind,
)
from mapper.languages.tfplugin.schema_json import read_document
from mapper.languages.tfplugin.schema_text import document_json, document_lines, document_text
from mapper.programs.provider_process.implied_type import block_type, complete
from mapper.programs.provider_process.values import UNKNOWN, Dynamic

from .generated import PROVIDERS
from .peers import corpus

ADDRESS = "registry.example.org/tests/x"


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "address", "resources", "data_sources"),
    [
        ("schema-aws", "hashicorp/aws", 1526, 608),
        ("digitalocean", "digitalocean/digitalocean", 72, 67),
        ("template", "hashicorp/null", 1, 1),
    ],
)
def test_a_real_schema_comes_back_character_by_character(
    name: str, address: str, resources: int, data_sources: int
) -> None:
    text = gzip.decompress(corpus(name).read_bytes()).decode().rstrip("\n")
    document, unknown = read_document(json.loads(text))
    assert unknown == ()
    assert document_text(document) == text
    assert document_json(read_document(json.loads(document_lines(document))).document) == document_json(document)
    provider = document.providers[f"registry.terraform.io/{address}"]
    assert (len(provider.resources), len(provider.data_sources)) == (resources, data_sources)


def test_texts_are_written_as_the_command_writes_them() -> None:
    provider = {"version": 0, "block": {"description": "größer <b>", "description_kind": "plain"}}
    data = {"format_version": "1.0", "provider_schemas": {ADDRESS: {"provider": provider}}}
    text = document_text(read_document(data).document)
    assert r"größer \u003cb\u003e" in text


@given(PROVIDERS)
def test_every_schema_comes_back(provider: ProviderSchema) -> None:
    document = SchemaDocument({ADDRESS: provider})
    text = document_text(document)
    reading = read_document(json.loads(text))
    assert (reading.document.providers, reading.unknown) == (document.providers, ())
    assert json.loads(document_lines(document)) == document_json(document) == json.loads(text)


@given(PROVIDERS, st.data())
def test_a_damaged_schema_is_read_or_the_one_error(provider: ProviderSchema, data: st.DataObject) -> None:
    node = damaged = json.loads(document_text(SchemaDocument({ADDRESS: provider})))
    while True:
        key = data.draw(st.sampled_from(list(node) if isinstance(node, dict) else range(len(node))))
        if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.integers(0, 3)) == 0:
            break
        node = node[key]
    node[key] = data.draw(st.sampled_from([None, 1, -1, 1.5, "x", [], {}, ["list"], True, {"a": {}}, 2**70]))
    error = refusal(damaged)
    assert error is None or error.pointer[:1] in ("", "/")


def refusal(document: object) -> SchemaError | None:
    try:
        read_document(document)
    except SchemaError as error:
        return error
    return None


LINES = """\
{"format_version": "1.0", "provider_schemas": {
 "x": {"provider": {"version": 0}, "resource_schemas": {
  "x_y": {"version": 0, "block": {"attributes": {
   "flat": {"type": ["object", {"type": "string"}], "description": "a\\nb\\u2028é"},
   "type": {"nested_type": {"attributes": {
    "deep": {"type": "string"}
   }, "nesting_mode": "set"}, "required": true}
  }, "block_types": {
   "attributes": {"nesting_mode": "list", "block": {"attributes": {
    "a": {"type": "number"}
   }}, "max_items": 1},
   "empty": {"nesting_mode": "single", "block": {}}
  }, "description_kind": "plain"}}
 }, "functions": {
  "f": {"return_type": ["object", {"type": "string"}], "parameters": [{"name": "a", "type": "string"}]}
 }}
}}
"""


def test_a_committed_schema_has_one_attribute_on_each_line() -> None:
    assert document_lines(read_document(json.loads(LINES)).document) == LINES


def document(**members: Any) -> dict[str, Any]:
    block = {"attributes": {"a/b": {"type": "string"}}, "block_types": {"c": {"nesting_mode": "list", "block": {}}}}
    schema = {"resource_schemas": {"x_y": {"version": 1, "block": block}}, **members}
    return {"format_version": "1.0", "provider_schemas": {ADDRESS: schema}}


PLACE = f"/provider_schemas/{ADDRESS.replace('/', '~1')}"
RESOURCE = f"{PLACE}/resource_schemas/x_y"


@pytest.mark.parametrize(
    ("path", "value", "pointer", "message"),
    [
        ("", [], "", "an object is required, not a list"),
        ("format_version", "2.0", "/format_version", "the format version '2.0' is not known"),
        ("format_version", "1.0\n", "/format_version", "is not known"),
        ("format_version", 1, "/format_version", "a string is required, not a whole number"),
        ("provider_schemas", [], "/provider_schemas", "an object is required, not a list"),
        ("block", None, f"{RESOURCE}/block", "an object is required, not null"),
        ("version", True, f"{RESOURCE}/version", "a whole number is required, not true or false"),
        ("version", -1, f"{RESOURCE}/version", "a number from 0 on is required"),
        ("attributes.a/b.type", "int", f"{RESOURCE}/block/attributes/a~1b/type", "'int' is not a type"),
        ("attributes.a/b.nested_type", {}, f"{RESOURCE}/block/attributes/a~1b", "either a type or a nested type"),
        ("attributes.a/b.required", "yes", f"{RESOURCE}/block/attributes/a~1b/required", "true or false is required"),
        ("attributes.a/b.description_kind", [], f"{RESOURCE}/block/attributes/a~1b/description_kind", "is not a d"),
        ("block_types.c.nesting_mode", "heap", f"{RESOURCE}/block/block_types/c/nesting_mode", "is not a nesting mode"),
    ],
)  # fmt: skip
def test_a_bad_document_is_refused_with_the_place(path: str, value: Any, pointer: str, message: str) -> None:
    bad: Any = document()
    resource = bad["provider_schemas"][ADDRESS]["resource_schemas"]["x_y"]
    steps = path.split(".")
    node = bad if steps[0] in bad else resource if steps[0] in resource else resource["block"]
    for step in steps[:-1]:
        node = node[step]
    if path:
        node[steps[-1]] = value
    with pytest.raises(SchemaError) as caught:
        read_document(bad if path else value)
    assert message in caught.value.message
    assert caught.value.pointer == pointer


def test_what_is_not_known_is_named() -> None:
    newer = document(state_store_schemas={"x": {}})
    newer["provider_schemas"][ADDRESS]["resource_schemas"]["x_y"]["block"]["attributes"]["a/b"]["colour"] = "red"
    assert read_document(newer).unknown == (
        f"{PLACE}/state_store_schemas",
        f"{PLACE}/resource_schemas/x_y/block/attributes/a~1b/colour",
    )


def test_blocks_may_not_be_nested_without_end() -> None:
    block: dict[str, Any] = {}
    for _ in range(100):
        block = {"block_types": {"deeper": {"nesting_mode": "list", "block": block}}}
    with pytest.raises(SchemaError, match="nested more than 64 levels deep"):
        read_document(document(provider={"version": 0, "block": block}))
    attribute: dict[str, Any] = {"type": "string"}
    for _ in range(100):
        attribute = {"nested_type": {"nesting_mode": "single", "attributes": {"deeper": attribute}}}
    with pytest.raises(SchemaError, match="nested more than 64 levels deep"):
        read_document(document(provider={"version": 0, "block": {"attributes": {"a": attribute}}}))


STRING = Attribute(Primitive.STRING, description_kind=TextKind.PLAIN)
ANY = Attribute(Primitive.DYNAMIC)
INNER = Block({"a": STRING})
LOOSE = Block({"a": ANY})


def test_the_type_of_a_block_follows_its_nesting() -> None:
    block = Block(
        {"plain": STRING, "some": Attribute(parse_type('["list",["object",{"a":"string"},["a"]]]')),
         "nested": Attribute(NestedType({"a": STRING}, Nesting.MAP))},
        {mode.value: NestedBlock(INNER, mode) for mode in Nesting}
        | {f"any_{mode.value}": NestedBlock(LOOSE, mode) for mode in Nesting},
    )  # fmt: skip
    inner = ObjectType({"a": Primitive.STRING})
    loose = ObjectType({"a": Primitive.DYNAMIC})
    assert block_type(block).attributes == {
        "plain": Primitive.STRING, "some": CollectionType(CtyKind.LIST, inner),
        "nested": CollectionType(CtyKind.MAP, inner),
        "single": inner, "group": inner, "list": CollectionType(CtyKind.LIST, inner),
        "set": CollectionType(CtyKind.SET, inner), "map": CollectionType(CtyKind.MAP, inner),
        "any_single": loose, "any_group": loose, "any_list": Primitive.DYNAMIC,
        "any_set": CollectionType(CtyKind.SET, loose), "any_map": Primitive.DYNAMIC,
    }  # fmt: skip


def test_a_configuration_is_completed_with_null_and_no_blocks() -> None:
    nested = Attribute(NestedType({"a": STRING, "b": STRING}, Nesting.LIST))
    some = Attribute(parse_type('["map",["object",{"a":"string","b":"string"},["b"]]]'))
    block = Block(
        {"nested": nested, "some": some, "any": ANY},
        {mode.value: NestedBlock(INNER, mode) for mode in Nesting} | {"loose": NestedBlock(LOOSE, Nesting.LIST)},
    )
    empty = {"nested": None, "some": None, "any": None}
    none = {
        "single": None,
        "list": [],
        "set": [],
        "map": {},
        "group": {"a": None},
        "loose": Dynamic(parse_type('["tuple",[]]'), []),
    }
    assert complete(block, {}) == empty | none
    given = {
        "nested": [{"a": "1"}, None],
        "some": {"z": {"a": "1"}, "c": UNKNOWN},
        "set": [{}],
        "single": {},
        "list": UNKNOWN,
    }
    whole = complete(block, given)
    assert whole == empty | none | {
        "nested": [{"a": "1", "b": None}, None],
        "some": {"c": UNKNOWN, "z": {"a": "1", "b": None}},
        "set": [{"a": None}],
        "single": {"a": None},
        "list": UNKNOWN,
    }
    assert list(whole["some"]) == ["c", "z"]  # type: ignore[arg-type]  # a map
    assert complete(block, {"wrong": 1, "list": 5})["wrong"] == 1


def test_a_schema_without_a_block_has_no_members() -> None:
    own = Block({"region": Attribute(Primitive.STRING)})
    assert (Schema(block=own).members, Schema().members) == (own, Block())
    assert ProviderSchema(Schema(block=own)).settings == own
    assert ProviderSchema(Schema()).settings == ProviderSchema().settings == Block()
