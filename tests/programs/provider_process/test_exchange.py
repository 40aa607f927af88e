"""A schema in the messages of a provider is read as what it is, whatever is in it."""

from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from mapper.languages.tfplugin.cty_types import Primitive, parse_type, type_bytes
from mapper.languages.tfplugin.errors import AttributeStep, IndexStep, KeyStep, PluginError
from mapper.languages.tfplugin.schema import (
    MAX_BLOCK_DEPTH,
    SHAPES,
    Action,
    Attribute,
    Block,
    NestedBlock,
    NestedType,
    Nesting,
    ProviderSchema,
    Schema,
    TextKind,
)

from ...tfplugin.generated import PROVIDERS

pytest.importorskip("grpc")

from mapper.programs.provider_process.exchange import provider_schema, read_diagnostics, read_object
from mapper.programs.provider_process.rpc import message_class
from mapper.programs.provider_process.value_codec import encode
from mapper.programs.provider_process.values import UNKNOWN


def write(value: Any, message: Any) -> None:
    """Write a part of a schema into its message."""
    for member in SHAPES[type(value)]:
        found, (*way, last) = getattr(value, member.field), member.message.split(".")
        holder = message
        for step in way:
            holder = getattr(holder, step)
        match member.kind:
            case _ if member.field == "identities":
                continue  # they have a call of their own
            case "own type" if isinstance(found, NestedType):
                message.nested_type.SetInParent()
                write(found, message.nested_type)
            case "type" | "own type":
                setattr(holder, last, type_bytes(found))
            case "markup":
                setattr(holder, last, int(found is TextKind.MARKDOWN))
            case "nesting":
                setattr(holder, last, [*Nesting].index(found) + 1)
            case "one" | "maybe" if found is None:
                continue
            case "one" | "maybe":
                getattr(holder, last).SetInParent()
                write(found, getattr(holder, last))
            case "each" | "blocks" | "list":
                add(found, getattr(holder, last))
            case _:
                setattr(holder, last, found)


def add(items: Any, field: Any) -> None:
    """Write a list, or what has names: into a map, or a list whose items have their names."""
    if isinstance(items, tuple):
        for item in items:
            write(item, field.add())
        return
    for name, item in items.items():
        message = field[name] if hasattr(field, "items") else field.add()
        message.SetInParent()
        if not hasattr(field, "items"):
            setattr(message, "type_name" if hasattr(message, "type_name") else "name", name)
        write(Action(item) if isinstance(item, Block) and not hasattr(message, "attributes") else item, message)


def read(schema: ProviderSchema, version: int = 6) -> ProviderSchema:
    """The schema after its way through the messages."""
    response = message_class("GetProviderSchema.Response", version)()
    write(schema, response)
    identities = {name: message_class("IdentitySchema", version)() for name in schema.identities}
    for name, message in identities.items():
        write(schema.identities[name], message)
    return provider_schema(type(response).FromString(response.SerializeToString()), identities)


@settings(max_examples=60)
@given(PROVIDERS)
def test_a_schema_comes_out_of_its_messages_as_it_went_in(schema: ProviderSchema) -> None:
    found = read(schema)
    assert found == replace(schema, provider=schema.provider or Schema())
    for part in (found.resources, found.functions, found.identities, found.actions):
        assert list(part) == sorted(part)


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        (Block({"a": Attribute(NestedType({}, Nesting.GROUP))}), "zoo.a: only a block is a group"),
        (Block({}, {"b": NestedBlock(Block(), Nesting.LIST, -1)}), "zoo.b: the block has a negative number of items"),
        (
            Block({}, {"b": NestedBlock(Block(), Nesting.LIST, 0, -1)}),
            "zoo.b: the block has a negative number of items",
        ),
    ],
)
def test_what_no_schema_may_say_is_refused_with_its_place(block: Block, problem: str) -> None:
    with pytest.raises(PluginError) as raised:
        read(ProviderSchema(resources={"zoo": Schema(0, block)}))
    assert problem in str(raised.value)


@pytest.mark.parametrize("nested_in", [NestedBlock, NestedType])
def test_what_is_nested_in_each_other_has_a_limit(nested_in: type) -> None:
    def nested(levels: int) -> Block:
        if nested_in is NestedBlock:
            return Block({}, {"b": NestedBlock(nested(levels - 1), Nesting.LIST)} if levels else {})
        found = Attribute(Primitive.STRING)
        for _ in range(levels):
            found = Attribute(NestedType({"a": found}, Nesting.LIST))
        return Block({"a": found})

    for levels in (MAX_BLOCK_DEPTH, MAX_BLOCK_DEPTH + 1):
        response = message_class("GetProviderSchema.Response", 6)()
        write(ProviderSchema(resources={"zoo": Schema(0, nested(levels))}), response)
        if levels == MAX_BLOCK_DEPTH:
            assert provider_schema(response, {}).resources["zoo"].block is not None
        else:
            with pytest.raises(PluginError, match="nested more than"):
                provider_schema(response, {})


class Told:
    """A channel whose process says what is wrong."""

    process: "Told"

    def __init__(self) -> None:
        self.process = self

    def error(self, text: str) -> PluginError:
        return PluginError(text)


def dynamic(**fields: bytes) -> Any:
    return message_class("ReadResource.Request", 6)(current_state=fields).current_state


OBJECT = parse_type('["object",{"a":"string"}]')


@pytest.mark.parametrize(
    ("fields", "value"),
    [
        ({}, None),
        ({"json": b'{"a": "x"}'}, {"a": "x"}),
        ({"json": b"null"}, None),
        ({"msgpack": encode({"a": "y"}, OBJECT)}, {"a": "y"}),
        ({"msgpack": encode({"a": "y"}, OBJECT), "json": b'{"a": "x"}'}, {"a": "y"}),
        ({"msgpack": encode(None, OBJECT)}, None),
    ],
)
def test_an_object_comes_in_either_form_or_not_at_all(fields: dict[str, bytes], value: Any) -> None:
    assert read_object(dynamic(**fields), OBJECT, Told(), "a state") == value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"json": b'{"a": 1}'}, "sent a state that does not fit its schema: "),
        ({"msgpack": b"\xa1x"}, "sent a state that does not fit its schema: "),
        ({"msgpack": encode(UNKNOWN, OBJECT)}, "sent a state that is unknown as a whole"),
    ],
)
def test_what_is_no_object_is_said_of_the_provider(fields: dict[str, bytes], said: str) -> None:
    with pytest.raises(PluginError, match=rf"^{said}"):
        read_object(dynamic(**fields), OBJECT, Told(), "a state")  # type: ignore[arg-type]


def test_a_diagnostic_has_its_severity_and_its_path_as_far_as_it_is_known() -> None:
    response = message_class("ReadResource.Response", 6)()
    for severity in (0, 1, 2):
        response.diagnostics.add(severity=severity, summary=f"s{severity}", detail="d")
    steps = response.diagnostics[1].attribute.steps
    steps.add(attribute_name="a")
    steps.add(element_key_string="k")
    steps.add(element_key_int=0)
    steps.add()
    found = read_diagnostics(response.diagnostics)
    assert [(one.severity.name, one.summary, one.detail) for one in found] == [
        ("ERROR", "s0", "d"), ("ERROR", "s1", "d"), ("WARNING", "s2", "d")
    ]  # fmt: skip
    assert [one.path for one in found] == [(), (AttributeStep("a"), KeyStep("k"), IndexStep(0)), ()]
