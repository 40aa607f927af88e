"""Adds entries to the text of a YAML file; all other lines keep their text and comments.

The text is parsed only for the positions of its values. New entries are inserted as lines after the last line of their
mapping or list, with the same indent. In `{…}` and `[…]`, they are before the closing bracket.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import yaml
from msgspec import Struct

from mapper.report.diagnostic import MappingError, Problem
from mapper.text.yaml_scalar import inline, is_text_everywhere

_INDENT = 2
_BREAK = re.compile("\n|\r|\x85|\u2028|\u2029")
"""Line breaks of YAML 1.1."""

_NAME = re.compile(r"\.?[A-Za-z_][A-Za-z0-9_.]*\Z")
"""Texts that YAML allows without quotes, unless they are read as another type, like `yes`."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Conflict(Struct, frozen=True):
    """An entry that cannot be added because another value exists. `path` are the keys that lead to it."""

    path: tuple[str, ...]
    value: Any


class _Insertion(Struct, frozen=True):
    """Text to insert at an offset. Of several at one offset, the deepest comes first."""

    offset: int
    depth: int
    text: str


def composed(text: str) -> yaml.Node | None:
    """The nodes of a config. Raises MappingError for JSON that YAML does not read, such as half of a surrogate pair."""
    try:
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}" if mark is not None else ""
        text = f"the config cannot be edited, as YAML does not read its JSON{where}"
        raise MappingError(Problem(text, remedy="write it as YAML")) from None
    return node


