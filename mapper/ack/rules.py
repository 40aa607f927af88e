"""The diagnostics of a mapping of AWS API models and a generator.yaml: OAS701 to OAS714."""

from __future__ import annotations

from ..report.diagnostic import Rule, Severity, rules_in
from ..report.outcome import AS_ASKED, AS_IT_IS, BROKEN, LEFT_OUT, WITHOUT_EFFECT

_W, _I = Severity.WARNING, Severity.INFO
_NOT_THERE = "The attribute is left out; everything around it is mapped."

STEERING = Rule(
    "OAS701",
    _I,
    "Setting for the code of the controller",
    "The setting is accepted, and changes nothing in the API of the Kind.",
    WITHOUT_EFFECT,
)
KIND_IGNORED = Rule("OAS702", _I, "Kind left out by the config", "No custom resource is written for it.", AS_ASKED)
CYCLE = Rule(
    "OAS703",
    _W,
    "Structure that leads back to itself",
    "The member that closes the cycle is left out.",
    LEFT_OUT,
    remedy="Nothing to do, or ignore the member that leads back with `ignore.field_paths`.",
    differs=True,
)
EMPTY_STRUCTURE = Rule(
    "OAS704",
    _W,
    "Structure without members",
    _NOT_THERE,
    LEFT_OUT,
    remedy="To keep the field, list the structure under `empty_shapes`.",
    differs=True,
)
SAME_FIELD = Rule(
    "OAS705",
    _W,
    "Two fields with the same name",
    "The first field is written. This field is left out.",
    LEFT_OUT,
    remedy="Rename one of the two fields in `generator.yaml`.",
    differs=True,
)
UNUSED_RESOURCE = Rule(
    "OAS707",
    _W,
    "Resource of the config that is no Kind",
    "The entry has no effect.",
    WITHOUT_EFFECT,
    remedy="Correct the name of the Kind, or remove the entry.",
)
KIND_EMPTY = Rule(
    "OAS706",
    _W,
    "Kind without fields of its own",
    "The Kind has only the fields that the runtime adds.",
    AS_IT_IS,
    remedy="Check the create operation of the Kind, or ignore the Kind with `ignore.resource_names`.",
)
KIND_TOO_LARGE = Rule(
    "OAS708",
    _W,
    "Definition that a cluster refuses",
    "The definition is written, but a cluster rejects it: by default, etcd accepts requests of 1.5 MiB at most.",
    BROKEN,
    remedy="Leave out fields with `ignore.field_paths`.",
)
KIND_LARGE = Rule(
    "OAS709",
    _I,
    "Definition too large for an annotation",
    "The definition is written. `kubectl apply` cannot keep a copy of it in an annotation.",
    AS_IT_IS,
    remedy="Use `kubectl apply --server-side` or `kubectl create`.",
)
KIND_NAME = Rule(
    "OAS710",
    _W,
    "Kind with a name that another needs",
    "The Kind is left out: its name is that of the list of another Kind, which neither Go nor a cluster accepts.",
    LEFT_OUT,
    remedy="Leave out one of the two with `ignore.resource_names`.",
)
SERVICE_ASSUMED = Rule(
    "OAS711",
    _I,
    "API group that nobody has given",
    "Names of definitions, files and manifests contain the group.",
    AS_IT_IS,
    remedy="Name the service with `--service`, or `controller_name` in `generator.yaml`.",
)
RULE_BELOW_LIST = Rule(
    "OAS712",
    _W,
    "Immutable field in the elements of a list or map",
    "The rule is written, but a cluster rejects it: lists keep no earlier value of an element, and texts in maps cost "
    "too much.",
    BROKEN,
    remedy="Set `is_immutable` on the list or map itself.",
)
NEWER_KEY = Rule(
    "OAS713",
    _W,
    "Key of a newer ACK",
    "The key is skipped. If it changes the API of the Kind, the output lacks the change.",
    WITHOUT_EFFECT,
    remedy="Update oasmap, or correct the spelling of the key.",
)
OLDER_KEY = Rule(
    "OAS714",
    _I,
    "Key of an older ACK",
    "The key is read with its former meaning, or listed if it changes no API.",
    WITHOUT_EFFECT,
)

RULES = rules_in(vars())
"""All of them by code."""
