"""Checks values by types, enums, constants and required properties. Patterns and bounds are not checked."""

from typing import Any

from .description import Description, Schema

_DEEPEST = 12
_MOST_SHOWN = 6


def is_of(value: Any, kind: str | None) -> bool:
    """Whether a JSON value is of a type."""
    match kind:
        case "string" | "file":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
    return True


def problems(description: Description, value: Any, schema: Schema, at: str, depth: int = 0) -> list[str]:
    """The reasons why a value does not fit a schema, each with its place; none if it fits."""
    view = description.view(schema)
    if value is None:
        may_be_null = view.get("nullable") or not view.get("type")
        return [] if may_be_null or (at == "body" and not view.get("required")) else [f"{at}: null"]
    if depth > _DEEPEST:
        return []
    if view.get("options"):
        tried = [problems(description, value, option, at, depth + 1) for option in view["options"]]
        return min(tried, key=len)
    if not is_of(value, view.get("type")):
        return [f"{at}: {view['type']} is required, not {type(value).__name__}"]
    if "const" in view and value != view["const"]:
        return [f"{at}: {value!r} is not {view['const']!r}"]
    if view.get("enum") and not _is_among(value, view["enum"], view.get("type")):
        return [f"{at}: {value!r} is not one of {view['enum'][:_MOST_SHOWN]}"]
    if isinstance(value, dict):
        return _object_problems(description, value, view, at, depth)
    if isinstance(value, list) and view.get("items"):
        items = (problems(description, item, view["items"], f"{at}[{i}]", depth + 1) for i, item in enumerate(value))
        return [problem for item in items for problem in item]
    return []


def _is_among(value: Any, entries: list[Any], kind: str | None) -> bool:
    """Whether an enum has a value. If the type rules out all entries, such as numbers, texts are compared."""
    if any(is_of(entry, kind) for entry in entries):
        return value in entries
    return str(value) in map(str, entries)


def _object_problems(
    description: Description, value: dict[str, Any], view: dict[str, Any], at: str, depth: int
) -> list[str]:
    properties, extra = view.get("properties", {}), view.get("additionalProperties")
    reasons = [
        f"{at}.{name}: missing, but required"
        for name in view.get("required", [])
        if name not in value and name in properties and not description.view(properties[name]).get("readOnly")
    ]
    for name, item in value.items():
        if name in properties:
            reasons += problems(description, item, properties[name], f"{at}.{name}", depth + 1)
        elif properties and extra is False:
            reasons.append(f"{at}.{name}: not a property")
        elif isinstance(extra, dict):
            reasons += problems(description, item, extra, f"{at}.{name}", depth + 1)
    return reasons
