"""The documents of one run, each read once, and references between them."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote, unquote

from .document import Document, Node, split_pointer, step_into
from .errors import DocumentError

MAX_HOPS = 100
"""References that may lead to each other before there is something else."""


class Unresolved(Exception):
    """A `$ref` that leads nowhere; `str()` says why."""


class Documents:
    """The documents of one run. Reads each file once; resolves references between them.

    References may lead to files below `root` only; URLs are refused. `base` is what file names are shown
    relative to.
    """

    def __init__(self, base: Path | None = None, root: Path | None = None) -> None:
        self._base = (base or Path.cwd()).resolve()
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
            document = self._by_path[resolved] = Document(
                self.display(path), read_bytes(path, self.display(path)), path
            )
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
            if len(hops) >= MAX_HOPS:
                raise Unresolved(f"more than {MAX_HOPS} references lead to each other")
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
                step = step_into(node.value, token) if node else None
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
