"""Sites and pages in the cache of builds.

A page is cached by a digest of what it is made from, so that neither its view nor its HTML is made again unless that
changes, whatever else changes in the description. Entries are decoded as data of the classes below, which validates
them.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mapper.reads import unchanged

from ..cache import Cache, digest_of
from .site import RenderedPage, Site

if TYPE_CHECKING:
    from mapper.request import Mapped

    from ..pages.pages import Pages
    from .html import Renderer

Url = Callable[[str], str]
Line = tuple[int, str]
"""A log line: its level and its text."""


class KeptPage(msgspec.Struct, frozen=True, array_like=True):
    """A rendered page, and the addresses that it contains: with other addresses, it is not valid.

    The addresses are by file names in the folder of the site, as several sites may share a page.
    """

    html: str
    search: str
    headings: tuple[tuple[str, str, int], ...]
    anchors: frozenset[str]
    sections: tuple[tuple[str, str, int], ...]
    stubs: frozenset[str]
    addresses: dict[str, str]

    def page(self, url: Url, folder: str) -> RenderedPage | None:
        """The page; None if one of its addresses has changed."""
        try:
            is_same = all(url(f"{folder}/{name}") == address for name, address in self.addresses.items())
        except KeyError:  # a page that no longer exists
            return None
        if not is_same:
            return None
        return RenderedPage(self.html, self.search, self.headings, self.anchors, self.sections, self.stubs)


class KeptSite(msgspec.Struct, frozen=True):
    """All that a build needs of a cached site, so that nothing is mapped.

    `titles` are full title, short title and description of each page; `targets` its names in cross-references; `places`
    the lines of its edit links. `pages` and `twin_entries` are the cache keys of rendered pages, `reads` the states of
    all files that the site was made from, and `log_lines` the log of that build.
    """

    reads: dict[str, str]
    log_lines: tuple[Line, ...]
    system: str
    title: str
    authors: bool
    uris: dict[str, str]
    parts: frozenset[str]
    sources: dict[str, str]
    titles: dict[str, tuple[str, str, str]]
    targets: dict[str, tuple[str, str, bool]]
    places: dict[str, tuple[str, int | None]]
    navigation: list[dict[str, Any]]
    twins: tuple[str, ...]
    twin_entries: dict[str, str]
    artifacts: dict[str, bytes]
    inventory: bytes
    addresses: dict[str, str]
    inputs: tuple[str, ...]
    pages: dict[str, str]

    @property
    def is_whole(self) -> bool:
        """Whether each page has all of its parts."""
        return all(self.uris.keys() == known.keys() for known in (self.sources, self.titles, self.pages))


class KeepingSite(Site):
    """A site that is made in this build, and caches its pages. `signature` is the key of templates and phrases.

    `last` is the site of the previous build in this process, whose pages need not be read from the cache.
    """

    def __init__(
        self,
        pages: Pages,
        mapped: Mapped,
        folder: str,
        title: str,
        address: str,
        cache: Cache,
        signature: str,
        last: Site | None = None,
    ) -> None:
        super().__init__(pages, mapped, folder, title, address)
        self._cache = cache
        self._signature = signature
        self._last_pages = last.kept_pages if isinstance(last, KeepingSite) else {}
        self.kept_pages: dict[str, KeptPage] = {}
        self._names: tuple[str, str] = "", ""
        self._entries: dict[str, str] = {}
        self._twin_entries: dict[str, str] = {}
        self._written = ""

    def render(self, key: str, renderer: Renderer, url: Url, search: str) -> RenderedPage:
        """The page, from the last build or the cache if what it is made from is the same."""
        shown = self._shown(key)
        name = digest_of("page", search, shown) if shown else ""
        kept = (self._last_pages.get(name) or _find_page(self._cache, name)) if name else None
        page = kept.page(url, self.folder) if kept is not None else None
        if kept is None or page is None:
            name, kept, page = self._rendered(key, renderer, url, search, name)
        self._entries[key], self.kept_pages[name] = name, kept
        return page

    def twin(self, key: str) -> bytes:
        """The twin, from the cache if what it is made from is the same."""
        if key in self._kept_twins:
            return self._kept_twins[key]
        shown = self._shown(key)
        name = digest_of("twin", key, repr(self.pages.shown), shown) if shown else ""
        data = self._cache.get(name) if name else None
        if data is None:
            data = super().twin(key)
            name = name or digest_of("twin", data)
            self._cache.put(name, data)
        self._kept_twins[key], self._twin_entries[key] = data, name
        return data

    def _rendered(
        self, key: str, renderer: Renderer, url: Url, search: str, name: str
    ) -> tuple[str, KeptPage, RenderedPage]:
        asked: dict[str, str] = {}

        def noted(uri: str) -> str:
            asked[uri.removeprefix(f"{self.folder}/")] = found = url(uri)
            return found

        page = super().render(key, renderer, noted, search)
        kept = KeptPage(page.html, page.search, page.headings, page.anchors, page.sections, page.stubs, asked)
        data = msgspec.msgpack.encode(kept)
        name = name or digest_of("page", data)
        self._cache.put(name, data)
        return name, kept, page

    def _shown(self, key: str) -> str:
        """The digest of what a page is made from; empty if there is none, and the page is cached by content."""
        if self._names[0] != key:
            self._names = key, self._digest(key)
        return self._names[1]

    def _digest(self, key: str) -> str:
        basis = self._basis(key)
        try:
            return "" if basis is None else digest_of(self._signature, msgspec.msgpack.encode(basis))
        except (TypeError, ValueError, OverflowError):  # a number that msgpack cannot encode
            return ""

    def _basis(self, key: str) -> object:
        """What a page is made from, as data; None if that cannot be told."""
        pages = self.pages
        if key == "report":
            return pages.report, pages.drift
        if key == "changes":
            return pages.changes
        if key != "index":
            return pages.basis(key)
        report = pages.report if pages.shown.authors else None
        names = [(uri, pages.artifact_words(uri.removeprefix(f"{self.folder}/"))) for uri in self.artifacts]
        named = self.title, self.system, self.mapping.provider, pages.noun, names
        return named, pages.front(self.address), pages.lists(), report, pages.banner, pages.removed

    def keep(self, url: Url, *, search: bool) -> None:
        """Store the site in the cache after all of its pages are rendered."""
        self._last_pages = {}
        if self.kept_as and self.kept_as != self._written and (data := self._data(url, search=search)) is not None:
            self._cache.put(self.kept_as, data)
            self._written = self.kept_as

    def _data(self, url: Url, *, search: bool) -> bytes | None:
        """The cache entry of the site; None if not all pages are rendered."""
        if self.problems or self._entries.keys() != self.uris.keys():
            return None
        data = KeptSite(
            self.reads,
            self.log_lines,
            self.system,
            self.title,
            self.authors,
            self.uris,
            frozenset(self.parts),
            {key: self.markdown(key, search=search) for key in self.uris},
            {key: (self.full_title(key), self.short_title(key), self.about(key)) for key in self.uris},
            {key: target for key in self.uris if (target := self.target(key)) is not None},
            {key: place for key in self.uris if (place := self.place(key)) is not None},
            self.navigation(),
            self.twins,
            self._twin_entries,
            self.artifacts,
            self.inventory(url),
            {key: url(key) for key in self.uris},
            tuple(map(str, self.inputs)),
            self._entries,
        )
        try:
            return msgspec.msgpack.encode(data)
        except (ValueError, UnicodeEncodeError):  # a lone surrogate
            return None


class RecalledSite(Site):
    """A site from the cache. `make` makes the site again if a part of it is not cached."""

    def __init__(
        self, kept: KeptSite, folder: str, cache: Cache, make: Callable[[], Site]
    ) -> None:  # other attributes are properties of the cache entry
        self.folder, self.title, self.log_lines = folder, kept.title, kept.log_lines
        self.problems = ()
        self.uris, self.twins, self.artifacts = kept.uris, kept.twins, kept.artifacts
        self.parts, self.authors, self.system = kept.parts, kept.authors, kept.system
        self.inputs = list(map(Path, kept.inputs))
        self.reads = kept.reads
        self._kept: dict[str, tuple[object, RenderedPage]] = {}
        self._recalled, self._cache, self._make = kept, cache, make

    def __getattr__(self, name: str) -> Any:
        """The mapping and the views, which only handwritten pages need, from the site made again."""
        if name in ("mapping", "mapped", "pages"):
            return getattr(self.whole, name)
        raise AttributeError(name)

    @cached_property
    def whole(self) -> Site:
        """The site, made again."""
        return self._make()

    def markdown(self, key: str, *, search: bool) -> str:  # noqa: ARG002
        """The source of a page; the cache key contains whether pages are searched."""
        return self._recalled.sources[key]

    def full_title(self, key: str) -> str:
        return self._recalled.titles[key][0]

    def short_title(self, key: str) -> str:
        return self._recalled.titles[key][1]

    def about(self, key: str) -> str:
        return self._recalled.titles[key][2]

    def target(self, key: str) -> tuple[str, str, bool] | None:
        return self._recalled.targets.get(key)

    def place(self, key: str) -> tuple[str, int | None] | None:
        return self._recalled.places.get(key)

    def navigation(self) -> list[dict[str, object]]:
        return deepcopy(self._recalled.navigation)

    def inventory(self, url: Url) -> bytes:
        if all(url(key) == address for key, address in self._recalled.addresses.items()):
            return self._recalled.inventory
        return self.whole.inventory(url)

    def twin(self, key: str) -> bytes:
        name = self._recalled.twin_entries.get(key)
        cached = self._cache.get(name) if name else None
        return self.whole.twin(key) if cached is None else cached

    def prepare_twin(self, key: str) -> None:
        """Nothing: the twin is read on request."""

    def forget_view(self) -> None:
        if "whole" in vars(self):  # otherwise nothing is in memory
            self.whole.forget_view()

    def forget_twin(self, key: str) -> None:
        if "whole" in vars(self):  # otherwise nothing is in memory
            self.whole.forget_twin(key)

    def render(self, key: str, renderer: Renderer, url: Url, search: str) -> RenderedPage:
        cached = find_page(self._cache, self._recalled.pages[key], url, self.folder)
        return cached or self.whole.render(key, renderer, url, search)


def find_page(cache: Cache, name: str, url: Url, folder: str) -> RenderedPage | None:
    """A page from the cache; None if there is none, or one of its addresses has changed."""
    kept = _find_page(cache, name)
    return None if kept is None else kept.page(url, folder)


def _find_page(cache: Cache, name: str) -> KeptPage | None:
    data = cache.get(name)
    try:
        return None if data is None else msgspec.msgpack.decode(data, type=KeptPage)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def find_site(cache: Cache, name: str) -> KeptSite | None:
    """A site from the cache; None if there is none, or a file that it was made from has changed."""
    data = cache.get(name)
    try:
        site = None if data is None else msgspec.msgpack.decode(data, type=KeptSite)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return site if site is not None and site.is_whole and unchanged(site.reads) else None
