"""The count: *properties reachable = mapped + ignored by the config + reported*, and what is left is silent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from .description import ANY_VALUES, VALUES, Description, Place
from .operations import operation, parameters, request, response
from .outputs import Outputs, Written, identifier

NAMED = frozenset(("OAS402", *(f"OAS{number}" for number in range(433, 440))))
"""Diagnostics of an attribute that name the properties that it has not."""

WHOLE = frozenset(
    (
        *(f"OAS{number}" for number in range(301, 313)),
        *("OAS419", "OAS420", "OAS421", "OAS424", "OAS425", "OAS429", "OAS446", "OAS601"),
    )
)
"""Diagnostics after which nothing has to be said of what is inside: a source, or a part of it, is left out there."""

KEYS = NAMED | {"OAS403", "OAS514"}
"""Diagnostics of keys without names: of `additionalProperties` and `patternProperties`; an empty object has none."""

BODY = frozenset(("OAS322", "OAS325"))
ENTITY = frozenset(("OAS312", "OAS328"))
POLICIES = frozenset(("siblings",))
PARTS = ("create", "read")
CHOICES = frozenset(("request", "response"))


class Unsupported(ValueError):
    """A config with keys that this counter does not know."""


@dataclass
class Tally:
    """Properties, each at its place in a source of an entity. `silent` are those that nothing is said of."""

    mapped: int = 0
    ignored: int = 0
    reported: int = 0
    silent: list[str] = field(default_factory=list)

    @property
    def reachable(self) -> int:
        return self.mapped + self.ignored + self.reported + len(self.silent)

    def add(self, other: Tally) -> None:
        self.mapped += other.mapped
        self.ignored += other.ignored
        self.reported += other.reported
        self.silent += other.silent


def count(
    api: Path,
    config: str | bytes,
    spec: dict[str, Any],
    diagnostics: Iterable[dict[str, Any]],
    text: bytes | None = None,
) -> Tally:
    """Count all entities of a config. `text` is what stands in `api`, where that is not a file."""
    read = yaml.load(config, yaml.CSafeLoader)
    _check(read)
    description, outputs, tally = Description(api, text), Outputs(spec, diagnostics), Tally()
    provider = read.get("provider") or {}
    if reference := provider.get("schema_ref"):
        source = description.target(Place(description.root.file, {"$ref": reference}))
        entity = _Entity(description, outputs, f"provider {provider['name']}", provider)
        tally.add(entity.count([("provider schema", source)]))
    for section, kind in (("resources", "resource"), ("data_sources", "data source")):
        for name, entry in (read.get(section) or {}).items():
            entity = _Entity(description, outputs, f"{kind} {name}", entry.get("schema") or {})
            tally.add(entity.count(*_sources(description, entry, kind)))
    return tally


def _check(config: Any) -> None:
    for entry in _entries(config):
        if unknown := set(entry.get("policies") or ()) - POLICIES:
            raise Unsupported(f"policies: {', '.join(sorted(unknown))}")
        for part in PARTS:
            if CHOICES & set(entry.get(part) or ()):
                raise Unsupported(f"{part}: a body chosen by the config")


def without_choices(config: Any) -> Any:
    """A parsed config without the policies and chosen bodies that `count` does not support."""
    plain = deepcopy(config)
    for entry in _entries(plain):
        if "policies" in entry:
            entry["policies"] = {name: value for name, value in entry["policies"].items() if name in POLICIES}
        for part in PARTS:
            for key in CHOICES & set(entry.get(part) or ()):
                del entry[part][key]
    return plain


def _entries(config: Any) -> list[Any]:
    """The config itself and its resources and data sources: all that have policies."""
    return [config, *(entry for key in ("resources", "data_sources") for entry in (config.get(key) or {}).values())]


_Sources = list[tuple[str, Place | None]]


def _sources(
    api: Description, entry: dict[str, Any], kind: str
) -> tuple[_Sources, dict[tuple[str, str], Place | None]]:
    bodies: _Sources = []
    found: dict[tuple[str, str], Place | None] = {}
    for part in ("create", "read") if kind == "resource" else ("read",):
        item, node = operation(api, entry[part]) if part in entry else (None, None)
        if item is None or node is None:
            continue
        if part == "create":
            bodies.append(("create request body", request(api, node, item)))
        else:
            found = parameters(api, node, item)
        bodies.append((f"{part} response", response(api, node)))
    return bodies, found


@dataclass
class _Entity:
    api: Description
    outputs: Outputs
    name: str
    schema: dict[str, Any]

    def count(self, bodies: _Sources, listed: dict[tuple[str, str], Place | None] | None = None) -> Tally:
        self.tally, self.role = Tally(), ""
        self.claimed: dict[str, str] = {}
        self.ignores = set(self.schema.get("ignores") or ())
        aliases = dict((self.schema.get("attributes") or {}).get("aliases") or {})
        names = {name for name, _ in listed or {}}
        self.renamed = {k.lstrip("."): name for k, name in aliases.items() if "." in k and k not in names}
        tree = self.outputs.entities.get(self.name, Written())
        for (name, _), schema in (listed or {}).items():
            self.role = "parameter"
            alias = str(aliases.get(name, name))
            self._property((), (), alias, [schema] if schema else [], tree)
        for role, body in bodies:
            self.role = role
            if body is not None:
                self._body(body, tree)
        return self.tally

    def _body(self, body: Place, tree: Written) -> None:
        kind, _, name = self.name.rpartition(" ")
        if kind == "data source" and self.api.type(body) == "array":
            found = tree.children.get(identifier(name))
            if found is not None:
                self._inside((identifier(name),), (), [body], found)
                return
        elif self.api.type(body) == "array" and not self._has_properties(body):
            tree = Written()  # of a resource, which has nothing of a list but its properties, odd as they are
        self._inside((), (), [body], tree)

    def _has_properties(self, body: Place) -> bool:
        found = self.api.follow(body)
        return found is not None and isinstance(found.value, dict) and bool(found.value.get("properties"))

    def _inside(self, path: tuple[str, ...], source: tuple[str, ...], places: list[Place], written: Written) -> None:
        """Everything in a value that is written as `written`."""
        named: dict[tuple[str, str], list[Place]] = {}
        keys: set[str] = set()
        for way, shape in self._shapes(places):
            for name, schemas in shape.properties.items():
                named.setdefault((name, way), []).extend(schemas)
            keys |= shape.keys
        for key in sorted(keys):
            self._keys(path, source, key, written)
        direct = {name for name, way in named if not way}
        together: dict[str, list[Place]] = {}
        lost_keys = bool(path) and self._are_told(path, VALUES[0])
        for (name, way), schemas in named.items():
            if way == "values" and lost_keys and identifier(name) not in written.children:
                self.tally.reported += 1  # with the keys that they are behind
            elif way != "values" or (path and written.is_map):
                together.setdefault(name, []).extend(schemas)
            elif name not in direct:  # the keys that they are behind have been counted
                self.tally.reported += 1
        for name, schemas in together.items():
            self._property(path, source, name, schemas, written)

    def _shapes(self, places: list[Place]) -> Iterator[tuple[str, Any]]:
        """What a value says, and what its items and values say, which have no names."""
        seen: set[tuple[int, ...]] = set()
        stack = [("", places)]
        while stack:
            way, found = stack.pop()
            key = tuple(id(place.value) for place in found)
            if not found or key in seen:
                continue
            seen.add(key)
            shape = self.api.shape(found)
            yield way, shape
            stack += [("values", shape.values), (way or "items", shape.items)]

    def _property(
        self, path: tuple[str, ...], source: tuple[str, ...], name: str, schemas: list[Place], around: Written
    ) -> None:
        source = (*source, name)
        dotted = ".".join(source)
        short = identifier(str(self.renamed.get(dotted, name)))
        place = ".".join((*path, short or name))
        if dotted in self.ignores or (self.role == "parameter" and ".".join(source[1:]) in self.ignores):
            self.tally.ignored += 1  # inside of a parameter, paths begin there
        elif short in around.children and self._claims(path, place, dotted, name):
            self.tally.mapped += 1
            self._inside((*path, short), source, schemas, around.children[short])
        elif self._is_reported(path, place, name) or self._is_second(path, source[:-1]):
            self.tally.reported += 1
        else:
            self.tally.silent.append(f"{self.name}, {self.role}: {dotted}")

    def _keys(self, path: tuple[str, ...], source: tuple[str, ...], key: str, written: Written) -> None:
        place = ".".join(path)
        if key == ANY_VALUES:
            if written.children:  # with properties, such keys are no loss: `additionalProperties: true` is none
                return
            key = VALUES[0]
        if path and written.is_map:
            self.tally.mapped += 1
        elif self._are_told(path, key) or self._is_cut(path) or self._is_lost() or self._is_second(path, source):
            self.tally.reported += 1
        else:
            self.tally.silent.append(f"{self.name}, {self.role}: {place}: keys of {key}")

    def _claims(self, path: tuple[str, ...], place: str, dotted: str, name: str) -> bool:
        """Whether an attribute is what a property became, and not another one of its name in other letters."""
        first = self.claimed.setdefault(place, dotted)
        if first == dotted:
            return True
        other, said = first.rpartition(".")[2], [self.outputs.said(self.name, at) for at in (place, ".".join(path))]
        if not any(code in NAMED and _names(text, other) and not _names(text, name) for code, text in chain(*said)):
            return False
        self.claimed[place] = dotted  # the other one is left out
        self.tally.mapped -= 1
        self.tally.reported += 1
        return True

    def _is_reported(self, path: tuple[str, ...], place: str, name: str) -> bool:
        said, around = (self.outputs.said(self.name, at) for at in (place, ".".join(path)))
        if any(code in NAMED and _names(text, name) for code, text in around):
            return True
        if place in self.claimed:  # by a property with another name
            about = (code in WHOLE | {"OAS501"} or (code in NAMED and _names(text, name)) for code, text in said)
            return any(about) or self._is_cut(path) or self._is_lost()
        if said:
            return True
        if self._is_cut((*path, identifier(name))):
            return True
        return self._is_lost()

    def _is_second(self, path: tuple[str, ...], source: tuple[str, ...]) -> bool:
        """Whether something here or further up is left out, because another property becomes the same identifier."""
        names = source or path
        above = max(len(path) - len(names), 0)  # the list that a data source is of
        return any(
            code == "OAS501" and message.startswith((repr(names[length - 1]), "two parameters"))
            for length in range(1, min(len(path), len(names)) + 1)
            for code, message in self.outputs.said(self.name, ".".join(path[: above + length]))
        )

    def _is_cut(self, path: tuple[str, ...]) -> bool:
        """Whether something is left out here or further up, and with it what is inside."""
        for length in range(len(path) + 1):
            above, below = path[:length], path[length:]
            for code, message in self.outputs.said(self.name, ".".join(above)):
                if code in WHOLE:
                    return True
                for name in _quoted(message) if code in NAMED else ():
                    if name == below[: len(name)] or name == above[-len(name) :]:
                        return True
        return False

    def _are_told(self, path: tuple[str, ...], key: str) -> bool:
        """Whether keys without names are reported, here or from further up."""
        what = "other keys" if key in VALUES else repr(key)
        places = (".".join(path[:length]) for length in range(len(path)))
        above = any(
            code in KEYS and what in said for place in places for code, said in self.outputs.said(self.name, place)
        )
        return above or any(code in KEYS for code, _ in self.outputs.said(self.name, ".".join(path)))

    def _is_lost(self) -> bool:
        """Whether the whole of a source is reported as lost."""
        return any(
            code in ENTITY or (code in BODY and self.role in message)
            for code, message in self.outputs.said(self.name, "")
        )


def _quoted(message: str) -> list[tuple[str, ...]]:
    """The dotted names that stand in quotes in a message, as identifiers."""
    found = (name.split(".") for name in re.findall(r"'([^']+)'", message))
    return [tuple(identifier(part) for part in parts) for parts in found]


def _names(message: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message) is not None or " more" in message or "…" in message
