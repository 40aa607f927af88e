"""Writes CustomResourceDefinitions as controller-gen made them from the types of 2020."""

from typing import Any

from mapper.languages.kubernetes.crd import SCALARS, Version, comment_on_one_line, definition, root, with_empty_status
from mapper.model import Address, CollectionKind, Column, ScalarKind
from mapper.systems.crossplane.common_fields import (
    CLUSTER,
    PROVIDER_CONFIG,
    object_field,
    secret,
    secret_key,
    spec_properties,
    status_properties,
    text_field,
)
from mapper.systems.crossplane.config import Settings
from mapper.systems.crossplane.fields import Field, ManifestSide, Many, ObjectShape, Shape
from mapper.systems.crossplane.resources import Target

from .resources import V2020Provider

Data = dict[str, Any]

FOLDER = "config/crd"
_CONTROLLER_GEN = "v0.4.0"


def _flat(schema: Data) -> Data:
    """A schema of the current runtime with descriptions on one line."""
    return {
        key: comment_on_one_line(value) if key == "description" else _flat(value) if isinstance(value, dict) else value
        for key, value in schema.items()
    }


_USED = "ProviderConfigReference to the provider config being used."
_USER = "ResourceReference to the managed resource using the provider config."
_NAMED = {"name": text_field("Name of the referenced object.")}
_DELETION = (
    "DeletionPolicy specifies what will happen to the underlying external when this managed resource is deleted -"
    ' either "Delete" or "Orphan" the external resource. The "Delete" policy is the default when no'
    " policy is specified."
)
_REFERENCE = (
    "ProviderReference specifies the provider that will be used to create, observe, update, and delete this managed"
    " resource. Deprecated: Please use ProviderConfigReference, i.e. `providerConfigRef`"
)
SPEC: Data = {
    "deletionPolicy": text_field(_DELETION, enum=["Orphan", "Delete"]),
    "providerConfigRef": _flat(object_field(_NAMED, "name", description=PROVIDER_CONFIG)),
    "providerRef": object_field(_NAMED, "name", description=_REFERENCE),
    "writeConnectionSecretToRef": _flat(spec_properties(CLUSTER)["writeConnectionSecretToRef"]),
}
"""The fields of a spec besides forProvider: `ResourceSpec` of crossplane-runtime 0.10."""
_CONDITION = _flat(status_properties("")["conditions"]["items"])
del _CONDITION["properties"]["observedGeneration"]
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
    spec = object_field(
        {**SPEC, "forProvider": parameters}, description=f"A {kind}Spec defines the desired state of a {kind}"
    )
    observed = {**_fields(target.fields, ManifestSide.AT), "description": seen}
    status = object_field(
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
        if field.on(side) and (field.is_secret or not field.is_hidden)
    }
    return {"properties": properties, "type": "object"} if properties else {"type": "object"}


def _field(field: Field, side: ManifestSide) -> Data:
    text = comment_on_one_line(field.text)
    schema = _secret(field) if field.is_secret else _schema(field.shape, side)
    return {**schema, "description": text} if text else schema


def _secret(field: Field) -> Data:
    """The schema of a secret reference: one key for each value, or a whole secret for a map."""
    if field.is_map:
        return secret(CLUSTER)
    reference = secret_key(CLUSTER)
    return {"items": reference, "type": "array"} if field.is_list else reference


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


def provider_definitions(provider: V2020Provider) -> list[tuple[Address, Data]]:
    """The definitions of the ProviderConfig and of its usages."""
    version = provider.settings.program.config_version
    categories = "crossplane", "provider", provider.prefix.replace("_", "-")
    age = Column("AGE", ".metadata.creationTimestamp", "date")
    credentials_name = Column("SECRET-NAME", ".spec.credentials.secretRef.name", "string", 1)
    columns = {
        "CONFIG-NAME": ".providerConfigRef.name",
        "RESOURCE-KIND": ".resourceRef.kind",
        "RESOURCE-NAME": ".resourceRef.name",
    }
    used = (age, *(Column(name, path, "string") for name, path in columns.items()))
    group, settings = provider.group, provider.settings
    config, usage = (
        Address(group, version, f"{kind.lower()}s", (), categories, CLUSTER, own, kind=kind)
        for kind, own in (("ProviderConfig", (age, credentials_name)), ("ProviderConfigUsage", used))
    )
    selector = secret_key(CLUSTER)
    selector["description"] = (
        "A CredentialsSecretRef is a reference to a secret key that contains the credentials that must be used to"
        " connect to the provider."
    )
    source = text_field("Source of the provider credentials.", enum=["None", "Secret", "InjectedIdentity"])
    credentials = object_field({"secretRef": selector, "source": source}, "source")
    credentials["description"] = "Credentials required to authenticate to this provider."
    spec = object_field(
        {"configuration": _fields(provider.fields, ManifestSide.FOR), "credentials": credentials}, "credentials"
    )
    users = {"description": "Users of this provider configuration.", "format": "int64", "type": "integer"}
    status = object_field({**STATUS, "users": users})
    about = "A ProviderConfig configures the plugin"
    object_ = {name: {"type": "string"} for name in ("apiVersion", "kind", "name", "uid")}
    uses = {
        "providerConfigRef": object_field(_NAMED, "name", description=_USED),
        "resourceRef": object_field(object_, "apiVersion", "kind", "name", description=_USER),
    }
    used_about = "A ProviderConfigUsage indicates that a resource is using a ProviderConfig"
    usage_data = _defined(usage, uses, used_about, settings)
    usage_data["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = ["providerConfigRef", "resourceRef"]
    config_data = _defined(config, {"spec": spec, "status": status}, about, settings)
    config_data["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = ["spec"]
    return [(config, config_data), (usage, usage_data)]
