"""Facts about a resource for its page, besides its fields: fragments of its entity, by keyword."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from ..model import Entity, Fragment
from .config import ExternalName, ExternalNameMode, ResourceSettings
from .examples import EXTERNAL_NAME, as_manifest, as_terraform, manifest_text
from .fields import Field, ManifestSide, ObjectShape
from .names import json_name
from .resources import Resource

EXAMPLES = "examples"
"""Examples of the registry: the title, the Terraform text and the manifest of each."""
IMPORT = "import"
"""The manifest that imports an existing object."""
SECRET = "connectionSecret"  # noqa: S105 - a keyword
"""The keys of the connection secret, and a manifest that requests it."""

READY = "readiness"
"""The readiness condition of the config, if it has one."""

_MOST_EXAMPLES = 3


def facts_about(resource: Resource) -> Iterator[Fragment]:
    """The fragments of a resource."""
    if examples := list(_examples(resource)):
        yield Fragment(EXAMPLES, examples, resource.node)
    if text := _import(resource):
        yield Fragment(IMPORT, text, resource.node)
    if text := readiness(resource.target.settings, json_name):
        yield Fragment(READY, text, resource.node)
    if text := _secret(resource):
        yield Fragment(SECRET, text, resource.node)


def fact(entity: Entity, keyword: str) -> Any:
    """The value of a fragment; None if there is none."""
    return next((fragment.value for fragment in entity.fragments if fragment.keyword == keyword), None)


def _examples(resource: Resource) -> Iterator[dict[str, str]]:
    names = Counter[str]()
    for example in resource.texts.examples:
        terraform = as_terraform(example, resource)
        manifest = as_manifest(example, resource)
        if terraform and manifest and names.total() < _MOST_EXAMPLES:
            names[example.name] += 1
            number = f" ({names[example.name]})" if names[example.name] > 1 else ""
            yield {"title": f"{example.name}{number}", "terraform": terraform, "manifest": manifest}


def _import(resource: Resource) -> str:
    target = resource.target
    name = target.settings.external_name
    given = {
        field.json: _placeholder(field) for field in target.fields if field.identifier and field.on(ManifestSide.FOR)
    }
    metadata = {"name": "example", "annotations": {EXTERNAL_NAME: _external(name, resource)}}
    return manifest_text(target.address, metadata, {"managementPolicies": ["Observe"], "forProvider": given})


def _external(name: ExternalName, resource: Resource) -> str:
    """The annotation of an existing object: the identifier in the registry's example if that is the external name."""
    match name.mode:
        case ExternalNameMode.PROVIDER:
            return next(iter(resource.texts.imports), "<id>")
        case ExternalNameMode.NAME:
            return "<name>"
        case ExternalNameMode.PARAMETER:
            return f"<{name.parameter}>"
    return f"<{name.parameter or 'name'}>"


def _placeholder(field: Field) -> Any:
    return [] if field.is_list else {} if isinstance(field.shape, ObjectShape) or field.is_map else f"<{field.name}>"


def readiness(settings: ResourceSettings, spelled: Callable[[str], str]) -> str:
    """The condition Ready by the value of a field, as YAML; empty if every existing object is ready."""
    ready = settings.readiness
    if ready is None:
        return ""
    path = ".".join(map(spelled, ready.path.split(".")))
    values = {value: str(is_ready) for value, is_ready in ready.values.items()}
    head = f"# The condition Ready, by the value of status.atProvider.{path}; Unknown for any other value\n"
    text: str = yaml.dump(values, Dumper=yaml.SafeDumper, sort_keys=False, allow_unicode=True)
    return head + text


def _secret(resource: Resource) -> str:
    """The manifest; empty if the resource has no connection details."""
    target = resource.target
    keys = [f"attribute.{field.path}" for field in target.fields if field.sensitive]
    keys += [path for path in target.settings.connection_details if path not in keys]
    if not keys:
        return ""
    text = manifest_text(target.address, {"name": "example"}, {"writeConnectionSecretToRef": {"name": "example"}})
    return text + "".join(f"# {key}\n" for key in ("Keys of the secret:", *(f"- {one}" for one in keys)))
