"""Positions in valid JSON text, by JSON pointer.

msgspec cuts an object or a list into the texts of its members, which are not parsed further. With their lengths the
offset of each member follows, so that only the keys are read here. Where that fails or costs too much, and where keys
are repeated, the offsets of all members are read in one pass over the text.
"""

import json
import re
from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from .location import Place, unescape_token

_KEY = re.compile(rb'[ \t\n\r,]*("[^"\\]*+(?:\\.[^"\\]*+)*+")[ \t\n\r]*:[ \t\n\r]*', re.DOTALL).match
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]', re.DOTALL).finditer
_SPACE = re.compile(rb"[ \t\n\r,]*").match
_OBJECT, _LIST, _QUOTE, _COLON = b'{[":'
_CLOSING = b"]}"
_BLOCK = 1 << 11
_MOST = 40
"""How often the bytes of the text may be cut. Levels that contain almost all of it could cost more than one pass over
each byte.
"""
_CONTINUED = bytes(range(0x80, 0xC0))
"""The bytes of a character in UTF-8 after the first one."""

_cut_object = msgspec.json.Decoder(dict[str, Raw]).decode
_cut_list = msgspec.json.Decoder(list[Raw]).decode

_Members = dict[str, tuple[int, int, Any]]
"""By key, or by the index as text: the offset of the key or item, that of the value, and the text of the value, or its
members.
"""


class _NotCut(Exception):
    """Cutting the text is not possible, or would cost more than reading it once."""


class Again(NamedTuple):
    """A key that the object at the offset `holder` has again."""

    key: str
    first: tuple[int, int, Any]
    second: tuple[int, int, Any]
    holder: int


