"""What a cluster refuses of definitions that are right by themselves: their size, and rules that cost too much."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ..immutable import dataclass
from ..model import Attribute, Body, Collection, Entity, Nested, NestingMode, Scalar, Type, nested_body
from ..types import CollectionKind, ScalarKind

MOST_BYTES = 1_572_864
"""What etcd takes in one request where nothing else is set: 1.5 MiB."""

MOST_ANNOTATED = 262_144
"""What the annotations of an object may have together; `kubectl apply` keeps the whole object in one."""

_ENDLESS = (Scalar(ScalarKind.STRING), Scalar(ScalarKind.BYTES))


@dataclass(frozen=True, slots=True)
class Oversized:
    """A definition of `size` bytes, which is more than `limit`: MOST_ANNOTATED or MOST_BYTES."""

    entity: Entity
    size: int
    limit: int

    @property
    def is_refused(self) -> bool:
        """Whether a cluster takes it in no way; else `kubectl apply --server-side` and `kubectl create` do."""
        return self.limit == MOST_BYTES

    @property
    def text(self) -> str:
        """The same as a sentence without its end."""
        return f"its definition has {self.size:,} bytes, and the limit is {self.limit:,}"


def oversized(definitions: Iterable[tuple[Entity, dict[str, Any]]]) -> Iterator[Oversized]:
    """The definitions that `kubectl apply` or etcd refuses for their size."""
    known: dict[int, int] = {}
    written = list(definitions)  # kept, as sizes are known by identity
    for entity, definition in written:
        size = size_of(definition, known)
        if size > MOST_ANNOTATED:
            yield Oversized(entity, size, MOST_BYTES if size > MOST_BYTES else MOST_ANNOTATED)


def bytes_of(definition: dict[str, Any]) -> int:
    """The bytes of a definition as JSON."""
    return len(json.dumps(definition, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def size_of(value: Any, known: dict[int, int]) -> int:
    """The bytes of a value as JSON. `known` has the sizes of shared mappings and lists by identity; it grows."""
    if not isinstance(value, dict | list):
        return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    size = known.get(id(value))
    if size is None:
        size = 1 + sum(size_of(item, known) + 1 for item in (value.values() if isinstance(value, dict) else value))
        size += sum(size_of(key, known) + 1 for key in value) if isinstance(value, dict) else 0
        size = known[id(value)] = max(2, size)
    return size


@dataclass(frozen=True, slots=True)
class Costly:
    """An immutable field at a dotted path in the elements of a `list` or a `map`, which `around` says."""

    path: str
    around: str
    attribute: Attribute


def immutable_in_collections(body: Body) -> Iterator[Costly]:
    """Fields whose rule `self == oldSelf` a cluster refuses, as they are below a list or map.

    Elements of a list have no earlier value to compare with (KEP-2876). Those of a map have, but comparing texts
    without end in a map without end is estimated to cost more than a rule may.
    """
    seen: set[tuple[int, str]] = set()
    stack = [(body, "", "")]
    while stack:
        inside, around, prefix = stack.pop()
        if (id(inside), around) in seen:
            continue
        seen.add((id(inside), around))
        for attribute in inside.attributes:
            path = f"{prefix}{attribute.name}"
            if attribute.replaces and (around == "list" or (around and attribute.type in _ENDLESS)):
                yield Costly(path, around, attribute)
            inner = nested_body(attribute.type)
            if inner is not None:
                found = _around(attribute.type)
                stack.append((inner, "list" if "list" in (around, found) else around or found, f"{path}."))


def _around(type_: Type) -> str:
    """What the members of a type are in: a *list* at any depth, else a *map*, or neither."""
    kinds = set[CollectionKind | NestingMode]()
    while isinstance(type_, Collection):
        kinds.add(type_.kind)
        type_ = type_.element
    if isinstance(type_, Nested) and type_.mode is not NestingMode.SINGLE:
        kinds.add(type_.mode)
    return ("map" if kinds <= {CollectionKind.MAP, NestingMode.MAP} else "list") if kinds else ""
