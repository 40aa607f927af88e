"""The tables of a sidecar: entries that are written once and referred to by a key.

The tables keep references to values of the model only, not the entries made from them.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from hashlib import blake2b
from typing import Generic, TypeVar
from zlib import crc32

from ..model import Attribute, Body, Contribution, Mapping, Nested, Origin, Reason, Status, bodies_in, is_flat
from ..origin import Location, Part
from ..origin import Source as FileOf
from ..samples.given import says_nothing
from .shape import REFERENCE, Chain, Place, SharedText, Source, Sources, StatusReason

_T = TypeVar("_T", bound=Hashable)
_SHORTEST = 4
_MOST = 32
_WORTH = 16
"""The minimum length, in characters, of a repeated text that is moved to the table."""


def digest(text: str) -> str:
    """A digest of a text, in 36 characters. Its beginning is enough as a key if there are few texts."""
    data = text.encode("utf-8", "surrogatepass")
    return short_digest(data) + urlsafe_b64encode(blake2b(data, digest_size=_MOST * 6 // 8).digest()).decode()


def short_digest(data: bytes) -> str:
    """The first characters of `digest`, which are computed faster than the others."""
    return urlsafe_b64encode(crc32(data).to_bytes(4)[1:]).decode()


class Keys:
    """Hands out the keys of a table, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str, content: str) -> str:
        """The name, or if that is taken, the name and the beginning of a digest of the content."""
        if name and name not in self._taken:
            self._taken.add(name)
            return name
        before = f"{name}~" if name else ""
        shortest = before + short_digest(content.encode("utf-8", "surrogatepass"))
        if shortest not in self._taken:
            self._taken.add(shortest)
            return shortest
        full_digest = digest(content)
        candidates = (before + full_digest[:size] for size in range(_SHORTEST + 1, _SHORTEST + _MOST + 1))
        key = next((candidate for candidate in candidates if candidate not in self._taken), None)
        number = 2
        while key is None or key in self._taken:  # the key of an entry with equal content
            key, number = f"{before}{full_digest}~{number}", number + 1
        self._taken.add(key)
        return key


class Table(Generic[_T]):
    """Entries by content, in the order of their first use. `describe` gives the preferred name and the text to
    digest.
    """

    def __init__(self, describe: Callable[[_T], tuple[str, str]]) -> None:
        self.keys: dict[_T, str] = {}
        self._describe = describe
        self._names = Keys()

    def key(self, entry: _T) -> str:
        """The key of an entry, which is added if it is new."""
        key = self.keys.get(entry)
        if key is None:
            key = self.keys[entry] = self._names.take(*self._describe(entry))
        return key


Hop = tuple[int, str]
"""The number of a file, and a pointer into it."""
Contributions = tuple[tuple[Part, Contribution], ...]
"""The parts of operations that contribute from one place, and how."""


