"""The documents of one run, each read once, and references between them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from ..files import NotRegular, display_path, is_file, refused, regular_bytes
from ..links import real_path
from ..report.budget import Budget, Cost
from ..report.diagnostic import Problem
from .document import GZIP, Document, Node, step_into
from .location import DocumentError, split_pointer
from .schema_names import AmbiguousName, Resources

if TYPE_CHECKING:
    from .overlay import Overlaid
    from .remote import Remote


Reader = Callable[[Path, str], bytes]
"""A path and its name in messages -> the content of the file. Raises DocumentError."""
_SUFFIX = re.compile(r"\.(?:ya?ml|json)\Z", re.IGNORECASE)
MAX_HOPS = 100
"""The longest chain of references to references."""


class Unresolved(Exception):
    """A `$ref` whose target does not exist; `str()` says why."""


class Documents:
    """The documents of one run. Reads each file once; resolves references between them.

    References may point to files below `root`, and to other hosts as far as `remote` reads them. File names are shown
    relative to `base`. `reader` reads files that are not on the disk, such as files of a git revision. `budget` is the
    budget of the run, if other steps share it. `make` constructs the document of a file.
    """

    def __init__(
        self,
        base: Path | None = None,
        root: Path | None = None,
        remote: Remote | None = None,
        reader: Reader | None = None,
        budget: Budget | None = None,
        make: type[Document] = Document,
    ) -> None:
        self._make = make
        self.budget = budget or Budget()
        """Limits of the run, which grow with each document that is read."""
        self._base = real_path(base or Path.cwd())
        self._reader = reader or read_bytes
        self._root = real_path(root) if root else None
        self._remote = remote
        self._by_path: dict[Path, Document] = {}
        self._by_url: dict[str, Document | Unresolved] = {}
        self._overlaid: dict[Document, Overlaid] = {}
        self._targets: dict[tuple[object, str], Node] = {}
        self._resources: dict[Document, Resources] = {}
        self._on_the_way = 0  # depth of references that are resolved within others
        self.unreadable: list[Path] = []
        """Targets of references that could not be read."""
        self.refused: list[str] = []
        """Hosts that references lead to, and that the user has not allowed."""

    @property
    def loaded(self) -> tuple[Document, ...]:
        """All documents read so far, in that order; overlays after the document that they apply to."""
        remote = (document for document in self._by_url.values() if isinstance(document, Document))
        return tuple(layer for document in (*self._by_path.values(), *remote) for layer in document.layers)

    def display(self, path: Path) -> str:
        """`path` in messages and on pages."""
        return display_path(path, real_path(path), self._base)

    def load(self, path: Path) -> Document:
        """Read the file at `path`. Raises DocumentError."""
        try:
            resolved = real_path(path)
        except ValueError:
            raise DocumentError(str(path), "no file can have this name", remedy="correct it") from None
        document = self._by_path.get(resolved)
        if document is None:
            document = self._by_path[resolved] = self._read(path)
        return document

    def _read(self, path: Path) -> Document:
        return self._make(self.display(path), self.bytes_of(path), path)

    def bytes_of(self, path: Path) -> bytes:
        """The content of the file at `path`, counted as read. Raises DocumentError."""
        data = self._reader(path, self.display(path))
        self.budget.read(len(data))
        return data

    def unpack(self, path: Path) -> Document:
        """Read the file at `path`, decompressed if needed, without adding it. Raises DocumentError."""
        return self.unpacked(self.bytes_of(path), path)

    @property
    def on_disk(self) -> bool:
        """Whether files are on the disk, and not of an earlier state, whose folders cannot be listed."""
        return self._reader is read_bytes

    def optional(self, path: Path) -> Document | None:
        """Read a file that may be missing, decompressed if needed, without adding it. Raises DocumentError.

        An earlier state has no invalid files: what cannot be read is missing.
        """
        if self.on_disk and not is_file(path):
            return None
        try:
            return self.unpack(path)
        except DocumentError:
            if self.on_disk:
                raise
            return None

    def config(self, path: Path) -> Document:
        """Add the config at a path; an empty file has no settings. Raises DocumentError."""
        data = self.bytes_of(path)
        return self.add(Document(self.display(path), data if data.strip() else b"{}", path))

    def given(self, spec: Path | Document) -> Document:
        """Add an input: a file, which may be compressed, or a document read elsewhere, whose bytes are counted.

        Returns the added document. Raises DocumentError.
        """
        if isinstance(spec, Document):
            self.budget.read(spec.stored)
            return self.add(spec)
        return self.add(self.unpack(spec))

    def unpacked(self, data: bytes, path: Path, uri: str | None = None) -> Document:
        """Parse the bytes of a file, decompressed if needed. Raises DocumentError."""
        uri = uri or self.display(path)
        return Document(uri, unpacked(data, uri, self.budget), path, len(data))

    def overlay(self, document: Document, paths: Sequence[Path]) -> Overlaid:
        """Apply the overlays at `paths` to one of these documents, and replace it with the result.

        References in an overlay are relative to the document. Raises DocumentError and MappingError.
        """
        from .overlay import Overlaid

        return self.replace(document, Overlaid(document, [self._read(path) for path in paths]))

    def replace(self, document: Document, overlaid: Overlaid) -> Overlaid:
        """Replace a document by the result of its overlays."""
        self._by_path = {key: overlaid if loaded is document else loaded for key, loaded in self._by_path.items()}
        self._overlaid.update((layer, overlaid) for layer in overlaid.layers)
        return overlaid

    def add(self, document: Document) -> Document:
        """Add a document that was read elsewhere (standard input, a test); its bytes are not counted as read.

        Returns the added document.
        """
        if document.duplicates and not isinstance(document, self._make):
            document = self._make(document.uri, document.data, document.path, document.stored)
        self._by_path[document.path or Path(document.uri)] = document
        return document

    def follow(self, node: Node) -> tuple[Node, tuple[Node, ...]]:
        """Follow `$ref` to the end: the final node, and the target of each hop.

        Raises Unresolved, also for references that only lead to each other.
        """
        if not isinstance(node.value, dict) or "$ref" not in node.value:
            return node, ()
        hops: list[Node] = []
        if isinstance(reference := node.value["$ref"], str):
            node = self.resolve(node.document, reference, node.pointer)
            if not isinstance(node.value, dict) or "$ref" not in node.value:  # as most
                return node, (node,)
            hops.append(node)
        while isinstance(node.value, dict) and isinstance(reference := node.value.get("$ref"), str):
            node = self.resolve(node.document, reference, node.pointer)
            if hops and any(node.key == hop.key for hop in hops):
                raise Unresolved(f"the reference {reference!r} only leads back to itself")
            if len(hops) >= MAX_HOPS:
                raise Unresolved(f"more than {MAX_HOPS} references lead to each other")
            hops.append(node)
        return node, tuple(hops)

    def behind(self, node: Node) -> Node:
        """The target of a reference; the reference itself if the target does not exist."""
        try:
            return self.follow(node)[0]
        except Unresolved:
            return node

    def resolve(self, document: Document, reference: str, within: str = "") -> Node:
        """The target of `reference`, found in `document`. Raises Unresolved.

        `within` is the JSON pointer of the reference: the `$id` of a schema around it is the base address.
        """
        document = self._overlaid.get(document, document)
        key = (document, reference)
        target = self._targets.get(key)
        if target is None and reference[:1] in ("", "#") and reference[1:2] in ("", "/"):
            target = self._at(document, reference[1:])  # relative to the root of the document, as in other tools
            if target is not None:
                self._targets[key] = target
        if target is None:
            target = self._named_schema(document, reference, within) or self._resolve(document, reference)
            if not self.has_names(document):  # with names, the target depends on the place of the reference
                self._targets[key] = target
        return target

    def has_names(self, document: Document) -> bool:
        """Whether any schema of a document has an `$id` or an `$anchor`."""
        return self._resources_of(document).has_any

    def _resources_of(self, document: Document) -> Resources:
        resources = self._resources.get(document)
        if resources is None:
            resources = self._resources[document] = Resources(document)
        return resources

    def _named_schema(self, document: Document, reference: str, within: str) -> Node | None:
        """The schema that a reference names by `$id` or `$anchor`. Raises Unresolved."""
        location, _, fragment = reference.partition("#")
        try:
            return self._resources_of(document).find(location, fragment, within)
        except AmbiguousName as error:
            raise Unresolved(f"{reference!r} {error}") from None

    def _resolve(self, document: Document, reference: str) -> Node:
        location, _, fragment = reference.partition("#")
        if location:
            document = self._load_reference(document, location)
        if fragment and not fragment.startswith("/"):
            node = self._named_schema(document, f"#{fragment}", "")
            if node is None:
                raise Unresolved(f"{reference!r} does not exist: no schema of {document.uri} has this $anchor")
            return node
        node = self._at(document, fragment)
        if node is None:
            raise Unresolved(f"{reference!r} does not exist in {document.uri}")
        return node

    def _at(self, document: Document, pointer: str) -> Node | None:
        """The node at a JSON pointer, percent-encoded or not; references on the way are followed.

        Raises Unresolved for one whose target does not exist.
        """
        root = document.node
        if root.__class__ is Node and pointer[:1] == "/" and "%" not in pointer and "~" not in pointer:
            value: Any = root.value  # the fast path, for nearly all pointers: no node for each step
            for token in pointer.split("/")[1:]:
                if value.__class__ is not dict or token not in value:
                    break
                value = value[token]
            else:
                return Node(document, pointer, value)
        for candidate in dict.fromkeys((unquote(pointer), pointer)):
            node: Node | None = root
            for token in split_pointer(candidate):
                node = self._step(node, token) if node else None
            if node is not None:
                return node
        return None

    def _step(self, node: Node, token: str) -> Node | None:
        step = step_into(node.value, token)
        if step is None and isinstance(node.value, dict) and isinstance(node.value.get("$ref"), str):
            self._on_the_way += 1
            try:
                if self._on_the_way > MAX_HOPS:
                    raise Unresolved(f"more than {MAX_HOPS} references lead to each other")
                node, _ = self.follow(node)
            finally:
                self._on_the_way -= 1
            step = step_into(node.value, token)
        return None if step is None else node.child(step)

    def _load_reference(self, document: Document, location: str) -> Document:
        if (loaded := self._by_self(document, location)) is not None:
            return loaded
        if is_url(document.uri):
            location = _absolute(document.uri, location)
            if not is_url(location):
                raise Unresolved(f"{location!r} is not on a host, but {document.uri} is")
        if is_url(location):
            return self._load_url(location)
        if document.path is None:
            raise Unresolved(f"{location!r} is another file, but {document.uri} has no folder")
        here = real_path(document.path)
        path = _referenced_path(here, location)
        root = self._root or here.parent
        if not path.is_relative_to(root):
            raise Unresolved(f"{location!r} is outside of {root}, the folder that references may lead into")
        try:
            return self.load(path)
        except DocumentError as error:
            if path not in self.unreadable:
                self.unreadable.append(path)
            raise Unresolved(error.problem.cause) from None

    def _by_self(self, document: Document, location: str) -> Document | None:
        """The document that calls itself by the address of a reference (OpenAPI 3.2, *$self*); None if none does."""
        base = own_address(document)
        if not base and not is_url(location):
            return None
        address = _absolute(base, location) if base else location
        return next((loaded for loaded in (document, *self.loaded) if own_address(loaded) == address), None)

    def _load_url(self, location: str) -> Document:
        url = _absolute(location, "")
        document = self._by_url.get(url)
        if document is None:
            document = self._by_url[url] = self._read_url(url)
        if isinstance(document, Unresolved):
            raise Unresolved(str(document))
        return document

    def _read_url(self, url: str) -> Document | Unresolved:
        from .remote import RefusedHost, Remote, RemoteError

        try:
            return self._make(url, (self._remote or Remote(frozenset())).read(url, self.budget))
        except RemoteError as error:
            if isinstance(error, RefusedHost) and error.host not in self.refused:
                self.refused.append(error.host)
            return Unresolved(f"{url!r}: {error}")
        except DocumentError as error:
            return Unresolved(error.problem.cause)


def own_address(document: Document) -> str:
    """The address that an OpenAPI document gives itself, without a fragment; empty if it gives none."""
    declared = document.root.get("$self") if isinstance(document.root, dict) else None
    return declared.partition("#")[0] if isinstance(declared, str) else ""


def _absolute(base: str, location: str) -> str:
    """`location` resolved against the address `base`, without a fragment. Raises Unresolved."""
    try:
        return urldefrag(urljoin(base, location)).url
    except ValueError as error:
        raise Unresolved(f"{location or base!r} is not an address: {error}") from None


def reference_name(reference: str) -> str:
    """The name in a reference: the last part of its pointer, or the file without its suffix."""
    location, _, fragment = reference.partition("#")
    if fragment:
        return fragment.rsplit("/", 1)[-1]
    return _SUFFIX.sub("", location.rsplit("/", 1)[-1])


def is_url(text: str) -> bool:
    """Whether `text` is an address with a host."""
    return text[:8].lower().startswith(("http://", "https://"))


def _referenced_path(base: Path, location: str) -> Path:
    """The file that a reference in the file `base` names (RFC 3986, section 5). Raises Unresolved."""
    from prance.util.url import absurl  # slow to import, and only descriptions in several files need it

    try:
        _check_links(base.parent / unquote(urlsplit(location).path))
        url = absurl(location, absurl(quote(base.as_posix())))
        path = real_path(Path(unquote(url.path)))
    except (LookupError, ValueError, OSError) as error:
        raise Unresolved(f"{location!r} is not the address of a file: {error}") from None
    if url.scheme not in ("", "file") or url.netloc or location.startswith("//"):
        raise Unresolved(f"{location!r} is on another host; only files, http and https are read")
    return path


def _check_links(path: Path) -> None:
    """Raise OSError for a loop of symbolic links, which prance would follow forever."""
    for spelling in (path, Path(os.path.normpath(path))):
        with suppress(FileNotFoundError, NotADirectoryError):
            spelling.stat()


def read_bytes(path: Path, uri: str) -> bytes:
    """The bytes of a regular file. Raises DocumentError."""
    try:
        return regular_bytes(path)
    except IsADirectoryError:
        raise DocumentError(uri, "this is a folder, not a file", remedy="name a file in it") from None
    except NotRegular:
        raise DocumentError(
            uri, "this is not a regular file", remedy="copy its contents into one, or name `-` and pipe them"
        ) from None
    except FileNotFoundError:
        raise DocumentError(uri, "no such file", remedy="correct the path") from None
    except OSError as error:
        problem = refused("cannot be read", error, uri)
        raise DocumentError(uri, problem.text, remedy=problem.remedy) from None
    except ValueError:
        raise DocumentError(uri, "no file can have this name", remedy="correct it") from None


_AGAIN = "compress the file again, or name it uncompressed"
_CHUNK = 1 << 20
_WITH_TRAILER = 31
"""The `wbits` of zlib for gzip with a checked trailer."""


def unpacked(data: bytes, uri: str, budget: Budget) -> bytes:
    """The bytes, decompressed piece by piece if they are gzip; each piece is spent from `budget`.

    Raises DocumentError for invalid gzip, and OverBudget before a result above the limit is in memory.
    """
    if not data.startswith(GZIP):
        return data
    import zlib  # lazy: few files are compressed

    place = Problem("it is compressed", uri, remedy="")
    content = bytearray()
    rest = data
    try:
        while rest:  # a gzip file may have several members (RFC 1952, section 2.2)
            member = zlib.decompressobj(_WITH_TRAILER)
            while not member.eof:
                piece = member.decompress(rest, _CHUNK)
                rest = member.unconsumed_tail
                if not piece and not rest and not member.eof:
                    raise DocumentError(uri, "cannot be unpacked: the compressed file ends too early", remedy=_AGAIN)
                budget.spend(Cost.UNPACKED, len(piece), "the file", place)
                content += piece
            rest = member.unused_data.lstrip(b"\0")  # padding of tapes and blocks
    except zlib.error as error:
        raise DocumentError(uri, f"cannot be unpacked: {error}", remedy=_AGAIN) from None
    # a value may take only two or three bytes of text: too many of them are refused before parsing
    budget.spend(Cost.NODES, sum(map(content.count, (b"{", b"[", b","))), "the file", place)
    return bytes(content)
