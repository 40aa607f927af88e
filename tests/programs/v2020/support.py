"""A small provider in the profile `v2020`, and what is in files of Go."""

import re
from pathlib import Path
from typing import Any

import yaml

from mapper.registry import system_named
from mapper.request import Mapped

from ...crossplane.support import made, schema
from ...provider.support import block, nested, string, typed

CONFIG = """\
name: zoo
profile: v2020
root-package: example.org/provider-zoo
"""
CAGE = "generated/resources/animal_cage/v1alpha1"

_STRUCT = re.compile(r"^type (\w+) struct ?\{(\}|.*?^\})", re.MULTILINE | re.DOTALL)
_MEMBER = re.compile(r'(?:(\w+)\s+)?(\S+)\s+`json:"(.*)"`')
_FUNCTION = re.compile(r"^func (?:\((?:\w+ )?\*?(\w+)\) )?(\w+)\(", re.MULTILINE)


def resources() -> dict[str, Any]:
    """The blocks of resources with one of everything."""
    lock = block({"code": string("required"), "pins": typed("number", "optional")})
    door = block({"lock_id": string("required"), "opened_at": string("computed")}, {"lock": nested("set", lock)})
    odd = block({"any": typed("dynamic", "optional"), "size": typed("number", "optional")})
    cage = block(
        {
            "id": string("computed"),
            "arn": string("computed"),
            "bars": typed("number", "optional"),
            "width": typed("number", "optional", "computed"),
            "keeper_id": string("required", description='Who has "the" key.\n+kubebuilder:skip'),
            "code": string("required", sensitive=True),
            "locked": typed("bool", "optional"),
            "tags": typed(["map", "string"], "optional", "computed"),
            "colours": typed(["set", "string"], "optional"),
            "heights": typed(["list", ["object", {"metres": "number", "odd": "dynamic"}]], "optional"),
            "grid": typed(["list", ["list", ["map", "number"]]], "optional"),
            "rows": typed(["map", ["list", ["object", {"a": "string"}]]], "computed"),
            "flags": typed(["map", ["set", "bool"]], "optional"),
            "odd": typed(["tuple", ["string"]], "optional"),
            "kind": {
                "nested_type": {"attributes": {"a": string("optional")}, "nesting_mode": "single"},
                "optional": True,
            },
        },
        {
            "door": nested("list", door),
            "back_door": nested("list", door, min_items=1, max_items=1),
            "roof": nested("single", block({"flat": typed("bool", "optional")})),
            "floor": nested("map", block({"level": typed("number", "optional")})),
            "hole": nested("list", block({})),
            "odd_block": nested("list", odd),
            "timeouts": nested("single", block({"create": string("optional")})),
        },
    )
    keeper = block({"name": string("required"), "age": typed("number", "optional")})
    methods = dict.fromkeys(("deep_copy", "deep_copy_into"), string("optional"))
    group = block(
        {"id": string("computed"), "name": string("required"), **methods}, {"version": nested("list", keeper)}
    )
    return {
        "zoo_animal_cage": cage,
        "zoo_keeper": keeper,
        "zoo_group": group,
        "zoo_internal": keeper,
        "zoo_none": block({}),
    }


def document() -> dict[str, Any]:
    """The schema of the provider, which has arguments of its own."""
    found = schema(resources())
    (own,) = found["provider_schemas"].values()
    retries = block({"most": typed("number", "optional")})
    own["provider"]["block"] = block(
        {
            "token": string("optional", sensitive=True),
            "region": string("required"),
            "any": typed("dynamic", "optional"),
        },
        {"retries": nested("list", retries, max_items=1)},
    )
    return found


def zoo(folder: Path, config: str = CONFIG) -> Mapped:
    """The provider, mapped."""
    import json

    return made(folder, {"schema.json": json.dumps(document())}, config)


def texts(mapped: Mapped, prefix: str = "") -> dict[str, str]:
    """The text of each file below a folder."""
    files = system_named("crossplane").artifacts(mapped)
    return {path: "".join(text) for path, text in files.items() if path.startswith(prefix)}


def structs(code: str) -> dict[str, set[tuple[str, str, str]]]:
    """The members of each structure: name, type and tag; what is embedded has no name."""
    found = {}
    for name, body in _STRUCT.findall(code):
        rows = (_MEMBER.fullmatch(line.strip()) for line in body.split("\n"))
        found[name] = {(row[1] or "", row[2], row[3]) for row in rows if row}
    return found


def functions(code: str) -> set[str]:
    """The names of functions; those of methods have the type that they belong to in front."""
    return {f"({owner}) {name}" if owner else name for owner, name in _FUNCTION.findall(code)}


def definition(mapped: Mapped, name: str) -> Any:
    """A definition, parsed."""
    return yaml.safe_load(texts(mapped, f"config/crd/{name}.yaml")[f"config/crd/{name}.yaml"])