class JsonPositions:
    """The positions of nodes in valid JSON text (UTF-8); a repeated key has the position of its last value."""

    def __init__(self, data: bytes, *, is_repeated: bool) -> None:
        """`is_repeated`: whether an object has a key twice, so that its text cannot be cut."""
        self._data = data
        self._left = _MOST * len(data)
        self._start = _after(data, 0)
        self._members: dict[str, _Members] = {}
        self._again: list[Again] = []
        try:
            if is_repeated:
                raise _NotCut
            self._members[""] = self._cut(self._start, data)
        except _NotCut:
            self._read_all()

    def find(self, pointer: str) -> Place | None:
        """Line and column (from 1, in characters) of the key or item under a pointer; None if there is none."""
        parent, slash, token = pointer.rpartition("/")
        if not slash:
            return self._place(self._start)
        place = self._members_of(parent).get(unescape_token(token))
        return None if place is None else self._place(place[0])

    def find_all(self, pointers: Collection[str]) -> dict[str, Place | None]:
        """The positions of many pointers. The text is read once, from one place to the next."""
        offsets: list[tuple[int, str]] = []
        last_parent, members = "", self._members[""]
        for pointer in pointers:
            parent, slash, token = pointer.rpartition("/")
            if parent != last_parent:
                last_parent, members = parent, self._members_of(parent)
            if not slash:
                offsets.append((self._start, pointer))
            elif (member := members.get(unescape_token(token) if "~" in token else token)) is not None:
                offsets.append((member[0], pointer))
        by_pointer: dict[str, Place | None] = dict.fromkeys(pointers)
        data, last, line, column = self._data, 0, 1, 1
        for offset, pointer in sorted(offsets):
            ends = data.count(b"\n", last, offset)
            if ends:
                line, column, last = line + ends, 1, data.rfind(b"\n", last, offset) + 1
            column += _count(data[last:offset])
            last = offset
            by_pointer[pointer] = line, column
        return by_pointer

    def places(self, repeated: Iterable[Again]) -> list[tuple[str, Place, Place]]:
        """The keys, with the places of both."""
        return [(again.key, self._place(again.first[0]), self._place(again.second[0])) for again in repeated]

    @cached_property
    def repeated(self) -> list[Again]:
        """Every repeated key of an object."""
        return sorted(self._again, key=lambda again: (again.key, again.first[0]))

    def repeated_in(self, pointer: str) -> list[Again]:
        """The repeated keys of the object at a pointer."""
        return self._by_holder.get(self._value_at(pointer), [])

    def let_first_count(self, pointer: str) -> None:
        """From now on, find the first of several values of one key in the object at a pointer."""
        members = self._members_of(pointer)
        for again in reversed(self.repeated_in(pointer)):
            members[again.key] = again.first

    @cached_property
    def _by_holder(self) -> dict[int, list[Again]]:
        by_holder: dict[int, list[Again]] = {}
        for again in self.repeated:
            by_holder.setdefault(again.holder, []).append(again)
        return by_holder

    def _value_at(self, pointer: str) -> int:
        parent, slash, token = pointer.rpartition("/")
        return self._members_of(parent)[unescape_token(token)][1] if slash else self._start

    def _members_of(self, pointer: str) -> _Members:
        members = self._members.get(pointer)
        if members is not None:
            return members
        try:
            return self._inside(pointer)
        except _NotCut:  # what it was cutting is incomplete now
            self._read_all()
            return self._inside(pointer)

    def _read_all(self) -> None:
        members, self._again = _all_members(self._data)
        self._members = {"": members}

    def _inside(self, pointer: str) -> _Members:
        """The members of the object or list under a pointer; empty if there is none."""
        missing: list[tuple[str, str]] = []
        around, members = pointer, None
        while members is None:
            inner = around
            around, _, token = inner.rpartition("/")
            missing.append((inner, token))
            members = self._members.get(around)
        for inner, token in reversed(missing):
            place = members.get(unescape_token(token))
            members = self._members[inner] = {} if place is None else self._cut(place[1], place[2])
        return members

    def _cut(self, start: int, text: bytes | Raw | _Members) -> _Members:
        """The members of a value; none if it is neither an object nor a list."""
        if isinstance(text, dict):
            return text
        self._left -= len(text)
        if self._left < 0:
            raise _NotCut
        first = self._data[start]
        try:
            if first == _OBJECT:
                return self._object(start, _cut_object(text))
            return self._list(start, _cut_list(text)) if first == _LIST else {}
        except (msgspec.DecodeError, RecursionError):
            raise _NotCut from None

    def _object(self, start: int, cut: dict[str, Raw]) -> _Members:
        members: _Members = {}
        end = start + 1
        for key, value in cut.items():
            key_match = _KEY(self._data, end)
            if key_match is None:
                raise _NotCut
            value_at = key_match.end()
            members[key] = key_match.start(1), value_at, value
            end = value_at + len(value)
        return members

    def _list(self, start: int, cut: list[Raw]) -> _Members:
        members: _Members = {}
        end = start + 1
        for index, value in enumerate(cut):
            end = _after(self._data, end)
            members[str(index)] = end, end, value
            end += len(value)
        return members

    @cached_property
    def _lines(self) -> list[int]:
        """The number of line ends before each block of the text."""
        return [0, *accumulate(self._data.count(b"\n", start, start + _BLOCK) for start in self._blocks)]

    @cached_property
    def _line_ends(self) -> list[int]:
        """The offset of the last line end before each block; -1 if there is none."""
        return [-1, *accumulate((self._data.rfind(b"\n", start, start + _BLOCK) for start in self._blocks), max)]

    @cached_property
    def _characters(self) -> list[int]:
        """The number of characters before each block."""
        return [0, *accumulate(_count(self._data[start : start + _BLOCK]) for start in self._blocks)]

    @property
    def _blocks(self) -> range:
        return range(0, len(self._data), _BLOCK)

    def _place(self, offset: int) -> Place:
        data, block = self._data, offset // _BLOCK
        start = block * _BLOCK
        line = self._lines[block] + data.count(b"\n", start, offset) + 1
        end = data.rfind(b"\n", start, offset)
        if end >= 0:
            return line, offset - end if data[end:offset].isascii() else _count(data[end:offset])
        return line, self._characters_before(offset) - self._characters_before(self._line_ends[block] + 1) + 1

    def _characters_before(self, offset: int) -> int:
        block = offset // _BLOCK
        return self._characters[block] + _count(self._data[block * _BLOCK : offset])


def _count(data: bytes) -> int:
    """The number of characters that begin in a part of a text."""
    return len(data) if data.isascii() else len(data.translate(None, _CONTINUED))


def _after(data: bytes, offset: int) -> int:
    """The offset of what follows, after white space and commas."""
    space = _SPACE(data, offset)
    return space.end() if space else offset


def _all_members(data: bytes) -> tuple[_Members, list[Again]]:
    """The members of the root and of every object and list in it, and all repeated keys, in one pass."""
    around: list[tuple[_Members, int, bool]] = []
    members: _Members = {}
    inner: _Members = {}  # of the value that begins
    start, in_list, key, key_at = -1, False, b"", 0
    root, repeated = inner, list[Again]()
    for match in _TOKEN(data):
        at, end = match.span()
        mark = data[at]
        if mark == _QUOTE:
            key, key_at = match[0], at
            continue
        if mark in _CLOSING:
            members, start, in_list = around.pop()
            continue
        if mark in (_OBJECT, _LIST):
            around.append((members, start, in_list))
            members, start, in_list = inner, at, mark == _LIST
        value_at = _after(data, end)
        if in_list and data[value_at] not in _CLOSING:
            name, key_at = str(len(members)), value_at
        elif mark == _COLON:
            name = json.loads(key)
        else:
            continue
        inner = {}
        member = key_at, value_at, inner
        if name in members:
            repeated.append(Again(name, members[name], member, start))
        members[name] = member
    return root, repeated
