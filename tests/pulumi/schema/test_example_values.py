"""The values of inputs in programs in YAML, for each type that a schema can have."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.registry import system_named
from mapper.request import Request
from mapper.systems.pulumi.kinds import RESOURCE
from mapper.systems.pulumi.names import quoted

PULUMI = system_named("pulumi")
S = {"type": "string"}
DOOR = {"$ref": "#/types/zoo:index:Door"}
FOOD = {"$ref": "#/types/zoo:index:Food"}
VOID = {"$ref": "#/types/zoo:index:Void"}
TYPES = {
    "zoo:index:Door": {"type": "object", "properties": {"lock": S, "hue": S, "in": DOOR}, "required": ["lock"]},
    "zoo:index:Food": {"type": "string", "enum": [{"value": "hay"}, {"value": "fish"}]},
    "zoo:index:Void": {"type": "object"},
    "zoo:index:Box": {
        "type": "object",
        "properties": {
            "rows": {"type": "array", "items": VOID},
            "cells": {"type": "object", "additionalProperties": VOID},
            "one": VOID,
        },
        "required": ["rows", "cells", "one"],
    },
}


def programs(folder: Path, spec: dict[str, Any]) -> dict[str, str]:
    """The programs with an input of a type, by title and language."""
    cage = {"inputProperties": {"it": spec}, "requiredInputs": ["it"]}
    root = {"name": "zoo", "types": TYPES, "resources": {"zoo:index:Cage": cage, "zoo:index:Keeper": {}}}
    (folder / "schema.json").write_text(json.dumps(root))
    mapping = PULUMI.run(Request(folder / "schema.json", (), folder)).mapping
    (entity,) = (one for one in mapping.of_kind(RESOURCE) if one.name == "Cage")
    return {f"{one.title} {one.language}": one.text for one in PULUMI.showing.examples(entity, mapping)}


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        (S, "example-it"),
        ({"type": "integer"}, 1),
        ({"type": "number"}, 1),
        ({"type": "boolean"}, True),
        (S | {"const": "a${b}"}, "a$${b}"),
        ({"type": "integer", "const": 7}, 7),
        (FOOD, "hay"),
        ({"type": "array", "items": S}, ["example-it"]),
        ({"type": "array", "items": FOOD}, ["hay"]),
        ({"type": "object", "additionalProperties": S}, {"key": "example-it"}),
        ({"type": "object", "additionalProperties": {"type": "array", "items": S}}, {"key": ["example-it"]}),
        (DOOR, {"lock": "example-lock"}),
        ({"type": "array", "items": DOOR}, [{"lock": "example-lock"}]),
        ({"type": "object", "additionalProperties": DOOR}, {"key": {"lock": "example-lock"}}),
        ({"oneOf": [{"type": "integer"}, S]}, 1),
        ({"$ref": "pulumi.json#/Any"}, {"key": "value"}),
        ({"$ref": "pulumi.json#/Json"}, "{}"),
        ({"$ref": "pulumi.json#/Asset"}, {"fn::stringAsset": "text"}),
        ({"$ref": "pulumi.json#/Archive"}, {"fn::fileArchive": "./files"}),
        ({"type": "array", "items": {"$ref": "pulumi.json#/Asset"}}, [{"fn::stringAsset": "text"}]),
        ({"$ref": "#/resources/zoo:index:Keeper"}, "${it}"),
        ({"$ref": "#/provider"}, "${it}"),
        ({"$ref": "#/types/zoo:index:Box"}, {"rows": [], "cells": {}, "one": {}}),
        ({"type": "array", "items": VOID}, [{}]),
        ({"type": "number", "const": 1.5}, 1.5),
    ],
)
def test_an_input_has_a_value_of_its_type(tmp_path: Path, spec: dict[str, Any], value: object) -> None:
    program = yaml.safe_load(programs(tmp_path, spec)["Minimal yaml"])
    cage = {"type": "zoo:index:Cage", "properties": {"it": value}}
    type_ = "pulumi:providers:zoo" if spec == {"$ref": "#/provider"} else "zoo:index:Keeper"
    looked_up = {"it": {"type": type_, "get": {"id": "an-existing-id"}}} if value == "${it}" else {}
    assert program == {"resources": looked_up | {"example": cage}}


def test_what_is_deprecated_or_secret_is_given_only_where_it_has_to_be(tmp_path: Path) -> None:
    properties = {"old": S | {"deprecationMessage": "no"}, "key": S | {"secret": True}, "both": S}
    own = {name + more: spec for name, spec in properties.items() for more in ("", "Needed")}
    cage = {"inputProperties": own, "requiredInputs": ["oldNeeded", "keyNeeded", "bothNeeded"]}
    (tmp_path / "schema.json").write_text(json.dumps({"name": "zoo", "resources": {"zoo:index:Cage": cage}}))
    mapping = PULUMI.run(Request(tmp_path / "schema.json", (), tmp_path)).mapping
    (entity,) = mapping.of_kind(RESOURCE)
    (text,) = (
        one.text for one in PULUMI.showing.examples(entity, mapping) if f"{one.title} {one.language}" == "Full yaml"
    )
    assert sorted(yaml.safe_load(text)["resources"]["example"]["properties"]) == [
        "both",
        "bothNeeded",
        "keyNeeded",
        "oldNeeded",
    ]


@pytest.mark.parametrize(
    ("spec", "lines"),
    [
        (S, ['import { Cage } from "@pulumi/zoo";', "",
             'const example = new Cage("example", {', '    it: "example-it",', "});"]),
        ({"$ref": "#/resources/zoo:index:Keeper"},
         ['import { Cage, Keeper } from "@pulumi/zoo";', "", 'const it = Keeper.get("it", "an-existing-id");',
          'const example = new Cage("example", {', "    it: it,", "});"]),
        ({"$ref": "pulumi.json#/Archive"},
         ['import * as pulumi from "@pulumi/pulumi";', 'import { Cage } from "@pulumi/zoo";', "",
          'const example = new Cage("example", {', '    it: new pulumi.asset.FileArchive("./files"),', "});"]),
    ],
)  # fmt: skip
def test_a_program_in_typescript_imports_what_it_names(tmp_path: Path, spec: dict[str, Any], lines: list[str]) -> None:
    assert programs(tmp_path, spec)["Minimal typescript"].splitlines() == lines


@pytest.mark.parametrize(
    ("text", "literal"),
    [("a", '"a"'), ("né", '"né"'), ('"\\', r'"\"\\"'), ("\n\t", r'"\n\t"'), ("\u2028|\u2029", r'"\u2028|\u2029"')],
)
def test_a_text_is_a_literal_of_typescript(text: str, literal: str) -> None:
    assert quoted(text) == literal
