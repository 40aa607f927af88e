"""The schema of the provider built from a mapping, as documentation tools read it.

It lacks what only the provider's code knows: functions, schema versions, and how many times a block may occur.
"""

from collections.abc import Callable
from typing import assert_never

from mapper.languages.tfplugin import cty_types as cty
from mapper.languages.tfplugin import schema as tf
from mapper.model import (
    Attribute,
    Body,
    Collection,
    Entity,
    Mapping,
    Nested,
    Object,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)

from .. import kinds
from .example import type_name

_PRIMITIVES = {
    ScalarKind.BOOL: cty.Primitive.BOOL,
    ScalarKind.INT32: cty.Primitive.NUMBER,
    ScalarKind.INT64: cty.Primitive.NUMBER,
    ScalarKind.FLOAT32: cty.Primitive.NUMBER,
    ScalarKind.FLOAT64: cty.Primitive.NUMBER,
    ScalarKind.NUMBER: cty.Primitive.NUMBER,
    ScalarKind.STRING: cty.Primitive.STRING,
    ScalarKind.BYTES: cty.Primitive.STRING,
    ScalarKind.TIMESTAMP: cty.Primitive.STRING,
    ScalarKind.DYNAMIC: cty.Primitive.DYNAMIC,
}
_SETTABLE = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
_READ = (Status.COMPUTED, Status.COMPUTED_OPTIONAL)


def provider_schema(mapping: Mapping, describe: Callable[[Entity], str]) -> tf.ProviderSchema:
    """All resources and data sources by type name; `describe` returns the description of an entity."""
    writer = _Writer(describe)
    by_kind = {
        kind: {type_name(entity, mapping.provider): writer.schema(entity) for entity in mapping.of_kind(kind)}
        for kind in kinds.KINDS
    }
    provider = next(iter(by_kind[kinds.PROVIDER].values()), tf.Schema(0, tf.Block()))
    return tf.ProviderSchema(provider, by_kind[kinds.RESOURCE], by_kind[kinds.DATA_SOURCE])


class _Writer:
    """Makes schemas; nested schemas of shared bodies are made once."""

    def __init__(self, describe: Callable[[Entity], str]) -> None:
        self._describe = describe
        self._bodies: dict[Body, dict[str, tf.Attribute]] = {}

    def schema(self, entity: Entity) -> tf.Schema:
        deprecation = entity.deprecation or ""
        block = self._block(entity.body, self._describe(entity), deprecation)
        return tf.Schema(0, block)

    def _block(self, body: Body, description: str, deprecation: str) -> tf.Block:
        blocks = {
            attribute.name: self._nested_block(attribute, attribute.type)
            for attribute in body.attributes
            if isinstance(attribute.type, Nested) and attribute.type.block
        }
        attributes = {name: value for name, value in self._attributes(body).items() if name not in blocks}
        return tf.Block(attributes, blocks, description, tf.TextKind.MARKDOWN, bool(deprecation), deprecation)

    def _nested_block(self, attribute: Attribute, type_: Nested) -> tf.NestedBlock:
        block = self._block(type_.body, attribute.description or "", attribute.deprecation or "")
        least = 1 if attribute.status is Status.REQUIRED else 0
        return tf.NestedBlock(block, tf.Nesting(type_.mode.value), least)

    def _attributes(self, body: Body) -> dict[str, tf.Attribute]:
        attributes = self._bodies.get(body)
        if attributes is None:
            attributes = {attribute.name: self._attribute(attribute) for attribute in body.attributes}
            self._bodies[body] = attributes
        return attributes

    def _attribute(self, attribute: Attribute) -> tf.Attribute:
        return tf.Attribute(
            self._type(attribute.type),
            attribute.description or "",
            tf.TextKind.MARKDOWN,
            required=attribute.status is Status.REQUIRED,
            optional=attribute.status in _SETTABLE,
            computed=attribute.status in _READ,
            sensitive=attribute.sensitive,
            write_only=attribute.write_only,
            deprecated=attribute.deprecation is not None,
            deprecation_message=attribute.deprecation or "",
        )

    def _type(self, type_: Type) -> cty.CtyType | tf.NestedType:
        if isinstance(type_, Nested):
            return tf.NestedType(self._attributes(type_.body), tf.Nesting(type_.mode.value))
        return _plain_type(type_)


def _plain_type(type_: Type) -> cty.CtyType:
    match type_:
        case Scalar(kind):
            return _PRIMITIVES[kind]
        case Collection(kind, element):
            return cty.CollectionType(cty.CtyKind(kind.value), _plain_type(element))
        case Object(body) | Nested(_, body):
            return cty.object_type({attribute.name: _plain_type(attribute.type) for attribute in body.attributes})
        case Union():
            raise TypeError("a union is not a Terraform type")
    assert_never(type_)
