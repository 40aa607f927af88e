"""The fields that every managed resource has besides its own: the types of crossplane-runtime, with their texts.

The texts are from the runtime's Go types: controller-gen writes the definitions of all providers from them.
"""

from typing import Any

Data = dict[str, Any]

CLUSTER, NAMESPACED = "Cluster", "Namespaced"
CONFIG_KINDS = ("ProviderConfig", "ClusterProviderConfig")
"""The Kinds that the providerConfigRef of a namespaced object may name. Another one would be a way out of its
namespace: the Kind becomes a part of a path of the API. The operator refuses others, whatever a definition allows."""
TELLS_REQUESTS = "v2.4"
"""The first version of the runtime whose status has the last handled reconcile request."""
_DESIGN = "https://github.com/crossplane/crossplane/blob/"
_OBSERVE = f"{_DESIGN}499895a25d1a1a0ba1604944ef98ac7a1a71f197/design/design-doc-observe-only-resources.md?plain=1#L223"
_CHANGES = f"{_DESIGN}444267e84783136daa93568b364a5f01228cacbe/design/one-pager-ignore-changes.md"

INIT_PROVIDER = """\
THIS IS A BETA FIELD. It will be honored
unless the Management Policies feature flag is disabled.
InitProvider holds the same fields as ForProvider, with the exception
of Identifier and other resource reference fields. The fields that are
in InitProvider are merged into ForProvider when the resource is created.
The same fields are also added to the terraform ignore_changes hook, to
avoid updating them after creation. This is useful for fields that are
required on creation, but we do not desire to update them after creation,
for example because of an external controller is managing them, like an
autoscaler."""

PROVIDER_CONFIG = """\
ProviderConfigReference specifies how the provider that will be used to
create, observe, update, and delete this managed resource should be
configured."""

SECRET_TEXTS = {
    (CLUSTER, "key"): "A SecretKeySelector is a reference to a secret key in an arbitrary namespace.",
    (NAMESPACED, "key"): """\
A LocalSecretKeySelector is a reference to a secret key
in the same namespace with the referencing object.""",
    (CLUSTER, "all"): "A SecretReference is a reference to a secret in an arbitrary namespace.",
    (NAMESPACED, "all"): """\
A LocalSecretReference is a reference to a secret in the same namespace as
the referencer.""",
}
"""The description of a secret reference, by scope and by whether it is to one key or to all keys."""


def text_field(description: str, **more: Any) -> Data:
    """The schema of a text."""
    return {"description": description, "type": "string", **more}


def object_field(properties: Data, *required: str, **more: Any) -> Data:
    """The schema of an object; `more` are its members besides the properties."""
    schema: Data = {"properties": properties, "type": "object", **more}
    return schema | {"required": list(required)} if required else schema


_RESOLUTION = """\
Resolution specifies whether resolution of this reference is required.
The default is 'Required', which means the reconcile will fail if the
reference cannot be resolved. 'Optional' means this reference will be
a no-op if it cannot be resolved."""
_RESOLVE = """\
Resolve specifies when this reference should be resolved. The default
is 'IfNotPresent', which will attempt to resolve the reference only when
the corresponding field is not present. Use 'Always' to resolve the
reference on every reconcile."""
_POLICY = {
    "resolution": text_field(_RESOLUTION, default="Required", enum=["Required", "Optional"]),
    "resolve": text_field(_RESOLVE, enum=["Always", "IfNotPresent"]),
}


def _policy(what: str) -> Data:
    return object_field(_POLICY, description=f"Policies for {what}.")


def reference(scope: str, description: str) -> Data:
    """A reference to an object by its name."""
    properties = {"name": text_field("Name of the referenced object."), "policy": _policy("referencing")}
    if scope == NAMESPACED:
        properties["namespace"] = text_field("Namespace of the referenced object")
    return object_field(properties, "name", description=description)


def references(scope: str, description: str) -> Data:
    """References to several objects."""
    about = "A NamespacedReference to a named object." if scope == NAMESPACED else "A Reference to a named object."
    return {"description": description, "items": reference(scope, about), "type": "array"}


def selector(scope: str, description: str) -> Data:
    """A selector of objects by labels."""
    matching = """\
MatchControllerRef ensures an object with the same controller reference
as the selecting object is selected."""
    labels = "MatchLabels ensures an object with matching labels is selected."
    properties = {
        "matchControllerRef": {"description": matching, "type": "boolean"},
        "matchLabels": {"additionalProperties": {"type": "string"}, "description": labels, "type": "object"},
        "policy": _policy("selection"),
    }
    if scope == NAMESPACED:
        properties["namespace"] = text_field("Namespace for the selector")
    return object_field(properties, description=description)


def secret_key(scope: str) -> Data:
    """A reference to one key of a secret."""
    name = text_field("Name of the secret.")
    if scope == NAMESPACED:
        return object_field({"key": {"type": "string"}, "name": name}, "key", "name")
    properties = {
        "key": text_field("The key to select."),
        "name": name,
        "namespace": text_field("Namespace of the secret."),
    }
    return object_field(properties, "key", "name", "namespace")


