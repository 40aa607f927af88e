"""Custom resources -> CustomResourceDefinitions, as controller-gen lays them out."""

from __future__ import annotations

import re
from typing import Any

import yaml

from ..model import Attribute, Body, Collection, Entity, Mapping, Nested, Scalar, Status, Type
from .names import plural
from .runtime import SECRET, Profile, profile_of

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
_ESCAPES = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_UNIONS = re.compile(r"\n{3,}")


def write_crds(mapping: Mapping) -> dict[str, str]:
    """File name -> text of a definition for each custom resource."""
    profile = profile_of(mapping.target)
    writer = _Schemas(profile)
    files = {}
    for entity in mapping.entities:
        if entity.address is not None:
            name = f"{entity.address.group}_{entity.address.plural}.yaml"
            files[name] = _as_text(writer.definition(entity), profile)
    return files


class _Schemas:
    """Makes schemas. A structure is made once for all places that use it."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._made: dict[int, dict[str, Any]] = {}

    def definition(self, entity: Entity) -> dict[str, Any]:
        """The definition of one Kind."""
        address = entity.address
        if address is None:
            raise ValueError(f"{entity.name} is no custom resource")
        names = {
            "kind": entity.name,
            "listKind": f"{entity.name}List",
            "plural": address.plural,
            "singular": entity.name.lower(),
        }
        if address.categories:
            names["categories"] = list(address.categories)  # type: ignore[assignment]
        if address.short_names:
            names["shortNames"] = list(address.short_names)  # type: ignore[assignment]
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
            attribute.name: self._object(body) for attribute in entity.body.attributes if (body := _single(attribute))
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
        made = self._made.get(id(body))
        if made is None:
            made = {"properties": {a.name: self._property(a) for a in body.attributes}, "type": "object"}
            if body.description:
                made["description"] = self._text(body.description)
            required = sorted(a.name for a in body.attributes if a.always or a.status is Status.REQUIRED)
            if required:
                made["required"] = required
            if body.name == SECRET:
                made["x-kubernetes-map-type"] = "atomic"
            self._made[id(body)] = made
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
        found = _UNIONS.sub("\n\n", "\n".join(lines)).strip("\n")
        return found.replace("\n", " ") if self._profile.seed else found


def _single(attribute: Attribute) -> Body | None:
    return attribute.type.body if isinstance(attribute.type, Nested) else None


def _column(column: Any) -> dict[str, Any]:
    found = {"jsonPath": column.path, "name": column.name, "type": column.type}
    return found | ({"priority": column.priority} if column.priority else {})


class _Dumper(yaml.SafeDumper):
    """Writes as Go's YAML library does: quoted text is folded at spaces without a backslash."""

    def write_double_quoted(self, text: str, split: bool = True) -> None:
        """Quoted text; a line ends at a space, and one more space after it is escaped."""
        self.write_indicator('"', True)
        for index, character in enumerate(text):
            folds = split and self.column > self.best_width and 0 < index < len(text) - 1
            if character == " " and folds and text[index - 1] != " ":
                self.write_indent()
                if text[index + 1] == " ":
                    self._write("\\")
            else:
                self._write(_ESCAPES.get(character, character))
        self.write_indicator('"', False)

    def _write(self, text: str) -> None:
        self.column += len(text)
        self.stream.write(text)

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def _text_node(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Several lines as a block, unless a tab or a space at the end of a line would be lost."""
    style = None
    if "\n" in text:
        style = '"' if "\t" in text or re.search(r" (\n|\Z)", text) else "|"
    elif not text:
        style = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text_node)


def _as_text(definition: dict[str, Any], profile: Profile) -> str:
    text: str = yaml.dump(definition, Dumper=_Dumper, width=80, allow_unicode=True, sort_keys=True)
    return ("\n---\n" if profile.seed else "---\n") + text
