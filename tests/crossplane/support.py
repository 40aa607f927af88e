"""Small schemas and configs of Crossplane providers."""

import json
import random
import re
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import replace

from mapper.inputs import read_bytes
from mapper.registry import system_named
from mapper.request import Mapped, Request

from ..provider.support import block, nested, string, typed
from ..tfplugin.peers import CORPUS

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


def made(
    folder: Path, files: dict[str, str] | None = None, config: str | None = None, provider: str | None = None
) -> Mapped:
    """What is made of a schema, or of one of its providers, and a config in a folder."""
    for name, text in (files or menagerie()).items():
        (folder / name).write_text(text)
    path = folder / "provider.yaml"
    if config is not None:
        path.write_text(config)
    configs = [path] if path.exists() else []
    return system_named("crossplane").run(Request(folder / "schema.json", configs, folder, provider=provider))


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


VERSIONS = Path(__file__).parent / "peers" / "provider.yaml"
_GROUP = re.compile(r'CRDGroup = "(.+)"')


def provider(name: str, runtime: str = "") -> Mapped:
    """A provider of the corpus with its config, or with the versions of the others where it has none."""
    folder = CORPUS / name
    config = folder / "provider.yaml"
    request = Request(folder / "schema.json.gz", [config if config.exists() else VERSIONS], folder)
    if runtime:
        text = re.sub(rb"(?m)^runtime: .*$", f"runtime: {runtime}".encode(), request.config[0].read_bytes())

        def read(path: Path, uri: str) -> bytes:
            return text if path == request.config[0] else read_bytes(path, uri)

        request = replace(request, reader=read)
    return system_named("crossplane").run(request)


def sampled(mapped: Mapped, count: int) -> tuple[dict[str, str], dict[str, str]]:
    """The Go files of some packages, the same ones each time, and the definitions of their types."""
    files = written(mapped, "apis")
    folders = sorted({path.rpartition("/")[0] for path in files if path.count("/") > 1})
    kept = set(random.Random(0).sample(folders, min(count, len(folders))))
    found = {path: text for path, text in files.items() if path.rpartition("/")[0] in kept}
    groups = {match[1] for text in found.values() if (match := _GROUP.search(text))}
    return found, {path: text for path, text in written(mapped).items() if path.partition("_")[0] in groups}


def hostile() -> dict[str, str]:
    """The files of a provider whose names and texts are in the way of those of Go and of a cluster."""
    text = "*/ `a` ``b'' \"c\"\n+kubebuilder:validation:Enum=a;b\n\tcode\n  - item\n---\n+groupName=evil"
    inner = {"type": string("required", description=text), "deep_copy": typed("bool", "optional")}
    both = {"door": nested("list", block({"door": string("optional")}, {"door": nested("set", block(inner))}))}
    cage = block(
        {
            **dict.fromkeys(("a-b", "func", "keeper_id_ref", "name", "ipv6", "ip_v6"), string("optional")),
            "keeper_id": string("required"),
            "in": string("required"),
            "of-us": string("required", description=text),
            "any": typed("dynamic", "optional"),
            "deep_copy_into": typed("dynamic", "required"),
            "anything": typed(["list", ["map", "dynamic"]], "required"),
            "maps": typed(["list", ["map", "string"]], "optional"),
            "lists": typed(["map", ["list", "number"]], "optional"),
            "sets": typed(["list", ["set", "string"]], "optional"),
            "grid": typed(["list", ["list", ["object", {"x": "number", "deep": ["set", "bool"]}]]], "optional"),
            "pin": string("required", sensitive=True),
            "pins": typed(["list", "string"], "required", sensitive=True),
            "codes": typed(["map", "string"], "optional", sensitive=True),
            "empty": typed(["object", {}], "optional"),
        },
        {**both, "roof": nested("single", block({}, both)), "map": nested("map", block(inner))},
    )
    small = block({"size": string("optional", description=text)})
    names = (
        "zoo_a_cage zoo_a_cage_spec zoo_a_keeper zoo_a_crd_group zoo_a_scheme_builder zoo_internal_cage zoo_vendor_x"
    )
    resources = dict.fromkeys(names.split(), small) | {"zoo_a_cage": cage, "zoo_a_cage_door": cage, "zoo_root": small}
    return {"schema.json": json.dumps(schema(resources)), "provider.yaml": _CONFIG}


_CONFIG = r"""
root_group: a.example.org
namespaced_root_group: a.m.example.org
root-package: example.org/provider
controller_gen: v0.18.0
runtime: v2.1
resource_metadata:
- terraform_name: zoo_a_cage
  external_name: {mode: templated_string, template: '{{ .parameters.in }}{{ .parameters.ipv6 }}'}
  references:
    keeper_id: {terraform_name: zoo_a_keeper, extract: id}
    roof.door.door: {terraform_name: zoo_internal_cage, extract: "x\"\n", ref_field: Our, selector_field: Own}
    sets: {terraform_name: zoo_vendor_x}
  kubectl_printcolumns: [{name: 'A"`', json_path: ".spec.forProvider['`\"']", type: string, priority: 1}]
- {terraform_name: zoo_root, short_group: ''}
- {terraform_name: zoo_vendor_x, crd_name: CRDVersion}
"""
