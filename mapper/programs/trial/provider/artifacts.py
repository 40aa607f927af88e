"""Reads the artifacts of a provider as resources: the code spec, the generator config and the sidecar."""

from collections.abc import Mapping as Dict
from dataclasses import dataclass
from typing import Any

from mapper.model import Attribute as ModelAttribute
from mapper.model import Body, Contribution, Entity, Mapping, Nested
from mapper.model.attribute import nested_body
from mapper.model.limits import ExactlyOneOf, OneOf, find
from mapper.systems.terraform import kinds
from mapper.systems.terraform.identifiers import type_name

from .attributes import Attribute, read_attribute
from .calls import operations
from .resources import CREATE, Resource


@dataclass(frozen=True)
class Artifacts:
    """The resources of a provider, the mapping of its pages, and the attributes of its configuration."""

    provider: str
    resources: dict[str, Resource]
    mapping: Mapping
    settings: dict[str, Attribute]

    def entity(self, name: str) -> Entity:
        """The entity of a resource."""
        return next(e for e in self.mapping.entities if e.kind is kinds.RESOURCE and e.name == name)


def artifacts_of(spec: Dict[str, Any], config: Dict[str, Any], mapping: Mapping) -> Artifacts:
    """The resources of a code spec and a generator config, both as data, and of the mapping in the sidecar."""
    provider = spec["provider"]["name"]
    settings = {a["name"]: read_attribute(a) for a in spec["provider"].get("schema", {}).get("attributes", [])}
    artifacts = Artifacts(provider, {}, mapping, settings)
    for entry in spec.get("resources", []):
        name = entry["name"]
        attributes = {a["name"]: read_attribute(a) for a in entry["schema"].get("attributes", [])}
        _join(attributes, artifacts.entity(name).body)
        written = config["resources"][name]
        resource = Resource(name, type_name(name, provider), attributes)
        entity = artifacts.entity(name)
        resource.operations = operations(resource, entity, written)
        resource.identity = {i.attribute: i.pointer for i in entity.identity if i.pointer and i.response == CREATE}
        artifacts.resources[name] = resource
    return artifacts


def _join(attributes: Dict[str, Attribute], body: Body) -> None:
    """Add to attributes what the sidecar records: names in the API, origins, values."""
    for recorded in body.attributes:
        if (attribute := attributes.get(recorded.name)) is not None:
            _add(attribute, recorded)


def _add(attribute: Attribute, recorded: ModelAttribute) -> None:
    attribute.source = recorded.source_name if recorded.wire_name is None else recorded.wire_name
    origins = (origin for origin in recorded.origins if origin.contribution is not Contribution.MISMATCH)
    attribute.roles = {str(origin.part) for origin in origins}
    attribute.sent_by = frozenset(recorded.sent_by)
    values = find(recorded.limits, OneOf)
    attribute.enum = values.values if values else ()
    is_either = find(recorded.limits, ExactlyOneOf) is not None
    attribute.is_branch = attribute.nesting == "single" and is_either
    innermost = attribute
    while innermost.element is not None:
        innermost = innermost.element
    innermost.is_json = recorded.is_json
    inner = nested_body(recorded.type)
    if inner is not None:
        _join(innermost.children, inner)
        either = [member for member in inner.attributes if find(member.limits, ExactlyOneOf)]
        innermost.is_choice = len(either) == len(inner.attributes) > 1 and isinstance(recorded.type, Nested)
