"""Writes CustomResourceDefinitions as controller-gen made them from the types of 2020."""

from typing import Any

from ...kubernetes.crd import SCALARS, Version, comment_on_one_line, definition, root, with_empty_status
from ...model import Address, CollectionKind, Column, ScalarKind
from ..common_fields import CLUSTER
from ..config import Settings
from ..fields import Field, ManifestSide, Many, ObjectShape, Shape
from ..resources import Target
from .plain_fields import is_hidden
from .resources import PlainProvider

Data = dict[str, Any]

FOLDER = "config/crd"
_CONTROLLER_GEN = "v0.4.0"


def _text(description: str, **more: Any) -> Data:
    return {"description": description, "type": "string", **more} if description else {"type": "string", **more}


def _object(properties: Data, *required: str, description: str = "") -> Data:
    found: Data = {"properties": properties, "type": "object"}
    if description:
        found["description"] = description
    return found | ({"required": list(required)} if required else {})


_USED = "ProviderConfigReference to the provider config being used."
_USER = "ResourceReference to the managed resource using the provider config."
_SECRET = {"name": _text("Name of the secret."), "namespace": _text("Namespace of the secret.")}
_NAMED = {"name": _text("Name of the referenced object.")}
_DELETION = (
    "DeletionPolicy specifies what will happen to the underlying external when this managed resource is deleted -"
    ' either "Delete" or "Orphan" the external resource. The "Delete" policy is the default when no'
    " policy is specified."
)
_CONFIG = (
    "ProviderConfigReference specifies how the provider that will be used to create, observe, update, and delete this"
    " managed resource should be configured."
)
_REFERENCE = (
    "ProviderReference specifies the provider that will be used to create, observe, update, and delete this managed"
    " resource. Deprecated: Please use ProviderConfigReference, i.e. `providerConfigRef`"
)
_CONNECTION = (
    "WriteConnectionSecretToReference specifies the namespace and name of a Secret to which any connection details for"
    " this managed resource should be written. Connection details frequently include the endpoint, username, and"
    " password required to connect to the managed resource."
)
SPEC: Data = {
    "deletionPolicy": _text(_DELETION, enum=["Orphan", "Delete"]),
    "providerConfigRef": _object(_NAMED, "name", description=_CONFIG),
    "providerRef": _object(_NAMED, "name", description=_REFERENCE),
    "writeConnectionSecretToRef": _object(_SECRET, "name", "namespace", description=_CONNECTION),
}
"""The fields of a spec besides forProvider: `ResourceSpec` of crossplane-runtime 0.10."""
_CONDITION = _object(
    {
        "lastTransitionTime": _text(
            "LastTransitionTime is the last time this condition transitioned from one status to another.",
            format="date-time",
        ),
        "message": _text(
            "A Message containing details about this condition's last transition from one status to another, if any."
        ),
        "reason": _text("A Reason for this condition's last transition from one status to another."),
        "status": _text("Status of this condition; is it currently True, False, or Unknown?"),
        "type": _text(
            "Type of this condition. At most one of each condition type may apply to a resource at any point in time."
        ),
    },
    "lastTransitionTime", "reason", "status", "type",
    description="A Condition that may apply to a resource.",
)  # fmt: skip
STATUS: Data = {"conditions": {"description": "Conditions of the resource.", "items": _CONDITION, "type": "array"}}
"""The fields of a status besides atProvider: `ResourceStatus` of crossplane-runtime 0.10."""


def definition_of(target: Target, settings: Settings) -> Data:
    """The definition of a resource, as plain data."""
    address, kind = target.address, target.address.kind
    parameters = {
        **_fields(target.fields, ManifestSide.FOR),
        "description": f"A {kind}Parameters defines the desired state of a {kind}",
    }
    seen = f"A {kind}Observation records the observed state of a {kind}"
    spec = _object(
        {**SPEC, "forProvider": parameters}, description=f"A {kind}Spec defines the desired state of a {kind}"
    )
    observed = {**_fields(target.fields, ManifestSide.AT), "description": seen}
    status = _object(
        {**STATUS, "atProvider": observed}, description=f"A {kind}Status defines the observed state of a {kind}"
    )
    about = f"{kind} is a managed resource representing a resource mirrored in the cloud"
    return _defined(address, {"spec": spec, "status": status}, about, settings)


