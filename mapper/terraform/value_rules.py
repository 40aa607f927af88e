"""The diagnostics OAS4xx of a mapping to Terraform: values and types."""

from __future__ import annotations

from ..report.diagnostic import Rule, Severity, Survives
from ..report.outcome import AS_ASKED, AS_IT_IS, BROKEN, DISPUTED, LEFT_OUT, OTHER_FORM, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

MAP_OF_MAPS = Rule(
    "OAS401",
    _I,
    "Map of maps",
    "A map with a map element type is written.",
    OTHER_FORM,
    differs=True,
    survives_merge=Survives.ALWAYS,
)
PROPERTIES_LOST = Rule(
    "OAS402",
    _W,
    "Properties beside additionalProperties",
    "A map is written; the named properties are left out.",
    LEFT_OUT,
    remedy="To keep the properties instead of the map, set `policies: {additional_properties: properties}`.",
    survives_merge=Survives.ALWAYS,
)
VALUES_LOST = Rule(
    "OAS403",
    _W,
    "additionalProperties beside properties",
    "The named properties are written. Users cannot set other keys.",
    LEFT_OUT,
    remedy="To write a map instead, set `policies: {additional_properties: map}`.",
    survives_merge=Survives.ALWAYS,
)
MEMBER_RENAMED = Rule(
    "OAS404",
    _I,
    "Member of an element type renamed",
    "A valid identifier is written.",
    OTHER_FORM,
    differs=True,
    survives_merge=Survives.ALWAYS,
)
EXACT_INTEGER = Rule("OAS405", _I, "Large integer", "The exact number is written.", AS_IT_IS, differs=True)
VACUOUS_BOUND = Rule(
    "OAS406", _I, "Bound outside of 64 bits", "No validator is written for this side.", LEFT_OUT, differs=True
)
NULL_DESCRIPTION = Rule(
    "OAS407",
    _I,
    "Description that is null",
    "No description is written.",
    WITHOUT_EFFECT,
    differs=True,
    survives_merge=Survives.WITH_DESCRIPTION,
)
ENUM_TYPE = Rule("OAS408", _I, "Enum entry of another type", "The entry is written as text.", OTHER_FORM)
ENUM_DROPPED = Rule(
    "OAS409", _I, "Enum entry that is not of the type", "The entry is left out.", LEFT_OUT, differs=True
)
ENUM_LOST = Rule(
    "OAS410",
    _W,
    "Enum entry that cannot be read",
    "The validator does not list the value.",
    LEFT_OUT,
    remedy="Correct the enum in the API description.",
)
KEYWORD_CASE = Rule(
    "OAS411",
    _W,
    "Keyword in another case",
    "The keyword has no effect.",
    WITHOUT_EFFECT,
    remedy="Correct the spelling of the keyword in the API description.",
    differs=True,
    survives_merge=Survives.WITH_DESCRIPTION,
)
CONTEXT_KEY = Rule(
    "OAS412",
    _I,
    "Schema with a key spelled context",
    "The key is ignored; `tfplugingen-openapi` cannot read it.",
    AS_IT_IS,
    differs=True,
    reference_drops_body=True,
    survives_merge=Survives.ALWAYS,
)
NUMBER_SPELLING = Rule(
    "OAS413", _I, "Limit in an unusual spelling", "The limit is read as the number it is.", AS_IT_IS, differs=True
)
NULL_DEFAULT = Rule(
    "OAS414",
    _I,
    "Default that is null",
    "The zero value of the type is written as default. `tfplugingen-openapi` writes the same.",
    OTHER_FORM,
    remedy="To write no default, override `default` with null.",
)
DEFAULT_LOST = Rule(
    "OAS415",
    _W,
    "Default that is not of the type",
    "No default is written. `tfplugingen-openapi` writes none either.",
    LEFT_OUT,
    remedy="Correct the default in the API description, or set one in an override.",
)
DEFAULT_NOT_CARRIED = Rule(
    "OAS416",
    _I,
    "Default of a kind that has none",
    "The page shows the default; the code spec does not contain it. `tfplugingen-openapi` writes none either.",
    LEFT_OUT,
)
ITEMS_LIST = Rule(
    "OAS417",
    _I,
    "List of schemas where one is expected",
    "The first entry is used. `tfplugingen-openapi` writes the same.",
    OTHER_FORM,
    survives_merge=Survives.ALWAYS,
)
ALL_OF_MERGED = Rule(
    "OAS418",
    _I,
    "allOf with several entries, merged",
    "All properties and limits of the entries are written.",
    AS_IT_IS,
    differs=True,
    reference_drops_body=True,
)
CONTRADICTION = Rule(
    "OAS419",
    _W,
    "Merged schemas that contradict each other",
    "The value of the first schema is written.",
    DISPUTED,
    remedy="Correct the API description, or override the attribute.",
    survives_merge=Survives.ALWAYS,
)
ENTRY_LOST = Rule(
    "OAS420",
    _W,
    "Part of a composition that cannot be used",
    "This part is left out; the other parts are written.",
    LEFT_OUT,
    remedy="Correct the part in the API description, or leave it as it is.",
    differs=True,
    reference_drops_body=True,
    survives_merge=Survives.ALWAYS,
)
SEVERAL_BRANCHES = Rule(
    "OAS421",
    _I,
    "oneOf or anyOf that comes down to one type",
    "That type is written.",
    OTHER_FORM,
    differs=True,
    reference_drops_body=True,
)
VARIANTS = Rule(
    "OAS422",
    _I,
    "Union written as variants",
    "An optional attribute is written for each variant; users set exactly one of them.",
    OTHER_FORM,
    differs=True,
    reference_drops_body=True,
)
UNION = Rule(
    "OAS423",
    _I,
    "Union written as one object",
    "The properties of all variants are written together.",
    OTHER_FORM,
    differs=True,
    reference_drops_body=True,
)
JSON_STRING = Rule(
    "OAS424",
    _I,
    "Schema written as a JSON string",
    "The string holds JSON.",
    OTHER_FORM,
    differs=True,
    reference_drops_body=True,
)
STRING_MAP = Rule(
    "OAS425",
    _I,
    "Schema without a type",
    "A map of strings is written.",
    OTHER_FORM,
    differs=True,
    reference_drops_body=True,
)
POLICY = Rule("OAS426", _I, "Changed by a policy", "The output follows the policy.", AS_ASKED, differs=True)
COMPUTED_DEFAULT = Rule(
    "OAS427",
    _I,
    "Default of a computed attribute",
    "The default is written, and a provider that applies it may report an inconsistent result. "
    "`tfplugingen-openapi` writes the same.",
    OTHER_FORM,
    remedy="To write no default, set `policies: {computed_defaults: drop}`.",
)
RENAMED = Rule(
    "OAS428", _I, "Renamed by the config", "The attribute has the name that the config gives.", AS_ASKED, differs=True
)
OVERRIDDEN = Rule(
    "OAS429", _I, "Overridden by the config", "The attribute is written as the config says.", AS_ASKED, differs=True
)
ADDED = Rule(
    "OAS430",
    _I,
    "Added by the config",
    "The attribute is written, although the API does not have it.",
    AS_ASKED,
    differs=True,
)
TYPE_OF_VALUES = Rule(
    "OAS431",
    _I,
    "Values that tell the type",
    "The type of the values in enum or const is written.",
    AS_IT_IS,
    differs=True,
    reference_drops_body=True,
)
LINE_SEPARATOR = Rule(
    "OAS432",
    _I,
    "Text with a line separator of Unicode",
    "The text is written unchanged; `tfplugingen-openapi` reads the character as a line break of YAML.",
    AS_IT_IS,
    differs=True,
)
BESIDE_COMPOSITION = Rule(
    "OAS433",
    _W,
    "Properties next to allOf, oneOf or anyOf",
    "The properties are left out; only the entry of the composition is mapped. `tfplugingen-openapi` writes the same.",
    LEFT_OUT,
    remedy="To keep the properties, set `policies: {siblings: merge}`.",
    survives_merge=Survives.ALWAYS,
)
BESIDE_REFERENCE = Rule(
    "OAS434",
    _W,
    "Properties next to $ref",
    "The properties are left out; only the target of `$ref` is mapped. `tfplugingen-openapi` writes the same.",
    LEFT_OUT,
    remedy="To keep the properties, set `policies: {siblings: merge}`.",
    survives_merge=Survives.ALWAYS,
)
CONDITIONAL = Rule(
    "OAS435",
    _W,
    "Properties that depend on a condition",
    "The properties are left out. `tfplugingen-openapi` writes the same.",
    LEFT_OUT,
    remedy="To keep the properties as optional attributes, set `policies: {siblings: merge}`.",
    survives_merge=Survives.ALWAYS,
)
OTHER_KEYS = Rule(
    "OAS436",
    _W,
    "Keys that are described by a pattern",
    "Users cannot set these keys. `tfplugingen-openapi` writes the same.",
    LEFT_OUT,
    remedy="Override the type of the attribute, for example with `map of string`, or ignore the path.",
    survives_merge=Survives.ALWAYS,
)
OTHER_ITEMS = Rule(
    "OAS437",
    _W,
    "Items with properties of their own",
    "The properties of these items are left out. `tfplugingen-openapi` writes the same.",
    LEFT_OUT,
    remedy="Describe all items with one schema in `items`, or ignore the path.",
    survives_merge=Survives.ALWAYS,
)
OTHER_TYPE = Rule(
    "OAS438",
    _W,
    "Properties of another type",
    "The properties are left out; the type is written. `tfplugingen-openapi` writes the same.",
    LEFT_OUT,
    remedy="Correct the type in the API description, or ignore the path.",
    survives_merge=Survives.ALWAYS,
)
NOT_FOLLOWED = Rule(
    "OAS439",
    _W,
    "Schemas that only a name leads to",
    "The properties of these schemas are left out. `tfplugingen-openapi` writes the same.",
    LEFT_OUT,
    remedy="List the schemas under `oneOf` in the API description, or ignore the path.",
    survives_merge=Survives.ALWAYS,
)
NULL_PATTERN = Rule("OAS440", _I, "Pattern that is null", "No validator is written for it.", LEFT_OUT, differs=True)
LIMIT_LOST = Rule(
    "OAS441",
    _W,
    "Limit that is not a number",
    "No validator is written for the limit. `tfplugingen-openapi` writes none either.",
    LEFT_OUT,
    remedy="Correct the limit in the API description.",
)
BAD_PATTERN = Rule(
    "OAS442",
    _E,
    "Pattern that Go cannot compile",
    "The validator is written, but the provider will not start. `tfplugingen-openapi` writes the same.",
    BROKEN,
    remedy="Override `validators` without the pattern, or correct the pattern in the API description.",
)
