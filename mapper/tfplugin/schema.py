"""What a Terraform provider says of itself: the one model of its schema, read from JSON or asked from its process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import TypeVar

from ..immutable import dataclass
from .cty_types import CtyType

MAX_BLOCK_DEPTH = 64
"""How deep blocks and nested attributes may be nested in one schema: beyond this, no provider is honest."""


class TextKind(Enum):
    """How a description is written."""

    PLAIN = "plain"
    MARKDOWN = "markdown"


class Nesting(Enum):
    """How often a nested block or a nested attribute is there, and what its values are kept in.

    GROUP, of blocks only, is one that is there even where a configuration does not write it.
    """

    SINGLE = "single"
    LIST = "list"
    SET = "set"
    MAP = "map"
    GROUP = "group"


@dataclass(frozen=True)
class Attribute:
    """An argument or a result. `description_kind` is None where Terraform 0.12 wrote the schema, which had none."""

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


@dataclass(frozen=True)
class NestedType:
    """The type of a nested attribute, which is made of attributes. `nesting` is never GROUP."""

    attributes: Mapping[str, Attribute]
    nesting: Nesting


@dataclass(frozen=True)
class NestedBlock:
    """A block inside of another. `max_items` is 0 where there is no limit."""

    block: Block
    nesting: Nesting
    min_items: int = 0
    max_items: int = 0


@dataclass(frozen=True)
class Block:
    """The attributes and the blocks that can be written between two braces."""

    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    block_types: Mapping[str, NestedBlock] = field(default_factory=dict)
    description: str = ""
    description_kind: TextKind | None = None
    deprecated: bool = False
    deprecation_message: str = ""


@dataclass(frozen=True)
class Schema:
    """The schema of a configuration, a resource, a data source. `version` counts the upgrades of its state."""

    version: int = 0
    block: Block | None = None


@dataclass(frozen=True)
class IdentityAttribute:
    """A part of what identifies a resource."""

    type: CtyType
    description: str = ""
    required_for_import: bool = False
    optional_for_import: bool = False


@dataclass(frozen=True)
class IdentitySchema:
    """What identifies a resource, for importing it."""

    version: int = 0
    attributes: Mapping[str, IdentityAttribute] = field(default_factory=dict)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function."""

    name: str
    type: CtyType
    description: str = ""
    is_nullable: bool = False


@dataclass(frozen=True)
class Function:
    """A function of a provider. `variadic_parameter` takes any number of arguments after the others."""

    return_type: CtyType
    parameters: tuple[Parameter, ...] = ()
    variadic_parameter: Parameter | None = None
    summary: str = ""
    description: str = ""
    deprecation_message: str = ""


@dataclass(frozen=True)
class ProviderSchema:
    """All that one provider has, each by its name."""

    provider: Schema | None = None
    resources: Mapping[str, Schema] = field(default_factory=dict)
    data_sources: Mapping[str, Schema] = field(default_factory=dict)
    ephemeral_resources: Mapping[str, Schema] = field(default_factory=dict)
    list_resources: Mapping[str, Schema] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    identities: Mapping[str, IdentitySchema] = field(default_factory=dict)
    actions: Mapping[str, Block] = field(default_factory=dict)


@dataclass(frozen=True)
class SchemaDocument:
    """What `terraform providers schema -json` writes: the schemas of providers by their addresses."""

    providers: Mapping[str, ProviderSchema]
    format_version: str = "1.0"


_Named = TypeVar("_Named")


def by_name(items: Mapping[str, _Named]) -> dict[str, _Named]:
    """The same, in the order of the names: what a process sends has none."""
    return dict(sorted(items.items()))
