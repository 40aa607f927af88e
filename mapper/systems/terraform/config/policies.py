"""Policies: choices of the generator config between several ways to map one construct."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node

CHOICES: Mapping[str, tuple[str, ...]] = {
    "additional_properties": ("map", "properties"),
    "collection": ("set", "list"),
    "computed_defaults": ("auto", "keep", "drop"),
    "contradictions": ("first", "specific"),
    "entity_description": ("omit", "operation", "schema", "tag"),
    "free_form": ("object", "json_string", "string_map"),
    "json_strings": ("string", "normalized", "exact"),
    "names": ("reference", "words"),
    "nested_names": ("reference", "path"),
    "not_required": ("computed_optional", "optional", "infer"),
    "one_of": ("reject", "variants", "union", "json_string"),
    "parent_parameters": ("computed_optional", "required"),
    "read_only": ("ignore", "computed"),
    "replace": ("none", "infer"),
    "siblings": ("reference", "merge"),
    "unique_items": ("validator", "set"),
    "untyped": ("reject", "json_string", "string_map"),
    "use_state_for_unknown": ("none", "id", "computed", "nested", "all"),
}
"""The policies that are an enum, with the default first."""

MAX_RECURSION_DEPTH = 10
"""The maximum of the policy `recursion_depth`."""

FORMATS: Mapping[str, str] = {
    "date-time": "timetypes.RFC3339",
    "ipv4": "iptypes.IPv4Address",
    "ipv4-cidr": "cidrtypes.IPv4Prefix",
    "ipv6": "iptypes.IPv6Address",
    "ipv6-cidr": "cidrtypes.IPv6Prefix",
    "json": "jsontypes.Normalized",
}
"""Format -> custom type of HashiCorp's own modules."""

PRESETS = {"framework": FORMATS}
"""Presets of the policy `formats` by name."""

NAMES = ("pagination", "sensitive")
"""The policies that are lists of names."""


class Policies(Struct, frozen=True):
    """How an entity is mapped where there is a choice. The defaults are the rules of the reference tool."""

    one_of: str = "reject"
    """A oneOf or anyOf with several possible types."""

    untyped: str = "reject"
    """A schema without a type."""

    unique_items: str = "validator"
    """Whether a list with uniqueItems is a set."""

    read_only: str = "ignore"
    """Whether a readOnly property of a create request body is computed."""

    collection: str = "set"
    """The type of an array that a data source returns."""

    recursion_depth: int = 0
    """How many times a recursive schema is expanded before it is cut."""

    computed_defaults: str = "auto"
    """Defaults of attributes that only the API sets; *auto* keeps them in a config without policies."""

    additional_properties: str = "map"
    """Whether an object with properties and additionalProperties is a map or an object."""

    contradictions: str = "first"
    """Which of several types counts if they exclude each other: the first one, or the first one that says what a
    value holds.
    """

    entity_description: str = "omit"
    """The source of an entity's description.

    *operation* is the create operation of a resource or the read operation of a data source. *tag* is the first tag of
    that operation.
    """

    free_form: str = "object"
    """An object without properties."""

    json_strings: str = "string"
    """The custom type of an attribute that `free_form`, `one_of` or `untyped` turns into a JSON string."""

    names: str = "reference"
    """How identifiers are made."""

    nested_names: str = "reference"
    """Whether nested attributes of one entity with the same name get the names of their parents as a prefix."""

    not_required: str = "computed_optional"
    """Attributes that the create request body has but does not require.

    *infer* makes those optional that the API cannot set: no response has them, they are writeOnly, or they are variants
    of a choice. It makes optional parameters of data sources optional, too.
    """

    parent_parameters: str = "computed_optional"
    """Path parameters that the create operation needs as well."""

    replace: str = "none"
    """Whether attributes that only the create request body has replace the resource."""

    siblings: str = "reference"
    """Whether keywords next to a reference or a composition, and in conditions, are merged with the rest."""

    use_state_for_unknown: str = "none"
    """Which computed attributes keep their value in plans.

    *nested* includes nested ones; *all* includes attributes that are optional and computed, too.
    """

    formats: tuple[tuple[str, str], ...] = ()
    """Custom types by string format."""

    pagination: tuple[tuple[str, Node], ...] = ()
    """Names of query parameters that data sources ignore, each with its line."""

    sensitive: tuple[tuple[str, Node], ...] = ()
    """Names of attributes that are sensitive everywhere, each with its line."""

    @property
    def of_bodies(self) -> "Policies":
        """These policies, with defaults for policies that are applied after bodies are mapped."""
        return replace(self, **_AFTER_BODIES)


DEFAULTS = Policies()
_AFTER_BODIES: dict[str, Any] = {
    name: getattr(DEFAULTS, name)
    for name in (
        "entity_description",
        "nested_names",
        "not_required",
        "pagination",
        "parent_parameters",
        "replace",
        "sensitive",
        "use_state_for_unknown",
    )
}
