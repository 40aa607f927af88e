"""External names: how objects are identified outside of the cluster, and how that affects their configuration."""

import re
from collections.abc import Mapping
from typing import Any

from mapper.languages.tfplugin.schema import Block
from mapper.programs.provider_process.results import Object
from mapper.programs.provider_process.values import Value
from mapper.systems.crossplane.config import ExternalNameMode
from mapper.systems.crossplane.examples import EXTERNAL_NAME

from .plugin import Manifest
from .resource_kinds import ResourceKind

_ACTION = re.compile(r"\{\{-?\s*\.(parameters\.([A-Za-z_][A-Za-z0-9_]*)|external_name|externalName)\s*-?\}\}")
_ANY_ACTION = re.compile(r"\{\{.*?\}\}")


def annotations_of(resource: Mapping[str, Any]) -> Mapping[str, str]:
    """The annotations of an object whose values are strings."""
    metadata = resource.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    return (
        {name: value for name, value in annotations.items() if isinstance(value, str)}
        if isinstance(annotations, dict)
        else {}
    )


def external_name(kind: ResourceKind, resource: Mapping[str, Any]) -> str:
    """The external name of an object; empty if the provider assigns it and has not done so yet."""
    given = annotations_of(resource).get(EXTERNAL_NAME)
    if given:
        return str(given)
    if kind.is_named_by_provider:
        return ""
    return str(resource.get("metadata", {}).get("name") or "")


def with_external_name(resource: Manifest, name: str) -> Manifest:
    """A copy of the object with an external name."""
    metadata = resource.get("metadata") or {}
    annotations = {**annotations_of(resource), EXTERNAL_NAME: name}
    return {**resource, "metadata": {**metadata, "annotations": annotations}}


def _parameter(kind: ResourceKind) -> str:
    """The argument whose value is the external name; empty if there is none."""
    external = kind.external_name
    match external.mode:
        case ExternalNameMode.NAME:
            return "name"
        case ExternalNameMode.PARAMETER | ExternalNameMode.TEMPLATE:
            return external.parameter
    return ""


def given_by_name(kind: ResourceKind, resource: Manifest, block: Block) -> Object:
    """The arguments of a configuration that follow from the external name."""
    parameter, name = _parameter(kind), external_name(kind, resource)
    attribute = block.attributes.get(parameter)
    is_settable = attribute is not None and (attribute.required or attribute.optional)
    return {parameter: name} if is_settable else {}


def named_as_observed(kind: ResourceKind, resource: Mapping[str, Any], state: Object) -> Object:
    """An observed state with the argument that is the external name, which no status has.

    It follows from the observed id: the annotation may ask for another name already.
    """
    parameter = _parameter(kind)
    if parameter not in kind.block.attributes or state.get(parameter) is not None:
        return state
    return state | {parameter: name_in(kind, state) or external_name(kind, resource)}


def observed_id(resource: Mapping[str, Any]) -> str:
    """The id in the status; empty if there is none."""
    status = resource.get("status")
    observed = status.get("atProvider") if isinstance(status, dict) else None
    seen = observed.get("id") if isinstance(observed, dict) else None
    return seen if isinstance(seen, str) else ""


def identifier_of(kind: ResourceKind, resource: Mapping[str, Any]) -> str | None:
    """The Terraform id of an object; None if it is unknown.

    It is the observed id; else the external name if the provider assigns that, or one made from the name.
    """
    if seen := observed_id(resource):
        return seen
    name = external_name(kind, resource)
    if not name or kind.is_named_by_provider:
        return name or None
    if kind.external_name.template:
        return _render(kind, resource, name)
    return name


def name_in(kind: ResourceKind, state: Object) -> str:
    """The external name in a state; empty if the state does not contain it."""
    parameter = _parameter(kind)
    value = state.get(parameter) if parameter else None
    if not isinstance(value, str) or not value:
        value = state.get("id")
        if isinstance(value, str) and kind.external_name.template:
            value = _extract(kind.external_name.template, value)
    return value if isinstance(value, str) else ""


def _render(kind: ResourceKind, resource: Mapping[str, Any], name: str) -> str | None:
    spec = resource.get("spec")
    given = spec.get("forProvider") if isinstance(spec, dict) else None
    values: dict[str, Value] = {}
    for field in kind.fields:
        if isinstance(given, dict) and isinstance(given.get(field.json), str | int):
            values[field.name] = given[field.json]

    def value(match: re.Match[str]) -> str:
        return str(values.get(match[2], match[0])) if match[2] else name

    text = _ACTION.sub(value, kind.external_name.template)
    return None if _ANY_ACTION.search(text) else text


def _extract(template: str, identifier: str) -> str:
    """The external name in an identifier that was made from a template."""
    pattern, end, has_name = "", 0, False
    for match in _ANY_ACTION.finditer(template):
        pattern += re.escape(template[end : match.start()])
        action = _ACTION.fullmatch(match[0])
        is_name = action is not None and not action[2] and not has_name
        pattern += "(?P<name>.+)" if is_name else ".+?"
        has_name = has_name or is_name
        end = match.end()
    matched = re.fullmatch(pattern + re.escape(template[end:]), identifier)
    return matched.groupdict().get("name", identifier) if matched is not None else identifier
