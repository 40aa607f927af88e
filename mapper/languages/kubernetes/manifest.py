"""Example manifests of a custom resource: with the required fields, or with all that can be set."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from mapper.model import (
    Address,
    Attribute,
    Body,
    Collection,
    Entity,
    Nested,
    NestingMode,
    Object,
    Scalar,
    Status,
    Type,
    Union,
)
from mapper.model.limits import ExactlyOneOf, Limits, find
from mapper.model.samples.extent import Extent, typical
from mapper.model.samples.values import scalar
from mapper.text.identifier import parted
from mapper.text.yaml_scalar import dump

REQUIRED_BY_API = "api_required"
"""The reason code of fields that the external API requires, but the cluster does not."""

CONNECTION_KEYS = "connectionKeys"
"""The keyword of the fragment with the keys of the secret that an object writes."""

_NAME = "example"
"""The name of objects in examples."""

_LEVELS = 4
_DEEPEST = 8
_OPTIONAL = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
_TEXTS = {"timestamp": "2030-01-01T00:00:00Z", "bytes": "ZXhhbXBsZQ=="}


def manifest(entity: Entity, address: Address, extent: Extent, limit: int = 60) -> str:
    """A manifest with the fields that `extent` says, and as many levels of optional ones as fit into `limit` lines."""
    for levels in (0,) if extent is Extent.MINIMAL else range(_LEVELS, 0, -1):
        text = _text(entity, address, _Shown(extent, levels))
        if extent is Extent.MINIMAL or text.count("\n") <= limit:
            return text
    return _first_lines(text, limit)


class _Shown(Struct, frozen=True):
    """What an example shows: optional fields on as many levels."""

    extent: Extent
    levels: int


def _text(entity: Entity, address: Address, shown: _Shown) -> str:
    head = {
        "apiVersion": f"{address.group}/{address.version}",
        "kind": address.kind or entity.name,
        "metadata": {"name": _NAME},
    }
    body = {
        attribute.name: _object(attribute.type.body, shown, 0)
        for attribute in entity.layout.attributes
        if attribute.status is not Status.COMPUTED and isinstance(attribute.type, Nested)
    }
    return dump(head | body, allow_unicode=True, width=100)


def _first_lines(text: str, limit: int) -> str:
    """The first lines, up to a field of the upper level, and a comment with the number of such fields left out."""
    lines = text.rstrip("\n").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("  ") and line[2:3] not in ("", " ", "-")]
    end = max((number for number in starts if number <= limit), default=len(lines))
    left = sum(number >= end for number in starts)
    return "\n".join([*lines[:end], f"  # and {left} more optional field{'' if left == 1 else 's'}", ""])


def _object(body: Body, shown: _Shown, depth: int) -> dict[str, Any]:
    return {a.name: _value(a, shown, depth + 1) for a in _settable(body, shown, optional=depth < shown.levels)}


def _settable(body: Body, shown: _Shown, *, optional: bool) -> Iterator[Attribute]:
    """The required fields, then the others; of a value and its reference the value, or what people write."""
    by_name: dict[str, Attribute] = {}
    for attribute in body.attributes:
        if _is_reference(attribute):
            by_name.setdefault(attribute.source_name, attribute)
    needed = [a for a in body.attributes if _is_needed(a) or _is_chosen(a, body)]
    others = [
        a
        for a in body.attributes
        if a.status in _OPTIONAL and not a.deprecation and a not in needed and not _is_reference(a)
    ]
    if shown.extent is not Extent.TYPICAL:
        yield from needed
        yield from others if optional else ()
        # a reference without a value beside it
        named = {a.source_name for a in body.attributes if a.refers_to is not None and not isinstance(a.type, Nested)}
        yield from (a for name, a in by_name.items() if optional and name not in named and a not in needed)
        return
    for attribute in (*needed, *(typical(others, needed) if optional else ())):
        yield by_name.get(attribute.source_name, attribute) if attribute.refers_to is not None else attribute


def _is_reference(attribute: Attribute) -> bool:
    """Whether it names another object in the cluster, in place of a value."""
    return attribute.refers_to is not None and isinstance(attribute.type, Nested)


def _is_needed(attribute: Attribute) -> bool:
    """Whether the cluster or the external API requires it."""
    return attribute.status is Status.REQUIRED or attribute.reason.code == REQUIRED_BY_API


def _is_chosen(attribute: Attribute, body: Body) -> bool:
    """Whether it is the first of several attributes of a choice: users set exactly one of them."""
    choice = find(attribute.limits, ExactlyOneOf)
    if choice is None:
        return False
    return next(a.name for a in body.attributes if a.name in {attribute.name, *choice.names}) == attribute.name


def _value(attribute: Attribute, shown: _Shown, depth: int) -> Any:
    if shown.extent is Extent.TYPICAL and attribute.refers_to is not None and isinstance(attribute.type, Nested):
        named = _name_reference(attribute.type.body)
        return [named] if attribute.type.mode is NestingMode.LIST else named
    return _of_type(attribute.type, attribute.name, attribute.limits, shown, depth)


def _name_reference(body: Body) -> dict[str, Any]:
    """The reference to an object by its name, which may be in an inner object."""
    if any(attribute.name == "name" for attribute in body.attributes):
        return {"name": _NAME}
    return {a.name: _name_reference(a.type.body) for a in body.attributes[:1] if isinstance(a.type, Nested)}


def _of_type(type_: Type, name: str, limits: Limits, shown: _Shown, depth: int) -> Any:
    match type_:
        case Scalar(kind) if kind in _TEXTS:
            return _TEXTS[kind]
        case Scalar(kind):
            return scalar(kind, parted(name), limits, 0)
        case Nested(mode, body) if depth > _DEEPEST:
            return [] if mode == "list" else {}
        case Object(body) | Nested("single", body):
            return _object(body, shown, depth)
        case Nested(mode, body):
            inner = _object(body, shown, depth)
            return {"key": inner} if mode == "map" else [inner]
        case Union(options):
            return _of_type(options[0], name, limits, shown, depth)
        case Collection(kind, element):
            item = _of_type(element, name, (), shown, depth + 1)
            return {"key": item} if kind == "map" else [item]
