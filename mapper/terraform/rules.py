"""The diagnostics of a mapping to Terraform.

OAS1xx are about the config, OAS2xx and OAS3xx about the API description and its schemas, OAS4xx about values and types
(see `value_rules`), OAS5xx about names and the generated Go code. The *reference tool* is `tfplugingen-openapi`.
"""

from __future__ import annotations

from ..report.diagnostic import Rule, Severity, Survives, rules_in
from ..report.outcome import AS_ASKED, AS_IT_IS, BROKEN, LEFT_OUT, OTHER_FORM, WITHOUT_EFFECT
from .value_rules import *  # noqa: F403 - one module has them all

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_NOT_THERE = "The attribute is left out; everything around it is mapped."

UNKNOWN_KEY = Rule(
    "OAS101",
    _W,
    "Unknown key in the generator config",
    "The key has no effect.",
    WITHOUT_EFFECT,
    remedy="Correct the spelling of the key, or remove it.",
)
UNUSED_ALIAS = Rule(
    "OAS103",
    _W,
    "Alias that matches nothing",
    "The alias has no effect.",
    WITHOUT_EFFECT,
    remedy="Remove the alias, or use the name of a parameter, or a path with a dot for a property.",
)
UNUSED_OVERRIDE = Rule(
    "OAS104",
    _W,
    "Override that matches nothing",
    "The override has no effect.",
    WITHOUT_EFFECT,
    remedy="Remove the override, or use the name in the API and dots for nesting.",
)
BAD_OVERRIDE = Rule(
    "OAS105",
    _W,
    "Override that does not fit",
    "This key of the override has no effect.",
    WITHOUT_EFFECT,
    remedy="Correct the value of the key, or remove it.",
)
UNUSED_ADDITION = Rule(
    "OAS106",
    _W,
    "Addition without a parent",
    "The attribute is not added.",
    WITHOUT_EFFECT,
    remedy="Add the attribute to an existing attribute with nested attributes, or at the root.",
)
SWAGGER = Rule("OAS204", _I, "Swagger 2.0", "The description is mapped as OpenAPI 3.", AS_IT_IS, differs=True)
UNRESOLVED = Rule(
    "OAS301",
    _W,
    "Reference that cannot be followed",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Correct the reference. If it leads to another host, allow the host.",
    differs=True,
    reference_drops_body=True,
)
NO_TYPE = Rule(
    "OAS302",
    _W,
    "Schema without a type",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Add a type to the schema, or set the policy `untyped`.",
    differs=True,
    reference_drops_body=True,
)
BAD_TYPE = Rule(
    "OAS303",
    _W,
    "Type that cannot be mapped",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Correct the API description, or ignore the attribute.",
    differs=True,
    reference_drops_body=True,
)
ALL_OF = Rule(
    "OAS304",
    _W,
    "allOf with several entries",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Correct the API description, or ignore the attribute.",
    differs=True,
    reference_drops_body=True,
)
ONE_OF = Rule(
    "OAS305",
    _W,
    "oneOf or anyOf that no single type covers",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Set the policy `one_of`: variants, union or json_string.",
    differs=True,
    reference_drops_body=True,
)
RECURSION = Rule(
    "OAS306",
    _I,
    "Recursive schema",
    "The attribute is left out where the schema begins again.",
    LEFT_OUT,
    remedy="To write out more levels, set the policy `recursion_depth`.",
    differs=True,
    reference_drops_body=True,
)
NO_ITEMS = Rule(
    "OAS307",
    _W,
    "Array without items",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Add `items` to the schema, or ignore the attribute.",
    differs=True,
    reference_drops_body=True,
)
MALFORMED = Rule(
    "OAS308",
    _W,
    "Not a schema object",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Correct the API description, or ignore the attribute.",
    differs=True,
    reference_drops_body=True,
)
NO_PARAMETER_SCHEMA = Rule(
    "OAS309",
    _W,
    "Parameter without a schema",
    "The parameter is left out.",
    LEFT_OUT,
    remedy="Add a schema to the parameter, or ignore the parameter.",
    differs=True,
)
NO_IDENTIFIER = Rule(
    "OAS310",
    _W,
    "Name with no letter to make an identifier of",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Give the property another name with an alias, or ignore it.",
    differs=True,
    reference_drops_body=True,
)
TOO_DEEP = Rule(
    "OAS311",
    _W,
    "Nested too deeply",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Ignore an attribute further up, or override its type.",
    differs=True,
    reference_drops_body=True,
)
TOO_LARGE = Rule(
    "OAS312",
    _W,
    "Too many nested attributes",
    _NOT_THERE,
    LEFT_OUT,
    remedy="Ignore attributes that nobody needs.",
    differs=True,
)
NO_SCHEMA = Rule("OAS320", _I, "Operation without a body schema", "The body adds no attributes.", AS_IT_IS)
NO_REQUEST_BODY = Rule(
    "OAS321",
    _I,
    "Create operation without a request body",
    "The resource is mapped from its responses and parameters.",
    AS_IT_IS,
    differs=True,
)
BODY_LOST = Rule(
    "OAS322",
    _W,
    "Body that cannot be mapped",
    "None of the properties of the body become attributes.",
    LEFT_OUT,
    remedy="Select a part of the body with `pointer`, or set the policy that the message names.",
)
BODY_KEPT = Rule(
    "OAS323",
    _I,
    "Attribute of a body that tfplugingen-openapi skips",
    "oasmap maps the attribute.",
    AS_IT_IS,
    remedy="Nothing to do.",
    differs=True,
    survives_merge=Survives.ALWAYS,
)
ENTITY_KEPT = Rule(
    "OAS324",
    _I,
    "Resource or data source that tfplugingen-openapi skips",
    "oasmap maps what can be mapped.",
    AS_IT_IS,
    remedy="Nothing to do.",
    differs=True,
)
NOT_AN_OBJECT = Rule(
    "OAS325",
    _W,
    "Body that is not an object",
    "The body adds no attributes.",
    LEFT_OUT,
    remedy="Select an object in the body with `pointer`, such as `/0` for the items of a list.",
)
NO_OPERATION = Rule(
    "OAS326",
    _W,
    "Operation that the path does not have",
    "The operation is ignored.",
    LEFT_OUT,
    remedy="Correct the path and the method, or remove the operation from the config.",
)
ENTITY_EMPTY = Rule(
    "OAS327",
    _W,
    "Entity without attributes",
    "An empty schema is written, which `tfplugingen-framework` rejects.",
    BROKEN,
    remedy="Select bodies that have properties, or remove the entry.",
)
ENTITY_LOST = Rule(
    "OAS328",
    _W,
    "Resource or data source without a mapped attribute",
    "The resource or data source is left out.",
    LEFT_OUT,
    remedy="Fix its other diagnostics first: they say why each body was lost.",
)
LATER_RESPONSE = Rule("OAS329", _I, "Response without a schema passed over", "A later 2xx response is used.", AS_IT_IS)
PARAMETER_CONTENT = Rule(
    "OAS330", _I, "Parameter described by content", "The schema of its media type is used.", AS_IT_IS, differs=True
)
BODY_CHOSEN = Rule(
    "OAS331",
    _I,
    "Body chosen by the config",
    "The attributes are those of the body, or of the part of it, that the config chooses.",
    AS_ASKED,
    differs=True,
    survives_merge=Survives.WITH_CONTRIBUTION,
)
RESERVED_NAME = Rule(
    "OAS502",
    _E,
    "Name reserved by Terraform",
    "The attribute is written, but the provider will not start.",
    BROKEN,
    remedy="Give the attribute another name.",
)
BAD_ENTITY_NAME = Rule(
    "OAS503",
    _E,
    "Name that a resource or data source cannot have",
    "The entry is written, but `tfplugingen-framework` rejects it, or no provider with it starts.",
    BROKEN,
    remedy="Rename the entry in the config: lower-case letters, digits and underscores, and a type of its own.",
)
GO_TYPES = Rule(
    "OAS511",
    _W,
    "Nested attributes with the same name",
    "The attributes are written, but `tfplugingen-framework` declares one Go type for each name in a resource or data "
    "source, so the Go code does not compile.",
    BROKEN,
    remedy="Rename all but one of the attributes, or set `policies: {nested_names: path}`.",
)
GO_COLLISION = Rule(
    "OAS512",
    _W,
    "Two names become the same in Go",
    "Both names are written, but the Go code of `tfplugingen-framework` does not compile.",
    BROKEN,
    remedy="Give one of the two another name.",
)
GO_NAME = Rule(
    "OAS513",
    _W,
    "Name or type that Go cannot have",
    "The name or type is written, but `tfplugingen-framework` fails, or its Go code does not compile or cannot be read "
    "into.",
    BROKEN,
    remedy="Give the attribute another name.",
)
EMPTY_OBJECT = Rule(
    "OAS514",
    _W,
    "Object without attributes",
    "The object is written. Users can only set it to `{}`.",
    OTHER_FORM,
    remedy="If the API accepts any keys, override the type with `map of string`, or set the policy `free_form`.",
)
EMPTY_MEMBERS = Rule(
    "OAS508",
    _E,
    "Object type without members",
    "The type is written, but the Provider Code Specification does not allow it.",
    BROKEN,
    remedy="Ignore the attribute, or describe the properties of the object.",
)

RULES = rules_in(vars())
"""All rules by code."""
