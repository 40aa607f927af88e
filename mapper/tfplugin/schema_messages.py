"""Converts the schema messages of a provider to the typed model. Needs no library itself.

The result is the same as Terraform's, before it writes the schema as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .cty_types import CtyType, parse_type
from .errors import CtyError, PluginError
from .schema import (
    MAX_BLOCK_DEPTH,
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
    TextKind,
    by_name,
)

_NESTINGS = {1: Nesting.SINGLE, 2: Nesting.LIST, 3: Nesting.SET, 4: Nesting.MAP, 5: Nesting.GROUP}
_MARKDOWN = 1


def provider_schema(response: Any, identities: Mapping[str, Any]) -> ProviderSchema:
    """The schema in a GetProviderSchema.Response; `identities` are IdentitySchema messages by resource.

    Raises PluginError for an invalid schema.
    """
    reader = _Reader()
    return ProviderSchema(
        reader.schema("the provider", response.provider) if response.HasField("provider") else Schema(),
        by_name({name: reader.schema(name, item) for name, item in response.resource_schemas.items()}),
        by_name({name: reader.schema(name, item) for name, item in response.data_source_schemas.items()}),
        by_name({name: reader.schema(name, item) for name, item in response.ephemeral_resource_schemas.items()}),
        by_name({name: reader.schema(name, item) for name, item in response.list_resource_schemas.items()}),
        by_name({name: reader.function(name, item) for name, item in response.functions.items()}),
        by_name({name: reader.identity(name, item) for name, item in identities.items()}),
        by_name({name: reader.action(name, item) for name, item in response.action_schemas.items()}),
    )


class _Reader:
    """Reads one schema. Types are cached by encoding: a large provider has a hundred thousand uses of a few types."""

    def __init__(self) -> None:
        self._types: dict[bytes, CtyType] = {}

    def type(self, spelling: bytes, place: str) -> CtyType:
        type_ = self._types.get(spelling)
        if type_ is None:
            try:
                type_ = self._types[spelling] = parse_type(spelling)
            except CtyError as error:
                raise PluginError(f"{place}: {error}") from None
        return type_

    def schema(self, place: str, message: Any) -> Schema:
        return Schema(message.version, self.block(message.block, place, 0) if message.HasField("block") else None)

    def action(self, place: str, message: Any) -> Block:
        return self.block(message.schema.block, place, 0)

    def block(self, message: Any, place: str, depth: int) -> Block:
        nested = {item.type_name: self.nested_block(item, place, depth) for item in message.block_types}
        return Block(
            self.attributes(message.attributes, place, depth),
            by_name(nested),
            message.description,
            _kind(message.description_kind),
            message.deprecated,
            message.deprecation_message,
        )

    def nested_block(self, message: Any, place: str, depth: int) -> NestedBlock:
        place = f"{place}.{message.type_name}"
        block = self.block(message.block, place, _deeper(place, depth))
        if message.min_items < 0 or message.max_items < 0:
            raise PluginError(f"{place}: the block has a negative number of items")
        return NestedBlock(block, _nesting(message.nesting, place), message.min_items, message.max_items)

    def attributes(self, messages: Any, place: str, depth: int) -> dict[str, Attribute]:
        return by_name({item.name: self.attribute(item, place, depth) for item in messages})

    def attribute(self, message: Any, place: str, depth: int) -> Attribute:
        type_: CtyType | NestedType
        if "nested_type" in message.DESCRIPTOR.fields_by_name and message.HasField("nested_type"):
            type_ = self.nested_type(message.nested_type, f"{place}.{message.name}", depth)
        else:
            type_ = self.type(message.type, f"{place}.{message.name}")
        return Attribute(
            type_,
            message.description,
            _kind(message.description_kind),
            message.required,
            message.optional,
            message.computed,
            message.sensitive,
            message.write_only,
            message.deprecated,
            message.deprecation_message,
        )

    def nested_type(self, message: Any, place: str, depth: int) -> NestedType:
        nesting = _nesting(message.nesting, place)
        if nesting is Nesting.GROUP:
            raise PluginError(f"{place}: only a block is a group")
        return NestedType(self.attributes(message.attributes, place, _deeper(place, depth)), nesting)

    def identity(self, place: str, message: Any) -> IdentitySchema:
        attributes = {
            item.name: IdentityAttribute(
                self.type(item.type, f"{place}.{item.name}"),
                item.description,
                item.required_for_import,
                item.optional_for_import,
            )
            for item in message.identity_attributes
        }
        return IdentitySchema(message.version, by_name(attributes))

    def function(self, place: str, message: Any) -> Function:
        variadic = message.variadic_parameter
        return Function(
            self.type(getattr(message, "return").type, place),
            tuple(self.parameter(item, place) for item in message.parameters),
            self.parameter(variadic, place) if message.HasField("variadic_parameter") else None,
            message.summary,
            message.description,
            message.deprecation_message,
        )

    def parameter(self, message: Any, place: str) -> Parameter:
        own = self.type(message.type, f"{place}.{message.name}")
        return Parameter(message.name, own, message.description, message.allow_null_value)


def _kind(number: int) -> TextKind:
    return TextKind.MARKDOWN if number == _MARKDOWN else TextKind.PLAIN


def _nesting(number: int, place: str) -> Nesting:
    if number not in _NESTINGS:
        raise PluginError(f"{place}: there is no nesting mode {number}")
    return _NESTINGS[number]


def _deeper(place: str, depth: int) -> int:
    if depth >= MAX_BLOCK_DEPTH:
        raise PluginError(f"{place[:80]}…: blocks are nested more than {MAX_BLOCK_DEPTH} levels deep")
    return depth + 1
