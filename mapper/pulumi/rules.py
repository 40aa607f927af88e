"""What the system has to say about an IDL: its rules by code.

They are values of this package until systems register their own rules; then `RULES` is what it registers.
"""

from __future__ import annotations

from ..diagnostics import Rule, Severity

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_NOTHING = "Nothing is written."
_SAME = "The output is complete."

SYNTAX = Rule("OAS901", _E, "Not the syntax of Go", _NOTHING)
UNDEFINED = Rule("OAS902", _E, "Undefined name", _NOTHING)
IMPORT = Rule("OAS903", _E, "Import that the IDL cannot have", _NOTHING)
REDECLARED = Rule("OAS904", _E, "Name declared twice", _NOTHING)
DECLARATION = Rule("OAS905", _E, "Declaration that is neither a type nor a constant", _NOTHING)
ILLEGAL_TYPE = Rule("OAS906", _E, "Type that an IDL cannot have", _NOTHING)
ENUM_BASE = Rule("OAS907", _E, "Enum that is not backed by a string", _NOTHING)
CONSTANT = Rule("OAS908", _E, "Constant without a literal value", _NOTHING)
PRIMITIVE = Rule("OAS909", _E, "Primitive type other than bool, float64 and string", _NOTHING)
BY_VALUE = Rule("OAS910", _E, "Resource, asset or archive by value", _NOTHING)
POINTER = Rule("OAS911", _E, "Pointer to what is neither optional nor a capability", _NOTHING)
OPTIONAL = Rule("OAS912", _E, "Optional member that is no pointer", _NOTHING)
RESOURCE_ONLY = Rule("OAS913", _E, "Option of resources outside of a resource", _NOTHING)
MAP_KEY = Rule("OAS914", _E, "Map with keys that are no strings", _NOTHING)
NAMED_COLLECTION = Rule("OAS915", _E, "Named map or slice by value", _NOTHING)
TAG = Rule("OAS916", _E, "Tag that cannot be read", _NOTHING)
SAME_PROPERTY = Rule("OAS917", _E, "Two properties with one name", _NOTHING)
RESERVED = Rule("OAS918", _E, "Name that is taken already", _NOTHING)
SAME_PATH = Rule("OAS919", _E, "Two outputs that differ in nothing but case", _NOTHING)
INITIALS = Rule("OAS920", _I, "Automatic name of adjoining initials", _SAME)
SUPERSET = Rule("OAS921", _I, "More than the design note allows", _SAME)
UNEXPORTED = Rule("OAS922", _E, "Unexported name where others need it", _NOTHING)
CYCLE = Rule("OAS923", _E, "Type that contains itself", _NOTHING)
UNREADABLE = Rule("OAS924", _E, "IDL that cannot be read", _NOTHING)
CONTRADICTION = Rule("OAS925", _W, "Option without an effect", "The option has no effect.")
EXPORTED_ANYWAY = Rule("OAS926", _W, "Unexported type that is written all the same", "The type is exported.")
STANDARD_OUTPUT = Rule("OAS927", _W, "Output that every resource has", "The output is the one of the engine.")

RULES = {
    rule.code: rule
    for rule in (
        SYNTAX, UNDEFINED, IMPORT, REDECLARED, DECLARATION, ILLEGAL_TYPE, ENUM_BASE, CONSTANT, PRIMITIVE, BY_VALUE,
        POINTER, OPTIONAL, RESOURCE_ONLY, MAP_KEY, NAMED_COLLECTION, TAG, SAME_PROPERTY, RESERVED, SAME_PATH, INITIALS,
        SUPERSET, UNEXPORTED, CYCLE, UNREADABLE, CONTRADICTION, EXPORTED_ANYWAY,
        STANDARD_OUTPUT,
    )
}  # fmt: skip
"""Every rule by its code."""
