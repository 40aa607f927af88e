"""What a cluster or Go refuses, although every Kind by itself is as the model and the config say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..diagnostics import MappingError, Note, Problem, Severity, at
from ..documents import Node, problem_at
from ..model import Collection, Entity, Mapping, Nested, Scalar, ScalarKind, Type, nested_body
from .crd import definitions
from .parts import GENERATOR
from .rules import KIND_LARGE, KIND_TOO_LARGE, RULE_BELOW_LIST

_ENDLESS = (Scalar(ScalarKind.STRING), Scalar(ScalarKind.BYTES))

MOST_FIELDS = 250_000
"""Fields of one Kind. Each is written out wherever it is used."""

MOST_BYTES = 1_572_864
"""What etcd takes in one request where nothing else is set: 1.5 MiB."""

MOST_ANNOTATED = 262_144
"""What the annotations of an object may have together; `kubectl apply` keeps the whole object in one."""


def checked(mapping: Mapping, levels: dict[str, Severity]) -> Mapping:
    """The mapping, with what is to be said of it. Raises MappingError for a Kind that is too large to be written."""
    for entity in mapping.entities:
        if entity.size > MOST_FIELDS:
            text = f"{entity.name} would have {entity.size:,} fields, as structures are repeated wherever they are"
            text += " used; leave members out with ignore.field_paths"
            raise MappingError(
                problem_at(text, entity.location) if isinstance(entity.location, Node) else Problem(text)
            )
    found = [at(note, entity.ref, "", levels) for entity, note in (*_too_large(mapping), *_in_lists(mapping))]
    return replace(mapping, diagnostics=(*mapping.diagnostics, *found))


def _too_large(mapping: Mapping) -> Iterator[tuple[Entity, Note]]:
    known: dict[int, int] = {}
    written = list(definitions(mapping))  # kept, as sizes are known by identity
    for entity, definition in written:
        size = _size(definition, known)
        if size > MOST_ANNOTATED:
            rule, limit = (KIND_TOO_LARGE, MOST_BYTES) if size > MOST_BYTES else (KIND_LARGE, MOST_ANNOTATED)
            text = f"its definition has {size:,} bytes, and the limit is {limit:,}"
            yield entity, Note(rule, text, entity.location)


def _in_lists(mapping: Mapping) -> Iterator[tuple[Entity, Note]]:
    """Fields whose rule a cluster refuses, as they are immutable below a list or map.

    Elements of a list have no earlier value to compare with (KEP-2876). Those of a map have, but comparing texts
    without end in a map without end is estimated to cost more than a rule may.
    """
    for entity in mapping.entities:
        seen: set[tuple[int, str]] = set()
        stack = [(entity.layout, "", "")]
        while stack:
            body, around, prefix = stack.pop()
            if (id(body), around) in seen:
                continue
            seen.add((id(body), around))
            for attribute in body.attributes:
                path = f"{prefix}{attribute.name}"
                if attribute.replaces and (around == "list" or (around and attribute.type in _ENDLESS)):
                    rule = next((o.location for o in attribute.origins if o.part == GENERATOR), None)
                    text = f"{path} is immutable, and is part of the elements of a {around}"
                    yield entity, Note(RULE_BELOW_LIST, text, rule)
                inner = nested_body(attribute.type)
                if inner is not None:
                    found = _around(attribute.type)
                    stack.append((inner, "list" if "list" in (around, found) else around or found, f"{path}."))


def _around(type_: Type) -> str:
    """What the members of a type are in: a *list* at any depth, else a *map*, or neither."""
    kinds = set[str]()
    while isinstance(type_, Collection):
        kinds.add(type_.kind)
        type_ = type_.element
    if isinstance(type_, Nested) and type_.mode != "single":
        kinds.add(type_.mode)
    return ("map" if kinds == {"map"} else "list") if kinds else ""


def _size(value: Any, known: dict[int, int]) -> int:
    """The bytes of a value as JSON; what is shared is measured once."""
    if not isinstance(value, dict | list):
        return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    size = known.get(id(value))
    if size is None:
        size = 1 + sum(_size(item, known) + 1 for item in (value.values() if isinstance(value, dict) else value))
        size += sum(_size(key, known) + 1 for key in value) if isinstance(value, dict) else 0
        size = known[id(value)] = max(2, size)
    return size
