"""YAML text (UTF-8) -> plain dicts and lists, with the position of every key and item.

Built on PyYAML's event stream: eight times faster than its loaders, and a position for each node. YAML 1.1 has no
surprises: a country code `NO` stays a string.
"""

import re
from collections.abc import Callable
from functools import cached_property
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

Mark = Any
"""Where a key or an item begins: PyYAML's own object, with `line` and `column` from 0."""

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
_ONLY_IN_YAML = tuple(character.encode() for character in "\r\x85\u2028\u2029")
"""The characters, or the beginning of several, that may end a line of YAML 1.1, but not one of the file."""


class YamlNode(Struct, eq=False):
    """A value as it was read, and the `marks` of its members, by key or index. It is equal only to itself.

    The mark of a mapping or list stands there together with the node of it.
    """

    value: Any
    marks: Any

    def member(self, step: str | int) -> "tuple[Mark, YamlNode | None]":
        """The mark of a member, and its node, if it is a mapping or a list."""
        mark = self.marks[step]
        return mark if mark.__class__ is tuple else (mark, None)

    def inner(self) -> "list[tuple[str | int, YamlNode]]":
        """The members that are mappings or lists, with their keys or indexes."""
        marks = self.marks.items() if isinstance(self.marks, dict) else enumerate(self.marks)
        return [(step, mark[1]) for step, mark in marks if mark.__class__ is tuple]


class Again(Struct, frozen=True):
    """A repeated key of `holder`: the marks of both, and the very first `value` with its entry in the `marks`."""

    holder: YamlNode
    key: str
    first: Mark
    second: Mark
    value: Any
    mark: Any


class _Keys(dict[str, str]):
    """One text for all equal keys."""

    def __missing__(self, text: str) -> str:
        self[text] = text
        return text


class _Plain(dict[str, Any]):
    """The values of unquoted scalars, each resolved once."""

    def __missing__(self, text: str) -> Any:
        value = self[text] = resolve_plain(text)
        return value


