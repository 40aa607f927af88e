"""The diagnostics of a Crossplane provider: OAS801 to OAS809."""

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
    "Attribute that no manifest can have",
    "The attribute is left out; everything around it is mapped.",
    LEFT_OUT,
)
COLUMN_PATH = Rule("OAS806", _W, "Column of a field that is not there", "The column stays empty.", BROKEN)
SECRET_OUTPUT = Rule(
    "OAS807", _I, "Result that is sensitive", "It is in the connection secret, and in no field.", AS_IT_IS
)
KEPT_VERSION = Rule(
    "OAS808",
    _W,
    "Version that is not made again",
    "The definition has the newest version alone; a cluster with objects of an older one needs that, too.",
    LEFT_OUT,
)
NO_KIND = Rule(
    "OAS809",
    _E,
    "Resource whose name makes no Kind",
    "It is left out; give it a `crd_name` and a `short_group`.",
    LEFT_OUT,
)

RULES = rules_in(vars())
"""All of them by code."""
