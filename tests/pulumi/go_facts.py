"""What a file of stubs, laid out by gofmt, says, in the shape of the facts of the corpus."""

import json
import re
from typing import Any

PATTERNS = {
    "imports": r'^\t(?:\w+ )?"(.*)"$',
    "tokens": r'^const (\w+)Token = tokens\.Type\("(.*)"\)$',
    "structs": r"^type (\w+) struct \{\n((?:(?:\t.*)?\n)*)\}$",
    "property_constants": r"^(?:const |\t)((\w+)_\w+) += (\".*\")$",
    "method": r"^func \(p \*(\w+)Provider\) (Check|InspectChange)\(([\s\S]*?)^\}$",
    "name_operation": r"^type (\w+)ProviderOps interface \{\n((?:(?:\t.*)?\n)*)\}$",
    "typedefs": r"^type \(\n((?:\t.*\n)*)\)$",
    "constants": r"^(?:const |\t)(\w+) +(\w+) += (\".*\"|[\d.]+|true|false)$",
}


def go_facts(source: str, base: str) -> dict[str, Any]:
    found = {key: re.findall(pattern, source, re.MULTILINE) for key, pattern in PATTERNS.items()}
    properties: dict[str, list[list[str]]] = {}
    for name, type_, value in found["property_constants"]:
        properties.setdefault(type_, []).append([name, json.loads(value)])
    providers = {f"{name}Provider" for name, _ in found["tokens"]}
    asked = {
        kind: {name: _strings(body, name) for name, method, body in found["method"] if method == kind}
        for kind in ("Check", "InspectChange")
    }
    return {
        "imports": sorted(path for path in found["imports"] if path == base or path.startswith(f"{base}/")),
        "tokens": dict(found["tokens"]),
        "structs": {name: _fields(body) for name, body in found["structs"] if name not in providers},
        "property_constants": properties,
        "checks": asked["Check"],
        "replaces": asked["InspectChange"],
        "name_operation": {name: "\tName(" in body for name, body in found["name_operation"]},
        "typedefs": dict(re.findall(r"^\t(\w+) +(.*)$", "\n".join(found["typedefs"]), re.MULTILINE)),
        "constants": {name: [type_, json.loads(value)] for name, type_, value in found["constants"]},
    }


def _fields(body: str) -> list[list[str]]:
    return [list(field) for field in re.findall(r"^\t(\w+) +(.*?) +`(.*)`$", body, re.MULTILINE)]


def _strings(body: str, resource: str) -> list[str]:
    return [text for text in dict.fromkeys(re.findall(r'"((?:[^"\\]|\\.)*)"', body)) if text not in {"", resource}]
