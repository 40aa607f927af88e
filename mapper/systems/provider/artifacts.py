"""Writes the schema document of a mapping: the artifact of the system."""

from collections.abc import Iterable
from typing import Any

from mapper.languages.tfplugin.schema import Attribute as SchemaAttribute
from mapper.languages.tfplugin.schema import (
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
from mapper.model import Attribute, Body, Collection, Entity, EntityKind, Mapping, Nested
from mapper.model.limits import Size, find
from mapper.report.diagnostic import MappingError, Problem

from . import kinds
from .bodies import counts_of
from .descriptions import USUAL, texts
from .functions import VERSION, version_of
from .map import FORMAT, SOURCE
from .statuses import FLAGS_OF, FOR_IMPORT, MAYBE_FOR_IMPORT, NULLABLE, NULLABLE_VARIADIC, RETURN, VARIADIC
from .types import NESTINGS, cty_type_of

_VARIADIC = (VARIADIC.code, NULLABLE_VARIADIC.code)
_NULLABLE = (NULLABLE.code, NULLABLE_VARIADIC.code)


def document_of(mapping: Mapping) -> SchemaDocument:
    """The document with the schema of a mapping's provider.

    Raises MappingError for the mapping of a sidecar whose members contradict each other.
    """
    try:
        return _document(mapping)
    except (KeyError, TypeError, ValueError):
        text = "the sidecar does not have the facts of a provider's schema"
        remedy = "write it again with `oasmap generate --sidecar`"
        raise MappingError(Problem(text, remedy=remedy)) from None


def source_of(mapping: Mapping) -> str:
    """The address of the provider; empty for the mapping of a sidecar that does not have it."""
    sources = (
        fact for entity in mapping.of_kind(kinds.PROVIDER) for fact in entity.fragments if fact.keyword == SOURCE
    )
    return next((str(fact.value) for fact in sources), "")


def _document(mapping: Mapping) -> SchemaDocument:
    (provider,) = mapping.of_kind(kinds.PROVIDER)
    facts = facts_of(provider)
    schema = ProviderSchema(
        None if VERSION in facts and facts[VERSION] is None else _schema(provider),
        _schemas(mapping, kinds.RESOURCE),
        _schemas(mapping, kinds.DATA_SOURCE),
        _schemas(mapping, kinds.EPHEMERAL),
        _schemas(mapping, kinds.LIST_RESOURCE),
        {entity.name: _function(entity) for entity in mapping.of_kind(kinds.FUNCTION)},
        {entity.name: _identity(entity) for entity in mapping.of_kind(kinds.IDENTITY)},
        actions={entity.name: _schema(entity).members for entity in mapping.of_kind(kinds.ACTION)},
    )
    return SchemaDocument({str(facts[SOURCE]): schema}, str(facts[FORMAT]))


def facts_of(entity: Entity) -> dict[str, Any]:
    """The members of an entity's schema that the model has no place for."""
    return {fragment.keyword: fragment.value for fragment in entity.fragments}


def _schemas(mapping: Mapping, kind: EntityKind) -> dict[str, Schema]:
    return {entity.name: _schema(entity) for entity in mapping.of_kind(kind)}


def _schema(entity: Entity) -> Schema:
    facts, version = facts_of(entity), version_of(entity)
    if not entity.has_schema:
        return Schema(version)
    spelled = facts.get(USUAL, TextKind.PLAIN.value)
    usual = TextKind(spelled) if spelled else None
    text_members = texts(entity.description, entity.deprecation, entity.fragments, usual)
    return Schema(version, _block(entity.body, usual, text_members))


def _block(body: Body, usual: TextKind | None, text_members: dict[str, Any]) -> Block:
    blocks = {
        a.name: _nested_block(a, a.type, usual) for a in body.attributes if isinstance(a.type, Nested) and a.type.block
    }
    return Block(_attributes(body.attributes, usual), blocks, **text_members)


def _is_block(attribute: Attribute) -> bool:
    return isinstance(attribute.type, Nested) and attribute.type.block


def _nested_block(attribute: Attribute, type_: Nested, usual: TextKind | None) -> NestedBlock:
    is_group = attribute.reason.code.startswith("group")
    nesting = Nesting.GROUP if is_group else NESTINGS[type_.mode]
    counts = counts_of(nesting, attribute.status, find(attribute.limits, Size))
    text_members = texts(attribute.description, attribute.deprecation, attribute.fragments, usual)
    return NestedBlock(_block(type_.body, usual, text_members), nesting, *counts)


def _attributes(attributes: Iterable[Attribute], usual: TextKind | None) -> dict[str, SchemaAttribute]:
    return {a.name: _attribute(a, usual) for a in attributes if not _is_block(a)}


def _attribute(attribute: Attribute, usual: TextKind | None) -> SchemaAttribute:
    type_ = attribute.type
    required, optional, computed = FLAGS_OF[attribute.reason.code]
    return SchemaAttribute(
        NestedType(_attributes(type_.body.attributes, usual), NESTINGS[type_.mode])
        if isinstance(type_, Nested)
        else cty_type_of(type_),
        **texts(attribute.description, attribute.deprecation, attribute.fragments, usual),
        required=required,
        optional=optional,
        computed=computed,
        sensitive=attribute.sensitive,
        write_only=attribute.write_only,
    )


def _function(entity: Entity) -> Function:
    parameters = [a for a in entity.body.attributes if a.reason.code != RETURN.code]
    (returned,) = (a for a in entity.body.attributes if a.reason.code == RETURN.code)
    variadic = next((a for a in parameters if a.reason.code in _VARIADIC), None)
    return Function(
        cty_type_of(returned.type),
        tuple(_parameter(a) for a in parameters if a is not variadic),
        None if variadic is None else _parameter(variadic),
        entity.body.description or "",
        entity.description or "",
        entity.deprecation or "",
    )


def _parameter(attribute: Attribute) -> Parameter:
    type_ = attribute.type
    if attribute.reason.code in _VARIADIC and isinstance(type_, Collection):
        type_ = type_.element
    is_nullable = attribute.reason.code in _NULLABLE
    return Parameter(attribute.source_name, cty_type_of(type_), attribute.description or "", is_nullable)


def _identity(entity: Entity) -> IdentitySchema:
    attributes = {
        a.name: IdentityAttribute(
            cty_type_of(a.type),
            a.description or "",
            a.reason.code == FOR_IMPORT.code,
            a.reason.code == MAYBE_FOR_IMPORT.code,
        )
        for a in entity.body.attributes
    }
    return IdentitySchema(version_of(entity), attributes)
