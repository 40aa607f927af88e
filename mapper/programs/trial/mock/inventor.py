"""Invents values that an API sets: identifiers, times, states."""

import itertools
from typing import Any

from .description import Description, words
from .paths import segments
from .stored_objects import StoredObject, identifier_place, is_identifier

MISSING: Any = object()
"""No value at all, which is not null."""

_FORMATS = {
    "date-time": "2026-03-04T05:06:07Z",
    "date": "2026-03-04",
    "time": "05:06:07Z",
    "email": "made@example.com",
    "uri": "https://made.example.com/",
    "url": "https://made.example.com/",
    "ipv4": "192.0.2.77",
    "ipv6": "2001:db8::77",
    "hostname": "made.example.com",
    "byte": "bWFkZQ==",
}
_DEEPEST = 6
_SHALLOW = 3
"""Below this depth, a property with the name of a path parameter has a value of its own."""


class Inventor:
    """Invents each value once; an object keeps it by its place in responses."""

    def __init__(self, description: Description, numbers: "itertools.count[int]") -> None:
        self._description, self._numbers = description, numbers

    def value(self, stored: StoredObject, schema: Any, at: str, depth: int) -> Any:
        """The value at a place of an object's responses. All spellings of its identifier have one value."""
        is_of_object = at.rfind("/") == 0
        if is_of_object and is_identifier(at):
            at = identifier_place(at)
        if at not in stored.invented:
            text = stored.path_values.get(at.removeprefix("/"))
            if text is None:
                stored.invented[at] = self._invent(stored, schema, at.rsplit("/", 1)[-1], depth)
            else:
                stored.invented[at] = (
                    int(text) if self._description.kind(schema) == "integer" and text.isdigit() else text
                )
        return stored.invented[at]

    def _invent(self, stored: StoredObject, schema: Any, name: str, depth: int) -> Any:
        view, number = self._with_first_choice(schema), next(self._numbers)
        kind = view.get("type")
        if depth < _SHALLOW and (repeated := _path_value(stored, name, kind)) is not None:
            return repeated
        if "const" in view:
            return view["const"]
        if view.get("enum"):
            values = [value for value in view["enum"] if value is not None] or [None]
            return next((value for value in values if value != view.get("default")), values[0])
        match kind:
            case "object":
                return self._object(stored, view, depth)
            case "array":
                items = view.get("items") or {"type": "string"}
                item = MISSING if depth >= _DEEPEST else self._invent(stored, items, name, depth + 1)
                return [] if item is MISSING else [item]
            case "boolean":
                return view.get("default") is not True
            case "integer" | "number":
                return min(max(number, view.get("minimum") or 0), view.get("maximum") or number)
        if isinstance(view.get("default"), str):
            return view["default"]
        if view.get("format") == "uuid":
            return f"00000000-0000-4000-8000-{number:012d}"
        return _FORMATS.get(view.get("format", ""), f"made-{words(name)[:12]}-{number}")

    def _object(self, stored: StoredObject, view: dict[str, Any], depth: int) -> Any:
        if depth > _DEEPEST:
            return {} if view.get("required") else MISSING
        members = {}
        for name, inner in view.get("properties", {}).items():
            if not is_hidden(self._description.view(inner)):
                members[name] = self._invent(stored, inner, name, depth + 1)
        members = {name: value for name, value in members.items() if value is not MISSING}
        extra = view.get("additionalProperties")
        if not members and isinstance(extra, dict) and extra:
            value = self._invent(stored, extra, "made", depth + 1)
            return {} if value is MISSING else {"made": value}
        return members or ({} if "properties" in view else {"made": "by the API"})

    def _with_first_choice(self, schema: Any) -> dict[str, Any]:
        """The keywords of a schema with its first option."""
        view = self._description.view(schema)
        if not view.get("options"):
            return view
        chosen = self._with_first_choice(view["options"][0])
        if "properties" not in chosen:
            return chosen
        return {**view, **chosen, "properties": {**view.get("properties", {}), **chosen["properties"]}}


def _path_value(stored: StoredObject, name: str, kind: str | None) -> Any:
    """The value of the path parameter with this name; None if there is none."""
    last = segments(stored.template)[-1:]
    for parameter, value in stored.parameters.items():
        is_its_own = bool(last) and f"{{{parameter}}}" in last[0]
        is_telling = is_its_own or words(parameter) not in ("id", "uuid", "name", "key")
        if words(parameter) == words(name) and is_telling:
            if kind == "string":
                return value
            if kind == "integer" and value.isdigit():
                return int(value)
    return None


def is_hidden(view: dict[str, Any]) -> bool:
    """Whether no response has a property, as it is only written."""
    return bool(view.get("writeOnly")) or view.get("format") == "password"
