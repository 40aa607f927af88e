"""The attributes of an entity as the guide lists them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SECTIONS = {"resource": "resources", "data source": "datasources"}
_STATUS = {"computed_optional": "optional, computed"}


def attributes(spec: Path, kind: str, name: str) -> str:
    """The attributes of an entity, a line for each, nested ones further in."""
    data = json.loads(spec.read_text(encoding="utf-8"))
    (entity,) = [entity for entity in data[SECTIONS[kind]] if entity["name"] == name]
    return "".join(f"{line}\n" for line in _lines(entity["schema"].get("attributes", []), ""))


def _lines(listed: list[dict[str, Any]], indent: str) -> Iterator[str]:
    for attribute in listed:
        (kind,) = attribute.keys() - {"name"}
        value = attribute[kind]
        status = value["computed_optional_required"]
        yield f"{indent}{attribute['name']}: {_words(kind, value)}, {_STATUS.get(status, status)}"
        yield from _lines(
            value.get("attributes") or value.get("nested_object", {}).get("attributes", []), indent + "  "
        )


def _words(kind: str, value: dict[str, Any]) -> str:
    if "element_type" in value:
        ((inner, rest),) = value["element_type"].items()
        return f"{kind} of {_words(inner, rest)}"
    mode = kind.removesuffix("_nested")
    return mode if mode == kind else "object" if mode == "single" else f"{mode} of object"
