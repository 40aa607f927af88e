"""What is written once and referred to by a key. Only references to the model's own values are kept."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from hashlib import blake2b
from typing import Generic, TypeVar

from ..model import Attribute, Body, Contribution, Mapping, Reason, Scalar, Status, bodies_in
from ..places import Location, Part
from ..places import Source as FileOf
from .shape import REFERENCE, Chain, Place, SharedText, Source, Sources, StatusReason

_T = TypeVar("_T", bound=Hashable)
_SHORTEST = 4
_MOST = 32
_WORTH = 16
"""Characters from which a text that occurs twice is worth a key."""


def digest(text: str) -> str:
    """Characters that stand for a text: the beginning of them does where there are few texts."""
    data = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_MOST * 6 // 8).digest()
    return urlsafe_b64encode(data).decode()


class Keys:
    """The keys of a table: each is taken once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str, content: str) -> str:
        """The name, or where another entry has it, the name and the beginning of a digest of the content."""
        if name and name not in self._taken:
            self._taken.add(name)
            return name
        whole = digest(content)
        before = f"{name}~" if name else ""
        candidates = (before + whole[:size] for size in range(_SHORTEST, _MOST + 1))
        key = next((found for found in candidates if found not in self._taken), None)
        number = 2
        while key is None or key in self._taken:  # the same content again, as another entry
            key, number = f"{before}{whole}~{number}", number + 1
        self._taken.add(key)
        return key


class Table(Generic[_T]):
    """Entries by their content, in the order of their first use. `describe` gives the wanted name and a text."""

    def __init__(self, describe: Callable[[_T], tuple[str, str]]) -> None:
        self.keys: dict[_T, str] = {}
        self._describe = describe
        self._names = Keys()

    def key(self, entry: _T) -> str:
        """The key of an entry; a new one is added."""
        found = self.keys.get(entry)
        if found is None:
            found = self.keys[entry] = self._names.take(*self._describe(entry))
        return found


Hop = tuple[int, str]
"""The number of a file, and a pointer into it."""
Given = tuple[tuple[Part, Contribution], ...]
"""Parts and contributions of one place."""


class Tables:
    """All tables of one sidecar."""

    def __init__(self, mapping: Mapping) -> None:
        self._files: dict[str, int] = {}
        self._documents: dict[int, tuple[FileOf, int]] = {}
        self._vias: dict[int, tuple[tuple[Location, ...], str]] = {}
        self._statuses: Table[tuple[Status, str, str]] = Table(lambda e: (str(e[0]), f"{e[1]}\n{e[2]}"))
        self._sources: Table[Given] = Table(lambda e: ("", repr([(str(part), str(given)) for part, given in e])))
        self._chains: Table[tuple[Hop, ...]] = Table(lambda e: ("", repr(e)))
        self._hops: dict[tuple[Hop, ...], tuple[Location, ...]] = {}
        self._texts: Table[str] = Table(lambda e: ("", e))
        self._often = {text for text, count in _texts(mapping).items() if count > 1 and len(text) > _WORTH}
        for document in mapping.documents:
            self._files.setdefault(document.uri, len(self._files))

    def file(self, location: Location) -> int:
        """The number of the file that a place is in."""
        document = location.document
        found = self._documents.get(id(document))
        if found is None:
            number = self._files.setdefault(document.uri, len(self._files))
            found = self._documents[id(document)] = document, number  # which keeps it, so that its id stays taken
        return found[1]

    def place(self, location: Location) -> Place:
        """A place, with line and column where they are known."""
        position = location.document.position(location.pointer) or ()
        return Place(self.file(location), self.text(location.pointer), *position)

    def status(self, status: Status, reason: Reason) -> str:
        """The key of a status and its reason."""
        return self._statuses.key((status, reason.code, reason.text))

    def sources(self, given: Given) -> str:
        """The key of what was contributed from one place."""
        return self._sources.key(given)

    def chain(self, via: tuple[Location, ...]) -> str:
        """The key of the references that were followed; empty where there are none."""
        if not via:
            return ""
        found = self._vias.get(id(via))
        if found is None:
            found = self._vias[id(via)] = via, self._new_chain(via)
        return found[1]

    def _new_chain(self, via: tuple[Location, ...]) -> str:
        hops = tuple((self.file(hop), hop.pointer) for hop in via)
        self._hops.setdefault(hops, via)
        return self._chains.key(hops)

    def text(self, text: str) -> str:
        """The text, or a reference to it where it occurs more than once."""
        if text in self._often or text.startswith(REFERENCE):
            return REFERENCE + self._texts.key(text)
        return text

    def written_statuses(self) -> Iterator[StatusReason]:
        """The table of statuses and reasons."""
        for (status, code, text), key in self._statuses.keys.items():
            yield StatusReason(key=key, status=status, code=code, reason=text)

    def written_sources(self) -> Iterator[Sources]:
        """The table of lists of sources."""
        for given, key in self._sources.keys.items():
            yield Sources(key=key, sources=[Source(str(part), contribution) for part, contribution in given])

    def written_chains(self) -> Iterator[Chain]:
        """The table of chains of references."""
        for hops, key in self._chains.keys.items():
            yield Chain(key=key, places=[self.place(hop) for hop in self._hops[hops]])

    def written_texts(self) -> Iterator[SharedText]:
        """The table of texts."""
        for text, key in self._texts.keys.items():
            yield SharedText(key=key, text=text)

    def written_files(self) -> Iterator[str]:
        """The names of files, in the order of their numbers."""
        yield from self._files


def _texts(mapping: Mapping) -> dict[str, int]:
    """How often each text would be written."""
    found: dict[str, int] = defaultdict(int)
    seen: set[int] = set()
    hops: set[str] = set()
    waiting = [*(body for entity in mapping.entities for body in (entity.body, entity.frame)), *mapping.structs]
    while waiting:
        body = waiting.pop()
        if id(body) not in seen:
            seen.add(id(body))
            hops |= _texts_of(body, found)
            for attribute in body.attributes:
                waiting += bodies_of(attribute)
    for pointer in hops:
        found[pointer] += 1
    for entity in mapping.entities:
        _count(found, entity.description, entity.deprecation)
        for operation in entity.operations:
            _count(found, operation.summary, operation.description)
    for diagnostic in mapping.diagnostics:
        _count(found, diagnostic.text, diagnostic.fix, diagnostic.location.pointer if diagnostic.location else None)
    return found


def _texts_of(body: Body, found: dict[str, int]) -> set[str]:
    """Count the texts of a body, those around its places once. Gives the pointers of references on the way to them."""
    parents: set[str] = set()
    hops: set[str] = set()
    _count(found, body.description)
    for attribute in body.attributes:
        if attribute.description:
            found[attribute.description] += 1
        if attribute.deprecation:
            found[attribute.deprecation] += 1
        for origin in attribute.origins:
            parents.add(origin.location.pointer.rpartition("/")[0])
            if origin.via:
                hops.update([hop.pointer for hop in origin.via])
    for pointer in {parent.removesuffix("/properties") for parent in parents}:
        found[pointer] += 1
    return hops


def bodies_of(attribute: Attribute) -> Iterable[Body]:
    """The bodies of the types of an attribute; most have none."""
    if attribute.type.__class__ is Scalar and not attribute.placements:
        return ()
    placed = (placement.type for placement in attribute.placements if placement.type is not None)
    return (body for type_ in (attribute.type, *placed) for body in bodies_in(type_))


def _count(found: dict[str, int], *texts: str | None) -> None:
    for text in texts:
        if text:
            found[text] += 1
