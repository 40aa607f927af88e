"""Writes the typed model as the JSON of `terraform providers schema -json`. Needs no library.

Members are in Terraform's order, and empty ones are left out as Terraform does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .cty_types import GO_ESCAPES, type_json
from .schema import (
    Attribute,
    Block,
    Function,
    IdentityAttribute,
    IdentitySchema,
    NestedBlock,
    NestedType,
    Parameter,
    ProviderSchema,
    Schema,
    SchemaDocument,
    TextKind,
)

Json = dict[str, Any]


def document_json(document: SchemaDocument) -> Json:
    """A document as plain data, ready to be dumped."""
    providers = {address: provider_json(schema) for address, schema in document.providers.items()}
    return {"format_version": document.format_version, **_present(provider_schemas=providers)}


def document_text(document: SchemaDocument) -> str:
    """A document as the command prints it: on one line, without a line end."""
    text = json.dumps(document_json(document), ensure_ascii=False, separators=(",", ":"))
    return text.translate(GO_ESCAPES)


def document_lines(document: SchemaDocument) -> str:
    """A document with one attribute on each line, for version control: a change affects the lines
    of changed attributes only.

    Everything with a name has a line: an attribute, a block, a resource. Indented by one space, because some providers
    nest blocks twenty levels deep.
    """
    return "".join(document_pieces(document))


def document_pieces(document: SchemaDocument) -> Iterator[str]:
    """The text of `document_lines` in pieces, made on iteration."""
    yield from _members(document_json(document), "")
    yield "\n"


_NAMED = frozenset(
    """
    provider_schemas resource_schemas data_source_schemas ephemeral_resource_schemas list_resource_schemas functions
    resource_identity_schemas action_schemas attributes block_types
    """.split()
)
"""Members whose keys are names chosen by a provider."""

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def _members(value: Json, indent: str) -> Iterator[str]:
    """An object on one line, except named members, which get lines of their own."""
    if "type" in value:
        yield _one_line(value)
        return
    before = "{"
    for key, item in value.items():
        yield f"{before}{_one_line(key)}: "
        yield from _member(key, item, indent)
        before = ", "
    yield "}" if value else "{}"


def _member(key: str, item: Any, indent: str) -> Iterator[str]:
    if key in _NAMED and item:
        deeper, before = f"{indent} ", "{\n"
        for name, named in item.items():
            yield f"{before}{deeper}{_one_line(name)}: "
            yield from _members(named, deeper)
            before = ",\n"
        yield f"\n{indent}}}"
    elif isinstance(item, dict):
        yield from _members(item, indent)
    else:
        yield _one_line(item)


def _one_line(value: Any) -> str:
    return _ENCODE(value).translate(_LINE_ENDS)


def provider_json(schema: ProviderSchema) -> Json:
    """The schema of one provider, as plain data."""
    return _present(
        provider=schema_json(schema.provider) if schema.provider else None,
        resource_schemas={name: schema_json(item) for name, item in schema.resources.items()},
        data_source_schemas={name: schema_json(item) for name, item in schema.data_sources.items()},
        ephemeral_resource_schemas={name: schema_json(item) for name, item in schema.ephemeral_resources.items()},
        list_resource_schemas={name: schema_json(item) for name, item in schema.list_resources.items()},
        functions={name: _function(item) for name, item in schema.functions.items()},
        resource_identity_schemas={name: _identity(item) for name, item in schema.identities.items()},
        action_schemas={name: {"block": _block(item)} for name, item in schema.actions.items()},
    )


def schema_json(schema: Schema) -> Json:
    """One schema, as plain data."""
    return (
        {"version": schema.version}
        if schema.block is None
        else {"version": schema.version, "block": _block(schema.block)}
    )


def _block(block: Block) -> Json:
    return _present(
        attributes={name: _attribute(item) for name, item in block.attributes.items()},
        block_types={name: _nested_block(item) for name, item in block.block_types.items()},
        description=block.description,
        description_kind=_kind(block.description_kind),
        deprecated=block.deprecated,
        deprecation_message=block.deprecation_message,
    )


def _nested_block(nested: NestedBlock) -> Json:
    return {
        "nesting_mode": nested.nesting.value,
        "block": _block(nested.block),
        **_present(min_items=nested.min_items, max_items=nested.max_items),
    }


def _attribute(attribute: Attribute) -> Json:
    nested = isinstance(attribute.type, NestedType)
    return {
        "nested_type" if nested else "type": _type(attribute.type),
        **_present(
            description=attribute.description,
            description_kind=_kind(attribute.description_kind),
            deprecated=attribute.deprecated,
            deprecation_message=attribute.deprecation_message,
            required=attribute.required,
            optional=attribute.optional,
            computed=attribute.computed,
            sensitive=attribute.sensitive,
            write_only=attribute.write_only,
        ),
    }


def _type(of: Any) -> object:
    if not isinstance(of, NestedType):
        return type_json(of)
    attributes = {name: _attribute(item) for name, item in of.attributes.items()}
    return {**_present(attributes=attributes), "nesting_mode": of.nesting.value}


def _function(function: Function) -> Json:
    variadic = function.variadic_parameter
    return {
        **_present(
            description=function.description,
            summary=function.summary,
            deprecation_message=function.deprecation_message,
        ),
        "return_type": type_json(function.return_type),
        **_present(
            parameters=[_parameter(item) for item in function.parameters],
            variadic_parameter=_parameter(variadic) if variadic else None,
        ),
    }


def _parameter(parameter: Parameter) -> Json:
    members = _present(name=parameter.name, description=parameter.description, is_nullable=parameter.is_nullable)
    return {**members, "type": type_json(parameter.type)}


def _identity(identity: IdentitySchema) -> Json:
    attributes = {name: _identity_attribute(item) for name, item in identity.attributes.items()}
    return {"version": identity.version, **_present(attributes=attributes)}


def _identity_attribute(attribute: IdentityAttribute) -> Json:
    return {
        "type": type_json(attribute.type),
        **_present(
            description=attribute.description,
            required_for_import=attribute.required_for_import,
            optional_for_import=attribute.optional_for_import,
        ),
    }


def _kind(kind: TextKind | None) -> str | None:
    return kind.value if kind else None


def _present(**members: Any) -> Json:
    """The members that are not empty."""
    return {name: value for name, value in members.items() if value}
