"""The schema of a Terraform provider: one model, read from JSON or requested from its process."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

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

    type: "CtyType | NestedType"
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

    block: "Block"
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
    """The schema of a configuration, resource or data source. `version` is the version of its states."""

    version: int = 0
    block: Block | None = None

    @property
    def members(self) -> Block:
        """The block; an empty one if it has none."""
        return self.block or Block()


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

    @property
    def settings(self) -> Block:
        """The block of the provider's own configuration; an empty one if it has none."""
        return (self.provider or Schema()).members


class SchemaDocument(Struct, frozen=True):
    """The output of `terraform providers schema -json`: the schemas of providers by address."""

    providers: Mapping[str, ProviderSchema]
    format_version: str = "1.0"


class Action(Struct, frozen=True):
    """An action, which is only a block."""

    block: Block


class Member(Struct, frozen=True):
    """A member of a class: its name and kind in JSON, its `field` in the model, its `message` in a provider's messages.

    The kind is *text*, *flag*, *count*, *type*, *own type* (or a nested one), *markup* or *nesting*. Or the values are
    `of` a class: *one* or *maybe* one, *each* by name, a *list*, and *blocks* by name. A member that is not `always`
    written is left out where it is empty.
    """

    name: str
    kind: str
    of: Any = None
    field: str = ""
    message: str = ""
    always: bool = False


def _member(
    name: str, kind: str, of: Any = None, field: str = "", message: str = "", *, always: bool = False
) -> Member:
    return Member(name, kind, of, field or name, message or name, always)


_DESCRIPTION, _DEPRECATION = _member("description", "text"), _member("deprecation_message", "text")
_MARKUP, _DEPRECATED = _member("description_kind", "markup"), _member("deprecated", "flag")
_VERSION = _member("version", "count", always=True)
_NESTING = _member("nesting_mode", "nesting", None, "nesting", "nesting", always=True)
_FLAGS = ("required", "optional", "computed", "sensitive", "write_only")
SHAPES: dict[type, tuple[Member, ...]] = {
    Attribute: (
        *(_member("type", "own type", always=True), _DESCRIPTION, _MARKUP, _DEPRECATED, _DEPRECATION),
        *(_member(flag, "flag") for flag in _FLAGS),
    ),
    NestedType: (_member("attributes", "each", Attribute), _NESTING),
    NestedBlock: (
        *(_NESTING, _member("block", "one", Block, always=True)),
        *(_member("min_items", "count"), _member("max_items", "count")),
    ),
    Block: (
        *(_member("attributes", "each", Attribute), _member("block_types", "each", NestedBlock)),
        *(_DESCRIPTION, _MARKUP, _DEPRECATED, _DEPRECATION),
    ),
    Action: (_member("block", "one", Block, message="schema.block", always=True),),
    Schema: (_VERSION, _member("block", "one", Block)),
    IdentitySchema: (_VERSION, _member("attributes", "each", IdentityAttribute, message="identity_attributes")),
    IdentityAttribute: (
        *(_member("type", "type", always=True), _DESCRIPTION),
        *(_member("required_for_import", "flag"), _member("optional_for_import", "flag")),
    ),
    Parameter: (
        *(_member("name", "text"), _DESCRIPTION, _member("is_nullable", "flag", message="allow_null_value")),
        _member("type", "type", always=True),
    ),
    Function: (
        *(_DESCRIPTION, _member("summary", "text"), _DEPRECATION),
        _member("return_type", "type", message="return.type", always=True),
        *(_member("parameters", "list", Parameter), _member("variadic_parameter", "maybe", Parameter)),
    ),
    ProviderSchema: (
        _member("provider", "one", Schema),
        _member("resource_schemas", "each", Schema, "resources"),
        _member("data_source_schemas", "each", Schema, "data_sources"),
        _member("ephemeral_resource_schemas", "each", Schema, "ephemeral_resources"),
        _member("list_resource_schemas", "each", Schema, "list_resources"),
        _member("functions", "each", Function),
        _member("resource_identity_schemas", "each", IdentitySchema, "identities"),
        _member("action_schemas", "blocks", Action, "actions"),
    ),
}
"""The members of each class, in Terraform's order."""


_Named = TypeVar("_Named")


def by_name(items: Mapping[str, _Named]) -> dict[str, _Named]:
    """A copy sorted by name: maps from a process have no order."""
    return dict(sorted(items.items()))
