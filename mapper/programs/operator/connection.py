"""Connection secrets, and the passwords in them that are generated when they are written."""

import json
import secrets
import string
from collections.abc import Iterator
from typing import Any

from mapper.programs.provider_process.results import Object
from mapper.programs.provider_process.values import Value
from mapper.systems.crossplane.fields import Field, ManifestSide, Many, ObjectShape

from .codec import ConvertError, namespace_of, part
from .outcome import SecretKey, SecretWrite
from .plugin import Manifest, Secrets
from .resource_kinds import ResourceKind, is_name


def connection_secret(kind: ResourceKind, resource: Manifest, state: Object) -> SecretWrite | None:
    """The connection secret that an object requests, with data from its state; None if it requests none.

    Sensitive attributes have the key `attribute.NAME`; keys from the config have their own names. Raises ConvertError.
    """
    place = connection_place(kind, resource)
    return SecretWrite(*place, dict(_details(kind, state))) if place is not None else None


def connection_place(kind: ResourceKind, resource: Manifest) -> tuple[str, str] | None:
    """Namespace and name of the connection secret that an object requests; None if none. Raises ConvertError."""
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


_LENGTH = 27
_ALPHABET = string.ascii_letters + string.digits


def make_password() -> str:
    """A random password of 27 letters and digits, from a cryptographically secure source."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def missing_passwords(resource: Manifest, kind: ResourceKind, there: Secrets) -> tuple[SecretKey, ...]:
    """The keys of secrets that an object refers to, that its config lists as generated, and that do not exist.

    Raises ConvertError for references to secrets that cannot be written.
    """
    if not kind.settings.passwords:
        return ()
    missing: dict[SecretKey, None] = {}
    for side, key in ((ManifestSide.FOR, "forProvider"), (ManifestSide.INIT, "initProvider")):
        given = part(resource, "spec").get(key)
        for field, reference, path in _key_references(kind.fields, given, side, side.value):
            if field.path in kind.settings.passwords:
                place = _place(resource, kind, reference, path)
                if place.key not in (there.data(place.namespace, place.name) or {}):
                    missing[place] = None
    return tuple(missing)


def _key_references(
    fields: tuple[Field, ...], given: Any, side: ManifestSide, path: str
) -> Iterator[tuple[Field, Any, str]]:
    """The references to secrets in an object, with their fields and paths."""
    if not isinstance(given, dict):
        return
    for field in fields:
        value, member_path = given.get(field.json), f"{path}.{field.json}"
        if value is None or not field.on(side):
            continue
        match field.shape:
            case _ if field.is_secret:
                yield field, value, member_path
            case ObjectShape(inside):
                yield from _key_references(inside, value, side, member_path)
            case Many(_, ObjectShape(inside)) if isinstance(value, list):
                for index, item in enumerate(value):
                    yield from _key_references(inside, item, side, f"{member_path}[{index}]")


def _place(resource: Manifest, kind: ResourceKind, given: Any, path: str) -> SecretKey:
    if not isinstance(given, dict):
        raise ConvertError(path, "the name of a secret is expected")
    namespace = namespace_of(resource) if kind.is_namespaced else given.get("namespace")
    name, key = given.get("name"), given.get("key")
    if not is_name(namespace) or not is_name(name) or not isinstance(key, str) or not key:
        raise ConvertError(path, "a namespace, a name and a key of a secret are expected")
    return SecretKey(str(namespace), str(name), key)
