"""Values that an API makes up: identifiers, times, states."""

import itertools
from typing import Any

from .description import Description, words
from .paths import segments
from .things import Thing, identifier_place, is_identifier

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
"""Below this depth, properties are named as the parents in the path for other reasons."""


class Inventor:
    """Makes up each value once; an object keeps it by its place in responses."""

    def __init__(self, description: Description, numbers: "itertools.count[int]") -> None:
        self._description, self._numbers = description, numbers

    def value(self, thing: Thing, schema: Any, at: str, depth: int) -> Any:
        """The value at a place of the responses of an object, which has one identifier in all spellings."""
        is_of_object = at.rfind("/") == 0
        if is_of_object and is_identifier(at):
            at = identifier_place(at)
        if at not in thing.made:
            text = thing.repeated.get(at.removeprefix("/"))
            if text is None:
                thing.made[at] = self._new(thing, schema, at.rsplit("/", 1)[-1], depth)
            else:
                thing.made[at] = int(text) if self._description.kind(schema) == "integer" and text.isdigit() else text
        return thing.made[at]

    def _new(self, thing: Thing, schema: Any, name: str, depth: int) -> Any:
        view, number = self._chosen(schema), next(self._numbers)
        kind = view.get("type")
        if depth < _SHALLOW and (repeated := _of_path(thing, name, kind)) is not None:
            return repeated
        if "const" in view:
            return view["const"]
        if view.get("enum"):
            values = [value for value in view["enum"] if value is not None] or [None]
            return next((value for value in values if value != view.get("default")), values[0])
        match kind:
            case "object":
                return self._object(thing, view, depth)
            case "array":
                items = view.get("items") or {"type": "string"}
                item = MISSING if depth >= _DEEPEST else self._new(thing, items, name, depth + 1)
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

    def _object(self, thing: Thing, view: dict[str, Any], depth: int) -> Any:
        if depth > _DEEPEST:
            return {} if view.get("required") else MISSING
        members = {}
        for name, inner in (view.get("properties") or {}).items():
            member_view = self._description.view(inner)
            if not member_view.get("writeOnly") and member_view.get("format") != "password":
                members[name] = self._new(thing, inner, name, depth + 1)
        members = {name: value for name, value in members.items() if value is not MISSING}
        extra = view.get("additionalProperties")
        if not members and isinstance(extra, dict) and extra:
            value = self._new(thing, extra, "made", depth + 1)
            return {} if value is MISSING else {"made": value}
        return members or ({} if "properties" in view else {"made": "by the API"})

    def _chosen(self, schema: Any) -> dict[str, Any]:
        """The keywords of a schema, with its first choice made."""
        view = self._description.view(schema)
        if not view.get("options"):
            return view
        chosen = self._chosen(view["options"][0])
        if "properties" not in chosen:
            return chosen
        return {**view, **chosen, "properties": {**(view.get("properties") or {}), **chosen["properties"]}}


def _of_path(thing: Thing, name: str, kind: str | None) -> Any:
    """The value in the path that a response repeats; None if the property is not named as a parameter."""
    last = segments(thing.template)[-1:]
    for parameter, value in thing.parameters.items():
        is_its_own = bool(last) and f"{{{parameter}}}" in last[0]
        is_telling = is_its_own or words(parameter) not in ("id", "uuid", "name", "key")
        if words(parameter) == words(name) and is_telling:
            if kind == "string":
                return value
            if kind == "integer" and value.isdigit():
                return int(value)
    return None
