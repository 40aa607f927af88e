"""One parsed document: its root, its bytes, and the position of each node."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ..report.diagnostic import Problem
from ..report.origin import Location, Source
from .duplicate_keys import Link, Repeat, last_counts, pointer_of, repeat, tokens_of
from .json_positions import JsonPositions
from .json_values import NotRead, Pairs, read_json, read_unique, without_repeated
from .location import DocumentError, Place, escape_token, split_pointer

if TYPE_CHECKING:
    from .yaml_reader import Again, YamlNode, YamlTree


_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")


_SAVE = "save it as UTF-8"
_TEXT = re.compile(rb"\S")

MAX_FLOW = 1 << 14
"""The most characters of invalid JSON that is read as YAML (flow style); a larger file is an error in JSON."""

_CONFLICT = re.compile(rb"^(?:<{7}|>{7})(?: .*)?\r?$", re.MULTILINE)
"""A line with which git marks one side of a merge conflict."""

GZIP = b"\x1f\x8b"
"""The first bytes of a file that is compressed with gzip."""

_COMPRESSED = {GZIP: "gunzip", b"PK": "unzip", b"BZh": "bunzip2", b"\xfd7zXZ": "unxz"}
"""The programs that unpack files, by the first bytes of the files."""

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

LINE_SEPARATORS = "\u0085\u2028\u2029"
"""Characters that are line breaks in YAML 1.1 (section 4.2) but not in JSON."""


def step_into(value: Any, token: str) -> Any:
    """The key or index that `token` selects in a container; None if it selects nothing."""
    if isinstance(value, dict):
        return token if token in value else None
    if isinstance(value, list) and _INDEX.match(token) and int(token) < len(value):
        return int(token)
    return None


class Document:
    """One parsed file. `uri` is its name in messages: relative to the base if possible."""

    def __init__(self, uri: str, data: bytes, path: Path | None = None, stored: int | None = None) -> None:
        """Parse `data`. `stored` is the size of the file in bytes, if it is compressed. Raises DocumentError."""
        self.uri = uri
        self.path = path
        self.data = data
        self.stored = len(data) if stored is None else stored
        self.duplicates: list[tuple[str, Place, Place]] = []
        """Repeated keys of objects, with the places of both."""
        self._yaml: YamlTree | None = None
        self._positions: dict[str, Place | None] = {}
        try:
            self.root = self._parse()
        except DocumentError:
            self._check_conflict()
            raise

    def _check_conflict(self) -> None:
        """Raise DocumentError for a merge that git could not finish. Files without an error may contain such lines."""
        if marker := _CONFLICT.search(self.data):
            line = self.data.count(b"\n", 0, marker.start()) + 1
            remedy = "keep one of the two sides, and remove the lines of the markers"
            raise DocumentError(self.uri, "a merge conflict is not resolved", line, remedy=remedy) from None

    def _parse(self) -> Any:
        with suppress(NotRead):
            return read_unique(self.data)
        problem: DocumentError | None = None
        first = _TEXT.search(self._utf8)
        if first is None or (first[0] >= b"\x80" and not self.text.strip()):
            raise DocumentError(self.uri, "the file is empty", remedy="name a file with contents")
        if first[0] in b"{[":
            try:
                root, is_repeated = read_json(self.text, self.uri)
                if not is_repeated:
                    return root
                self._json_positions = self._positions_in(is_repeated=True)
                self.duplicates = self._json_positions.places(self._json_positions.repeated)
                return without_repeated(root, self.uri, self._choose_in_json)
            except DocumentError as error:
                if len(self.text) > MAX_FLOW:
                    raise _too_long_for_flow(error, self.uri) from None
                problem = error  # flow-style YAML begins like JSON
        from .yaml_reader import YamlTree

        try:
            tree = YamlTree(self._utf8, self.uri)
        except DocumentError:
            _decode(self.data, self.uri)  # what is no text at all is told as such
            if problem is not None:
                raise problem from None
            raise
        if tree.end is not None:  # of the rest, nothing has been read
            _decode(self.data, self.uri)
        self._yaml = tree
        self.duplicates = [(again.key, tree.place(again.first), tree.place(again.second)) for again in tree.repeated]
        if tree.repeated:
            self._choose_in_yaml(tree)
        return tree.node.value

    def _choose_in_json(self, tokens: list[str], pairs: Pairs) -> dict[str, Any]:
        """The members of an object with repeated keys: here the last value of each."""
        return dict(pairs)

    def _choose_in_yaml(self, tree: YamlTree) -> None:
        """Choose among the values of repeated keys. Here: keep the last, which the tree has."""

    def __repr__(self) -> str:
        return f"Document({self.uri!r})"

    @cached_property
    def text(self) -> str:
        """The decoded text. Large files are decoded only where needed: one character outside of ASCII makes the text
        several times as large as the file.
        """
        return _decode(self.data, self.uri)

    @property
    def end(self) -> Place | None:
        """Where a second YAML document begins in the file. Only the first one is read."""
        return self._yaml.end if self._yaml is not None else None

    def contains(self, text: str) -> bool:
        """Whether the file contains a text, as it is written."""
        if self.data[:2] in _UTF_16:
            return text in self.text
        encoded = text.encode()
        return encoded[-1:] in self.data and encoded in self.data  # one byte is found twenty times as fast

    @cached_property
    def separators(self) -> frozenset[str]:
        """The characters that YAML takes for line breaks and that occur unescaped in a JSON text."""
        return frozenset(filter(self.contains, LINE_SEPARATORS)) if self._yaml is None else frozenset()

    @cached_property
    def sha256(self) -> str:
        """Digest of the bytes, in hexadecimal."""
        import hashlib

        return hashlib.sha256(self.data).hexdigest()

    stored: int
    """The size of the file in bytes; less than `len(data)` if it is compressed."""

    @property
    def layers(self) -> tuple[Document, ...]:
        """The files that the document is made of: only itself."""
        return (self,)

    repeats: Sequence[Repeat] = ()
    """Repeated keys of objects, in documents that choose which value is used; others use the last value."""

    def repeats_at(self, pointer: str) -> tuple[Repeat, ...]:
        """The repeated keys of the object at a pointer, and the repeats of the key at the pointer."""
        return tuple(self._repeats_by_place.get(pointer, ()))

    @cached_property
    def _repeats_by_place(self) -> dict[str, list[Repeat]]:
        by_pointer: dict[str, list[Repeat]] = {}
        for repeated in self.repeats:
            by_pointer.setdefault(repeated.holder, []).append(repeated)
            by_pointer.setdefault(repeated.member, []).append(repeated)
        return by_pointer

    @property
    def node(self) -> Node:
        """The root node."""
        return Node(self, "", self.root)

    def at(self, pointer: str) -> Node | None:
        """The node at a JSON pointer; None if there is none."""
        node: Node | None = self.node
        for token in split_pointer(pointer):
            step = step_into(node.value, token) if node is not None else None
            node = node.child(step) if node is not None and step is not None else None
        return node

    @cached_property
    def _json_positions(self) -> JsonPositions:
        return self._positions_in(is_repeated=False)

    @cached_property
    def _utf8(self) -> bytes:
        """The text in UTF-8, without a byte order mark."""
        return self.text.encode() if self.data[:1] >= b"\x80" else self.data

    def _positions_in(self, *, is_repeated: bool) -> JsonPositions:
        return JsonPositions(self._utf8, is_repeated=is_repeated)

    def position(self, pointer: str) -> Place | None:
        """Line and column (from 1) of the key or item under `pointer`; None if it does not exist."""
        try:
            return self._positions[pointer]
        except KeyError:
            place = self._positions[pointer] = self._position(pointer)
            return place

    def find_positions(self, pointers: Iterable[str]) -> None:
        """Find many positions, for `position`. In a large text, this is faster than one after the other. It is fastest
        if positions with one parent follow each other. Each pointer is given once.
        """
        missing = [pointer for pointer in pointers if pointer not in self._positions]
        if missing and self._yaml is None:
            self._positions.update(self._json_positions.find_all(missing))

    def _position(self, pointer: str) -> Place | None:
        if self._yaml is None:
            return self._json_positions.find(pointer)
        node: YamlNode | None = self._yaml.node
        mark = None
        for token in split_pointer(pointer):
            step = step_into(node.value, token) if node is not None else None
            if node is None or step is None:
                return None
            mark, node = node.member(step)
        return self._yaml.place(mark)


def _decode(data: bytes, uri: str) -> str:
    encoding = "utf-16" if data[:2] in _UTF_16 else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        for magic, program in _COMPRESSED.items():
            if data.startswith(magic):
                raise DocumentError(uri, "the file is compressed", remedy=f"unpack it with {program}") from None
        line = data.count(b"\n", 0, error.start) + 1
        name = "UTF-16" if encoding == "utf-16" else "UTF-8"
        raise DocumentError(
            uri, f"not a text file in {name} (byte 0x{data[error.start]:02x})", line, remedy=_SAVE
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise DocumentError(uri, "not a text file (it has a NUL character)", line, remedy=_SAVE)
    return text


class Node(Struct, frozen=True, eq=False):
    """A value in a document and the JSON pointer to it."""

    document: Document
    pointer: str
    value: Any

    def child(self, key: str | int) -> Node:
        """The member or item under `key`, which must exist."""
        value = self.value[key]
        if isinstance(key, str) and ("/" in key or "~" in key):
            key = escape_token(key)
        return Node(self.document, f"{self.pointer}/{key}", value)

    def get(self, key: str) -> Node | None:
        """The member under `key`; None if this is not an object or has no such member."""
        value = self.value
        return self.child(key) if isinstance(value, dict) and key in value else None

    def members(self) -> Iterator[tuple[str, Node]]:
        """Names and member nodes, in document order; nothing if this is not an object."""
        if isinstance(self.value, dict):
            for key in self.value:
                yield key, self.child(key)

    def items(self) -> Iterator[Node]:
        """The items of a list; nothing if this is not a list."""
        if isinstance(self.value, list):
            for index in range(len(self.value)):
                yield self.child(index)

    @property
    def key(self) -> tuple[object, str]:
        """What identifies the place, as a key of dicts and sets."""
        return self.document, self.pointer

    @property
    def line(self) -> int | None:
        """Line in the file, from 1."""
        position = self.document.position(self.pointer)
        return position[0] if position else None


def repeated_keys(document: Document) -> list[Problem]:
    """A problem for each repeated key of an object in a config, at its second place."""
    return [
        Problem(
            f"the key {key!r} is given twice (line {first[0]} has it too)", document.uri, *second, remedy="remove one"
        )
        for key, first, second in document.duplicates
    ]


def problem_at(text: str, node: Node, *, remedy: str) -> Problem:
    """A problem with the place of `node`."""
    line, column = node.document.position(node.pointer) or (None, None)
    return Problem(text, node.document.uri, line, column, remedy=remedy)


Key = tuple[object, str]


class CompositeNode(Node, frozen=True, eq=False):
    """The schemas that several places have under one name, not yet merged.

    `alternatives`: a value has to satisfy one of the `sources`, not all.
    """

    sources: tuple[Node, ...]
    alternatives: bool

    @property
    def key(self) -> Key:
        """Distinct from the keys of the sources."""
        return self, ""


def _too_long_for_flow(error: DocumentError, uri: str) -> DocumentError:
    """The error of a file that is no JSON and too long to be tried as YAML in flow style."""
    if not uri.lower().endswith((".yaml", ".yml")):
        return error
    problem = error.problem
    hint = f"in a file of more than {MAX_FLOW:,} characters, what begins with a bracket is read as JSON"
    return DocumentError(
        uri, f"{problem.text} ({hint})", problem.line, problem.column, remedy="write it in block style"
    )


class MergedNode(Node, frozen=True, eq=False):
    """A value merged from several places. `children`: the node that each member comes from.

    `name` distinguishes objects of one place. `hops` are the targets of the references that lead to its parts.
    `choices` are the groups of properties that exclude each other. `parts` are the schemas that it is merged from. If
    several objects are written as one, `needed` are the properties that the first one requires, and `others` the
    properties that it lacks. `partial` are the properties that any of them lacks.
    """

    children: Mapping[str | int, Node]
    name: str = ""
    hops: tuple[Node, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    parts: tuple[Node, ...] = ()
    needed: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    partial: frozenset[str] = frozenset()

    def child(self, key: str | int) -> Node:
        """The node that the member or item under `key` comes from."""
        return self.children[key]

    @property
    def key(self) -> Key:
        """Distinct from the key of every place in a document."""
        return -1, self.name


def find_positions(places: Iterable[Location]) -> None:
    """Look up the positions of many places: faster than one after the other in large JSON documents."""
    pointers: dict[Source, dict[str, None]] = {}
    for place in places:
        pointers.setdefault(place.document, {})[place.pointer] = None
    for document, wanted in pointers.items():
        if isinstance(document, Document):
            document.find_positions(wanted)


def merged_node(place: Node, members: Mapping[str, Node]) -> MergedNode:
    """An object with these members, located at `place`."""
    children = dict[str | int, Node](list(members.items()))
    return MergedNode(place.document, place.pointer, {name: node.value for name, node in members.items()}, children)


def rewritten(node: Node, members: Mapping[str, Node]) -> MergedNode:
    """The object `node` with other members. It is still merged from the same parts, and what they have may be told."""
    merged = merged_node(node, members)
    if not isinstance(node, MergedNode):
        return replace(merged, parts=(node,))
    return replace(node, value=merged.value, children=merged.children, name="")


class Description(Document):
    """One file of an API description: of a repeated key, the first value is used, as by `tfplugingen-openapi`."""

    def _parse(self) -> Any:
        self.repeats: list[Repeat] = []
        return super()._parse()

    def _choose_in_json(self, tokens: list[str], pairs: Pairs) -> dict[str, Any]:
        positions, pointer = self._json_positions, pointer_of(tokens)
        repeated = positions.places(positions.repeated_in(pointer))
        last = last_counts(tokens)
        if not last:
            positions.let_first_count(pointer)
        self.repeats += self._repeats(tokens, repeated, last=last)
        return dict(pairs) if last else dict(pairs) | dict(reversed(pairs))

    def _choose_in_yaml(self, tree: YamlTree) -> None:
        occurrences: dict[YamlNode, list[Again]] = {}
        for again in tree.repeated:
            occurrences.setdefault(again.holder, []).append(again)
        seen: set[YamlNode] = set()
        stack: list[tuple[Link, YamlNode]] = [(None, tree.node)]
        while stack:
            way, node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if repeated := occurrences.get(node):
                tokens = tokens_of(way)
                last = last_counts(tokens)
                for again in repeated if not last else ():
                    node.value[again.key], node.marks[again.key] = again.value, again.mark
                places = [
                    (again_given.key, tree.place(again_given.first), tree.place(again_given.second))
                    for again_given in repeated
                ]
                self.repeats += self._repeats(tokens, places, last=last)
            stack.extend(((way, str(step)), inner) for step, inner in node.inner())

    def _repeats(self, tokens: list[str], repeated: list[tuple[str, Place, Place]], *, last: bool) -> list[Repeat]:
        """One `Repeat` for each key, however often it occurs."""
        places: dict[str, list[Place]] = {}
        for key, first, second in sorted(repeated, key=lambda entry: entry[1]):
            places.setdefault(key, [first]).append(second)
        return [repeat(self.uri, tokens, key, spots, last=last) for key, spots in places.items()]
