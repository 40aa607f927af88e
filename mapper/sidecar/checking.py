"""Validates a parsed sidecar against the classes of its shape, and limits its size.

A sidecar is untrusted input. Unknown members are accepted, so that a later version may add some.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from ..files import encode
from ..inputs import escape_token
from ..model.limits import Limit, limit_of
from ..model.nesting import MAX_NESTING

MAX_DEPTH = 2 * MAX_NESTING + 50
"""The maximum depth of nested lists and objects: two levels for each union, and some for values."""
MAX_NODES = 50_000_000
"""The maximum number of values; values behind a YAML alias count for every use."""

_T = TypeVar("_T")
_MESSAGE = re.compile(r"(.*?)(?: - at `(?:key` in `)?\$(.*)`)?\Z", re.DOTALL)
_STEP = re.compile(r"\.([A-Za-z_0-9]+)|\[([0-9]+)\]")
_EXPECTED = re.compile(r"Expected `([^`]*)`(.*)\Z", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`\Z", re.DOTALL)
_WORDS = {
    "object": "an object",
    "array": "a list",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}


class NotTheShape(Exception):
    """A sidecar is not valid: what is wrong, and the JSON pointer to it."""

    def __init__(self, text: str, pointer: str) -> None:
        super().__init__(text)
        self.text, self.pointer = text, pointer


def shaped(root: Any, shape: type[_T]) -> _T:
    """The parsed sidecar as an instance of its class `shape`. Raises NotTheShape."""
    plain = _Plain().of(root, "", 1)
    try:
        return msgspec.convert(plain, shape)
    except msgspec.ValidationError as error:
        raise _not_the_shape(str(error), shape) from None


def too_nested(pointer: str) -> NotTheShape:
    """The error for more levels than a mapping may have."""
    return NotTheShape(f"there are more than {MAX_NESTING} levels", pointer)


def limit_at(keyword: str, value: object, pointer: str) -> Limit:
    """The limit for a keyword and a value at `pointer`. Raises NotTheShape if the value is not valid."""
    try:
        return limit_of(keyword, value)
    except (TypeError, ValueError):
        raise NotTheShape(f"this is not a value of the limit {keyword}", pointer) from None


class _Plain:
    """Copies a parsed document with plain `str`, `int` and `float`, and counts its values."""

    def __init__(self) -> None:
        self._nodes = 0

    def of(self, value: Any, pointer: str, depth: int) -> Any:
        """A copy of the value. Raises NotTheShape if there are too many values or levels."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise NotTheShape(f"there are more than {MAX_NODES:,} values", pointer)
        if isinstance(value, dict | list):
            if depth > MAX_DEPTH:
                raise NotTheShape(f"there are more than {MAX_DEPTH} levels", pointer)
            if isinstance(value, dict):
                return {
                    _whole(name): self.of(item, f"{pointer}/{escape_token(name)}", depth + 1)
                    for name, item in value.items()
                }
            return [self.of(item, f"{pointer}/{index}", depth + 1) for index, item in enumerate(value)]
        if isinstance(value, str):
            return _whole(value)
        for kind in (bool, int, float):
            if isinstance(value, kind):
                return kind(value)
        return value


def _whole(text: str) -> str:
    """The text as it can be encoded in UTF-8: with U+FFFD for a lone surrogate."""
    return str(text) if text.isascii() else encode(text).decode()


def _not_the_shape(message: str, shape: type) -> NotTheShape:
    """The error for a message of msgspec, with the path in it as a JSON pointer."""
    parts = _MESSAGE.match(message)
    text, path = (parts[1], parts[2] or "") if parts else (message, "")
    steps = []
    at = 0
    while (step := _STEP.match(path, at)) is not None:
        steps.append(step[1] if step[1] is not None else int(step[2]))
        at = step.end()
    return NotTheShape(_in_words(text, shape, steps), "".join(f"/{step}" for step in steps))


def _in_words(text: str, shape: type, steps: list[str | int]) -> str:
    if (missing := _MISSING.match(text)) is not None:
        return f"{missing[1]} is missing"
    if text.startswith("Invalid enum value"):
        return f"this is none of {', '.join(map(json.dumps, _choices(shape, steps)))}"
    if (expected := _EXPECTED.match(text)) is not None:
        kinds = [_WORDS.get(kind, kind) for kind in expected[1].split(" | ")]
        rest = expected[2].partition(", got")[0].replace("`", "")
        return f"this is not {' or '.join(kinds)}{rest}"
    return text.replace("`", "")


def _choices(shape: type, steps: list[str | int]) -> list[object]:
    """The values that the enum at a path of a shape allows."""
    type_: Any = inspect.type_info(shape)
    for step in steps:
        type_ = _inner(type_, step)
    return sorted(_listed(type_))


def _inner(type_: Any, step: str | int) -> Any:
    """The type of a member, or of the items of a list."""
    while True:
        match type_:
            case inspect.Metadata(type=inner):
                type_ = inner
            case inspect.UnionType(types=types):
                type_ = next(
                    t for t in types if isinstance(t, inspect.StructType | inspect.DataclassType | inspect.ListType)
                )
            case inspect.ListType(item_type=item):
                return item
            case _ if isinstance(step, int):
                return type_.fields[step].type
            case _:
                return next(field.type for field in type_.fields if field.encode_name == step)


def _listed(type_: Any) -> list[Any]:
    match type_:
        case inspect.Metadata(type=inner):
            return _listed(inner)
        case inspect.UnionType(types=types):
            return [value for inner in types for value in _listed(inner)]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.EnumType(cls=cls):
            return [member.value for member in cls]
    return []
