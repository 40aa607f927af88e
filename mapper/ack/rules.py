"""The diagnostics of a mapping of AWS API models and a generator.yaml: OAS701 to OAS714."""

from __future__ import annotations

from ..diagnostics import Rule, Severity, rules_in
from ..outcomes import AS_ASKED, AS_IT_IS, BROKEN, LEFT_OUT, WITHOUT_EFFECT

_W, _I = Severity.WARNING, Severity.INFO
_NOT_THERE = "The attribute is left out; everything around it is mapped."

STEERING = Rule(
    "OAS701",
    _I,
    "Setting for the code of the controller",
    "It is accepted, and changes nothing in the API of the Kind.",
    WITHOUT_EFFECT,
)
KIND_IGNORED = Rule("OAS702", _I, "Kind left out by the config", "No custom resource is written for it.", AS_ASKED)
CYCLE = Rule(
    "OAS703",
    _W,
    "Structure that leads back to itself",
    "The member that closes the cycle is left out.",
    LEFT_OUT,
    differs=True,
)
EMPTY_STRUCTURE = Rule("OAS704", _W, "Structure without members", _NOT_THERE, LEFT_OUT, differs=True)
SAME_FIELD = Rule(
    "OAS705", _W, "Two fields with the same name", "The first is written, this one is left out.", LEFT_OUT, differs=True
)
UNUSED_RESOURCE = Rule(
    "OAS707", _W, "Resource of the config that is no Kind", "The entry has no effect.", WITHOUT_EFFECT
)
KIND_EMPTY = Rule("OAS706", _W, "Kind without fields of its own", "It has only what the runtime adds.", AS_IT_IS)
KIND_TOO_LARGE = Rule(
    "OAS708",
    _W,
    "Definition that a cluster refuses",
    "It is written, but etcd takes 1.5 MiB in a request where nothing else is set; see `ignore.field_paths`.",
    BROKEN,
)
KIND_LARGE = Rule(
    "OAS709",
    _I,
    "Definition too large for an annotation",
    "It is written; give it to a cluster with `kubectl apply --server-side` or `kubectl create`.",
    AS_IT_IS,
)
KIND_NAME = Rule(
    "OAS710",
    _W,
    "Kind with a name that another needs",
    "It is left out: neither Go nor a cluster takes it beside the list of the other; `ignore` leaves the other out.",
    LEFT_OUT,
)
SERVICE_ASSUMED = Rule(
    "OAS711",
    _I,
    "API group that nobody has given",
    "Names of definitions, files and manifests have it; give the service with `--service`, or `controller_name`.",
    AS_IT_IS,
)
RULE_BELOW_LIST = Rule(
    "OAS712",
    _W,
    "Immutable field in the elements of a list or map",
    "It is written, but a cluster refuses it: lists keep no earlier value of an element, texts in maps cost too much.",
    BROKEN,
)
NEWER_KEY = Rule(
    "OAS713",
    _W,
    "Key of a newer ACK",
    "It is skipped. If it changes the API of the Kind, the output lacks the change.",
    WITHOUT_EFFECT,
)
OLDER_KEY = Rule(
    "OAS714",
    _I,
    "Key of an older ACK",
    "It is taken for what it meant, or listed as it changes no API.",
    WITHOUT_EFFECT,
)

RULES = rules_in(vars())
"""All of them by code."""
