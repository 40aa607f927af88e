"""Checks whether states written with one schema can be read with another.

Terraform keeps states as JSON. For the same schema version, a provider reads them with its current types: strings,
numbers and booleans are converted to each other, lists and sets are both arrays, and unknown attributes are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Body, Collection, CollectionKind, Nested, NestingMode, Object, Scalar, ScalarKind, Type, nested_body
from .statuses import ELEMENT

_SINGLE = "an object"
_FORMS = {
    CollectionKind.LIST: "an array", CollectionKind.SET: "an array", CollectionKind.MAP: "a map",
    NestingMode.LIST: "an array", NestingMode.SET: "an array", NestingMode.MAP: "a map", NestingMode.SINGLE: _SINGLE,
}  # fmt: skip


def unreadable(old: Body, new: Body, prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """The paths of values that can no longer be read, with their JSON kinds in the old and in the new schema."""
    now = {attribute.name: attribute.type for attribute in new.attributes}
    for attribute in old.attributes:
        after = now.get(attribute.name)
        if after is not None and after is not attribute.type:
            yield from _compared(attribute.type, after, prefix + attribute.name)


def _compared(old: Type, new: Type, path: str) -> Iterator[tuple[str, str, str]]:
    before, after = _form(old), _form(new)
    if before != after:
        yield path, before, after
        return
    if isinstance(old, Collection) and isinstance(new, Collection):
        yield from _compared(old.element, new.element, path)
        return
    outer, inner = _element(old), _element(new)
    if isinstance(outer, Body) and isinstance(inner, Body):
        yield from unreadable(outer, inner, f"{path}.")
    elif isinstance(outer, Body) != isinstance(inner, Body):
        words = [_SINGLE if isinstance(side, Body) else _form(side) for side in (outer, inner)]
        if words[0] != words[1]:
            yield path, words[0], words[1]


def _element(type_: Type) -> Body | Type:
    """The object in a type, or the type of its elements."""
    if isinstance(type_, Collection) and not isinstance(type_.element, Object):
        return type_.element
    return nested_body(type_) or type_


def _form(type_: Type) -> str:
    """The JSON kind of a value."""
    match type_:
        case Scalar(kind):
            return "a value with its type" if kind is ScalarKind.DYNAMIC else "a text, a number or a boolean"
        case Collection(kind, _):
            return _FORMS[kind]
        case Nested(mode, _):
            return _FORMS[mode]
        case Object(body):
            is_tuple = bool(body.attributes) and body.attributes[0].reason.code == ELEMENT.code
            return "an array" if is_tuple else _SINGLE
    raise AssertionError(type_)