def secret(scope: str) -> Data:
    """A reference to a secret."""
    properties = {"name": text_field("Name of the secret.")}
    if scope == NAMESPACED:
        return object_field(properties, "name")
    return object_field({**properties, "namespace": text_field("Namespace of the secret.")}, "name", "namespace")


def spec_properties(scope: str, *, lists_kinds: bool = False) -> Data:
    """The fields of a spec besides forProvider and initProvider.

    `lists_kinds`: `providerConfigRef.kind` of a namespaced object has an `enum` of the Kinds that there are.
    """
    properties = {
        "managementPolicies": _management_policies(scope),
        "providerConfigRef": _provider_config(scope, lists_kinds=lists_kinds),
        "writeConnectionSecretToRef": {
            **secret(scope),
            "description": """\
WriteConnectionSecretToReference specifies the namespace and name of a
Secret to which any connection details for this managed resource should
be written. Connection details frequently include the endpoint, username,
and password required to connect to the managed resource.""",
        },
    }
    if scope == CLUSTER:
        text = f"""\
DeletionPolicy specifies what will happen to the underlying external
when this managed resource is deleted - either "Delete" or "Orphan" the
external resource.
This field is planned to be deprecated in favor of the ManagementPolicies
field in a future release. Currently, both could be set independently and
non-default values would be honored if the feature flag is enabled.
See the design doc for more information: {_OBSERVE}"""
        properties["deletionPolicy"] = text_field(text, default="Delete", enum=["Orphan", "Delete"])
    return properties


def _management_policies(scope: str) -> Data:
    replaced = """\
This field is planned to replace the DeletionPolicy field in a future
release. Currently, both could be set independently and non-default
values would be honored if the feature flag is enabled. If both are
custom, the DeletionPolicy field will be ignored.
"""
    text = f"""\
THIS IS A BETA FIELD. It is on by default but can be opted out
through a Crossplane feature flag.
ManagementPolicies specify the array of actions Crossplane is allowed to
take on the managed and external resources.
{replaced if scope == CLUSTER else ""}See the design doc for more information: {_OBSERVE}
and this one: {_CHANGES}"""
    action = """\
A ManagementAction represents an action that the Crossplane controllers
can take on an external resource."""
    actions = ["Observe", "Create", "Update", "Delete", "LateInitialize", "*"]
    return {"default": ["*"], "description": text, "items": text_field(action, enum=actions), "type": "array"}


def _provider_config(scope: str, *, lists_kinds: bool) -> Data:
    if scope == CLUSTER:
        return {**reference(scope, PROVIDER_CONFIG), "default": {"name": "default"}}
    kind = text_field("Kind of the referenced object.", **({"enum": list(CONFIG_KINDS)} if lists_kinds else {}))
    properties = {"kind": kind, "name": text_field("Name of the referenced object.")}
    default = {"kind": "ClusterProviderConfig", "name": "default"}
    return object_field(properties, "kind", "name", description=PROVIDER_CONFIG, default=default)


def status_properties(runtime: str) -> Data:
    """The fields of a status besides atProvider, by the version of the runtime."""
    time = "LastTransitionTime is the last time this condition transitioned from one\nstatus to another."
    message = """\
A Message containing details about this condition's last transition from
one status to another, if any."""
    generation = """\
ObservedGeneration represents the .metadata.generation that the condition was set based upon.
For instance, if .metadata.generation is currently 12, but the .status.conditions[x].observedGeneration is 9, the condition is out of date
with respect to the current state of the instance."""  # noqa: E501 - a line of the text
    kind = "Type of this condition. At most one of each condition type may apply to\na resource at any point in time."
    condition = object_field(
        {
            "lastTransitionTime": text_field(time, format="date-time"),
            "message": text_field(message),
            "observedGeneration": {"description": generation, "format": "int64", "type": "integer"},
            "reason": text_field("A Reason for this condition's last transition from one status to another."),
            "status": text_field("Status of this condition; is it currently True, False, or Unknown?"),
            "type": text_field(kind),
        },
        "lastTransitionTime", "reason", "status", "type",
        description="A Condition that may apply to a resource.",
    )  # fmt: skip
    observed = """\
ObservedGeneration is the latest metadata.generation
which resulted in either a ready state, or stalled due to error
it can not recover from without human intervention."""
    properties: Data = {
        "conditions": {
            "description": "Conditions of the resource.",
            "items": condition,
            "type": "array",
            "x-kubernetes-list-map-keys": ["type"],
            "x-kubernetes-list-type": "map",
        },
        "observedGeneration": {"description": observed, "format": "int64", "type": "integer"},
    }
    if runtime >= TELLS_REQUESTS:
        handled = """\
LastHandledReconcileAt holds the value of the most recent
reconcile-requested-at annotation token that the controller has
processed. Users can compare this to the annotation to determine
whether a reconcile request has been handled."""
        properties["lastHandledReconcileAt"] = text_field(handled)
    return properties
