"""YAML text -> plain dicts and lists, with the position of every key and item.

Built on PyYAML's event stream: eight times faster than its loaders, and a position for each node. YAML 1.1 has no
surprises: a country code `NO` stays a string.
"""

import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ..report.budget import Cost
from .json_values import MAX_NESTING
from .location import DocumentError, Place
from .scalars import resolve_plain

_COLUMN_BITS = 12
_COLUMN_MAX = (1 << _COLUMN_BITS) - 1
MAX_EXPANDED = 20_000_000
"""The most nodes of a document with all aliases expanded (a guard against alias bombs)."""

MAX_MERGED = 1_000_000
"""The most keys that merges (`<<`) may copy in one document."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_FEWER = "write out the large ones, or use fewer aliases"
_ANCHOR = "set the anchor before it, or put the text in quotes"
_NEST_LESS = "nest its values less"
_TOO_DEEP = "exceeded maximum nesting depth"

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_ONLY_IN_YAML = "\r\x85\u2028\u2029"
"""The characters, or the beginning of several, that may end a line of YAML 1.1, but not one of the file."""


class YamlNode:
    """A value as it was read, and the `marks` of its members, by key or index. It is equal only to itself.

    A mark is the packed position of the key or item; for a mapping or list together with the node of it.
    """

    __slots__ = ("marks", "value")

    def __init__(self, value: Any, marks: Any) -> None:
        self.value = value
        self.marks = marks

    def member(self, step: str | int) -> "tuple[int, YamlNode | None]":
        """The packed position of a member, and its node, if it is a mapping or a list."""
        mark = self.marks[step]
        return (mark, None) if mark.__class__ is int else mark

    def inner(self) -> "list[tuple[str | int, YamlNode]]":
        """The members that are mappings or lists, with their keys or indexes."""
        marks = self.marks.items() if isinstance(self.marks, dict) else enumerate(self.marks)
        return [(step, mark[1]) for step, mark in marks if mark.__class__ is tuple]


class Again(Struct, frozen=True):
    """A repeated key of `holder`: the packed positions of both, and the very first `value` with its `mark`."""

    holder: YamlNode
    key: str
    first: int
    second: int
    value: Any
    mark: Any


class YamlTree:
    """A parsed document: its root as a `node`, and the `repeated` keys; the last value of each is used. `end` is the
    place where another document begins, which is not read.
    """

    def __init__(self, text: str, uri: str) -> None:
        self.node = YamlNode(None, ())
        self.repeated: list[Again] = []
        self.end: Place | None = None
        self._uri = uri
        self._merged = 0
        self._starts = _line_starts(text) if any(mark in text for mark in _ONLY_IN_YAML) else []
        try:
            parser = _LOADER(text)
            try:
                self._build(text, iter(parser.get_event, None))  # `yaml.parse` asks twice for each event, in Python
            finally:
                parser.dispose()
        except yaml.MarkedYAMLError as error:
            raise self._syntax_error(error, text) from None
        except yaml.reader.ReaderError as error:
            # libyaml's position is in bytes
            before = text.encode("utf-8", "replace")[: error.position]
            line = before.count(b"\n") + 1
            text = f"character U+{_code(error):04X} is not allowed in YAML"
            raise DocumentError(uri, text, line, remedy="remove it, or write it as an escape") from None

    def place(self, packed: int) -> Place:
        """Line and column in the file, from 1, of a packed position."""
        return self._place(packed >> _COLUMN_BITS, packed & _COLUMN_MAX)

    def _place(self, line: int, column: int) -> Place:
        if line < len(self._starts):
            line, begin = self._starts[line]
            column += begin
        return line + 1, column + 1

    def _build(self, text: str, events: Iterator[Any]) -> None:  # noqa: C901, PLR0912, PLR0915 - one loop, for speed
        repeated = self.repeated
        anchors: dict[str, tuple[Any, YamlNode | None]] = {}
        keys: dict[str, str] = {}
        plain: dict[str, Any] = {}
        merges: dict[YamlNode, list[tuple[YamlNode | None, Any]]] = {}
        first: dict[tuple[YamlNode, str], Again] = {}
        unfinished: set[YamlNode] = set()
        node = self.node
        stack: list[tuple[YamlNode, Any, Any]] = []
        cur: Any = None  # the value of `node`, which is being filled; None at the top
        cur_marks: Any = None
        key: str | None = None  # the key that waits for its value, in a mapping
        in_map = merging = aliased = started = False

        event: Any
        for event in events:
            kind = type(event)
            if kind is ScalarEvent:
                value = event.value
                if in_map and key is None:
                    if value == "<<" and event.implicit[0]:
                        merging, key = True, value
                        continue
                    key = keys.setdefault(value, value)
                    if event.anchor:
                        anchors[event.anchor] = value, None
                    mark = event.start_mark
                    packed = (mark.line << _COLUMN_BITS) | min(mark.column, _COLUMN_MAX)
                    if key in cur_marks:
                        had = first.get((node, key))
                        value, mark = (had.value, had.mark) if had else (cur.get(key), cur_marks[key])
                        again = first[node, key] = Again(node, key, node.member(key)[0], packed, value, mark)
                        repeated.append(again)
                    cur_marks[key] = packed
                    continue
                tag = event.tag
                if event.implicit[0] and (tag is None or tag == "!"):
                    value = plain[value] if value in plain else plain.setdefault(value, resolve_plain(value))
                elif tag and tag.startswith("tag:yaml.org,2002:") and tag[18:] in ("int", "float", "bool", "null"):
                    value = resolve_plain(value)
                elif tag == "tag:yaml.org,2002:binary":
                    value = _decode_base64(value)
                inner = None
                if event.anchor:
                    anchors[event.anchor] = value, None
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                is_map = kind is MappingStartEvent
                value = {} if is_map else []
                value_marks: Any = {} if is_map else []
                inner = YamlNode(value, value_marks)
                if in_map:
                    if key is None:
                        raise self._error("a mapping or list cannot be a key here", event.start_mark, "write a text")
                    if merging:
                        merges.setdefault(node, []).append((inner, event.start_mark))
                        merging = False
                    else:
                        cur[key] = value
                        cur_marks[key] = cur_marks[key], inner
                elif cur is not None:
                    mark = event.start_mark
                    cur_marks.append(((mark.line << _COLUMN_BITS) | min(mark.column, _COLUMN_MAX), inner))
                    cur.append(value)
                else:
                    self.node, started = inner, True
                if event.anchor:
                    anchors[event.anchor] = value, inner
                if len(stack) >= MAX_NESTING:
                    raise self._error(f"nested more than {MAX_NESTING} levels deep", event.start_mark, _NEST_LESS)
                stack.append((node, cur, cur_marks))
                unfinished.add(inner)
                node, cur, cur_marks, in_map, key = inner, value, value_marks, is_map, None
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                if node in merges:
                    self._merge(node, merges.pop(node))
                unfinished.discard(node)
                node, cur, cur_marks = stack.pop()
                in_map, key = type(cur) is dict, None
                continue
            elif kind is AliasEvent:
                if in_map and key is None:
                    raise self._error("an alias cannot be a key here", event.start_mark, "write a text")
                if event.anchor not in anchors:
                    raise self._error(f"the alias *{event.anchor} has no anchor", event.start_mark, _ANCHOR)
                value, inner = anchors[event.anchor]
                if inner in unfinished:
                    text = f"the alias *{event.anchor} is used inside its own anchor"
                    raise self._error(text, event.start_mark, "write the value out")
                aliased = True
            elif kind is DocumentStartEvent and started:
                self.end = self.place((event.start_mark.line << _COLUMN_BITS) | event.start_mark.column)
                break  # only the first document is read; the text before the second has been checked
            else:
                continue
            # a scalar or an alias is placed
            if in_map:
                if merging:
                    merges.setdefault(node, []).append((inner, event.start_mark))
                    merging = False
                else:
                    cur[key] = value
                    if inner is not None:
                        cur_marks[key] = cur_marks[key], inner
                key = None
            elif cur is not None:
                mark = event.start_mark
                packed = (mark.line << _COLUMN_BITS) | min(mark.column, _COLUMN_MAX)
                cur_marks.append(packed if inner is None else (packed, inner))
                cur.append(value)
            else:
                self.node, started = YamlNode(value, ()), True

        if aliased:
            self._check_expanded(len(text))

    def _check_expanded(self, size: int) -> None:
        """Raise DocumentError if the aliases of a text of `size` characters expand beyond the limits."""
        nodes, characters = _expanded_size(self.node)
        if nodes > MAX_EXPANDED:
            raise DocumentError(self._uri, f"its aliases expand to more than {MAX_EXPANDED:,} nodes", remedy=_FEWER)
        if characters > (most := Cost.EXPANDED.value.at(size)):
            raise DocumentError(self._uri, f"its aliases expand to more than {most:,} characters", remedy=_FEWER)

    def _merge(self, target: YamlNode, sources: list[tuple[YamlNode | None, Any]]) -> None:
        """Merge keys as YAML 1.1 does: the mapping's own keys win, then earlier sources."""
        for given, at in sources:
            listed = given.marks if given is not None and isinstance(given.value, list) else [(0, given)]
            for source in (mark[1] if mark.__class__ is tuple else None for mark in listed):
                if source is None or not isinstance(source.value, dict):
                    raise self._error("the value of << is not a mapping", at, "name a mapping")
                self._merged += len(source.value)
                if self._merged > MAX_MERGED:
                    raise self._error(f"its merge keys copy more than {MAX_MERGED:,} keys", at, "use fewer of them")
                for key, item in source.value.items():
                    if key not in target.value:
                        target.value[key] = item
                        target.marks[key] = source.marks[key]

    def _error(self, message: str, mark: Any, remedy: str) -> DocumentError:
        return DocumentError(self._uri, message, *self._place(mark.line, mark.column), remedy=remedy)

    def _syntax_error(self, error: yaml.MarkedYAMLError, text: str) -> DocumentError:
        message = " ".join(part for part in (error.problem, error.context) if part)
        remedy = "correct the YAML there"
        if error.problem == _TOO_DEEP:  # libyaml of PyYAML 6.0.4 counts flow levels itself, before it gives events
            message, remedy = f"nested more than {MAX_NESTING} levels deep", _NEST_LESS
        mark = error.problem_mark or error.context_mark
        if mark is None:
            return DocumentError(self._uri, message, remedy=remedy)
        line, column = self._place(mark.line, mark.column)
        if "\t" in "".join(text.split("\n", line)[line - 1 : line])[:column]:
            message, remedy = f"{message} (YAML does not allow tabs for indentation)", "use spaces"
        return DocumentError(self._uri, message, line, column, remedy=remedy)


