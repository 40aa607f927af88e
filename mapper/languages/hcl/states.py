"""Types in words, and whether states written with one schema can be read with another.

Terraform keeps states as JSON. For the same schema version, the framework reads them with the current types: numbers
and booleans become texts, a text becomes a number or a boolean if it looks like one, lists and sets are both arrays,
maps and objects are both objects, and attributes that are unknown or missing are dropped or null.
"""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from mapper.model import (
    NUMBERS,
    Body,
    Collection,
    CollectionKind,
    Nested,
    NestingMode,
    Object,
    Scalar,
    ScalarKind,
    Type,
    Union,
    nested_body,
    options_in_words,
)

_ARRAYS = (CollectionKind.LIST, CollectionKind.SET, NestingMode.LIST, NestingMode.SET)
_ARRAY, _OBJECT, _MAP = "an array", "an object", "a map"
_TEXT, _NUMBER, _BOOLEAN, _DYNAMIC = "a text", "a number", "a boolean", "a value with its type"


class Unread(Struct, frozen=True):
    """A value that may be refused: its path, and its JSON kind in the old and in the new schema.

    `always`: every value is refused that is not null, not only some of them.
    """

    path: str
    was: str
    is_: str
    always: bool


def unreadable(old: Body, new: Body, prefix: str = "") -> Iterator[Unread]:
    """The values of a state that are refused, or may be."""
    now = {attribute.name: attribute.type for attribute in new.attributes}
    for attribute in old.attributes:
        after = now.get(attribute.name)
        if after is not None and after is not attribute.type:
            yield from unread(attribute.type, after, prefix + attribute.name)


def unread(old: Type, new: Type, path: str = "") -> Iterator[Unread]:
    """The values of one attribute that are refused, or may be."""
    before, after = _form(old), _form(new)
    if before == after == _ARRAY:
        yield from _elements(old, new, path)
    elif {before, after} <= {_OBJECT, _MAP}:
        yield from _members(old, new, path)
    elif before != after and (after != _TEXT or before not in (_NUMBER, _BOOLEAN)):
        is_sometimes = (before == _TEXT and after in (_NUMBER, _BOOLEAN)) or (before, after) == (_NUMBER, _BOOLEAN)
        yield Unread(path, before, after, not is_sometimes)


def is_read(old: Type, new: Type) -> bool:
    """Whether every value of an attribute is read, apart from attributes that are nested on both sides."""
    if nested_body(old) is not None and nested_body(new) is not None and _form(old) == _form(new):
        return True
    return next(unread(old, new), None) is None


def _elements(old: Type, new: Type, path: str) -> Iterator[Unread]:
    """What is refused in two arrays; the elements of a tuple have types of their own."""
    before, after = _element(old), _element(new)
    if before is not None and after is not None:
        yield from unread(before, after, path)
        return
    inner, other = nested_body(old), nested_body(new)
    if before is None and after is None and inner is not None and other is not None:
        yield from unreadable(inner, other, f"{path}.")
        return
    for attribute in inner.attributes if inner is not None else ():
        if after is not None:
            yield from unread(attribute.type, after, f"{path}.{attribute.name}")
    for attribute in other.attributes if other is not None else ():
        if before is not None:
            yield from unread(before, attribute.type, f"{path}.{attribute.name}")


def _members(old: Type, new: Type, path: str) -> Iterator[Unread]:
    """What is refused in two objects or maps. A map may have no key that an object has."""
    before, after = _element(old), _element(new)
    inner, other = nested_body(old), nested_body(new)
    if before is not None and after is not None:
        yield from unread(before, after, path)
    elif before is None and after is None and inner is not None and other is not None:
        yield from unreadable(inner, other, f"{path}.")
    elif after is not None and inner is not None:
        for attribute in inner.attributes:
            yield from unread(attribute.type, after, f"{path}.{attribute.name}")
    elif before is not None and other is not None:
        for attribute in other.attributes:
            for member in unread(before, attribute.type, f"{path}.{attribute.name}"):
                yield Unread(member.path, member.was, member.is_, always=False)


def _element(type_: Type) -> Type | None:
    """The type of the elements of a collection; None for an object or a tuple."""
    match type_:
        case Collection(_, element):
            return element
        case Nested(mode, body) if mode is not NestingMode.SINGLE:
            return Object(body)
    return None


def _form(type_: Type) -> str:
    """The JSON kind of a value."""
    match type_:
        case Scalar(kind):
            return _scalar(kind)
        case Collection(kind, _) | Nested(kind, _):
            return _ARRAY if kind in _ARRAYS else _OBJECT if kind is NestingMode.SINGLE else _MAP
        case Object(body):
            return _ARRAY if body.attributes and body.attributes[0].name.isdigit() else _OBJECT  # a tuple
    return _DYNAMIC


def _scalar(kind: ScalarKind) -> str:
    if kind in NUMBERS:
        return _NUMBER
    return {ScalarKind.BOOL: _BOOLEAN, ScalarKind.DYNAMIC: _DYNAMIC}.get(kind, _TEXT)


def type_words(type_: Type) -> str:
    """A type in words: `String`, `List of Number`, `Map of Object`; blocks are called blocks."""
    match type_:
        case Scalar(kind, name):
            return name or _scalar_words(kind)
        case Collection(kind, element):
            return f"{kind.capitalize()} of {type_words(element)}"
        case Nested(mode, _) if type_.block:
            return "Block" if mode is NestingMode.SINGLE else f"{mode.capitalize()} of Blocks"
        case Nested("single", _) | Object(_):
            return "Object"
        case Nested(mode, _):
            return f"{mode.capitalize()} of Object"
        case Union(options):
            return options_in_words(options, type_words)
    assert_never(type_)


def _scalar_words(kind: ScalarKind) -> str:
    if kind in NUMBERS:
        return "Number"
    return "Boolean" if kind is ScalarKind.BOOL else kind.capitalize()
