"""The TypeScript of a small package that has something of everything, as it was when the compiler accepted it."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.sdk.package import sdk_package
from mapper.systems.pulumi.schema.read import findings

from ...files import write_files
from ...kept import changes
from ...pulumi.tools import run
from ..idl.test_typescript import OPTIONS
from .test_sdk import others, with_peers

_TEXT: Any = {"type": "string"}
_BOX, _SIZE, _CRATE = "depot:store/box:Box", "depot:index:Size", "depot:store/crate:Crate"
_PAIR: Any = {"oneOf": [_TEXT, {"type": "number"}]}
_CLOUD = {"name": "cloud", "types": {"cloud:a/zone:Zone": {"type": "string", "enum": [{"value": "x"}]}}}
_OTHERS = {("cloud", "1.0.0"): {**_CLOUD, "language": {"nodejs": {"compatibility": "tfbridge20"}}}}
"""The schema of a package to which the one of the depot refers; that of the package *sky* is not known."""


def _ref(to: str) -> Any:
    return {"$ref": to}


_ALL = {
    "text": {**_TEXT, "description": "A text with @marks and */ ends."},
    "a-b": {"type": "integer", "default": 3},
    "on": {"type": "boolean", "defaultInfo": {"environment": ["DEPOT_ON", "ON"]}},
    "count": {"type": "number", "default": 1.5, "defaultInfo": {"environment": ["COUNT"]}},
    "kind": {**_TEXT, "const": "depot"},
    "secret": {**_TEXT, "secret": True},
    "secretCount": {"type": "integer", "secret": True, "default": 0},
    "plain": {**_TEXT, "plain": True},
    "old": {**_TEXT, "deprecationMessage": "Use text."},
    "list": {"type": "array", "items": {**_TEXT, "plain": True}},
    "pairs": {"type": "array", "items": _PAIR},
    "map": {"type": "object"},
    "boxes": {"type": "object", "additionalProperties": _ref(f"#/types/{_BOX}")},
    "size": _ref(f"#/types/{_SIZE}"),
    "any": _ref("pulumi.json#/Any"),
    "json": _ref("pulumi.json#/Json"),
    "asset": _ref("pulumi.json#/Asset"),
    "archive": _ref("pulumi.json#/Archive"),
    "gone": {**_TEXT, "$ref": "#/types/depot:index:Gone"},
    "crate": _ref(f"#/resources/{_CRATE.replace('/', '%2F')}"),
    "provider": _ref("#/provider"),
    "zone": _ref("/cloud/v1.0.0/schema.json#/types/cloud:a%2Fzone:Zone"),
    "sky": _ref("/sky/v2.0.0/schema.json#/types/sky:index:Star"),
    "moon": _ref("/sky/v2.0.0/schema.json#/resources/sky:moons%2Fmoon:Moon"),
}


def _depot() -> Any:
    self_ = {"__self__": _ref(f"#/resources/{_CRATE}")}
    crate = {
        "description": "Crate holds what is stored.",
        "inputProperties": _ALL,
        "requiredInputs": ["text", "kind", "a-b"],
        "properties": {
            **_ALL,
            "id": _TEXT,
            "weight": {"type": "number", "replaceOnChanges": True},
        },
        "required": ["text", "weight"],
        "stateInputs": {"properties": {"text": _TEXT, "a-b": {"type": "integer"}}},
        "aliases": [{"type": "depot:old:Crate"}, {"name": "crate"}],
        "deprecationMessage": "Use pallets.",
        "methods": {name: f"{_CRATE}/{name}" for name in ("open", "close", "weigh", "name_all", "constructor")},
    }
    methods = {
        "open": {
            "inputs": {"properties": {**self_, "a-b": _TEXT}, "required": ["__self__", "a-b"]},
            "outputs": {"properties": {"text": _TEXT, "size": _ref(f"#/types/{_SIZE}")}, "required": ["text"]},
        },
        "close": {
            "description": "Shuts it.",
            "inputs": {"properties": {**self_, "how": _TEXT}, "required": ["__self__"]},
        },
        "weigh": {"inputs": {"properties": self_}, "outputs": {"type": "number", "plain": True}},
        "name_all": {"inputs": {"properties": self_}, "outputs": {"type": "array", "items": _TEXT}},
        "constructor": {"inputs": {"properties": self_}, "outputs": {"properties": {"a": _TEXT}, "plain": True}},
    }
    result = {"properties": {"text": _TEXT, "box": _ref(f"#/types/{_BOX}")}, "required": ["text"]}
    inputs = {"properties": {"text": _TEXT, "kind": _ALL["kind"], "a-b": _ALL["a-b"]}, "required": ["kind"]}
    functions = {
        "depot:index:getBox": {
            "description": "Finds a box.",
            "inputs": inputs,
            "outputs": result,
            "deprecationMessage": "No.",
        },
        "depot:index:getAll": {"outputs": {"type": "array", "items": _TEXT}},
        "depot:store:crate": {"inputs": {**inputs, "required": ["text"]}, "outputs": result},
        "depot:index:empty": {"inputs": {"properties": {}}},
        "depot:index:outputs": {"inputs": inputs, "multiArgumentInputs": ["text", "a-b", "kind"], "outputs": result},
        **{f"{_CRATE}/{name}": spec for name, spec in methods.items()},
    }
    given = {name: _ALL[name] for name in ("text", "a-b", "secret", "on", "plain", "boxes")}
    return {
        "name": "depot",
        "version": "1.2.0",
        "description": "What a depot has.",
        "provider": {
            "inputProperties": given,
            "properties": {**given, "state": {"type": "number"}, "constructor": _TEXT},
            "methods": {"check": "pulumi:providers:depot/check"},
        },
        "resources": {
            _CRATE: crate,
            "depot:index:Plain": {"properties": {"next": _ref("#/resources/depot:index:Plain"), "all": _PAIR}},
            "depot:deep/inner/set:Set": {
                "isComponent": True,
                "inputProperties": {"text": _TEXT},
                "requiredInputs": ["text"],
                "properties": {"secret": _ALL["secret"]},
                "aliases": ["depot:old:Set"],
            },
        },
        "types": {
            _BOX: {
                "type": "object",
                "description": "Box is closed.",
                "required": ["text"],
                "properties": {"text": _TEXT, "inner": _ref(f"#/types/{_BOX}"), "size": _ref(f"#/types/{_SIZE}")},
            },
            "depot:index:Unused": {"type": "object"},
            _SIZE: {
                "type": "string",
                "description": "Size is a word.",
                "enum": [
                    {"value": "small", "description": "For little."},
                    {"value": "big", "name": "Large"},
                    {"value": ""},
                ],
            },
            "depot:store/level:Level": {
                "type": "integer",
                "enum": [{"value": 1, "name": "1st"}, {"value": 2, "name": "Two"}],
            },
            "depot:index:Never": {"type": "string", "enum": []},
        },
        "functions": {
            **functions,
            "pulumi:providers:depot/check": {"inputs": {"properties": {"__self__": _ref("#/provider")}}},
        },
        "config": {
            "variables": {name: _ALL[name] for name in ("text", "a-b", "on", "count", "pairs", "size", "boxes")}
        },
        "language": {"nodejs": {"packageName": "@example/depot", "dependencies": {"@other/pulumi-sky": "^2.0.0"}}},
    }


def _cut() -> Any:
    """The same without what most packages have, and with the settings of some."""
    schema = _depot()
    node = {"disableUnionOutputTypes": True, "compatibility": "kubernetes20", "moduleToPackage": {"store/crate": "a.b"}}
    kept = {"depot:index:Plain", _CRATE}
    crate = {name: _ALL[name] for name in ("text", "pairs", "sky")}
    return {
        "name": "depot",
        "types": {},
        "resources": {
            **{token: spec for token, spec in schema["resources"].items() if token in kept},
            _CRATE: {"inputProperties": crate, "requiredInputs": ["text"], "properties": {"all": _PAIR}},
        },
        "language": {"nodejs": node},
    }


_SCHEMAS = {"depot": _depot, "cut": _cut}


@pytest.mark.parametrize("name", _SCHEMAS)
def test_no_byte_of_a_package_changes_unnoticed(name: str) -> None:
    schema = _SCHEMAS[name]()
    assert [str(one) for one in findings(schema) if one.is_error] == []
    assert changes(Path(__file__).parent / "kept" / name, sdk_package(schema, _OTHERS)) == ""


@pytest.mark.peer
def test_the_compiler_accepts_the_packages(tmp_path: Path) -> None:
    texts: list[str] = []
    for name, schema in _SCHEMAS.items():
        files = sdk_package(schema(), _OTHERS)
        write_files(tmp_path / name, files)
        texts += files.values()
    write_files(tmp_path, others(texts))
    options = {"compilerOptions": {**OPTIONS, "noEmit": True}, "exclude": ["node_modules"]}
    write_files(tmp_path, {"tsconfig.json": json.dumps(options)})
    assert run([with_peers(tmp_path), "-p", "."], tmp_path) == (0, "")
