"""Positions in valid JSON text, by JSON pointer.

msgspec cuts an object or a list into the texts of its members, which are not parsed further. With their lengths the
offset of each member follows, so that only the keys are read here. Where that fails or costs too much, and where keys
are repeated, the offsets of all members are read in one pass over the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from .location import Place, escape_token, unescape_token

_KEY = re.compile(rb'[ \t\n\r,]*("[^"\\]*+(?:\\.[^"\\]*+)*+")[ \t\n\r]*:[ \t\n\r]*', re.DOTALL).match
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]', re.DOTALL).finditer
_SPACE = re.compile(rb"[ \t\n\r,]*").match
_END = re.compile(rb"[ \t\n\r]*\}").match
_OBJECT, _LIST, _BLANK, _QUOTE, _COLON, _COMMA = b'{[ ":,'
_CLOSING = b"]}"
_BLOCK = 1 << 11
_MOST = 40
"""How often the bytes of the text may be cut. Levels that contain almost all of it could cost more than one pass over
each byte.
"""
_MOST_FIELDS = 100
"""The most members of the root that are cut with the levels below them."""
_CONTINUED = bytes(range(0x80, 0xC0))
"""The bytes of a character in UTF-8 after the first one."""

_cut_object = msgspec.json.Decoder(dict[str, Raw]).decode
_cut_list = msgspec.json.Decoder(list[Raw]).decode

_Cut = Mapping[str, "Raw | _Cut"]
"""The texts of the members of an object, or those of the members of its members."""


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
    """The positions of nodes in valid JSON text (UTF-8); of a repeated key, that of the last value."""

    def __init__(self, data: bytes, root: object) -> None:
        """Find the upper levels. `root` is the value of the text, or None if keys are repeated."""
        self._data = data
        self._left = _MOST * len(data)
        self._start = self._after(0)
        self._members: dict[str, _Members] = {}
        self._again: list[Again] = []
        try:
            self._cut_upper_levels(root)
        except _NotCut:
            self._read_all()

    def find(self, pointer: str) -> Place | None:
        """Line and column (from 1, in characters) of the key or item under a pointer; None if there is none."""
        parent, slash, token = pointer.rpartition("/")
        if not slash:
            return self._place(self._start)
        found = self._members_of(parent).get(unescape_token(token))
        return None if found is None else self._place(found[0])

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
        found: dict[str, Place | None] = dict.fromkeys(pointers)
        data, last, line, column = self._data, 0, 1, 1
        for offset, pointer in sorted(offsets):
            between = data[last:offset]
            ends = between.count(b"\n")
            if ends:
                line, column = line + ends, 1
                between = between[between.rfind(b"\n") + 1 :]
            column += len(between) if between.isascii() else _count(between)
            last = offset
            found[pointer] = line, column
        return found

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

    def _cut_upper_levels(self, root: object) -> None:
        """Cut up to three levels at once, as most of the text is in few of their objects."""
        try:
            if isinstance(root, dict) and (len(root) > _MOST_FIELDS or not all(map(_is_plain, root))):
                self._object("", self._start, _cut_object(self._data))
            elif isinstance(root, dict):
                names = {f"m{number}": key for number, key in enumerate(root)}
                fields = [(name, _type_of(root[key]), msgspec.field(name=key)) for name, key in names.items()]
                cut = msgspec.json.decode(self._data, type=msgspec.defstruct("Upper", fields))
                self._object("", self._start, {key: getattr(cut, name) for name, key in names.items()})
            elif isinstance(root, list):
                self._members[""] = self._list(self._start, _cut_list(self._data[self._start :]))
            else:
                raise _NotCut
        except (msgspec.DecodeError, RecursionError):
            raise _NotCut from None

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
            found = members.get(unescape_token(token))
            members = self._members[inner] = {}
            if found is not None:
                self._cut(inner, found[1], found[2])
                members = self._members[inner]
        return members

    def _cut(self, pointer: str, start: int, text: Raw | _Members) -> None:
        """Find the members of a value; there are none if it is neither an object nor a list."""
        if isinstance(text, dict):
            self._members[pointer] = text
            return
        self._left -= len(text)
        if self._left < 0:
            raise _NotCut
        first = self._data[start]
        try:
            if first == _OBJECT:
                cut = _cut_object(text)
                members = self._dense(start, cut, len(text)) if self._data[start + 1] == _QUOTE else None
                if members is None:
                    self._object(pointer, start, cut)
                else:
                    self._members[pointer] = members
            elif first == _LIST:
                self._members[pointer] = self._list(start, _cut_list(text))
        except (msgspec.DecodeError, RecursionError):
            raise _NotCut from None

    def _dense(self, start: int, cut: dict[str, Raw], length: int) -> _Members | None:
        """The members of an object of this length without white space and escapes in keys; None for another one.

        White space and escapes only make a text longer: there are none if it is as short as it can be.
        """
        if sum(map(len, cut)) + sum(map(len, cut.values())) + 4 * len(cut) + 1 != length:
            return None
        members: _Members = {}
        at = start + 1
        for key, value in cut.items():
            value_at = at + len(key) + 3
            members[key] = at, value_at, value
            at = value_at + len(value) + 1
        return members

    def _object(self, pointer: str, start: int, cut: _Cut) -> int:
        """Find the members of an object. Returns the offset after the last one.

        What is between two members mostly is as before: then it is compared, which is faster than a search.
        """
        data, end = self._data, start + 1
        before_key = before_value = b"{"
        members: _Members = {}
        self._members[pointer] = members
        for key, value in cut.items():
            at = end + len(before_key) - 1
            quote = at + 1 + len(key)
            value_at = quote + len(before_value)
            if (
                '"' in key  # without one, the first quote after it is its end, also if it has other escapes
                or not data.startswith(before_key, end)
                or not data.startswith(before_value, quote)
                or data[value_at] <= _BLANK
            ):
                found = _KEY(data, end)
                if found is None:
                    raise _NotCut
                at, quote = found.span(1)
                value_at = found.end()
                before_key, before_value = b"," + data[end : at + 1].removeprefix(b","), data[quote:value_at]
            members[key] = at, value_at, value
            if value.__class__ is dict:
                closing = _END(data, self._object(f"{pointer}/{escape_token(key)}", value_at, value))
                if closing is None:
                    raise _NotCut
                end = closing.end()
            else:
                end = value_at + len(value)
        return end

    def _list(self, start: int, cut: list[Raw]) -> _Members:
        members: _Members = {}
        end = start + 1
        for index, value in enumerate(cut):
            end = self._after(end)
            members[str(index)] = end, end, value
            end += len(value)
        return members

    def _after(self, offset: int) -> int:
        """The offset of what follows, after white space and commas."""
        return _after(self._data, offset)

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


def _is_plain(key: str) -> bool:
    """Whether a key may be the name of a field of a struct."""
    return key.isprintable() and '"' not in key and "\\" not in key


def _type_of(value: object) -> Any:
    """The type that a member of the root is cut to."""
    if not isinstance(value, dict):
        return Raw
    return dict[str, dict[str, Raw]] if all(isinstance(inner, dict) for inner in value.values()) else dict[str, Raw]


def _count(data: bytes) -> int:
    """The number of characters that begin in a part of a text."""
    return len(data) if data.isascii() else len(data.translate(None, _CONTINUED))


def _after(data: bytes, offset: int) -> int:
    """The offset of what follows, after white space and commas."""
    found = _SPACE(data, offset)
    return found.end() if found else offset


def _all_members(data: bytes) -> tuple[_Members, list[Again]]:
    """The members of the root, with those of every object and list in it, and all repeated keys, in one pass."""
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
        found = key_at, value_at, inner
        if name in members:
            repeated.append(Again(name, members[name], found, start))
        members[name] = found
    return root, repeated
