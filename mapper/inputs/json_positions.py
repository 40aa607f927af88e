"""Positions in JSON text without repeated keys, by JSON pointer.

msgspec cuts an object or a list into the texts of its members, which are not parsed further. With their lengths the
offset of each member follows, so that only the keys are read here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any

import msgspec
from msgspec import Raw

from .location import NotSliced, Place, escape_token, unescape_token

_KEY = re.compile(rb'[ \t\n\r,]*("[^"\\]*+(?:\\.[^"\\]*+)*+)"[ \t\n\r]*:[ \t\n\r]*', re.DOTALL).match
_SPACE = re.compile(rb"[ \t\n\r,]*").match
_END = re.compile(rb"[ \t\n\r]*\}").match
_OBJECT, _LIST, _BLANK, _QUOTE = b'{[ "'
_BLOCK = 1 << 11
_MOST = 40
"""How often the bytes of the text may be cut. Levels that contain almost all of it could cost more than a reader that
reads each byte once.
"""
_MOST_FIELDS = 100
"""The most members of the root that are cut with the levels below them."""
_CONTINUED = bytes(range(0x80, 0xC0))
"""The bytes of a character in UTF-8 after the first one."""

_cut_object = msgspec.json.Decoder(dict[str, Raw]).decode
_cut_list = msgspec.json.Decoder(list[Raw]).decode

_Cut = Mapping[str, "Raw | _Cut"]
"""The texts of the members of an object, or those of the members of its members."""
_Members = dict[str, tuple[int, int, "Raw | _Cut"]]
"""By key, or by the index as text: the offset of the key or item, that of the value, and the text of the value."""


class SlicedPositions:
    """The positions of nodes in valid JSON text (UTF-8) that has no repeated keys."""

    def __init__(self, data: bytes, root: object) -> None:
        """Cut the upper levels. `root` is the value of the text. Raises NotSliced."""
        self._data = data
        self._left = _MOST * len(data)
        space = _SPACE(data)
        self._start = space.end() if space else 0
        self._members: dict[str, _Members] = {}
        self._cut_upper_levels(root)

    def find(self, pointer: str) -> Place | None:
        """Line and column (from 1, in characters) of the key or item under a pointer; None if there is none.

        Raises NotSliced.
        """
        parent, slash, token = pointer.rpartition("/")
        if not slash:
            return self._place(self._start)
        found = self._members_of(parent).get(unescape_token(token))
        return None if found is None else self._place(found[0])

    def find_all(self, pointers: Collection[str]) -> dict[str, Place | None]:
        """The positions of many pointers. The text is read once, from one place to the next. Raises NotSliced."""
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

    def _members_of(self, pointer: str) -> _Members:
        members = self._members.get(pointer)
        return self._inside(pointer) if members is None else members

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
            else:
                items = _cut_list(self._data[self._start :]) if isinstance(root, list) else []
                self._members[""] = self._list(self._start, items)
        except (msgspec.DecodeError, RecursionError):
            raise NotSliced from None

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

    def _cut(self, pointer: str, start: int, text: Raw | _Cut) -> None:
        """Find the members of a value; there are none if it is neither an object nor a list."""
        self._left -= len(text)
        if self._left < 0:
            raise NotSliced
        first = self._data[start]
        try:
            if first == _OBJECT:
                cut = _cut_object(text)  # type: ignore[arg-type]
                members = self._dense(start, cut, len(text)) if self._data[start + 1] == _QUOTE else None
                if members is None:
                    self._object(pointer, start, cut)
                else:
                    self._members[pointer] = members
            elif first == _LIST:
                self._members[pointer] = self._list(start, _cut_list(text))  # type: ignore[arg-type]
        except (msgspec.DecodeError, RecursionError):
            raise NotSliced from None

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
                    raise NotSliced
                at, quote = found.span(1)
                value_at = found.end()
                before_key, before_value = b"," + data[end : at + 1].removeprefix(b","), data[quote:value_at]
            members[key] = at, value_at, value
            if value.__class__ is dict:
                closing = _END(data, self._object(f"{pointer}/{escape_token(key)}", value_at, value))
                if closing is None:
                    raise NotSliced
                end = closing.end()
            else:
                end = value_at + len(value)
        return end

    def _list(self, start: int, cut: list[Raw]) -> _Members:
        members: _Members = {}
        end = start + 1
        for index, value in enumerate(cut):
            before = _SPACE(self._data, end)
            end = before.end() if before else end
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
