"""Custom resources -> CustomResourceDefinitions, as controller-gen lays them out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..english import plural
from ..kubernetes.yaml_text import text_of
from ..model import Attribute, Body, Collection, Entity, Mapping, Nested, Scalar, Status, Type
from .runtime import GO_TAG, SECRET, Profile, profile_of

_API_VERSION = """\
APIVersion defines the versioned schema of this representation of an object.
Servers should convert recognized schemas to the latest internal value, and
may reject unrecognized values.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources"""
_KIND = """\
Kind is a string value representing the REST resource this object represents.
Servers may infer this from the endpoint the client submits requests to.
Cannot be updated.
In CamelCase.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds"""
_IMMUTABLE = [{"message": "Value is immutable once set", "rule": "self == oldSelf"}]
_SCALARS: dict[str, dict[str, str]] = {
    "string": {"type": "string"},
    "bool": {"type": "boolean"},
    "int64": {"format": "int64", "type": "integer"},
    "float64": {"type": "number"},
    "number": {"type": "number"},
    "bytes": {"format": "byte", "type": "string"},
    "timestamp": {"format": "date-time", "type": "string"},
}
_GAPS = re.compile(r"\n{3,}")


def write_crds(mapping: Mapping) -> dict[str, str]:
    """File name -> text of a definition for each custom resource."""
    start = "\n---\n" if profile_of(mapping.target).seed else "---\n"
    return {
        f"{entity.address.group}_{entity.address.plural}.yaml": start + text_of(definition)
        for entity, definition in definitions(mapping)
        if entity.address is not None
    }


def definitions(mapping: Mapping) -> Iterator[tuple[Entity, dict[str, Any]]]:
    """The definition of each custom resource, as plain data that they share."""
    writer = _Schemas(profile_of(mapping.target))
    for entity in mapping.entities:
        if entity.address is not None:
            yield entity, writer.definition(entity)


class _Schemas:
    """Makes schemas. A structure is made once for all places that use it."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._made: dict[int, tuple[Body, dict[str, Any]]] = {}  # with the body, so that its id stays taken

    def definition(self, entity: Entity) -> dict[str, Any]:
        """The definition of one Kind."""
        address = entity.address
        if address is None:
            raise ValueError(f"{entity.name} is no custom resource")
        names: dict[str, Any] = {
            "kind": entity.name,
            "listKind": f"{entity.name}List",
            "plural": address.plural,
            "singular": entity.name.lower(),
        }
        if address.categories:
            names["categories"] = list(address.categories)
        if address.short_names:
            names["shortNames"] = list(address.short_names)
        version: dict[str, Any] = {
            "name": address.version,
            "schema": {"openAPIV3Schema": self.schema(entity)},
            "served": True,
            "storage": True,
            "subresources": {"status": {}},
        }
        if address.columns:
            version["additionalPrinterColumns"] = [_column(column) for column in address.columns]
        metadata: dict[str, Any] = {
            "annotations": {"controller-gen.kubebuilder.io/version": self._profile.controller_gen},
            "name": f"{address.plural}.{address.group}",
        }
        definition: dict[str, Any] = {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": metadata,
            "spec": {"group": address.group, "names": names, "scope": address.scope, "versions": [version]},
        }
        if self._profile.seed:
            metadata["creationTimestamp"] = None
            definition["status"] = {
                "acceptedNames": {"kind": "", "plural": ""},
                "conditions": [],
                "storedVersions": [],
            }
        return definition

    def schema(self, entity: Entity) -> dict[str, Any]:
        """The `openAPIV3Schema` of a Kind."""
        roots = {
            attribute.name: self._object(body) for attribute in entity.placed.attributes if (body := _single(attribute))
        }
        return {
            "description": f"{entity.name} is the Schema for the {plural(entity.name)} API",
            "properties": {
                "apiVersion": {"description": self._text(_API_VERSION), "type": "string"},
                "kind": {"description": self._text(_KIND), "type": "string"},
                "metadata": {"type": "object"},
                **roots,
            },
            "type": "object",
        }

    def _object(self, body: Body) -> dict[str, Any]:
        """The schema of a structure."""
        known = self._made.get(id(body))
        made: dict[str, Any] = {"type": "object"} if known is None else known[1]
        if known is None:
            if body.attributes:
                made["properties"] = {a.name: self._property(a) for a in body.attributes}
            if body.description:
                made["description"] = self._text(body.description)
            required = sorted(a.name for a in body.attributes if _is_required(a))
            if required:
                made["required"] = required
            if body.name == SECRET:
                made["x-kubernetes-map-type"] = "atomic"
            self._made[id(body)] = body, made
        return made

    def _property(self, attribute: Attribute) -> dict[str, Any]:
        schema = dict(self._type(attribute.type))
        if attribute.description:
            schema["description"] = self._text(attribute.description)
        if attribute.replaces:
            schema["x-kubernetes-validations"] = _IMMUTABLE
        return schema

    def _type(self, type_: Type) -> dict[str, Any]:
        match type_:
            case Scalar(kind):
                return _SCALARS[kind]
            case Nested("single", body):
                return self._object(body)
            case Nested("map", body):
                return {"additionalProperties": self._object(body), "type": "object"}
            case Nested(_, body):
                return {"items": self._object(body), "type": "array"}
            case Collection("map", element):
                return {"additionalProperties": self._type(element), "type": "object"}
            case Collection(_, element):
                return {"items": self._type(element), "type": "array"}
        raise ValueError(f"{type_} has no schema")

    def _text(self, text: str) -> str:
        """A comment as controller-gen reads it: no instructions, nothing below a line of dashes."""
        lines: list[str] = []
        for line in text.split("\n"):
            if line.strip() == "---":
                break
            if not line.strip().startswith(("TODO", "+")) or self._profile.seed:
                lines.append(line.rstrip())
        found = _GAPS.sub("\n\n", "\n".join(lines)).strip("\n")
        return found.replace("\n", " ") if self._profile.seed else found


def _is_required(attribute: Attribute) -> bool:
    """Whether controller-gen takes a field as required: by its marker, or as its tag in Go lacks *omitempty*."""
    bare = any(f.keyword == GO_TAG and ",omitempty" not in str(f.value) for f in attribute.fragments)
    return attribute.always or attribute.status is Status.REQUIRED or (bare and attribute.status is not Status.COMPUTED)


def _single(attribute: Attribute) -> Body | None:
    return attribute.type.body if isinstance(attribute.type, Nested) else None


def _column(column: Any) -> dict[str, Any]:
    found = {"jsonPath": column.path, "name": column.name, "type": column.type}
    return found | ({"priority": column.priority} if column.priority else {})
