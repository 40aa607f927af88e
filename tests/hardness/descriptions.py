"""Descriptions for tests: one resource whose bodies have the schema in question."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

CONFIG = """\
provider: {name: zoo}
resources: {pet: {create: {path: /pets, method: POST}, read: {path: /pets, method: GET}}}
"""
YAML = """\
openapi: 3.1.0
info: {title: Zoo, version: "1"}
paths:
  /pets:
    post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}
    get: {responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}}
components:
  schemas:
"""
STRING = '{"type": "string"}'
PLAIN = f'{{"type": "object", "properties": {{"a": {STRING}}}}}'


def ref(name: object) -> str:
    """A reference to a component, as JSON."""
    return json.dumps({"$ref": f"#/components/schemas/{name}"})


def obj(members: Iterable[tuple[str, str]]) -> str:
    """An object schema of properties, as JSON."""
    return f'{{"type": "object", "properties": {{{_members(members)}}}}}'


def api(schemas: Iterable[tuple[str, str]], schema: str = ref("A"), more: str = "") -> str:
    """A description in JSON, with the components `schemas`; create and read have `schema`."""
    body = f'{{"content": {{"application/json": {{"schema": {schema}}}}}}}'
    item = f'{{"post": {{"requestBody": {body}}}, "get": {{"responses": {{"200": {body}}}}}}}'
    head = '"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}'
    return f'{{{head}, "paths": {{"/pets": {item}}}, "components": {{"schemas": {{{_members(schemas)}}}}}{more}}}'


def yaml(schema: str, before: str = "") -> str:
    """A description in YAML, with the component A, and with what stands before everything."""
    return f"{before}{YAML}    A: {schema}\n"


def write(folder: Path, text: str | bytes, config: str = CONFIG) -> None:
    """Write the description and the config."""
    (folder / "api").write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    (folder / "generator_config.yml").write_text(config, encoding="utf-8")


def attributes(folder: Path) -> dict[str, Any]:
    """The attributes of the one resource in the specification, by name."""
    (entity,) = json.loads((folder / "provider_code_spec.json").read_bytes())["resources"]
    return {attribute["name"]: attribute for attribute in entity["schema"].get("attributes", [])}


def _members(members: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{json.dumps(key)}: {value}" for key, value in members)
