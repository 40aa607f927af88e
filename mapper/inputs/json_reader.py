"""JSON text -> plain dicts and lists at the speed of the C parser, and positions on demand.

A position is computed when it is asked for: the text before it, in the containers on the way to it, is scanned by the C
parser, and the offsets are remembered.
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

from .json_values import MAX_NESTING, PARSER_STOPS, is_too_deep
from .location import DocumentError, Place, unescape_token
from .scalars import SpelledFloat, resolve_plain

_SPACE = re.compile(r"[ \t\n\r]*")
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")
_COMMA = re.compile(r"[ \t\n\r]*,?[ \t\n\r]*")
_BLOCK = 1 << 10
_TOO_NESTED = f"nested more than {MAX_NESTING} levels deep"

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_TOKEN = re.compile(rf"{_STRING}|[{{}}\[\],:]", re.DOTALL)
_CONSTANT = re.compile(rf"{_STRING}|(NaN|-?Infinity)", re.DOTALL)


class _NotJson(ValueError):
    """A word such as `NaN`, which Python's reader accepts as a number and JSON does not allow."""


def _reject_constant(name: str) -> None:
    raise _NotJson(f"{name} is not JSON")


_SKIPPER: Any = make_scanner(json.JSONDecoder())  # type: ignore[arg-type]
_SKIPPER_OF_DIGITS: Any = make_scanner(json.JSONDecoder(parse_int=len))  # type: ignore[arg-type]


First = dict[int, tuple[dict[str, Any], dict[str, Any]]]
"""The objects with repeated keys, by `id()`: the object as read, and the same with the first value of each key."""