def add_entries(text: str, entries: dict[str, Any], comments: dict[tuple[str, ...], str]) -> tuple[str, list[Conflict]]:
    """The text with `entries` merged into it, and the conflicts.

    Mappings are merged key by key; lists get the missing items; an existing value is kept, and a different one is a
    conflict. `comments` are appended to the lines of new entries, by their keys. Raises MappingError for a text that
    YAML does not read.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    plain = text.replace("\r\n", "\n")
    root = composed(plain)
    editor = _Editor(plain, comments)
    if root is None:
        added = "\n".join(editor.lines(entries, 0, ()))
        result = f"{plain}{'' if plain.endswith(chr(10)) or not plain else chr(10)}{added}\n"
        return result.replace("\n", newline), []
    editor.merge(root, entries, (), 0)
    return _insert(plain, editor.insertions).replace("\n", newline), editor.conflicts


def _insert(text: str, insertions: Iterable[_Insertion]) -> str:
    """The text with all insertions. It is cut in pieces from its end, because a copy for each takes too long."""
    pieces: list[str] = []
    end = len(text)
    for insertion in sorted(insertions, key=lambda entry: (-entry.offset, entry.depth)):
        pieces += text[insertion.offset : end], insertion.text
        end = insertion.offset
    return "".join([text[:end], *reversed(pieces)])


class _Editor:
    """Collects the insertions for a text."""

    def __init__(self, text: str, comments: dict[tuple[str, ...], str]) -> None:
        self._text = text
        self._comments = comments
        self._starts = [0, *(match.end() for match in _BREAK.finditer(text))]
        self.insertions: list[_Insertion] = []
        self.conflicts: list[Conflict] = []

    def merge(self, node: yaml.Node, entries: Any, path: tuple[str, ...], before: int) -> None:
        """Merge `entries` into the value at `node`. `before` is the start of its key; a value before it is an alias."""
        if node.start_mark.index < before:
            self.conflicts.append(Conflict(path, entries))
        elif isinstance(node, yaml.MappingNode) and isinstance(entries, dict):
            self._merge_mapping(node, entries, path)
        elif isinstance(node, yaml.SequenceNode) and isinstance(entries, list):
            self._merge_list(node, entries, path)
        elif yaml.SafeLoader("").construct_object(node, deep=True) != entries:
            self.conflicts.append(Conflict(path, entries))

    def _merge_mapping(self, node: yaml.MappingNode, entries: dict[str, Any], path: tuple[str, ...]) -> None:
        members = {key.value: (key, value) for key, value in node.value}
        new: dict[str, Any] = {}
        for key, entry in entries.items():
            if key not in members:
                new[key] = entry
                continue
            where, value = members[key]
            if _is_empty(value) and isinstance(entry, dict | list):
                self._fill(where, value, entry, (*path, key))
            else:
                self.merge(value, entry, (*path, key), where.start_mark.index)
        if not new:
            return
        if node.flow_style:
            self._insert_before_bracket(node, new)
        else:
            column = node.value[0][0].start_mark.column
            self._insert_lines(node, list(self.lines(new, column, path)), len(path))

    def _merge_list(self, node: yaml.SequenceNode, entries: list[Any], path: tuple[str, ...]) -> None:
        loader = yaml.SafeLoader("")
        new = missing(entries, [loader.construct_object(item, deep=True) for item in node.value])
        if not new:
            return
        if node.flow_style:
            self._insert_before_bracket(node, new)
        else:
            self._insert_lines(node, list(self._item_lines(new, node.start_mark.column, path)), len(path))

    def _fill(self, key: yaml.Node, value: yaml.Node, entry: Any, path: tuple[str, ...]) -> None:
        """Give a key without a value one, on the lines below it; an explicit `null` is a conflict."""
        if value.start_mark.index != value.end_mark.index:
            self.conflicts.append(Conflict(path, entry))
            return
        lines = list(self._value_lines(entry, key.start_mark.column + _INDENT, path))
        offset = self._end_of_line(key.end_mark.line)
        self.insertions.append(_Insertion(offset, len(path), "".join(f"\n{line}" for line in lines)))

    def _insert_before_bracket(self, node: yaml.CollectionNode, new: Any) -> None:
        text = _flow(new)[1:-1]
        offset = node.end_mark.index - 1
        if node.value:
            last = node.value[-1]
            offset = (last[1] if isinstance(last, tuple) else last).end_mark.index
            text = f", {text}"
        self.insertions.append(_Insertion(offset, 0, text))

    def _insert_lines(self, node: yaml.Node, lines: list[str], depth: int) -> None:
        offset = self._end_of_line(self._last_line(node))
        self.insertions.append(_Insertion(offset, depth, "".join(f"\n{line}" for line in lines)))

    def _end_of_line(self, line: int) -> int:
        return self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self._text)

    def _last_line(self, node: yaml.Node) -> int:
        """The last line of a value."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style:
            last = node.value[-1]
            key, value = last if isinstance(last, tuple) else (last, last)
            if value.start_mark.index < key.start_mark.index or _is_empty(value):  # an alias, or empty
                return int(key.end_mark.line)
            return self._last_line(value)
        line = int(node.end_mark.line)
        if isinstance(node, yaml.ScalarNode) and node.style in (
            "|",
            ">",
        ):  # a block scalar ends at the start of the next line
            line -= 1 if node.end_mark.column == 0 else 0
            while line > node.start_mark.line and not self._text[self._starts[line] : self._end_of_line(line)].strip():
                line -= 1
        return line

    def lines(self, entries: dict[str, Any], column: int, path: tuple[str, ...]) -> Iterator[str]:
        """The lines of a mapping's entries."""
        for key, value in entries.items():
            start, behind = f"{' ' * column}{_flow(key)}:", self._comment((*path, key))
            if isinstance(value, dict | list) and value:
                yield start + behind
                yield from self._value_lines(value, column + _INDENT, (*path, key))
            else:
                yield f"{start} {_flow(value)}{behind}"

    def _item_lines(self, entries: list[Any], column: int, path: tuple[str, ...]) -> Iterator[str]:
        yield from (f"{' ' * column}- {_flow(entry)}{self._comment((*path, str(entry)))}" for entry in entries)

    def _comment(self, path: tuple[str, ...]) -> str:
        text = self._comments.get(path, "")
        return f" # {comment(text)}" if text else ""

    def _value_lines(self, value: Any, column: int, path: tuple[str, ...]) -> Iterator[str]:
        if isinstance(value, dict):
            yield from self.lines(value, column, path)
        else:
            yield from self._item_lines(value, column, path)


def last_line_of(key: yaml.Node, value: yaml.Node, text: str) -> int:
    """The last line of an entry of a block mapping, from 0."""
    if value.start_mark.index < key.start_mark.index or _is_empty(value):  # an alias, or empty
        return int(key.end_mark.line)
    return _Editor(text, {})._last_line(value)


def comment(text: str) -> str:
    """A text as part of a comment: on one line, without characters that YAML does not allow."""
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def missing(entries: Iterable[Any], known: Iterable[Any]) -> list[Any]:
    """The entries of a list that are not among the known ones."""
    texts, others = set(), []
    for value in known:
        if isinstance(value, str):
            texts.add(value)
        else:
            others.append(value)
    return [entry for entry in entries if (entry not in texts if isinstance(entry, str) else entry not in others)]


def _flow(value: Any) -> str:
    """A value on one line; mappings and lists in flow style."""
    return _text(value) if isinstance(value, str) else inline(value, default_flow_style=True)


@lru_cache(maxsize=65536)
def _text(value: str) -> str:
    if _NAME.match(value) and is_text_everywhere(value):
        return value
    return inline(value) if value.isprintable() and value.isascii() else json.dumps(value)