def _defined(address: Address, properties: Data, about: str, settings: Settings) -> Data:
    schema = root(address.kind, properties, comment_on_one_line, about)
    version = Version(address.version, schema, address.columns)
    tool = settings.controller_gen
    return with_empty_status(
        definition(address.kind, address, [version], tool if tool != Settings().controller_gen else _CONTROLLER_GEN)
    )


def _fields(fields: tuple[Field, ...], side: ManifestSide) -> Data:
    """The schema of the fields on one side. None is required: the provider reports missing ones."""
    properties = {
        field.json: _field(field, side)
        for field in fields
        if field.on(side) and (field.is_secret or not is_hidden(field))
    }
    return {"properties": properties, "type": "object"} if properties else {"type": "object"}


def _field(field: Field, side: ManifestSide) -> Data:
    text = comment_on_one_line(field.text)
    own = _secret(field) if field.is_secret else _schema(field.shape, side)
    return {**own, "description": text} if text else own


def _secret(field: Field) -> Data:
    """The schema of a secret reference: one key for each value, or a whole secret for a map."""
    if field.is_map:
        return _object(_SECRET, "name", "namespace")
    one = _object({**_SECRET, "key": _text("The key to select.")}, "key", "name", "namespace")
    return {"items": one, "type": "array"} if field.is_list else one


def _schema(shape: Shape, side: ManifestSide) -> Data:
    match shape:
        case ObjectShape(fields):
            return _fields(fields, side)
        case Many(CollectionKind.MAP, element):
            return {"additionalProperties": _schema(element, side), "type": "object"}
        case Many(_, element):
            return {"items": _schema(element, side), "type": "array"}
        case ScalarKind():
            return SCALARS[shape]


def provider_definitions(provider: PlainProvider) -> list[tuple[Address, Data]]:
    """The definitions of the ProviderConfig and of its usages."""
    version = provider.settings.program.config_version
    categories = "crossplane", "provider", provider.prefix.replace("_", "-")
    age = Column("AGE", ".metadata.creationTimestamp", "date")
    secret = Column("SECRET-NAME", ".spec.credentials.secretRef.name", "string", 1)
    columns = {
        "CONFIG-NAME": ".providerConfigRef.name",
        "RESOURCE-KIND": ".resourceRef.kind",
        "RESOURCE-NAME": ".resourceRef.name",
    }
    used = (age, *(Column(name, path, "string") for name, path in columns.items()))
    group, settings = provider.group, provider.settings
    config, usage = (
        Address(group, version, f"{kind.lower()}s", (), categories, CLUSTER, own, kind)
        for kind, own in (("ProviderConfig", (age, secret)), ("ProviderConfigUsage", used))
    )
    selector = _object({**_SECRET, "key": _text("The key to select.")}, "key", "name", "namespace")
    selector["description"] = (
        "A CredentialsSecretRef is a reference to a secret key that contains the credentials that must be used to"
        " connect to the provider."
    )
    source = _text("Source of the provider credentials.", enum=["None", "Secret", "InjectedIdentity"])
    credentials = _object({"secretRef": selector, "source": source}, "source")
    credentials["description"] = "Credentials required to authenticate to this provider."
    spec = _object(
        {"configuration": _fields(provider.fields, ManifestSide.FOR), "credentials": credentials}, "credentials"
    )
    users = {"description": "Users of this provider configuration.", "format": "int64", "type": "integer"}
    status = _object({**STATUS, "users": users})
    about = "A ProviderConfig configures the plugin"
    object_ = {name: _text("") for name in ("apiVersion", "kind", "name", "uid")}
    uses = {
        "providerConfigRef": _object(_NAMED, "name", description=_USED),
        "resourceRef": _object(object_, "apiVersion", "kind", "name", description=_USER),
    }
    used_about = "A ProviderConfigUsage indicates that a resource is using a ProviderConfig"
    usage_data = _defined(usage, uses, used_about, settings)
    usage_data["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = ["providerConfigRef", "resourceRef"]
    config_data = _defined(config, {"spec": spec, "status": status}, about, settings)
    config_data["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = ["spec"]
    return [(config, config_data), (usage, usage_data)]