def read_json(text: str, uri: str) -> tuple[Any, First]:
    """Parse `text`: its value, with the last value of a repeated key, and the objects that have repeated keys.

    Raises DocumentError with the place of the first mistake.
    """
    first: First = {}

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            first[id(value)] = value, dict(reversed(pairs))
        return value

    decoder = json.JSONDecoder(object_pairs_hook=members, parse_float=SpelledFloat, parse_constant=_reject_constant)
    try:
        try:
            repeated = decoder.decode(text)
        except (json.JSONDecodeError, _NotJson):
            raise
        except ValueError:  # an integer of more digits than Python reads
            repeated = json.JSONDecoder(
                object_pairs_hook=members,
                parse_float=SpelledFloat,
                parse_int=resolve_plain,
                parse_constant=_reject_constant,
            ).decode(text)
    except json.JSONDecodeError as error:
        raise DocumentError(uri, f"not valid JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise DocumentError(uri, _TOO_NESTED) from None
    except _NotJson as error:
        at = next((match.start() for match in _CONSTANT.finditer(text) if match[1]), 0)
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise DocumentError(uri, f"not valid JSON: {error}", line, column) from None
    if not PARSER_STOPS and is_too_deep(repeated):
        raise DocumentError(uri, _TOO_NESTED)
    return repeated, first


class JsonPositions:
    """The positions of nodes in valid JSON text, by path of keys and indices."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._containers: dict[int, _Container] = {}
        self._repeating: set[int] = set()  # offsets of objects whose repeated keys have the last value
        self._inside: dict[str, _Container | None] = {}  # containers by JSON pointer

    @cached_property
    def _lines_before(self) -> list[int]:
        """The number of line ends before each block of the text."""
        starts = range(0, len(self._text), _BLOCK)
        return [0, *accumulate(self._text.count("\n", start, start + _BLOCK) for start in starts)]

    @cached_property
    def _ends_before(self) -> list[int]:
        """The offset of the last line end before each block of the text; -1 if there is none."""
        starts = range(0, len(self._text), _BLOCK)
        return [-1, *accumulate((self._text.rfind("\n", start, start + _BLOCK) for start in starts), max)]

    def find(self, tokens: list[str]) -> Place | None:
        """Line and column (from 1) of the key or list item under `tokens`."""
        if not tokens:
            return self._place(_skip(_SPACE, self._text, 0))
        return self._member(self._container_at(tokens[:-1]), tokens[-1])

    def find_pointer(self, pointer: str) -> Place | None:
        """As `find`, for a JSON pointer. The container is cached: its other members are found without another
        search.
        """
        parent, slash, token = pointer.rpartition("/")
        if not slash:
            return self.find([])
        if parent not in self._inside:
            parts = parent.split("/")[1:]
            self._inside[parent] = self._container_at([*map(unescape_token, parts)])
        return self._member(self._inside[parent], unescape_token(token))

    def _member(self, container: _Container | None, token: str) -> Place | None:
        offsets = container.find(token, self._containers) if container else None
        return None if offsets is None else self._place(offsets[0])

    def _container_at(self, tokens: list[str]) -> _Container | None:
        container = self._container(_skip(_SPACE, self._text, 0))
        for token in tokens:
            offsets = container.find(token, self._containers) if container else None
            container = None if offsets is None else self._container(offsets[1])
        return container

    def duplicates(self) -> list[tuple[str, Place, Place]]:
        """Every repeated key of an object, with the places of both. Reads the whole text once."""
        self._repeating.update(start for *_, start in self._repeated)
        return [(key, self._place(first), self._place(second)) for key, first, second, _ in self._repeated]

    def let_first_count(self) -> None:
        """From now on, find the first of several values of one key instead of the last."""
        self._repeating.clear()
        self._containers.clear()

    def repeats(self, tokens: list[str]) -> list[tuple[str, Place, Place]]:
        """The repeated keys of the object under `tokens`, with the places of both."""
        repeated = self._repeated_in.get(self._start(tokens), ())
        return [(key, self._place(one), self._place(two)) for key, one, two in repeated]

    def let_last_count(self, tokens: list[str]) -> None:
        """From now on, find the last of several values of one key in the object under `tokens`."""
        start = self._start(tokens)
        self._repeating.add(start)
        self._containers.pop(start, None)

    def _start(self, tokens: list[str]) -> int:
        container = self._container_at(tokens)
        return container.start if container else -1

    @cached_property
    def _repeated(self) -> list[tuple[str, int, int, int]]:
        return sorted(_repeated_keys(self._text))

    @cached_property
    def _repeated_in(self) -> dict[int, list[tuple[str, int, int]]]:
        """The repeated keys and their offsets, by the offset of the object."""
        by_object: dict[int, list[tuple[str, int, int]]] = {}
        for key, first, second, start in self._repeated:
            by_object.setdefault(start, []).append((key, first, second))
        return by_object

    def _place(self, offset: int) -> Place:
        block = offset // _BLOCK
        start = block * _BLOCK
        line = self._lines_before[block] + self._text.count("\n", start, offset)
        end = self._text.rfind("\n", start, offset)
        return line + 1, offset - (end if end >= 0 else self._ends_before[block])

    def _container(self, start: int) -> _Container | None:
        container = self._containers.get(start)
        if container is None and self._text[start] in "{[":
            last = start in self._repeating
            container = self._containers[start] = _Container(self._text, start, last=last)
            if last:
                container.end(self._containers)
        return container


def _repeated_keys(text: str) -> Iterator[tuple[str, int, int, int]]:
    """The repeated keys of objects in valid JSON text: the key, the offsets of both, and the offset of the object."""
    around: list[tuple[dict[str, int] | None, int]] = []
    keys: dict[str, int] | None = None  # keys of the object read so far; None in an array
    start = 0
    waiting: re.Match[str] | None = None  # a string that is a key if a colon follows
    for match in _TOKEN.finditer(text):
        mark = match[0]
        if mark == ":" and waiting is not None and keys is not None:
            at = waiting.start()
            key = scanstring(text, at + 1, True)[0]
            if key in keys:
                yield key, keys[key], at, start
            keys[key] = at
        elif mark in "{[":
            around.append((keys, start))
            keys, start = ({} if mark == "{" else None), match.start()
        elif mark in "}]":
            keys, start = around.pop()
        waiting = match if mark[0] == '"' else None


class _Container:
    """An object or array that is read as far as needed. Nested containers that were read are not read again: `known`
    are all containers of the text by offset.
    """

    def __init__(self, text: str, start: int, *, last: bool) -> None:
        self.members: dict[str, tuple[int, int]] = {}
        """Key (or index as text) -> offsets of the key and of its value, as far as read."""
        self.start = start
        self._text, self._last = text, last
        self._end = -1
        self._at = start  # the offset of the value that was read last

    def find(self, token: str, known: dict[int, _Container]) -> tuple[int, int] | None:
        """The offsets of a key (or of an index as text) and of its value; of a repeated key, those
        of the value that is used.
        """
        if token not in self.members:
            self._close_inner(known)
            while (read := self._read(known)) is not None and read != token:
                pass
        return self.members.get(token)

    def end(self, known: dict[int, _Container]) -> int:
        """The offset after the closing bracket."""
        if self._end < 0:
            self._close_inner(known)
            while self._read(known) is not None:
                pass
        return self._end

    def _close_inner(self, known: dict[int, _Container]) -> None:
        """Read nested containers that were started to their ends, innermost first: an outer
        one continues at their ends.
        """
        begun: list[_Container] = []
        inner = known.get(self._at)
        while inner is not None and inner is not self and inner._end < 0:
            begun.append(inner)
            inner = known.get(inner._at) if inner._at != inner.start else None
        while begun:
            begun.pop().end(known)

    def _read(self, known: dict[int, _Container]) -> str | None:
        """Read the next member, and return its key (or index as text); None at the end."""
        if self._end >= 0:
            return None
        text = self._text
        is_first = self._at == self.start
        index = _skip(_SPACE, text, self.start + 1) if is_first else _skip(_COMMA, text, self._behind(self._at, known))
        if text[index] in "}]":
            self._end = index + 1
            return None
        key_at = index
        if text[self.start] == "{":
            key, index = scanstring(text, index + 1, True)
            index = _skip(_COLON, text, index)
        else:
            key = str(len(self.members))
        if self._last or key not in self.members:
            self.members[key] = (key_at, index)
        self._at = index
        return str(key)

    def _behind(self, value_at: int, known: dict[int, _Container]) -> int:
        inner = known.get(value_at)
        if inner is not None:
            return inner.end(known)
        end: int
        try:
            end = _SKIPPER(self._text, value_at)[1]
        except ValueError:  # an integer of more digits than Python reads
            end = _SKIPPER_OF_DIGITS(self._text, value_at)[1]
        return end


def _skip(pattern: re.Pattern[str], text: str, index: int) -> int:
    """Where a pattern ends that is at an offset of valid JSON text."""
    found = pattern.match(text, index)
    return found.end() if found else index
