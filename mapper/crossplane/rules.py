"""The diagnostics of a Crossplane provider: OAS801 to OAS809."""

from __future__ import annotations

from ..diagnostics import Rule, Severity, rules_in
from ..outcomes import AS_IT_IS, BROKEN, LEFT_OUT, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

UNKNOWN_RESOURCE = Rule(
    "OAS801",
    _W,
    "Resource of the config that the provider does not have",
    "The entry has no effect.",
    WITHOUT_EFFECT,
    remedy="Correct the `terraform_name`, or remove the entry.",
)
UNKNOWN_PATH = Rule(
    "OAS802",
    _W,
    "Path of the config that no attribute has",
    "The setting has no effect.",
    WITHOUT_EFFECT,
    remedy="Write the names of Terraform with dots between them, or remove the path.",
)
SAME_DEFINITION = Rule(
    "OAS803",
    _E,
    "Two resources with one group and plural",
    "The first resource is written. This one is left out, as a cluster takes one definition of a name.",
    LEFT_OUT,
    remedy="Give one of them another `crd_name` or `short_group`.",
)
UNKNOWN_TARGET = Rule(
    "OAS804",
    _W,
    "Reference to a resource that is not generated",
    "The fields of the reference are written, but no object in a cluster can be named in them.",
    BROKEN,
    remedy="List the resource in `resource_metadata`, or remove the reference.",
)
NO_COUNTERPART = Rule(
    "OAS805",
    _W,
    "Attribute that no manifest can have",
    "The attribute is left out. Everything around it is mapped.",
    LEFT_OUT,
    remedy="List the path in `remove` to say that it is not wanted.",
)
COLUMN_PATH = Rule(
    "OAS806",
    _W,
    "Column of a field that is not there",
    "The column stays empty.",
    BROKEN,
    remedy="Correct the `json_path`: fields have the names of manifests, such as `displayName`.",
)
SECRET_OUTPUT = Rule(
    "OAS807",
    _I,
    "Result that is sensitive",
    "The value is in the connection secret, and in no field.",
    AS_IT_IS,
)
KEPT_VERSION = Rule(
    "OAS808",
    _W,
    "Version that is not made again",
    "The definition has the newest version alone. A cluster with objects of an older one needs that, too.",
    LEFT_OUT,
    remedy="Copy the older versions from the definition of the last release.",
)
NO_KIND = Rule(
    "OAS809",
    _E,
    "Resource whose name makes no Kind",
    "The resource is left out.",
    LEFT_OUT,
    remedy="Give it a `crd_name` and a `short_group`.",
)

RULES = rules_in(vars())
"""All of them by code."""
