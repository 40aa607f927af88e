"""Small schemas and configs of Crossplane providers."""

import json
from pathlib import Path
from typing import Any

import yaml

from mapper.registry import system_named
from mapper.request import Mapped, Request

from ..provider.support import block, nested, string, typed

ADDRESS = "registry.terraform.io/tests/zoo"
CONFIG = """\
name: zoo
root_group: zoo.example.org
namespaced_root_group: zoo.m.example.org
resource_metadata:
- terraform_name: zoo_animal_cage
  external_name: {mode: identifier_from_provider}
  references:
    keeper_id: {terraform_name: zoo_keeper}
  number_int: [bars]
- terraform_name: zoo_keeper
"""


def schema(resources: dict[str, Any]) -> dict[str, Any]:
    """The schema of a provider with the blocks of some resources."""
    own = {name: {"version": 0, "block": found} for name, found in resources.items()}
    provider = {"provider": {"version": 0, "block": {}}, "resource_schemas": own}
    return {"format_version": "1.0", "provider_schemas": {ADDRESS: provider}}


def menagerie() -> dict[str, str]:
    """The files of a provider with one of everything."""
    door = block({"lock": string("required"), "opened_at": string("computed")})
    cage = block(
        {
            "id": string("computed"),
            "bars": typed("number", "optional"),
            "keeper_id": string("required"),
            "region": string("required", description="Where it is."),
            "code": string("required", sensitive=True),
            "token": string("computed", sensitive=True),
            "tags": typed(["map", "string"], "optional", "computed"),
            "colours": typed(["set", "string"], "optional"),
            "heights": typed(["list", ["object", {"metres": "number"}]], "optional"),
            "odd": typed(["tuple", ["string"]], "optional"),
            "any": typed("dynamic", "optional"),
            "as": string("required"),
        },
        {
            "door": nested("list", door, min_items=1),
            "roof": nested("single", block({"flat": typed("bool", "optional")})),
            "timeouts": nested("single", block({"create": string("optional")})),
        },
    )
    keeper = block({"id": string("computed"), "name": string("required"), "age": typed("number", "optional")})
    return {
        "schema.json": json.dumps(schema({"zoo_animal_cage": cage, "zoo_keeper": keeper})),
        "provider.yaml": CONFIG,
    }


def made(folder: Path, files: dict[str, str] | None = None, config: str | None = None) -> Mapped:
    """What is made of a schema and a config in a folder."""
    for name, text in (files or menagerie()).items():
        (folder / name).write_text(text)
    path = folder / "provider.yaml"
    if config is not None:
        path.write_text(config)
    configs = [path] if path.exists() else []
    return system_named("crossplane").run(Request(folder / "schema.json", configs, folder))


def written(mapped: Mapped, folder: str = "package/crds") -> dict[str, str]:
    """The files below a folder, by their paths there."""
    files = system_named("crossplane").artifacts(mapped).items()
    return {path.removeprefix(f"{folder}/"): "".join(text) for path, text in files if path.startswith(f"{folder}/")}


def definition(mapped: Mapped, name: str) -> dict[str, Any]:
    """The definition in a file, parsed."""
    found: dict[str, Any] = yaml.safe_load(written(mapped)[f"{name}.yaml"])
    return found


def fields(definition: dict[str, Any], side: str) -> dict[str, Any]:
    """The schema of forProvider, initProvider or atProvider."""
    root = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    within = "status" if side == "atProvider" else "spec"
    found: dict[str, Any] = root[within]["properties"][side]
    return found