class YamlTree:
    """A parsed document: its root as a `node`, and the `repeated` keys; the last value of each is used. `end` is the
    place where another document begins, which is not read.
    """

    def __init__(self, data: bytes, uri: str) -> None:
        """Raises DocumentError, also for what is not UTF-8. What follows after `end` may be anything."""
        self.node = YamlNode(None, ())
        self.repeated: list[Again] = []
        self.end: Place | None = None
        self._uri = uri
        self._merged = 0
        self._first: dict[tuple[YamlNode, str], Again] = {}
        self._data = data
        try:
            parser = _LOADER(data)
            try:
                self._build(parser.get_event)  # `yaml.parse` asks twice for each event, in Python
            finally:
                parser.dispose()
        except yaml.MarkedYAMLError as error:
            raise self._syntax_error(error) from None
        except yaml.reader.ReaderError as error:
            line = data.count(b"\n", 0, error.position) + 1
            text = f"character U+{_code(error):04X} is not allowed in YAML"
            raise DocumentError(uri, text, line, remedy="remove it, or write it as an escape") from None

    def place(self, mark: Mark | None) -> Place:
        """Line and column in the file, from 1, of a mark; the first ones without a mark, which is the root's."""
        return (1, 1) if mark is None else self._place(mark.line, mark.column)

    @cached_property
    def _starts(self) -> list[tuple[int, int]]:
        """Where each line begins in the file, as `_line_starts`; empty if YAML has the lines of the file."""
        if not any(end in self._data for end in _ONLY_IN_YAML):
            return []
        return _line_starts(self._data.decode("utf-8", "replace"))

    def _place(self, line: int, column: int) -> Place:
        if line < len(self._starts):
            line, begin = self._starts[line]
            column += begin
        return line + 1, column + 1

    def _build(self, get_event: Callable[[], Any]) -> None:  # noqa: C901, PLR0912, PLR0915 - one loop, for speed
        anchors: dict[str, tuple[Any, YamlNode | None]] = {}
        keys, plain = _Keys(), _Plain()
        merges: dict[YamlNode, list[tuple[YamlNode | None, Mark]]] = {}
        unfinished: set[YamlNode] = set()
        """The nodes with anchors around the event."""
        node = self.node
        stack: list[tuple[YamlNode, Any, Any, bool]] = []
        cur: Any = None  # the value of `node`, which is being filled; None at the top
        cur_marks: Any = None
        key = ""  # of the value that is read, in a mapping
        in_map = needs_key = merging = aliased = started = False

        while (event := get_event()) is not None:
            kind = type(event)
            if kind is ScalarEvent:
                if needs_key:
                    key, needs_key = keys[event.value], False
                    if key == "<<" and event.implicit[0]:
                        merging = True
                        continue
                    if event.anchor:
                        anchors[event.anchor] = key, None
                    if key in cur_marks:
                        self._repeat(node, key, event.start_mark)
                    cur_marks[key] = event.start_mark
                    continue
                if event.implicit[0]:
                    value = plain[event.value]
                else:
                    value = _tagged(event.tag, event.value) if event.tag else event.value
                if event.anchor:
                    anchors[event.anchor] = value, None
                if in_map and not merging:  # as most
                    cur[key], needs_key = value, True
                    continue
                inner = None
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                is_map = kind is MappingStartEvent
                value = {} if is_map else []
                value_marks: Any = {} if is_map else []
                inner = YamlNode(value, value_marks)
                if needs_key:
                    raise self._error("a mapping or list cannot be a key here", event.start_mark, "write a text")
                if merging:
                    merges.setdefault(node, []).append((inner, event.start_mark))
                    merging = False
                elif in_map:
                    cur[key] = value
                    cur_marks[key] = cur_marks[key], inner
                elif cur is not None:
                    cur_marks.append((event.start_mark, inner))
                    cur.append(value)
                else:
                    self.node, started = inner, True
                if event.anchor:
                    anchors[event.anchor] = value, inner
                    unfinished.add(inner)
                if len(stack) >= MAX_NESTING:
                    raise self._error(f"nested more than {MAX_NESTING} levels deep", event.start_mark, _NEST_LESS)
                stack.append((node, cur, cur_marks, in_map))
                node, cur, cur_marks = inner, value, value_marks
                in_map = needs_key = is_map
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                if merges:
                    self._merge(node, merges.pop(node, []))
                if unfinished:
                    unfinished.discard(node)
                node, cur, cur_marks, in_map = stack.pop()
                needs_key = in_map
                continue
            elif kind is AliasEvent:
                if needs_key:
                    raise self._error("an alias cannot be a key here", event.start_mark, "write a text")
                if event.anchor not in anchors:
                    raise self._error(f"the alias *{event.anchor} has no anchor", event.start_mark, _ANCHOR)
                value, inner = anchors[event.anchor]
                if inner in unfinished:
                    text = f"the alias *{event.anchor} is used inside its own anchor"
                    raise self._error(text, event.start_mark, "write the value out")
                aliased = True
            elif kind is DocumentStartEvent and started:
                self.end = self.place(event.start_mark)
                break  # only the first document is read; the text before the second has been checked
            else:
                continue
            # a scalar or an alias is placed
            if merging:
                merges.setdefault(node, []).append((inner, event.start_mark))
                merging, needs_key = False, True
            elif in_map:
                cur[key], needs_key = value, True
                if inner is not None:
                    cur_marks[key] = cur_marks[key], inner
            elif cur is not None:
                cur_marks.append(event.start_mark if inner is None else (event.start_mark, inner))
                cur.append(value)
            else:
                self.node, started = YamlNode(value, ()), True

        if aliased:
            self._check_expanded()

    def _repeat(self, node: YamlNode, key: str, mark: Mark) -> None:
        """Record a key that a mapping has already."""
        had = self._first.get((node, key))
        value, entry = (had.value, had.mark) if had else (node.value.get(key), node.marks[key])
        again = self._first[node, key] = Again(node, key, node.member(key)[0], mark, value, entry)
        self.repeated.append(again)

    def _check_expanded(self) -> None:
        """Raise DocumentError if the aliases expand beyond the limits."""
        nodes, characters = _expanded_size(self.node)
        if nodes > MAX_EXPANDED:
            raise DocumentError(self._uri, f"its aliases expand to more than {MAX_EXPANDED:,} nodes", remedy=_FEWER)
        if characters > (most := Cost.EXPANDED.value.at(len(self._data))):
            raise DocumentError(self._uri, f"its aliases expand to more than {most:,} characters", remedy=_FEWER)

    def _merge(self, target: YamlNode, sources: list[tuple[YamlNode | None, Mark]]) -> None:
        """Merge keys as YAML 1.1 does: the mapping's own keys win, then earlier sources."""
        for given, at in sources:
            listed = given.marks if given is not None and isinstance(given.value, list) else [(at, given)]
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

    def _syntax_error(self, error: yaml.MarkedYAMLError) -> DocumentError:
        message = " ".join(part for part in (error.problem, error.context) if part)
        remedy = "correct the YAML there"
        if error.problem == _TOO_DEEP:  # libyaml of PyYAML 6.0.4 counts flow levels itself, before it gives events
            message, remedy = f"nested more than {MAX_NESTING} levels deep", _NEST_LESS
        mark = error.problem_mark or error.context_mark
        if mark is None:
            return DocumentError(self._uri, message, remedy=remedy)
        line, column = self._place(mark.line, mark.column)
        written = b"".join(self._data.split(b"\n", line)[line - 1 : line]).decode("utf-8", "replace")
        if "\t" in written[:column]:
            message, remedy = f"{message} (YAML does not allow tabs for indentation)", "use spaces"
        return DocumentError(self._uri, message, line, column, remedy=remedy)


def _code(error: yaml.reader.ReaderError) -> int:
    return error.character if isinstance(error.character, int) else ord(error.character[:1] or "\0")


def _tagged(tag: str, text: str) -> Any:
    """The value of a scalar with a tag."""
    if tag.startswith("tag:yaml.org,2002:") and tag[18:] in ("int", "float", "bool", "null"):
        return resolve_plain(text)
    return _decode_base64(text) if tag == "tag:yaml.org,2002:binary" else text


def _decode_base64(text: str) -> str:
    """The text that base64 encodes; invalid base64 stays as it is."""
    from base64 import b64decode

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
