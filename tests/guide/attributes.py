"""The attributes of an entity as the guide lists them: a line for each, nested ones further in."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SECTIONS = {"resource": "resources", "data source": "datasources"}
_STATUS = {"computed_optional": "optional, computed"}


def attributes(spec: Path, kind: str, name: str) -> str:
    """The attributes of an entity with their types and configurability."""
    data = json.loads(spec.read_text(encoding="utf-8"))
    (entity,) = [entity for entity in data[SECTIONS[kind]] if entity["name"] == name]
    return "".join(_lines(entity["schema"].get("attributes", []), "", whole=False))


def in_full(attribute: dict[str, Any]) -> str:
    """An attribute or block of a code spec with everything that the code spec says of it, but for import paths."""
    return "".join(_lines([attribute], "", whole=True))


def _lines(listed: list[dict[str, Any]], indent: str, whole: bool) -> Iterator[str]:
    for attribute in listed:
        (kind,) = attribute.keys() - {"name"}
        value = attribute[kind]
        status = value.get("computed_optional_required") or value.get("optional_required") or "block"
        parts = [_words(kind, value), _STATUS.get(status, status), *(_facts(value) if whole else ())]
        yield f"{indent}{attribute['name']}: {', '.join(parts)}\n"
        yield from _lines(
            value.get("attributes") or value.get("nested_object", {}).get("attributes", []), indent + "  ", whole
        )


def _facts(value: dict[str, Any]) -> Iterator[str]:
    """What may differ besides type and configurability."""
    own = (value, value.get("nested_object", {}))
    if "default" in value:
        yield f"default {json.dumps(value['default'].get('static', value['default']))}"
    if value.get("sensitive"):
        yield "sensitive"
    for part in own:
        for key in ("custom_type", "associated_external_type"):
            yield from [part[key]["type"]] if key in part else []
        for key in ("validators", "plan_modifiers"):
            yield from (entry["custom"]["schema_definition"].replace("\n", "") for entry in part.get(key, ()))
    for key in ("deprecation_message", "description"):
        yield from [json.dumps(value[key])] if key in value else []


def _words(kind: str, value: dict[str, Any]) -> str:
    if "element_type" in value:
        ((inner, rest),) = value["element_type"].items()
        return f"{kind} of {_words(inner, rest)}"
    if "attribute_types" in value:
        return f"object with {', '.join(_member(member) for member in value['attribute_types'])}"
    mode = kind.removesuffix("_nested")
    return mode if mode == kind else "object" if mode == "single" else f"{mode} of object"


def _member(member: dict[str, Any]) -> str:
    (kind,) = member.keys() - {"name"}
    return f"{member['name']} ({_words(kind, member[kind])})"
