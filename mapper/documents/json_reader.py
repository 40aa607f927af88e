"""JSON text -> plain dicts and lists at the speed of the C parser, and positions on demand.

A position costs nothing until it is asked for. Then only what stands before it in the containers on the way to it
is scanned, again by the C parser, and remembered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.scanner import make_scanner
from typing import Any

from .errors import DocumentError
from .scalars import SpelledFloat

_SPACE = re.compile(r"[ \t\n\r]*")
_BLOCK = 1 << 14
_RESUMED_LEVELS = 50  # each is a level of recursion
_TOO_NESTED = "nested more than 900 levels deep"

Place = tuple[int, int]
"""Line and column, both from 1."""


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_SKIPPER: Any = make_scanner(json.JSONDecoder())  # type: ignore[arg-type]


def read_json(text: str, uri: str) -> tuple[Any, bool]:
    """Parse `text`: its value, and whether an object has a key twice. The last one counts.

    Raises DocumentError with the place of the first mistake.
    """
    duplicated = False

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal duplicated
        value = dict(pairs)
        if len(value) < len(pairs):
            duplicated = True
        return value

    decoder = json.JSONDecoder(object_pairs_hook=members, parse_float=SpelledFloat, parse_constant=_reject_constant)
    try:
        return decoder.decode(text), duplicated
    except json.JSONDecodeError as error:
        raise DocumentError(uri, f"not valid JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise DocumentError(uri, _TOO_NESTED) from None
    except ValueError as error:
        raise DocumentError(uri, f"not valid JSON: {error}") from None


class JsonPositions:
    """Finds where the node under a path of keys and indices stands in valid JSON text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._containers: dict[int, _Container] = {}

    @cached_property
    def _lines_before(self) -> list[int]:
        """The number of line ends before each block of the text."""
        starts = range(0, len(self._text), _BLOCK)
        return [0, *accumulate(self._text.count("\n", start, start + _BLOCK) for start in starts)]

    def find(self, tokens: list[str]) -> Place | None:
        """Line and column (from 1) of the key, or of the list item, that `tokens` lead to."""
        offset = value = _skip_space(self._text, 0)
        for depth, token in enumerate(tokens):
            container = self._container(value, depth)
            found = container.find(token) if container else None
            if found is None:
                return None
            offset, value = found
        return self._place(offset)

    def duplicates(self) -> list[tuple[str, Place, Place]]:
        """Every key that an object has twice, with the places of both. Reads the whole text."""
        repeated: list[tuple[str, int, int]] = []
        waiting = [(_skip_space(self._text, 0), 0)]
        while waiting:
            start, depth = waiting.pop()
            if container := self._container(start, depth):
                container.end()
                repeated += container.repeated
                waiting += [(value, depth + 1) for _, value in container.members.values()]
        return [(key, self._place(first), self._place(second)) for key, first, second in sorted(repeated)]

    def _place(self, offset: int) -> Place:
        block = offset // _BLOCK
        line = self._lines_before[block] + self._text.count("\n", block * _BLOCK, offset)
        return line + 1, offset - self._text.rfind("\n", 0, offset)

    def _container(self, start: int, depth: int) -> _Container | None:
        container = self._containers.get(start)
        if container is None and self._text[start] in "{[":
            container = self._containers[start] = _Container(self._text, start, depth, self._containers)
        return container


class _Container:
    """An object or array that is read as far as somebody asks. What is known of those inside is not read again."""

    def __init__(self, text: str, start: int, depth: int, known: dict[int, _Container]) -> None:
        self.members: dict[str, tuple[int, int]] = {}
        """Key (or index as text) -> offsets of the key and of its value, as far as read."""
        self.repeated: list[tuple[str, int, int]] = []
        """The keys that are there again, with the offsets of both."""
        self._text, self._start, self._depth, self._known = text, start, depth, known
        self._end = start
        self._rest = self._read()

    def find(self, token: str) -> tuple[int, int] | None:
        """The offsets of a key (or of an index as text) and of its value; of the last one, if it is there again."""
        if token not in self.members:
            for read in self._rest:
                if read == token:
                    break
        return self.members.get(token)

    def end(self) -> int:
        """The offset behind the closing bracket."""
        for _ in self._rest:
            pass
        return self._end

    def _read(self) -> Iterator[str]:
        text = self._text
        is_object = text[self._start] == "{"
        index = _skip_space(text, self._start + 1)
        while text[index] not in "}]":
            key_at = index
            if is_object:
                key, index = scanstring(text, index + 1, True)
                index = _skip_space(text, _skip_space(text, index) + 1)
            else:
                key = str(len(self.members))
            if key in self.members:
                self.repeated.append((key, self.members[key][0], key_at))
            self.members[key] = (key_at, index)
            yield key
            index = _skip_space(text, self._behind(index))
            if text[index] == ",":
                index = _skip_space(text, index + 1)
        self._end = index + 1

    def _behind(self, value_at: int) -> int:
        inner = self._known.get(value_at)
        if inner is not None and self._depth < _RESUMED_LEVELS:
            return inner.end()
        end: int = _SKIPPER(self._text, value_at)[1]
        return end


def _skip_space(text: str, index: int) -> int:
    match = _SPACE.match(text, index)
    return match.end() if match else index
