"""Limits of clusters on valid definitions: their size, and the cost of validation rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from ..model import Attribute, Body, Collection, Entity, Nested, NestingMode, Scalar, Type, nested_body
from ..model.attribute import CollectionKind, ScalarKind
from .yaml_text import Members

MOST_BYTES = 1_572_864
"""etcd's default limit for one request: 1.5 MiB."""

MOST_ANNOTATED = 262_144
"""The limit for all annotations of an object in bytes; `kubectl apply` keeps the whole object in one."""

_ENDLESS = (Scalar(ScalarKind.STRING), Scalar(ScalarKind.BYTES))


class Oversized(Struct, frozen=True):
    """A definition of `size` bytes, above `limit`: MOST_ANNOTATED or MOST_BYTES."""

    entity: Entity
    size: int
    limit: int

    @property
    def is_refused(self) -> bool:
        """Whether a cluster always rejects it; otherwise `kubectl apply --server-side` and `kubectl create` work."""
        return self.limit == MOST_BYTES

    @property
    def text(self) -> str:
        """The size and limit as a sentence without a full stop."""
        return f"its definition has {self.size:,} bytes, and the limit is {self.limit:,}"


def oversized(definitions: Iterable[tuple[Entity, dict[str, Any]]]) -> Iterator[Oversized]:
    """The definitions that `kubectl apply` or etcd rejects for their size."""
    sizes: dict[Members, int] = {}
    for entity, definition in definitions:
        size = size_of(definition, sizes)
        if size > MOST_ANNOTATED:
            yield Oversized(entity, size, MOST_BYTES if size > MOST_BYTES else MOST_ANNOTATED)


def bytes_of(definition: dict[str, Any]) -> int:
    """The size of a definition as JSON, in bytes."""
    return len(json.dumps(definition, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def size_of(value: Any, known: dict[Members, int]) -> int:
    """The size of a value as JSON, in bytes. `known` caches the sizes of shared members."""
    if not isinstance(value, dict | list):
        return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if isinstance(value, Members) and value in known:
        return known[value]
    size = 1 + sum(size_of(item, known) + 1 for item in (value.values() if isinstance(value, dict) else value))
    size += sum(size_of(key, known) + 1 for key in value) if isinstance(value, dict) else 0
    size = max(2, size)
    if isinstance(value, Members):
        known[value] = size
    return size


class Costly(Struct, frozen=True):
    """An immutable field at a dotted path inside of a `list` or a `map`: `around` tells which."""

    path: str
    around: str
    attribute: Attribute


def immutable_in_collections(body: Body) -> Iterator[Costly]:
    """Fields below a list or map whose rule `self == oldSelf` a cluster rejects.

    Elements of a list have no earlier value to compare with (KEP-2876). Those of a map have, but for strings and maps
    of unlimited size, the estimated cost exceeds the limit of a rule.
    """
    seen: set[tuple[Body, str]] = set()
    stack = [(body, "", "")]
    while stack:
        inside, around, prefix = stack.pop()
        if (inside, around) in seen:
            continue
        seen.add((inside, around))
        for attribute in inside.attributes:
            path = f"{prefix}{attribute.name}"
            if attribute.replaces and (around == "list" or (around and attribute.type in _ENDLESS)):
                yield Costly(path, around, attribute)
            inner = nested_body(attribute.type)
            if inner is not None:
                kind = _around(attribute.type)
                stack.append((inner, "list" if "list" in (around, kind) else around or kind, f"{path}."))


def _around(type_: Type) -> str:
    """The collection that contains the members of a type: *list* at any depth, else *map*, or an empty text."""
    kinds = set[CollectionKind | NestingMode]()
    while isinstance(type_, Collection):
        kinds.add(type_.kind)
        type_ = type_.element
    if isinstance(type_, Nested) and type_.mode is not NestingMode.SINGLE:
        kinds.add(type_.mode)
    return ("map" if kinds <= {CollectionKind.MAP, NestingMode.MAP} else "list") if kinds else ""
