"""The diagnostics of an IDL, OAS901 to OAS928, and of a package schema, from OAS950 on."""

from __future__ import annotations

from ..diagnostics import Rule, Severity, rules_in
from ..outcomes import AS_IT_IS, BROKEN, DISPUTED, OTHER_FORM, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_NOTHING = "Nothing is written."
_SAME = "The output is complete."

SYNTAX = Rule("OAS901", _E, "Not the syntax of Go", _NOTHING, BROKEN, remedy="Correct the Go syntax.")
UNDEFINED = Rule("OAS902", _E, "Undefined name", _NOTHING, BROKEN, remedy="Declare the name, or import its package.")
IMPORT = Rule(
    "OAS903",
    _E,
    "Import that the IDL cannot have",
    _NOTHING,
    BROKEN,
    remedy="Remove the import: an IDL imports its own packages and the marker types.",
)
REDECLARED = Rule("OAS904", _E, "Name declared twice", _NOTHING, BROKEN, remedy="Rename one of the two.")
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
    "Pointer to what is neither optional nor a capability",
    _NOTHING,
    BROKEN,
    remedy="Make the member optional, or remove the pointer.",
)
OPTIONAL = Rule(
    "OAS912", _E, "Optional member that is no pointer", _NOTHING, BROKEN, remedy="Make the member a pointer."
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
    "OAS914", _E, "Map with keys that are no strings", _NOTHING, BROKEN, remedy="Use `string` as the type of the keys."
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
RESERVED = Rule("OAS918", _E, "Name that is taken already", _NOTHING, BROKEN, remedy="Choose another name.")
SAME_PATH = Rule(
    "OAS919", _E, "Two outputs that differ in nothing but case", _NOTHING, BROKEN, remedy="Rename one of the two."
)
INITIALS = Rule("OAS920", _I, "Automatic name of adjoining initials", _SAME, AS_IT_IS)
SUPERSET = Rule("OAS921", _I, "More than the design note allows", _SAME, AS_IT_IS)
UNEXPORTED = Rule(
    "OAS922",
    _E,
    "Unexported name where others need it",
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
    "OAS925", _W, "Option without an effect", "The option has no effect.", WITHOUT_EFFECT, remedy="Remove the option."
)
EXPORTED_ANYWAY = Rule(
    "OAS926",
    _W,
    "Unexported type that is written all the same",
    "The type is exported.",
    OTHER_FORM,
    remedy="Begin the name with a capital letter.",
)
STANDARD_OUTPUT = Rule(
    "OAS927",
    _W,
    "Output that every resource has",
    "The output is the one of the engine.",
    DISPUTED,
    remedy="Rename the member.",
)

NO_SCHEMA = Rule(
    "OAS928",
    _W,
    "Token that a package schema cannot have",
    "Everything is written but schema.json.",
    OTHER_FORM,
    remedy="Use letters, digits and the separators of a token in the name.",
)
SCHEMA_SHAPE = Rule(
    "OAS950",
    _E,
    "Value of another kind than a package schema has there",
    _NOTHING,
    BROKEN,
    remedy="Correct the value: see the package schema of Pulumi.",
)
SCHEMA_KEY = Rule(
    "OAS951",
    _E,
    "Key that a package schema cannot have",
    _NOTHING,
    BROKEN,
    remedy="Remove the key, or correct its spelling.",
)
SCHEMA_MISSING = Rule("OAS952", _E, "Missing key of a package schema", _NOTHING, BROKEN, remedy="Add the key.")
SCHEMA_NAME = Rule(
    "OAS953",
    _E,
    "Not the name or the version of a package",
    _NOTHING,
    BROKEN,
    remedy="Correct the name or the version.",
)
SCHEMA_TOKEN = Rule(
    "OAS954", _E, "A token has three parts", _NOTHING, BROKEN, remedy="Write the token as PACKAGE:MODULE:NAME."
)
SCHEMA_PROVIDER = Rule(
    "OAS955",
    _E,
    "provider is a reserved name in the root module",
    _NOTHING,
    BROKEN,
    remedy="Rename the resource, or move it to another module.",
)
SCHEMA_TYPE = Rule(
    "OAS956", _E, "Not a type", _NOTHING, BROKEN, remedy="Use a primitive type, `array`, `object`, or a `$ref`."
)
SCHEMA_REFERENCE = Rule(
    "OAS957",
    _E,
    "Reference to what is not there",
    _NOTHING,
    BROKEN,
    remedy="Correct the reference, or add what it leads to.",
)
SCHEMA_ENUM = Rule(
    "OAS958",
    _E,
    "An enum value is of another type than the enum",
    _NOTHING,
    BROKEN,
    remedy="Give each value the type of the enum.",
)
SCHEMA_REQUIRED = Rule(
    "OAS959",
    _E,
    "What is required is not a property",
    _NOTHING,
    BROKEN,
    remedy="Remove the name from the list, or add the property.",
)
SCHEMA_VALUE = Rule(
    "OAS960",
    _E,
    "Value of another type than the property",
    _NOTHING,
    BROKEN,
    remedy="Correct the value, or the type of the property.",
)
SCHEMA_PROPERTY = Rule("OAS961", _E, "Reserved name of a property", _NOTHING, BROKEN, remedy="Rename the property.")
METHOD_FUNCTION = Rule(
    "OAS962", _E, "A method names a function that exists", _NOTHING, BROKEN, remedy="Correct the token of the function."
)
METHOD_ONCE = Rule(
    "OAS963", _E, "A function is a method once", _NOTHING, BROKEN, remedy="Remove one of the two methods."
)
METHOD_TOKEN = Rule(
    "OAS964",
    _E,
    "The token of a method is RESOURCE/NAME",
    _NOTHING,
    BROKEN,
    remedy="Write the token of the function as that of the resource, a slash, and the name.",
)
METHOD_SELF = Rule(
    "OAS965",
    _E,
    "A method has a parameter __self__",
    _NOTHING,
    BROKEN,
    remedy="Add the parameter `__self__` to the function.",
)
METHOD_NAME = Rule(
    "OAS966",
    _E,
    "A method and a property of a resource have different names",
    _NOTHING,
    BROKEN,
    remedy="Rename the method or the property.",
)
SCHEMA_UNKNOWN = Rule(
    "OAS967", _W, "Key that nothing reads", "The key is left out.", WITHOUT_EFFECT, remedy="Remove the key."
)
SCHEMA_OPAQUE = Rule(
    "OAS968",
    _W,
    "Type that is only known by its name",
    "The type is the primitive type that is given with its name.",
    OTHER_FORM,
    remedy="Add the type to `types`, or correct the reference.",
)
SCHEMA_STANDARD = Rule(
    "OAS969",
    _W,
    "Property that every resource has",
    "The property of the engine is written.",
    DISPUTED,
    remedy="Rename the property.",
)
SCHEMA_PACKAGE = Rule(
    "OAS970", _W, "Token of another package", _SAME, AS_IT_IS, remedy="Check that the other package is meant."
)
SCHEMA_SAME_NAME = Rule(
    "OAS971",
    _W,
    "Two tokens with one name",
    "One of them has its whole module in its name.",
    OTHER_FORM,
    remedy="Rename one of the two, if the long name is not wanted.",
)
SCHEMA_MODULE_FORMAT = Rule(
    "OAS972",
    _W,
    "Format of modules that is not known",
    "The names of modules are those of the tokens.",
    OTHER_FORM,
    remedy="Correct `moduleFormat`.",
)

RULES = rules_in(vars())
"""Every rule by its code."""
