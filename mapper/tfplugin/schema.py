"""The schema of a Terraform provider: one model, read from JSON or requested from its process."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from msgspec import Struct, field

from .cty_types import CtyType

MAX_BLOCK_DEPTH = 64
"""The deepest nesting of blocks and nested attributes in one schema; real providers stay far below."""


class TextKind(Enum):
    """The markup of a description."""

    PLAIN = "plain"
    MARKDOWN = "markdown"


class Nesting(Enum):
    """How a nested block or attribute may be repeated, and the collection of its values.

    GROUP, for blocks only, is a single block that exists even if a configuration does not write it.
    """

    SINGLE = "single"
    LIST = "list"
    SET = "set"
    MAP = "map"
    GROUP = "group"


class Attribute(Struct, frozen=True):
    """An argument or a result. `description_kind` is None in schemas of Terraform 0.12, which did not have it."""

    type: CtyType | NestedType
    description: str = ""
    description_kind: TextKind | None = None
    required: bool = False
    optional: bool = False
    computed: bool = False
    sensitive: bool = False
    write_only: bool = False
    deprecated: bool = False
    deprecation_message: str = ""


class NestedType(Struct, frozen=True):
    """The type of a nested attribute, made of attributes. `nesting` is never GROUP."""

    attributes: Mapping[str, Attribute]
    nesting: Nesting


class NestedBlock(Struct, frozen=True):
    """A block inside of another. `max_items` is 0 for no limit."""

    block: Block
    nesting: Nesting
    min_items: int = 0
    max_items: int = 0


class Block(Struct, frozen=True):
    """The attributes and nested blocks of a block."""

    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    block_types: Mapping[str, NestedBlock] = field(default_factory=dict)
    description: str = ""
    description_kind: TextKind | None = None
    deprecated: bool = False
    deprecation_message: str = ""


class Schema(Struct, frozen=True):
    """The schema of a configuration, resource or data source. `version` is that of its states."""

    version: int = 0
    block: Block | None = None


class IdentityAttribute(Struct, frozen=True):
    """An attribute of a resource's identity."""

    type: CtyType
    description: str = ""
    required_for_import: bool = False
    optional_for_import: bool = False


class IdentitySchema(Struct, frozen=True):
    """The identity of a resource, for importing it."""

    version: int = 0
    attributes: Mapping[str, IdentityAttribute] = field(default_factory=dict)


class Parameter(Struct, frozen=True):
    """A parameter of a function."""

    name: str
    type: CtyType
    description: str = ""
    is_nullable: bool = False


class Function(Struct, frozen=True):
    """A function of a provider. `variadic_parameter` takes any number of arguments after the others."""

    return_type: CtyType
    parameters: tuple[Parameter, ...] = ()
    variadic_parameter: Parameter | None = None
    summary: str = ""
    description: str = ""
    deprecation_message: str = ""


class ProviderSchema(Struct, frozen=True):
    """The schemas of one provider, each by name."""

    provider: Schema | None = None
    resources: Mapping[str, Schema] = field(default_factory=dict)
    data_sources: Mapping[str, Schema] = field(default_factory=dict)
    ephemeral_resources: Mapping[str, Schema] = field(default_factory=dict)
    list_resources: Mapping[str, Schema] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    identities: Mapping[str, IdentitySchema] = field(default_factory=dict)
    actions: Mapping[str, Block] = field(default_factory=dict)


class SchemaDocument(Struct, frozen=True):
    """The output of `terraform providers schema -json`: the schemas of providers by address."""

    providers: Mapping[str, ProviderSchema]
    format_version: str = "1.0"


_Named = TypeVar("_Named")


def by_name(items: Mapping[str, _Named]) -> dict[str, _Named]:
    """A copy sorted by name: maps from a process have no order."""
    return dict(sorted(items.items()))
