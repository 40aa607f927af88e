"""Connection secrets: the data of a resource that its users need to connect to it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ...tfplugin.results import Object
from ...tfplugin.values import Value
from .codec import ConvertError, namespace_of, part
from .object_names import is_name
from .outcome import SecretWrite
from .plugin import Manifest
from .resource_kinds import ResourceKind


def connection_secret(kind: ResourceKind, resource: Manifest, state: Object) -> SecretWrite | None:
    """The connection secret that an object requests, with data from its state; None if it requests none.

    Sensitive attributes have the key `attribute.NAME`; keys from the config have their own names. Raises ConvertError.
    """
    place = connection_place(kind, resource)
    return SecretWrite(*place, dict(_details(kind, state))) if place is not None else None


def connection_place(kind: ResourceKind, resource: Manifest) -> tuple[str, str] | None:
    """The namespace and name of the connection secret that an object requests; None if it requests none.

    Raises ConvertError.
    """
    reference = part(resource, "spec").get("writeConnectionSecretToRef")
    if reference is None:
        return None
    path = "spec.writeConnectionSecretToRef"
    if not isinstance(reference, dict) or not is_name(reference.get("name")):
        raise ConvertError(path, "the name of a secret is expected")
    namespace = namespace_of(resource) if kind.is_namespaced else reference.get("namespace")
    if not is_name(namespace):
        raise ConvertError(path, "a namespace is expected")
    return str(namespace), reference["name"]


def _details(kind: ResourceKind, state: Object) -> Iterator[tuple[str, bytes]]:
    paths = {field.name: f"attribute.{field.name}" for field in kind.fields if field.sensitive}
    paths |= {path: path for path in kind.settings.connection_details if path not in paths}
    for path, key in paths.items():
        value: Value = state
        for name in path.split("."):
            value = value[0] if isinstance(value, list) and value else value
            value = value.get(name) if isinstance(value, dict) else None
        if value is not None:
            yield key, value.encode() if isinstance(value, str) else json.dumps(value, default=str).encode()
