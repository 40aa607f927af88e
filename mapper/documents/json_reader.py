"""JSON text -> plain dicts and lists at the speed of the C parser, and positions on demand.

A position costs nothing until it is asked for. Then only the containers on the way to it are scanned,
again by the C parser, and remembered.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from functools import cached_property
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.scanner import make_scanner
from typing import Any

from .errors import DocumentError
from .scalars import SpelledFloat

_SPACE = re.compile(r"[ \t\n\r]*")
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
        duplicated |= len(value) < len(pairs)
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
        self._containers: dict[int, dict[str, tuple[int, int]]] = {}
        self._repeated: list[tuple[str, int, int]] = []

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self._text))]

    def find(self, tokens: list[str]) -> Place | None:
        """Line and column (from 1) of the key, or of the list item, that `tokens` lead to."""
        offset = value = self._skip_space(0)
        for token in tokens:
            found = self._members(value).get(token)
            if found is None:
                return None
            offset, value = found
        return self._place(offset)

    def duplicates(self) -> list[tuple[str, Place, Place]]:
        """Every key that an object has twice, with the places of both. Reads the whole text."""
        waiting = [self._skip_space(0)]
        while waiting:
            waiting += [value for _, value in self._members(waiting.pop()).values()]
        return [(key, self._place(first), self._place(second)) for key, first, second in sorted(self._repeated)]

    def _place(self, offset: int) -> Place:
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def _skip_space(self, index: int) -> int:
        match = _SPACE.match(self._text, index)
        return match.end() if match else index

    def _members(self, start: int) -> dict[str, tuple[int, int]]:
        """Key (or index as text) -> offsets of the key and of its value, for the container at `start`."""
        members = self._containers.get(start)
        if members is None:
            members = self._containers[start] = self._scan(start)
        return members

    def _scan(self, start: int) -> dict[str, tuple[int, int]]:
        text, skip_space = self._text, self._skip_space
        members: dict[str, tuple[int, int]] = {}
        opener = text[start]
        if opener not in "{[":
            return members
        index = skip_space(start + 1)
        while text[index] not in "}]":
            key_at = index
            if opener == "{":
                key, index = scanstring(text, index + 1, True)
                index = skip_space(skip_space(index) + 1)
            else:
                key = str(len(members))
            if key in members:
                self._repeated.append((key, members[key][0], key_at))
            members[key] = (key_at, index)
            _, index = _SKIPPER(text, index)
            index = skip_space(index)
            if text[index] == ",":
                index = skip_space(index + 1)
        return members
