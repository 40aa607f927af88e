"""Whether a parsed sidecar has its shape, and is of a size to be read.

A sidecar may come from anybody. Members that the shape does not know are left alone: a later version may have them.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from ..artifacts import encode
from ..documents import escape_token
from ..limits import Limit, limit_of
from ..nesting import MAX_NESTING

MAX_DEPTH = 2 * MAX_NESTING + 50
"""Levels of lists and objects in each other: two for each union of a mapping, and those of values."""
MAX_NODES = 50_000_000
"""Values in all, with those of aliases as often as they are used."""

_T = TypeVar("_T")
_SAID = re.compile(r"(.*?)(?: - at `(?:key` in `)?\$(.*)`)?\Z", re.DOTALL)
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
    """What is wrong with a sidecar, and where: a JSON pointer."""

    def __init__(self, text: str, pointer: str) -> None:
        super().__init__(text)
        self.text, self.pointer = text, pointer


def shaped(root: Any, shape: type[_T]) -> _T:
    """A parsed sidecar as what its shape says. Raises NotTheShape."""
    plain = _Plain().of(root, "", 1)
    try:
        return msgspec.convert(plain, shape)
    except msgspec.ValidationError as error:
        raise _not_the_shape(str(error), shape) from None


def too_nested(pointer: str) -> NotTheShape:
    """What is wrong where more is nested than a mapping may have."""
    return NotTheShape(f"there are more than {MAX_NESTING} levels", pointer)


def limit_at(keyword: str, value: object, pointer: str) -> Limit:
    """A limit, the value of which is at a place. Raises NotTheShape for a value that it cannot have."""
    try:
        return limit_of(keyword, value)
    except (TypeError, ValueError):
        raise NotTheShape(f"this is not a value of the limit {keyword}", pointer) from None


class _Plain:
    """Copies a document, with numbers and texts that do not remember how they were written, and counts."""

    def __init__(self) -> None:
        self._nodes = 0

    def of(self, value: Any, pointer: str, depth: int) -> Any:
        """The value without what only this project's readers know. Raises NotTheShape where it is too much."""
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
    """A text as a file can have it: with U+FFFD for half of a surrogate pair."""
    return str(text) if text.isascii() else encode(text).decode()


def _not_the_shape(message: str, shape: type) -> NotTheShape:
    """What msgspec says of a value, in our words."""
    said = _SAID.match(message)
    text, path = (said[1], said[2] or "") if said else (message, "")
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
    """The words that may be at a place of a shape."""
    found: Any = inspect.type_info(shape)
    for step in steps:
        found = _inner(found, step)
    return sorted(_listed(found))


def _inner(found: Any, step: str | int) -> Any:
    """The type of a member or an item."""
    while True:
        match found:
            case inspect.Metadata(type=inner):
                found = inner
            case inspect.UnionType(types=types):
                found = next(
                    t for t in types if isinstance(t, inspect.StructType | inspect.DataclassType | inspect.ListType)
                )
            case inspect.ListType(item_type=item):
                return item
            case _ if isinstance(step, int):
                return found.fields[step].type
            case _:
                return next(field.type for field in found.fields if field.encode_name == step)


def _listed(found: Any) -> list[Any]:
    match found:
        case inspect.Metadata(type=inner):
            return _listed(inner)
        case inspect.UnionType(types=types):
            return [value for inner in types for value in _listed(inner)]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.EnumType(cls=cls):
            return [member.value for member in cls]
    return []