def _code(error: yaml.reader.ReaderError) -> int:
    return error.character if isinstance(error.character, int) else ord(error.character[:1] or "\0")


def _decode_base64(text: str) -> str:
    """The text that base64 encodes; invalid base64 stays as it is."""
    try:
        return b64decode("".join(text.split()), validate=True).decode("utf-8", "replace")
    except ValueError:
        return text


def _expanded_size(root: YamlNode) -> tuple[int, int]:
    """The number of members and of the objects and lists that have them, and of characters in values, with every alias
    expanded.
    """
    sizes: dict[YamlNode, tuple[int, int]] = {}
    stack = [(root, False)]
    while stack:
        node, seen = stack.pop()
        if node in sizes:
            continue
        children = [child for _, child in node.inner()]
        if seen:
            below = [sizes[child] for child in children]
            items = node.value.values() if isinstance(node.value, dict) else node.value
            texts = sum(len(item) for item in items if isinstance(item, str))
            sizes[node] = 1 + len(items) + sum(n for n, _ in below), texts + sum(n for _, n in below)
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in children)
    return sizes[root]


def _line_starts(text: str) -> list[tuple[int, int]]:
    """Where each line of YAML begins in the file: line and column, from 0. Lines of the file end as in Git."""
    starts, line, begin = [(0, 0)], 0, 0
    for match in _BREAK.finditer(text):
        if match[0].endswith("\n"):
            line, begin = line + 1, match.end()
        starts.append((line, match.end() - begin))
    return starts
