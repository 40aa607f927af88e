"""The diagnostics of an IDL: OAS901 to OAS927."""

from __future__ import annotations

from ..report.diagnostic import Rule, Severity, rules_in
from ..report.outcome import AS_IT_IS, BROKEN, DISPUTED, OTHER_FORM, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_NOTHING = "Nothing is written."
_SAME = "The output is complete."

SYNTAX = Rule("OAS901", _E, "Go syntax error", _NOTHING, BROKEN, remedy="Correct the Go syntax.")
UNDEFINED = Rule("OAS902", _E, "Undefined name", _NOTHING, BROKEN, remedy="Declare the name, or import its package.")
IMPORT = Rule(
    "OAS903",
    _E,
    "Import that the IDL cannot have",
    _NOTHING,
    BROKEN,
    remedy="Remove the import: an IDL imports its own packages and the marker types.",
)
REDECLARED = Rule("OAS904", _E, "Name that is declared twice", _NOTHING, BROKEN, remedy="Rename one of the two.")
DECLARATION = Rule(
    "OAS905",
    _E,
    "Declaration that is neither a type nor a constant",
    _NOTHING,
    BROKEN,
    remedy="Remove the declaration: an IDL has types and constants only.",
)
ILLEGAL_TYPE = Rule(
    "OAS906", _E, "Type that an IDL cannot have", _NOTHING, BROKEN, remedy="Use one of the types that an IDL can have."
)
ENUM_BASE = Rule(
    "OAS907", _E, "Enum that is not backed by a string", _NOTHING, BROKEN, remedy="Declare the enum as a `string`."
)
CONSTANT = Rule(
    "OAS908", _E, "Constant without a literal value", _NOTHING, BROKEN, remedy="Give the constant a literal value."
)
PRIMITIVE = Rule(
    "OAS909",
    _E,
    "Primitive type other than bool, float64 and string",
    _NOTHING,
    BROKEN,
    remedy="Use `bool`, `float64` or `string`.",
)
BY_VALUE = Rule("OAS910", _E, "Resource, asset or archive by value", _NOTHING, BROKEN, remedy="Use a pointer.")
POINTER = Rule(
    "OAS911",
    _E,
    "Pointer that is neither optional nor a capability",
    _NOTHING,
    BROKEN,
    remedy="Make the member optional, or remove the pointer.",
)
OPTIONAL = Rule(
    "OAS912", _E, "Optional member that is not a pointer", _NOTHING, BROKEN, remedy="Make the member a pointer."
)
RESOURCE_ONLY = Rule(
    "OAS913",
    _E,
    "Option of resources outside of a resource",
    _NOTHING,
    BROKEN,
    remedy="Remove the option, or embed `idl.Resource` in the struct.",
)
MAP_KEY = Rule(
    "OAS914", _E, "Map with keys that are not strings", _NOTHING, BROKEN, remedy="Use `string` as the type of the keys."
)
NAMED_COLLECTION = Rule(
    "OAS915", _E, "Named map or slice by value", _NOTHING, BROKEN, remedy="Use the unnamed type, or a pointer."
)
TAG = Rule("OAS916", _E, "Tag that cannot be read", _NOTHING, BROKEN, remedy="Correct the tag.")
SAME_PROPERTY = Rule(
    "OAS917",
    _E,
    "Two properties with one name",
    _NOTHING,
    BROKEN,
    remedy="Rename one of the members, or set `name=` in its tag.",
)
RESERVED = Rule("OAS918", _E, "Name that is already taken", _NOTHING, BROKEN, remedy="Choose another name.")
SAME_PATH = Rule(
    "OAS919", _E, "Two outputs that differ only in case", _NOTHING, BROKEN, remedy="Rename one of the two."
)
INITIALS = Rule("OAS920", _I, "Automatic name of adjoining initials", _SAME, AS_IT_IS)
SUPERSET = Rule("OAS921", _I, "Extension of the design", _SAME, AS_IT_IS)
UNEXPORTED = Rule(
    "OAS922",
    _E,
    "Unexported name that another package needs",
    _NOTHING,
    BROKEN,
    remedy="Begin the name with a capital letter.",
)
CYCLE = Rule(
    "OAS923",
    _E,
    "Type that contains itself",
    _NOTHING,
    BROKEN,
    remedy="Break the cycle with a pointer to a resource, or with another type.",
)
UNREADABLE = Rule(
    "OAS924",
    _E,
    "IDL that cannot be read",
    _NOTHING,
    BROKEN,
    remedy="Check the path and the permissions of the folder.",
)
CONTRADICTION = Rule(
    "OAS925", _W, "Option without effect", "The option has no effect.", WITHOUT_EFFECT, remedy="Remove the option."
)
EXPORTED_ANYWAY = Rule(
    "OAS926",
    _W,
    "Unexported type that is written anyway",
    "The type is exported.",
    OTHER_FORM,
    remedy="Begin the name with a capital letter.",
)
STANDARD_OUTPUT = Rule(
    "OAS927",
    _W,
    "Output with a name that every resource has",
    "The output is the one of the engine.",
    DISPUTED,
    remedy="Rename the member.",
)

RULES = rules_in(vars())
"""Every rule by its code."""
