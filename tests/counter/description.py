"""An API description as plain data: its operations, its schemas, and what a schema says of a value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml

SAME_VALUE = ("not", "if", "then", "else")
LISTS = ("anyOf", "oneOf", "allOf")
NAMED = ("dependentSchemas", "dependencies")
ITEMS = ("items", "prefixItems", "contains", "additionalItems", "unevaluatedItems", "propertyNames")
VALUES = ("additionalProperties", "unevaluatedProperties")


class _Loader(yaml.CSafeLoader):
    """Reads every scalar as text, so that no name becomes a number or a date."""

    yaml_implicit_resolvers = {"<": [("tag:yaml.org,2002:merge", re.compile(r"^<<$"))]}  # noqa: RUF012


@dataclass(frozen=True)
class Place:
    """A value and the file that it stands in."""

    file: Path
    value: Any

    def at(self, key: str) -> Place | None:
        return Place(self.file, self.value[key]) if isinstance(self.value, dict) and key in self.value else None

    def children(self) -> Iterator[tuple[str, Place]]:
        entries = self.value.items() if isinstance(self.value, dict) else ()
        yield from ((str(key), Place(self.file, value)) for key, value in entries)

    def entries(self) -> list[Place]:
        listed = self.value if isinstance(self.value, list) else [self.value]
        return [Place(self.file, value) for value in listed]


ANY_VALUES = "any values"
"""The kind of keys that `additionalProperties` allow with a schema that says nothing of values, as `true` does."""

_ABOUT = frozenset(("deprecated", "description", "example", "examples", "title"))


@dataclass
class Shape:
    """The properties of a value by name, what is inside of it without a name, and the kinds of keys without names."""

    properties: dict[str, list[Place]] = field(default_factory=dict)
    items: list[Place] = field(default_factory=list)
    values: list[Place] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)


class Description:
    """An API description and the files that it refers to."""

    def __init__(self, path: Path, text: bytes | None = None) -> None:
        self._files: dict[Path, Any] = {}
        if text is not None:
            self._files[path.resolve()] = _parse(text)
        self.root = self._file(path)
        self.swagger = "swagger" in self.root.value
        self._shapes: dict[tuple[int, ...], Shape] = {}

    def _file(self, path: Path) -> Place:
        path = path.resolve()
        if path not in self._files:
            self._files[path] = _parse(path.read_bytes())
        return Place(path, self._files[path])

    def target(self, place: Place) -> Place | None:
        """What `$ref` in a place leads to, one step; None where it leads nowhere."""
        file, _, pointer = place.value["$ref"].partition("#")
        try:
            found: Any = self._file(place.file.parent / unquote(file)) if file else self._file(place.file)
        except (OSError, ValueError, yaml.YAMLError):
            return None
        for candidate in (unquote(pointer), pointer):
            value = found.value
            for token in (part.replace("~1", "/").replace("~0", "~") for part in candidate.split("/")[1:]):
                if isinstance(value, list) and token.isdigit() and int(token) < len(value):
                    value = value[int(token)]
                elif isinstance(value, dict) and token in value:
                    value = value[token]
                else:
                    break
            else:
                return Place(found.file, value)
        return None

    def follow(self, place: Place | None) -> Place | None:
        """The end of a chain of references."""
        for _ in range(100):
            if place is None or not isinstance(place.value, dict) or not isinstance(place.value.get("$ref"), str):
                return place
            place = self.target(place)
        return None

    def shape(self, places: Iterable[Place]) -> Shape:
        """What schemas say together of the same value, whatever way they are composed."""
        places = list(places)
        key = tuple(id(place.value) for place in places)
        if key not in self._shapes:
            self._shapes[key] = self._shape(places)
        return self._shapes[key]

    def _shape(self, places: list[Place]) -> Shape:
        shape, seen = Shape(), set()
        stack = [(place, True) for place in places]  # whether it is alone, not one of several in an allOf
        while stack:
            place, alone = stack.pop()
            value = place.value
            if not isinstance(value, dict) or id(value) in seen:
                continue
            seen.add(id(value))
            stack += [(found, alone) for found in self._applied(place)]
            parts = _entries(place, "allOf")
            stack += [(part, alone and len(parts) == 1) for part in parts]
            if alone and not {"oneOf", "anyOf"} & value.keys():
                stack += [(variant, False) for variant in self._variants(place)]
            _read(place, shape)
        return shape

    def _applied(self, place: Place) -> Iterator[Place]:
        value = place.value
        if isinstance(value.get("$ref"), str) and (target := self.target(place)):
            yield target
        for key in (*SAME_VALUE, "anyOf", "oneOf"):
            yield from _entries(place, key)
        for key in NAMED:
            if found := place.at(key):
                yield from (schema for _, schema in found.children())

    def _variants(self, place: Place) -> Iterator[Place]:
        mapping = (place.at("discriminator") or Place(place.file, None)).at("mapping")
        for _, member in mapping.children() if mapping else ():
            text = str(member.value)
            if not any(mark in text for mark in "#/."):
                text = f"#/components/schemas/{text}"
            if target := self.target(Place(place.file, {"$ref": text})):
                yield target

    def type(self, place: Place) -> str:
        """The type that a schema has in the end, as far as its references and single parts tell."""
        found: Place | None = place
        for _ in range(100):
            found = self.follow(found)
            if found is None or not isinstance(found.value, dict):
                return ""
            if "type" in found.value and not set(LISTS) & found.value.keys():
                listed = found.value["type"] if isinstance(found.value["type"], list) else [found.value["type"]]
                return next((str(word) for word in listed if word not in ("null", None)), "")
            branches = [branch for key in LISTS for branch in _entries(found, key) if branch.value != {"type": "null"}]
            found = branches[0] if branches else None
        return ""


def _entries(place: Place, key: str) -> list[Place]:
    found = place.at(key)
    return found.entries() if found else []


def _read(place: Place, shape: Shape) -> None:
    for name, schema in (place.at("properties") or Place(place.file, None)).children():
        shape.properties.setdefault(name, []).append(schema)
    for key in ITEMS:
        if found := place.at(key):
            shape.items += found.entries()
    if found := place.at("contentSchema"):
        shape.items.append(found)
    for key in VALUES:
        found = place.at(key)
        if found is not None and isinstance(found.value, dict) and found.value:
            shape.values.append(found)
            shape.keys.add(ANY_VALUES if _ABOUT.issuperset(found.value) else key)
    for pattern, schema in (place.at("patternProperties") or Place(place.file, None)).children():
        shape.values.append(schema)
        shape.keys.add(pattern)


def _parse(data: bytes) -> Any:
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    if text.lstrip()[:1] == "{":
        try:
            return json.loads(text, strict=False, parse_int=str, parse_float=str)
        except ValueError:
            pass  # flow style of YAML
    return yaml.load(text, _Loader)
