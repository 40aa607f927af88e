"""Bytes -> parsed documents with positions; JSON pointers; `$ref` across files, resolved one by one.

Nothing is inlined or copied. A `Node` is a value with its place, and a reference is followed when somebody
asks for what is behind it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from ..diagnostics import Problem
from .errors import DocumentError
from .json_reader import JsonPositions, Place, read_json
from .scalars import Scalar, bool_of, number_of, text_of

__all__ = [
    "Document",
    "DocumentError",
    "Documents",
    "Node",
    "Scalar",
    "Spot",
    "Unresolved",
    "bool_of",
    "number_of",
    "problem_at",
    "read_bytes",
    "text_of",
]


_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")


class Unresolved(Exception):
    """A `$ref` that leads nowhere; `str()` says why."""


def escape_token(token: str) -> str:
    """One reference token of a JSON pointer (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def split_pointer(pointer: str) -> list[str]:
    """The unescaped reference tokens of a JSON pointer."""
    if not pointer:
        return []
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


class Document:
    """One parsed file. `uri` is how the user would name it: relative to the base where that is possible."""

    def __init__(self, uri: str, data: bytes, path: Path | None = None) -> None:
        """Parse `data`. Raises DocumentError."""
        self.uri = uri
        self.path = path
        self.data = data
        text = _decode(data, uri)
        if not text.strip():
            raise DocumentError(uri, "the file is empty")
        self.text = text
        self.duplicates: list[tuple[str, Place, Place]] = []
        """Keys that an object has twice, with the places of both; the last one counts."""
        self._yaml_marks: dict[int, Any] | None = None
        self._positions: dict[str, Place | None] = {}
        self.root = self._parse()

    def _parse(self) -> Any:
        problem: DocumentError | None = None
        if self.text.lstrip()[0] in "{[":
            try:
                root, duplicated = read_json(self.text, self.uri)
                self.duplicates = self._json_positions.duplicates() if duplicated else []
                return root
            except DocumentError as error:
                problem = error  # flow-style YAML looks like JSON too
        from .yaml_reader import YamlTree, unpack_position

        try:
            tree = YamlTree(self.text, self.uri)
        except DocumentError:
            if problem is not None:
                raise problem from None
            raise
        self._yaml_marks = tree.marks
        self.duplicates = [
            (key, unpack_position(first), unpack_position(second)) for key, first, second in tree.duplicates
        ]
        return tree.root

    def __repr__(self) -> str:
        return f"Document({self.uri!r})"

    @cached_property
    def sha256(self) -> str:
        """Digest of the bytes, in hexadecimal."""
        import hashlib

        return hashlib.sha256(self.data).hexdigest()

    @property
    def node(self) -> Node:
        """The root node."""
        return Node(self, "", self.root)

    @cached_property
    def _json_positions(self) -> JsonPositions:
        return JsonPositions(self.text)

    def position(self, pointer: str) -> Place | None:
        """Line and column (from 1) of the key or item under `pointer`; None where there is none."""
        if pointer not in self._positions:
            self._positions[pointer] = self._position(pointer)
        return self._positions[pointer]

    def _position(self, pointer: str) -> Place | None:
        tokens = split_pointer(pointer)
        if self._yaml_marks is None:
            return self._json_positions.find(tokens)
        from .yaml_reader import unpack_position

        value, packed = self.root, 0
        for token in tokens:
            marks = self._yaml_marks.get(id(value)) if isinstance(value, dict | list) else None
            step = _step(value, token)
            if marks is None or step is None:
                return None
            packed, value = marks[step], value[step]
        return unpack_position(packed)


def _step(value: Any, token: str) -> Any:
    """The key or index that `token` selects in a container; None where it selects nothing."""
    if isinstance(value, dict):
        return token if token in value else None
    if isinstance(value, list) and _INDEX.match(token) and int(token) < len(value):
        return int(token)
    return None


def _decode(data: bytes, uri: str) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DocumentError(uri, f"not a text file in UTF-8 (byte 0x{data[error.start]:02x})", line) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise DocumentError(uri, "not a text file (it has a NUL character)", line)
    return text


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A value in a document and the JSON pointer to it."""

    document: Document
    pointer: str
    value: Any

    def child(self, key: str | int) -> Node:
        """The member or item under `key`, which must exist."""
        token = escape_token(key) if isinstance(key, str) else str(key)
        return Node(self.document, f"{self.pointer}/{token}", self.value[key])

    def get(self, key: str) -> Node | None:
        """The member under `key`; None where this is not an object or has no such member."""
        return self.child(key) if isinstance(self.value, dict) and key in self.value else None

    def members(self) -> Iterator[tuple[str, Node]]:
        """Names and member nodes, in document order; nothing where this is not an object."""
        if isinstance(self.value, dict):
            for key in self.value:
                yield key, self.child(key)

    def items(self) -> Iterator[Node]:
        """The items of a list; nothing where this is not a list."""
        if isinstance(self.value, list):
            for index in range(len(self.value)):
                yield self.child(index)

    @property
    def key(self) -> tuple[int, str]:
        """What identifies the place, for use in dicts and sets."""
        return id(self.document), self.pointer

    @property
    def line(self) -> int | None:
        """Line in the file, from 1."""
        position = self.document.position(self.pointer)
        return position[0] if position else None


@dataclass(frozen=True, slots=True)
class Spot:
    """A location that no JSON pointer leads to: a line and column of a file."""

    uri: str
    place: Place
    pointer: str = ""

    @property
    def document(self) -> Spot:
        """The file, as far as a location needs one."""
        return self

    def position(self, pointer: str) -> Place | None:  # noqa: ARG002
        """The line and column, whatever is asked."""
        return self.place


def problem_at(text: str, node: Node) -> Problem:
    """A problem with the place of `node`."""
    line, column = node.document.position(node.pointer) or (None, None)
    return Problem(text, node.document.uri, line, column)


class Documents:
    """The documents of one run. Reads each file once; resolves references between them.

    References may lead to files below `root` only; URLs are refused. `base` is what file names are shown
    relative to. `reader` gives the bytes of a file, for those that are not on the disk.
    """

    def __init__(
        self, base: Path | None = None, root: Path | None = None, reader: Callable[[Path, str], bytes] | None = None
    ) -> None:
        self._base = (base or Path.cwd()).resolve()
        self._read = reader or read_bytes
        self._root = root.resolve() if root else None
        self._by_path: dict[Path, Document] = {}
        self._targets: dict[tuple[int, str], Node] = {}
        self.unreadable: list[Path] = []
        """Files that references lead to and that could not be read."""

    @property
    def loaded(self) -> tuple[Document, ...]:
        """All documents read so far, in that order."""
        return tuple(self._by_path.values())

    def display(self, path: Path) -> str:
        """`path` as messages and pages show it."""
        resolved = path.resolve()
        if resolved.is_relative_to(self._base):
            return resolved.relative_to(self._base).as_posix()
        if path.is_absolute() and len(Path(os.path.commonpath((resolved, self._base))).parts) > 1:
            return Path(os.path.relpath(resolved, self._base)).as_posix()
        return path.as_posix()

    def load(self, path: Path) -> Document:
        """Read the file at `path`. Raises DocumentError."""
        resolved = path.resolve()
        document = self._by_path.get(resolved)
        if document is None:
            uri = self.display(path)
            document = self._by_path[resolved] = Document(uri, self._read(path, uri), path)
        return document

    def add(self, document: Document) -> Document:
        """Take part with a document that was read elsewhere (standard input, a test)."""
        self._by_path[document.path or Path(document.uri)] = document
        return document

    def follow(self, node: Node) -> tuple[Node, tuple[Node, ...]]:
        """Follow `$ref` until there is none: the final node, and the target of each hop.

        Raises Unresolved, also for references that only lead to each other.
        """
        hops: list[Node] = []
        while isinstance(node.value, dict) and isinstance(reference := node.value.get("$ref"), str):
            node = self.resolve(node.document, reference)
            if any(node.key == hop.key for hop in hops):
                raise Unresolved(f"the reference {reference!r} only leads back to itself")
            hops.append(node)
        return node, tuple(hops)

    def resolve(self, document: Document, reference: str) -> Node:
        """The node that `reference`, found in `document`, leads to. Raises Unresolved."""
        key = (id(document), reference)
        target = self._targets.get(key)
        if target is None:
            target = self._targets[key] = self._resolve(document, reference)
        return target

    def _resolve(self, document: Document, reference: str) -> Node:
        location, _, fragment = reference.partition("#")
        if location:
            document = self._load_reference(document, location)
        pointer = fragment
        if pointer and not pointer.startswith("/"):
            raise Unresolved(f"{reference!r} is not a JSON pointer (anchors are not supported)")
        for candidate in dict.fromkeys((unquote(pointer), pointer)):
            node: Node | None = document.node
            for token in split_pointer(candidate):
                step = _step(node.value, token) if node else None
                node = node.child(step) if node is not None and step is not None else None
            if node is not None:
                return node
        raise Unresolved(f"{reference!r} does not exist in {document.uri}")

    def _load_reference(self, document: Document, location: str) -> Document:
        if document.path is None:
            raise Unresolved(f"{location!r} is another file, but {document.uri} has no folder")
        path = _referenced_path(document.path.resolve(), location)
        root = self._root or document.path.resolve().parent
        if not path.is_relative_to(root):
            raise Unresolved(f"{location!r} is outside of {root}, the folder that references may lead into")
        try:
            return self.load(path)
        except DocumentError as error:
            if path not in self.unreadable:
                self.unreadable.append(path)
            raise Unresolved(str(error)) from None


def _referenced_path(base: Path, location: str) -> Path:
    """The file that a reference in the file `base` names (RFC 3986, section 5). Raises Unresolved."""
    from prance.util.url import absurl  # slow to import, and only descriptions in several files need it

    try:
        url = absurl(location, absurl(quote(base.as_posix())))
        path = Path(unquote(url.path)).resolve()
    except (LookupError, ValueError, OSError) as error:
        raise Unresolved(f"{location!r} is not the address of a file: {error}") from None
    if url.scheme not in ("", "file") or url.netloc:
        raise Unresolved(f"{location!r} is on another host; only files are read")
    return path


def read_bytes(path: Path, uri: str) -> bytes:
    """The bytes of a regular file. Raises DocumentError."""
    try:
        if path.is_dir():
            raise DocumentError(uri, "this is a folder, not a file")
        if path.exists() and not path.is_file():
            raise DocumentError(uri, "this is not a regular file")
        return path.read_bytes()
    except FileNotFoundError:
        raise DocumentError(uri, "no such file") from None
    except OSError as error:
        raise DocumentError(uri, f"cannot be read: {error.strerror or error}") from None
