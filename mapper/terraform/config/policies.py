"""What the generator config may ask for where an API can be written in more than one way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ...documents import Node
from ...immutable import dataclass

CHOICES: Mapping[str, tuple[str, ...]] = {
    "additional_properties": ("map", "properties"),
    "collection": ("set", "list"),
    "computed_defaults": ("keep", "drop"),
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
"""The policies that are one of several words, the default first."""

MAX_RECURSION_DEPTH = 10
"""Of the policy of that name."""

FORMATS: Mapping[str, str] = {
    "date-time": "timetypes.RFC3339",
    "ipv4": "iptypes.IPv4Address",
    "ipv4-cidr": "cidrtypes.IPv4Prefix",
    "ipv6": "iptypes.IPv6Address",
    "ipv6-cidr": "cidrtypes.IPv6Prefix",
    "json": "jsontypes.Normalized",
}
"""The custom types of the framework's own modules, by the formats that say what they hold."""

PRESETS = {"framework": FORMATS}
"""What the policy `formats` may be in one word."""

NAMES = ("pagination", "sensitive")
"""The policies that are lists of names."""


@dataclass(frozen=True, slots=True)
class Policies:
    """How an entity is mapped where there is a choice. The defaults are what the reference tool does.

    `one_of`: what becomes of a oneOf or anyOf that is a real choice. `untyped`: of a schema without a type.
    `unique_items`: whether a list without repeated items is a set. `read_only`: whether what is readOnly in
    a create request is computed. `collection`: what an array that a data source reads is. `recursion_depth`:
    how many times a cycle is written out before it is cut. `computed_defaults`: what becomes of defaults that
    only the API can set. `additional_properties`: whether an object with properties and
    additionalProperties is a map or an object. `pagination`: names of parameters that data sources leave
    out, each with the line that says so. `sensitive`: names of attributes that are sensitive wherever they are.
    `replace`: whether what only the create request has replaces the resource when it changes.
    `use_state_for_unknown`: which computed attributes keep their value in plans; *nested* are those at every depth,
    *all* also what is optional and computed. `formats`: custom types by the format of a string. `free_form`: what an
    object without properties is. `json_strings`: which custom type of jsontypes an attribute gets that is made a JSON
    string by `free_form`, `one_of` or `untyped`. `not_required`: what attributes are that the create request body has
    and does not require; *infer* is optional for what no response has, which the API cannot set. `parent_parameters`:
    what path parameters are that the create operation needs, too. `names`: how identifiers are made.
    `entity_description`: what describes an entity as a whole; the words *operation* and *tag* mean the create
    operation of a resource and the read operation of a data source, and the first tag of that. `siblings`: whether
    what is declared next to a reference or a composition, and in conditions, is merged with the rest. `nested_names`:
    whether nested attributes of one entity that have one name get those of their parents in front. `contradictions`:
    of merged schemas with types that exclude each other, whether the first counts, or the first that says what a value
    holds.
    """

    one_of: str = "reject"
    untyped: str = "reject"
    unique_items: str = "validator"
    read_only: str = "ignore"
    collection: str = "set"
    recursion_depth: int = 0
    computed_defaults: str = "keep"
    additional_properties: str = "map"
    contradictions: str = "first"
    entity_description: str = "omit"
    free_form: str = "object"
    json_strings: str = "string"
    names: str = "reference"
    nested_names: str = "reference"
    not_required: str = "computed_optional"
    parent_parameters: str = "computed_optional"
    replace: str = "none"
    siblings: str = "reference"
    use_state_for_unknown: str = "none"
    formats: tuple[tuple[str, str], ...] = ()
    pagination: tuple[tuple[str, Node], ...] = field(default=(), compare=False)
    sensitive: tuple[tuple[str, Node], ...] = field(default=(), compare=False)


DEFAULTS = Policies()
