"""Maps small models: a test shows operations, shapes and instructions, and nothing else.

A snippet is YAML with the operations (`CreateThing: {in: {…}, out: {…}}`, members by name) and the shapes that they
use. A member is the name of a shape, or `{shape: …, …}`. A scalar kind (`string`, `integer` …) is a shape of its own.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import Any

import yaml

from mapper.inputs import Document
from mapper.model import Attribute, Entity, Mapping, nested_body
from mapper.report.diagnostic import Rule
from mapper.request import Request
from mapper.systems.ack.api import read_api
from mapper.systems.ack.config_reader import parse_config, parse_texts
from mapper.systems.ack.crd import write_crds
from mapper.systems.ack.go import write_go
from mapper.systems.ack.map import map_model
from mapper.systems.ack.read import read_inputs
from mapper.systems.ack.runtime import LATEST, profile_of
from mapper.systems.ack.service import name_service

_SCALARS = ("string", "integer", "long", "boolean", "float", "double", "blob", "timestamp")


def generate(model: str | Path | Document, *paths: Path | None, **given: Any) -> Mapping:
    """Map the files of a service. Raises MappingError."""
    spec = Path(model) if isinstance(model, str) else model
    config, base = (*paths, None, None)[:2]
    return read_inputs(Request(spec, [config] if config else [], **{"base": base, **given})).map()


def model(operations: str, shapes: str = "{}", **metadata: str) -> bytes:
    """The bytes of a service-2.json."""
    found: dict[str, Any] = {}
    written: dict[str, Any] = {name: _shape(shape) for name, shape in yaml.safe_load(dedent(shapes)).items()}
    for name, parts in yaml.safe_load(dedent(operations)).items():
        operation = found[name] = {"name": name, "http": {"method": "POST", "requestUri": "/"}}
        operation |= {key: value for key, value in (parts or {}).items() if key not in ("in", "out")}
        for key, part, suffix in (("in", "input", "Request"), ("out", "output", "Response")):
            if parts and key in parts:
                operation[part] = {"shape": name + suffix}
                written[name + suffix] = _shape({"type": "structure", **parts[key]})
    written |= {kind: {"type": kind} for kind in _SCALARS if kind not in written}
    document = {"metadata": {"serviceId": "Zoo", **metadata}, "operations": found, "shapes": written}
    return json.dumps(document, indent=1).encode()


def _shape(shape: dict[str, Any]) -> dict[str, Any]:
    """A shape as the model writes it; what is neither a structure nor a list is kept."""
    if not {"type", "members", "list", "map"} & shape.keys():
        shape = {"type": "structure", "members": shape}
    if "list" in shape:
        return {"type": "list", "member": _ref(shape["list"])}
    if "map" in shape:
        return {"type": "map", "key": {"shape": "string"}, "value": _ref(shape["map"])}
    extra = {key: value for key, value in shape.items() if key in _STRUCTURE}
    members = shape.get("members") or {key: value for key, value in shape.items() if key not in _STRUCTURE}
    if shape.get("type", "structure") != "structure":
        return shape
    return {**extra, "type": "structure", "members": {name: _ref(member) for name, member in members.items()}}


_STRUCTURE = ("type", "members", "required", "documentation", "exception")


def _ref(member: Any) -> dict[str, Any]:
    return {"shape": member} if isinstance(member, str) else member


@dataclass(frozen=True)
class Mapped:
    """A mapping, and its parts by name."""

    mapping: Mapping

    @cached_property
    def crds(self) -> dict[str, Any]:
        """Definitions by Kind."""
        found = [yaml.safe_load(text) for text in self.texts.values()]
        return {definition["spec"]["names"]["kind"]: definition for definition in found}

    @cached_property
    def texts(self) -> dict[str, str]:
        return write_crds(self.mapping)

    @cached_property
    def go(self) -> dict[str, str]:
        return {name.rpartition("/")[2]: text for name, text in write_go(self.mapping).items()}

    @property
    def kinds(self) -> list[str]:
        return [entity.name for entity in self.mapping.entities]

    @property
    def entity(self) -> Entity:
        (entity,) = self.mapping.entities
        return entity

    def schema(self, root: str) -> Any:
        """The schema of `spec` or `status` of the only Kind."""
        (crd,) = self.crds.values()
        return crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"][root]

    @property
    def spec(self) -> dict[str, Any]:
        return dict(self.schema("spec")["properties"])

    @property
    def status(self) -> dict[str, Any]:
        """What status has besides the fields of the runtime."""
        properties = self.schema("status")["properties"]
        return {name: value for name, value in properties.items() if name not in ("ackResourceMetadata", "conditions")}

    def attribute(self, path: str) -> Attribute:
        body = self.entity.layout
        found: Attribute | None = None
        for name in path.split("."):
            found = next(a for a in body.attributes if a.name == name)
            body = nested_body(found.type) or body
        assert found is not None
        return found

    def notes(self, rule: Rule) -> list[str]:
        return [diagnostic.text for diagnostic in self.mapping.diagnostics if diagnostic.rule is rule]


def ack(
    operations: str, shapes: str = "{}", config: str = "{}", texts: str = "{}", version: str = LATEST, **metadata: str
) -> Mapped:
    """Map a model with a generator.yaml and a documentation.yaml."""
    api = read_api(Document("service-2.json", model(operations, shapes, **metadata)))
    parsed = parse_config(Document("generator.yaml", dedent(config).encode()))
    documentation = parse_texts(Document("documentation.yaml", dedent(texts).encode()))
    group, _ = name_service(api, parsed, None, None)
    return Mapped(map_model(api, parsed, documentation, profile_of(version), (parsed.document,), {}, group=group))
