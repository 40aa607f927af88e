"""The typed model of schemas to the JSON of `terraform providers schema -json`. Needs no library.

Members are in Terraform's order, and what is empty is left out as Terraform leaves it out.
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
    """A document as the text that the command writes, on one line and without a line end."""
    text = json.dumps(document_json(document), ensure_ascii=False, separators=(",", ":"))
    return text.translate(GO_ESCAPES)


def document_lines(document: SchemaDocument) -> str:
    """A document with one attribute on each line, for committing: a change of an attribute is a change of its line."""
    return "\n".join(_lines(document_json(document), "")) + "\n"


def _lines(value: Any, indent: str, before: str = "", after: str = "") -> Iterator[str]:
    brackets = "{}" if isinstance(value, dict) else "[]"
    items = list(value.items() if isinstance(value, dict) else enumerate(value)) if _is_broken(value) else []
    if not items:
        yield f"{indent}{before}{_one_line(value)}{after}"
        return
    yield f"{indent}{before}{brackets[0]}"
    for position, (key, item) in enumerate(items, 1):
        name = f"{_one_line(key)}: " if isinstance(value, dict) else ""
        yield from _lines(item, f"{indent}  ", name, "," if position < len(items) else "")
    yield f"{indent}{brackets[1]}{after}"


def _is_broken(value: Any) -> bool:
    """Whether a value has lines of its own: not what has a type, such as an attribute, and not a type itself."""
    if isinstance(value, dict):
        return not isinstance(value.get("type"), str | list)
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def _one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).translate(_LINE_ENDS)


def provider_json(schema: ProviderSchema) -> Json:
    """All that one provider has, as plain data."""
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
    said = _present(name=parameter.name, description=parameter.description, is_nullable=parameter.is_nullable)
    return {**said, "type": type_json(parameter.type)}


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
    """The members that say something."""
    return {name: value for name, value in members.items() if value}
