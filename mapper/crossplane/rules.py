"""The diagnostics of a Crossplane provider: OAS801 to OAS808."""

from __future__ import annotations

from ..diagnostics import Rule, Severity, rules_in
from ..outcomes import AS_IT_IS, BROKEN, LEFT_OUT, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

UNKNOWN_RESOURCE = Rule(
    "OAS801", _W, "Resource of the config that the provider does not have", "The entry has no effect.", WITHOUT_EFFECT
)
UNKNOWN_PATH = Rule(
    "OAS802", _W, "Path of the config that no attribute has", "The setting has no effect.", WITHOUT_EFFECT
)
SAME_DEFINITION = Rule(
    "OAS803",
    _E,
    "Two resources with one group and plural",
    "The first is written, this one is left out: a cluster takes only one definition of a name.",
    LEFT_OUT,
)
UNKNOWN_TARGET = Rule(
    "OAS804",
    _W,
    "Reference to a resource that is not generated",
    "The fields of the reference are written, but nothing they name can be in a cluster.",
    BROKEN,
)
NO_COUNTERPART = Rule(
    "OAS805",
    _W,
    "Attribute of a type that a manifest cannot have",
    "The attribute is left out; everything around it is mapped.",
    LEFT_OUT,
)
COLUMN_PATH = Rule("OAS806", _W, "Column of a field that is not there", "The column stays empty.", BROKEN)
SECRET_OUTPUT = Rule(
    "OAS807", _I, "Result that is sensitive", "It is in the connection secret, and in no field.", AS_IT_IS
)
SAME_FIELD = Rule("OAS808", _E, "Two fields with one name", "The first is written, this one is left out.", LEFT_OUT)

RULES = rules_in(vars())
"""All of them by code."""