class Tables:
    """All tables of one sidecar."""

    def __init__(self, mapping: Mapping) -> None:
        self._files: dict[str, int] = {}
        self._documents: dict[int, tuple[FileOf, int]] = {}
        self._vias: dict[tuple[int, ...], tuple[tuple[Location, ...], str]] = {}
        self._status_keys: dict[tuple[int, int], tuple[Reason, str]] = {}
        self._source_keys: dict[tuple[int, ...], tuple[Origin | tuple[Origin, ...], str]] = {}
        self._silent: dict[int, tuple[Location, bool]] = {}
        self._statuses: Table[tuple[Status, str, str]] = Table(lambda e: (str(e[0]), f"{e[1]}\n{e[2]}"))
        self._sources: Table[Contributions] = Table(
            lambda e: ("", repr([(str(part), str(given)) for part, given in e]))
        )
        self._chains: Table[tuple[Hop, ...]] = Table(lambda e: ("", repr(e)))
        self._hops: dict[tuple[Hop, ...], tuple[Location, ...]] = {}
        self._texts: Table[str] = Table(lambda e: ("", e))
        self._counts: Counter[str | None] = Counter()
        self._often: dict[str, str] = {}
        """The repeated texts, and for those that have been written the references to them."""
        self._last: tuple[FileOf | None, int] = None, 0
        for document in mapping.documents:
            self._files.setdefault(document.uri, len(self._files))

    def file(self, location: Location) -> int:
        """The number of the file of a place."""
        document = location.document
        if document is self._last[0]:  # as mostly
            return self._last[1]
        numbered = self._documents.get(id(document))
        if numbered is None:
            number = self._files.setdefault(document.uri, len(self._files))
            numbered = self._documents[id(document)] = (
                document,
                number,
            )  # keeps the document alive, so that its id is not reused
        self._last = numbered
        return numbered[1]

    def place(self, location: Location) -> Place:
        """A place, with line and column if they are known."""
        position = location.document.position(location.pointer) or ()
        return Place(self.file(location), self.text(location.pointer), *position)

    def status(self, status: Status, reason: Reason) -> str:
        """The key of a status and its reason."""
        known = self._status_keys.get((id(status), id(reason)))
        if known is None:  # the reason is kept, so that its id is not reused
            key = self._statuses.key((status, reason.code, reason.text))
            known = self._status_keys[id(status), id(reason)] = reason, key
        return known[1]

    def source(self, origin: Origin) -> str:
        """The key of the only contribution from one place."""
        ids = id(origin.part), id(origin.contribution)
        known = self._source_keys.get(ids)
        if known is None:  # the part is kept with its origin, so that its id is not reused
            key = self._sources.key(((origin.part, origin.contribution),))
            known = self._source_keys[ids] = origin, key
        return known[1]

    def sources(self, origins: tuple[Origin, ...]) -> str:
        """The key of the contributions from one place."""
        ids = tuple([id(part) for origin in origins for part in (origin.part, origin.contribution)])
        known = self._source_keys.get(ids)
        if known is None:
            key = self._sources.key(tuple([(origin.part, origin.contribution) for origin in origins]))
            known = self._source_keys[ids] = origins, key
        return known[1]

    def is_silent(self, origins: Iterable[Origin]) -> bool:
        """Whether no place says anything for examples. Hundreds of attributes come from the same ones."""
        for origin in origins:
            for place in (origin.location, *origin.via) if origin.via else (origin.location,):
                known = self._silent.get(id(place))
                if known is None:  # the place is kept, so that its id is not reused
                    known = self._silent[id(place)] = place, says_nothing(place)
                if not known[1]:
                    return False
        return True

    def chain(self, via: tuple[Location, ...]) -> str:
        """The key of a chain of references; empty for an empty one."""
        if not via:
            return ""
        ids = tuple(map(id, via))
        keyed = self._vias.get(ids)
        if keyed is None:  # the places are kept, so that their ids are not reused
            keyed = self._vias[ids] = via, self._new_chain(via)
        return keyed[1]

    def _new_chain(self, via: tuple[Location, ...]) -> str:
        hops = tuple((self.file(hop), hop.pointer) for hop in via)
        self._hops.setdefault(hops, via)
        return self._chains.key(hops)

    def text(self, text: str) -> str:
        """The text, or a reference to the table if it is repeated."""
        reference = self._often.get(text)
        if reference is None:
            return REFERENCE + self._texts.key(text) if text.startswith(REFERENCE) else text
        if not reference:
            reference = self._often[text] = REFERENCE + self._texts.key(text)
        return reference

    def count(self, texts: Iterable[str | None]) -> None:
        """Count texts that are going to be written, so that `share` finds the repeated ones."""
        self._counts.update(texts)

    def share(self) -> None:
        """From now on, refer to each text that has been counted more than once."""
        often = [text for text, count in self._counts.items() if count > 1 and text and len(text) > _WORTH]
        self._often = dict.fromkeys(often, "") | self._often

    def count_chains(self) -> None:
        """Count the pointers in the chains."""
        self._counts.update(pointer for hops in self._hops for _, pointer in hops)

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


def bodies_of(attribute: Attribute) -> Iterable[Body]:
    """The bodies of the types of an attribute; most attributes have none."""
    if not attribute.placements:
        type_ = attribute.type
        if type_.__class__ is Nested:
            return (type_.body,)
        return () if is_flat(type_) else bodies_in(type_)
    placed = (placement.type for placement in attribute.placements if placement.type is not None)
    return (body for type_ in (attribute.type, *placed) for body in bodies_in(type_))
