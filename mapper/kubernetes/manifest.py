"""Example manifests of a custom resource: with the required fields, or with all that can be set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from ..model import Address, Attribute, Body, Collection, Entity, Nested, Object, Scalar, Status, Type, Union
from ..model.limits import ExactlyOneOf, Limits, find
from ..samples.values import scalar
from ..text.plural import parted

REQUIRED_BY_API = "api_required"
"""The reason code of fields that the external API requires, but the cluster does not."""

_LEVELS = 4
_DEEPEST = 8
_OPTIONAL = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
_TEXTS = {"timestamp": "2030-01-01T00:00:00Z", "bytes": "ZXhhbXBsZQ=="}


def manifest(entity: Entity, address: Address, *, full: bool, limit: int = 60) -> str:
    """A manifest with the required fields; if `full`, with as many levels of the others as fit into `limit` lines."""
    for levels in range(_LEVELS, 0, -1) if full else (0,):
        text = _text(entity, address, levels)
        if not full or text.count("\n") <= limit:
            return text
    return _cut(text, limit)


def _text(entity: Entity, address: Address, levels: int) -> str:
    head = {
        "apiVersion": f"{address.group}/{address.version}",
        "kind": address.kind or entity.name,
        "metadata": {"name": "example"},
    }
    body = {
        attribute.name: _object(attribute.type.body, levels, 0)
        for attribute in entity.layout.attributes
        if attribute.status is not Status.COMPUTED and isinstance(attribute.type, Nested)
    }
    text: str = yaml.dump(head | body, Dumper=yaml.SafeDumper, sort_keys=False, allow_unicode=True, width=100)
    return text


def _cut(text: str, limit: int) -> str:
    """The first lines, up to a field of the upper level, and a comment with the number of such fields left out."""
    lines = text.rstrip("\n").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("  ") and line[2:3] not in ("", " ", "-")]
    end = max((number for number in starts if number <= limit), default=len(lines))
    left = sum(number >= end for number in starts)
    return "\n".join([*lines[:end], f"  # and {left} more optional field{'' if left == 1 else 's'}", ""])


def _object(body: Body, levels: int, depth: int) -> dict[str, Any]:
    return {attribute.name: _value(attribute, levels, depth + 1) for attribute in _settable(body, depth < levels)}


def _settable(body: Body, optional: bool) -> Iterator[Attribute]:
    """The required fields, then the others; of a value and its reference only the value."""
    needed = [a for a in body.attributes if _is_needed(a) or _is_chosen(a, body)]
    yield from needed
    if not optional:
        return
    named = {a.source_name for a in body.attributes if a.refers_to is not None and not isinstance(a.type, Nested)}
    for attribute in body.attributes:
        has_reference = isinstance(attribute.type, Nested) and attribute.refers_to and attribute.source_name in named
        if attribute.status in _OPTIONAL and not (attribute.deprecation or has_reference or attribute in needed):
            yield attribute


def _is_needed(attribute: Attribute) -> bool:
    """Whether the cluster or the external API requires it."""
    return attribute.status is Status.REQUIRED or attribute.reason.code == REQUIRED_BY_API


def _is_chosen(attribute: Attribute, body: Body) -> bool:
    """Whether it is the first of several attributes of which exactly one must be set."""
    choice = find(attribute.limits, ExactlyOneOf)
    if choice is None:
        return False
    return next(a.name for a in body.attributes if a.name in {attribute.name, *choice.names}) == attribute.name


def _value(attribute: Attribute, levels: int, depth: int) -> Any:
    return _of_type(attribute.type, attribute.name, attribute.limits, levels, depth)


def _of_type(type_: Type, name: str, limits: Limits, levels: int, depth: int) -> Any:
    match type_:
        case Scalar(kind) if kind in _TEXTS:
            return _TEXTS[kind]
        case Scalar(kind):
            return scalar(kind, parted(name), limits, 0)
        case Nested(mode, body) if depth > _DEEPEST:
            return [] if mode == "list" else {}
        case Object(body) | Nested("single", body):
            return _object(body, levels, depth)
        case Nested(mode, body):
            inner = _object(body, levels, depth)
            return {"key": inner} if mode == "map" else [inner]
        case Union(options):
            return _of_type(options[0], name, limits, levels, depth)
        case Collection(kind, element):
            item = _of_type(element, name, (), levels, depth + 1)
            return {"key": item} if kind == "map" else [item]
