"""The diagnostics of package schemas: OAS928, and from OAS950 on."""

from __future__ import annotations

from ..report.diagnostic import Rule, Severity, rules_in
from ..report.outcome import BROKEN, DISPUTED, OTHER_FORM, WITHOUT_EFFECT

_E, _W = Severity.ERROR, Severity.WARNING
_NOTHING = "Nothing is written."

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
    "OAS970",
    _E,
    "Token of another package",
    _NOTHING,
    BROKEN,
    remedy="Begin the token with the name of the package, or add the other name to `allowedPackageNames`.",
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
SCHEMA_ARGUMENTS = Rule(
    "OAS973",
    _E,
    "Arguments of a function are its inputs, each once",
    _NOTHING,
    BROKEN,
    remedy="List every input in `multiArgumentInputs`, and nothing else.",
)
SCHEMA_SAME_TOKEN = Rule(
    "OAS974",
    _E,
    "Two tokens that differ in nothing but case",
    _NOTHING,
    BROKEN,
    remedy="Rename one of the resources and functions.",
)
SCHEMA_PATTERN = Rule(
    "OAS975",
    _E,
    "Format of modules that is no regular expression",
    _NOTHING,
    BROKEN,
    remedy="Correct `moduleFormat`; usual are `(.*)` and `(.*)(?:/[^/]*)`.",
)
SCHEMA_RESERVED = Rule(
    "OAS976",
    _E,
    "pulumi is a reserved name",
    _NOTHING,
    BROKEN,
    remedy="Rename the resource, the function or the type.",
)

SCHEMA_RULES = rules_in(vars())
"""Every rule by its code."""
