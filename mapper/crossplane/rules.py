"""The diagnostics of a Crossplane provider: OAS801 to OAS815."""

from __future__ import annotations

from ..report.diagnostic import Rule, Severity, rules_in
from ..report.outcome import AS_IT_IS, BROKEN, LEFT_OUT, WITHOUT_EFFECT

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

UNKNOWN_PARAMETER = Rule(
    "OAS810",
    _W,
    "External name made of an argument that is not there",
    "No field is required for it, and the controller cannot make the identifier.",
    BROKEN,
    remedy="Correct the name of the argument in `external_name`.",
)
MAY_BE_INTEGER = Rule(
    "OAS811",
    _I,
    "Numbers that may be integers",
    "The fields take any number. A schema does not tell which numbers are whole; these are by their names.",
    AS_IT_IS,
    remedy="List those that are integers in `number_int`; an empty list says that there are none.",
)
TIMEOUTS = Rule(
    "OAS812",
    _I,
    "Timeouts that no manifest has",
    "How long an operation may take is set for the controller, and not in an object.",
    AS_IT_IS,
)
WRITE_ONLY = Rule(
    "OAS813",
    _I,
    "Write-only value in a status",
    "The field is in `status.atProvider`, as in all providers of this kind, and never has a value there.",
    AS_IT_IS,
)
TAKEN_NAME = Rule(
    "OAS814",
    _W,
    "Reference whose field is there already",
    "The reference is left out, and the attribute keeps the name.",
    LEFT_OUT,
    remedy="Give the reference another `ref_field` or `selector_field`.",
)
TOO_LARGE = Rule(
    "OAS815",
    _W,
    "Definition that is larger than a cluster takes",
    "The definition is written. A cluster refuses it, as etcd takes 1.5 MiB in one request.",
    BROKEN,
    remedy="Leave parts that nobody sets out with `remove`, or the resource with `exclude_resources`.",
)

RULES = rules_in(vars())
"""All of them by code."""
