"""The diagnostics of a mapping to Terraform: what may be said of an API description and its generator config.

OAS1xx are about the config, OAS2xx and OAS3xx about the API description and what it declares, OAS4xx about values and
types, OAS5xx about names and the Go code made of them. The *reference tool* is `tfplugingen-openapi`.
"""

from __future__ import annotations

from ..diagnostics import Rule, Severity, Survives, rules_in
from ..outcomes import AS_ASKED, AS_IT_IS, BROKEN, DISPUTED, LEFT_OUT, OTHER_FORM, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_NOT_THERE = "The attribute is left out; everything around it is mapped."
_SAME = "The output is the same as the reference tool's."

UNKNOWN_KEY = Rule("OAS101", _W, "Unknown key in the generator config", "The key has no effect.", WITHOUT_EFFECT)
UNUSED_ALIAS = Rule("OAS103", _W, "Alias that matches nothing", "The alias has no effect.", WITHOUT_EFFECT)
UNUSED_OVERRIDE = Rule("OAS104", _W, "Override that matches nothing", "The override has no effect.", WITHOUT_EFFECT)
BAD_OVERRIDE = Rule(
    "OAS105", _W, "Override that does not fit", "This key of the override has no effect.", WITHOUT_EFFECT
)
UNUSED_ADDITION = Rule("OAS106", _W, "Addition without a parent", "The attribute is not added.", WITHOUT_EFFECT)
SWAGGER = Rule("OAS204", _I, "Swagger 2.0", "It is mapped as OpenAPI 3 is.", AS_IT_IS, differs=True)
UNRESOLVED = Rule(
    "OAS301", _W, "Reference that leads nowhere", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True
)
NO_TYPE = Rule("OAS302", _W, "Schema without a type", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True)
BAD_TYPE = Rule(
    "OAS303", _W, "Type that cannot be mapped", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True
)
ALL_OF = Rule("OAS304", _W, "allOf with several entries", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True)
ONE_OF = Rule(
    "OAS305", _W, "oneOf or anyOf that is a real choice", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True
)
RECURSION = Rule(
    "OAS306",
    _I,
    "Recursive schema",
    "The cycle is cut where it closes: this attribute is left out.",
    LEFT_OUT,
    differs=True,
    reference_drops_body=True,
)
NO_ITEMS = Rule("OAS307", _W, "Array without items", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True)
MALFORMED = Rule("OAS308", _W, "Not a schema object", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True)
NO_PARAMETER_SCHEMA = Rule(
    "OAS309", _W, "Parameter without a schema", "The parameter is left out.", LEFT_OUT, differs=True
)
NO_IDENTIFIER = Rule(
    "OAS310",
    _W,
    "Name with no letter to make an identifier of",
    _NOT_THERE,
    LEFT_OUT,
    differs=True,
    reference_drops_body=True,
)
TOO_DEEP = Rule("OAS311", _W, "Nested too deeply", _NOT_THERE, LEFT_OUT, differs=True, reference_drops_body=True)
TOO_LARGE = Rule("OAS312", _W, "Too many nested attributes", _NOT_THERE, LEFT_OUT, differs=True)
NO_SCHEMA = Rule("OAS320", _I, "Operation without a body schema", "This body gives no attributes.", AS_IT_IS)
NO_REQUEST_BODY = Rule(
    "OAS321",
    _I,
    "Create operation without a request body",
    "The resource is mapped from its responses and parameters.",
    AS_IT_IS,
    differs=True,
)
BODY_LOST = Rule("OAS322", _W, "Body that cannot be mapped", "This body gives no attributes.", LEFT_OUT)
BODY_KEPT = Rule(
    "OAS323",
    _I,
    "Attribute of a body that the reference tool drops whole",
    "The attribute is mapped.",
    AS_IT_IS,
    differs=True,
    survives_merge=Survives.ALWAYS,
)
ENTITY_KEPT = Rule(
    "OAS324",
    _I,
    "Entity that the reference tool drops whole",
    "What can be mapped of it is mapped.",
    AS_IT_IS,
    differs=True,
)
NOT_AN_OBJECT = Rule("OAS325", _W, "Body that is not an object", "This body gives no attributes.", LEFT_OUT)
NO_OPERATION = Rule("OAS326", _W, "Operation that the path does not have", "It contributes nothing.", LEFT_OUT)
ENTITY_EMPTY = Rule(
    "OAS327", _W, "Entity without attributes", "An empty schema is written, which the Go generator refuses.", BROKEN
)
ENTITY_LOST = Rule("OAS328", _W, "Entity that nothing could be mapped of", "The entity is left out.", LEFT_OUT)
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
    survives_merge=Survives.ALWAYS,
)
VALUES_LOST = Rule(
    "OAS403",
    _W,
    "additionalProperties beside properties",
    "The named properties are written; other keys cannot be given.",
    LEFT_OUT,
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
ENUM_LOST = Rule("OAS410", _W, "Enum entry that cannot be read", "The entry is left out.", LEFT_OUT)
KEYWORD_CASE = Rule(
    "OAS411",
    _W,
    "Keyword in another case",
    "The keyword has no effect.",
    WITHOUT_EFFECT,
    differs=True,
    survives_merge=Survives.WITH_DESCRIPTION,
)
CONTEXT_KEY = Rule(
    "OAS412",
    _I,
    "Schema with a key spelled context",
    "The key is passed over; the reference tool cannot read it.",
    AS_IT_IS,
    differs=True,
    reference_drops_body=True,
    survives_merge=Survives.ALWAYS,
)
NUMBER_SPELLING = Rule(
    "OAS413", _I, "Limit in an unusual spelling", "The limit is read as the number it is.", AS_IT_IS, differs=True
)
NULL_DEFAULT = Rule("OAS414", _I, "Default that is null", f"The zero value is written as default. {_SAME}", OTHER_FORM)
DEFAULT_LOST = Rule("OAS415", _W, "Default that is not of the type", f"No default is written. {_SAME}", LEFT_OUT)
DEFAULT_NOT_CARRIED = Rule(
    "OAS416", _I, "Default of a kind that has none", f"The default is documented, but not written. {_SAME}", LEFT_OUT
)
ITEMS_LIST = Rule(
    "OAS417",
    _I,
    "List of schemas where one is expected",
    f"The first entry is used. {_SAME}",
    OTHER_FORM,
    survives_merge=Survives.ALWAYS,
)
ALL_OF_MERGED = Rule(
    "OAS418",
    _I,
    "allOf with several entries, merged",
    "All that its entries say is written.",
    AS_IT_IS,
    differs=True,
    reference_drops_body=True,
)
CONTRADICTION = Rule(
    "OAS419",
    _W,
    "Merged schemas that contradict each other",
    "What the first says is written.",
    DISPUTED,
    survives_merge=Survives.ALWAYS,
)
ENTRY_LOST = Rule(
    "OAS420",
    _W,
    "Part of a composition that cannot be used",
    "This part is left out; the others are written.",
    LEFT_OUT,
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
    "Choice written as variants",
    "An optional attribute is written for each variant; exactly one of them may be given.",
    OTHER_FORM,
    differs=True,
    reference_drops_body=True,
)
UNION = Rule(
    "OAS423",
    _I,
    "Choice written as one object",
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
POLICY = Rule(
    "OAS426", _I, "Written as a policy of the config asks", "The output follows the policy.", AS_ASKED, differs=True
)
COMPUTED_DEFAULT = Rule(
    "OAS427",
    _I,
    "Default of a computed attribute",
    f"The default is written, and a provider that applies it may report an inconsistent result. {_SAME}",
    OTHER_FORM,
)
RENAMED = Rule(
    "OAS428", _I, "Renamed by the config", "The attribute has the name that the config gives.", AS_ASKED, differs=True
)
OVERRIDDEN = Rule(
    "OAS429", _I, "Overridden by the config", "The attribute is written as the config says.", AS_ASKED, differs=True
)
ADDED = Rule(
    "OAS430", _I, "Added by the config", "It is written, although the API does not have it.", AS_ASKED, differs=True
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
    "It is written as it is; the reference tool takes the character for a line break of YAML.",
    AS_IT_IS,
    differs=True,
)
BESIDE_COMPOSITION = Rule(
    "OAS433",
    _W,
    "Properties next to allOf, oneOf or anyOf",
    f"They are left out: one entry of the composition is mapped, alone. {_SAME}",
    LEFT_OUT,
    survives_merge=Survives.ALWAYS,
)
BESIDE_REFERENCE = Rule(
    "OAS434",
    _W,
    "Properties next to $ref",
    f"They are left out: what $ref leads to is mapped, alone. {_SAME}",
    LEFT_OUT,
    survives_merge=Survives.ALWAYS,
)
CONDITIONAL = Rule(
    "OAS435",
    _W,
    "Properties that depend on a condition",
    f"They are left out. {_SAME}",
    LEFT_OUT,
    survives_merge=Survives.ALWAYS,
)
OTHER_KEYS = Rule(
    "OAS436",
    _W,
    "Keys that are described by a pattern",
    f"They cannot be given. {_SAME}",
    LEFT_OUT,
    survives_merge=Survives.ALWAYS,
)
OTHER_ITEMS = Rule(
    "OAS437",
    _W,
    "Items with properties of their own",
    f"Their properties are left out. {_SAME}",
    LEFT_OUT,
    survives_merge=Survives.ALWAYS,
)
OTHER_TYPE = Rule(
    "OAS438",
    _W,
    "Properties of another type",
    f"They are left out: the type is written. {_SAME}",
    LEFT_OUT,
    survives_merge=Survives.ALWAYS,
)
NOT_FOLLOWED = Rule(
    "OAS439",
    _W,
    "Schemas that only a name leads to",
    f"Their properties are left out. {_SAME}",
    LEFT_OUT,
    survives_merge=Survives.ALWAYS,
)
NULL_PATTERN = Rule("OAS440", _I, "Pattern that is null", "No validator is written for it.", LEFT_OUT, differs=True)
LIMIT_LOST = Rule("OAS441", _W, "Limit that is not a number", f"No validator is written for it. {_SAME}", LEFT_OUT)
BAD_PATTERN = Rule(
    "OAS442",
    _E,
    "Pattern that Go cannot compile",
    f"It is written, but a provider with it does not start. {_SAME}",
    BROKEN,
)
RESERVED_NAME = Rule(
    "OAS502", _E, "Name reserved by Terraform", "It is written, but a provider with it does not start.", BROKEN
)
BAD_ENTITY_NAME = Rule(
    "OAS503", _E, "Name of an entity that is no identifier", "It is written, but the Go generator refuses it.", BROKEN
)
GO_TYPES = Rule(
    "OAS511",
    _W,
    "Nested attributes with the same name",
    "They are written, but the Go generator makes one type of each name in an entity, and its code does not compile.",
    BROKEN,
)
GO_COLLISION = Rule(
    "OAS512",
    _W,
    "Two names become the same in Go",
    "They are written, but the code of the Go generator does not compile.",
    BROKEN,
)
GO_NAME = Rule(
    "OAS513",
    _W,
    "Name or type that Go cannot have",
    "It is written, but the Go generator fails, or its code does not compile or cannot be read into.",
    BROKEN,
)
EMPTY_OBJECT = Rule(
    "OAS514", _W, "Object without attributes", "It is written, and can only be given empty.", OTHER_FORM
)
EMPTY_MEMBERS = Rule(
    "OAS508",
    _E,
    "Object type without members",
    "It is written, but the Provider Code Specification does not allow it.",
    BROKEN,
)

RULES = rules_in(vars())
"""All of them by code."""
