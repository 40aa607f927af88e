"""The diagnostics of an IDL: OAS901 to OAS927."""

from __future__ import annotations

from ..diagnostics import Rule, Severity, rules_in
from ..outcomes import AS_IT_IS, BROKEN, DISPUTED, OTHER_FORM, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_NOTHING = "Nothing is written."
_SAME = "The output is complete."

SYNTAX = Rule("OAS901", _E, "Not the syntax of Go", _NOTHING, BROKEN)
UNDEFINED = Rule("OAS902", _E, "Undefined name", _NOTHING, BROKEN)
IMPORT = Rule("OAS903", _E, "Import that the IDL cannot have", _NOTHING, BROKEN)
REDECLARED = Rule("OAS904", _E, "Name declared twice", _NOTHING, BROKEN)
DECLARATION = Rule("OAS905", _E, "Declaration that is neither a type nor a constant", _NOTHING, BROKEN)
ILLEGAL_TYPE = Rule("OAS906", _E, "Type that an IDL cannot have", _NOTHING, BROKEN)
ENUM_BASE = Rule("OAS907", _E, "Enum that is not backed by a string", _NOTHING, BROKEN)
CONSTANT = Rule("OAS908", _E, "Constant without a literal value", _NOTHING, BROKEN)
PRIMITIVE = Rule("OAS909", _E, "Primitive type other than bool, float64 and string", _NOTHING, BROKEN)
BY_VALUE = Rule("OAS910", _E, "Resource, asset or archive by value", _NOTHING, BROKEN)
POINTER = Rule("OAS911", _E, "Pointer to what is neither optional nor a capability", _NOTHING, BROKEN)
OPTIONAL = Rule("OAS912", _E, "Optional member that is no pointer", _NOTHING, BROKEN)
RESOURCE_ONLY = Rule("OAS913", _E, "Option of resources outside of a resource", _NOTHING, BROKEN)
MAP_KEY = Rule("OAS914", _E, "Map with keys that are no strings", _NOTHING, BROKEN)
NAMED_COLLECTION = Rule("OAS915", _E, "Named map or slice by value", _NOTHING, BROKEN)
TAG = Rule("OAS916", _E, "Tag that cannot be read", _NOTHING, BROKEN)
SAME_PROPERTY = Rule("OAS917", _E, "Two properties with one name", _NOTHING, BROKEN)
RESERVED = Rule("OAS918", _E, "Name that is taken already", _NOTHING, BROKEN)
SAME_PATH = Rule("OAS919", _E, "Two outputs that differ in nothing but case", _NOTHING, BROKEN)
INITIALS = Rule("OAS920", _I, "Automatic name of adjoining initials", _SAME, AS_IT_IS)
SUPERSET = Rule("OAS921", _I, "More than the design note allows", _SAME, AS_IT_IS)
UNEXPORTED = Rule("OAS922", _E, "Unexported name where others need it", _NOTHING, BROKEN)
CYCLE = Rule("OAS923", _E, "Type that contains itself", _NOTHING, BROKEN)
UNREADABLE = Rule("OAS924", _E, "IDL that cannot be read", _NOTHING, BROKEN)
CONTRADICTION = Rule("OAS925", _W, "Option without an effect", "The option has no effect.", WITHOUT_EFFECT)
EXPORTED_ANYWAY = Rule(
    "OAS926", _W, "Unexported type that is written all the same", "The type is exported.", OTHER_FORM
)
STANDARD_OUTPUT = Rule("OAS927", _W, "Output that every resource has", "The output is the one of the engine.", DISPUTED)

RULES = rules_in(vars())
"""Every rule by its code."""
