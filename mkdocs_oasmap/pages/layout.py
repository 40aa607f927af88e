"""Which of the nested attributes of an entity are on which page: an object is shown once, and a page has a budget.

Where an object is used again, the row links to the attributes of its first use. What would make a page too large has a
page of its own, whose rows have the same anchors; links into it go on there.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from mapper.model import Attribute, Body, nested_body, walk

from .page_names import shortened

ONCE_FROM = 20
"""An object with at least this number of attributes is shown once."""

MOST_ROWS, MOST_WITH_SOURCES = 400, 90
"""The maximum number of rows of a page, so that it has 5,000 elements and 300 kB of HTML; sources and the tables about
them take a part of these."""

_SMALL_PART = 12
"""Root attributes with at most this number of nested ones stay on the page of the entity that is split by option."""

_UNSAFE = re.compile(r"[^\w.-]+")


class Part(Struct, frozen=True):
    """An attribute whose nested attributes have a page; `prefix` and `source_prefix` are the paths of its parent."""

    key: str
    attribute: Attribute
    prefix: str
    source_prefix: str


class Layout(Struct, frozen=True):
    """The paths of attributes with pages of their own; and of repeated objects, with the path of the first use."""

    parts: dict[str, Part] = {}
    same: dict[str, str] = {}

    def shown_at(self, path: str) -> str:
        """The path of the row that shows an attribute: another one inside a repeated object."""
        if self.same:
            for outer in outers(path):
                if outer in self.same:
                    return self.shown_at(self.same[outer] + path[len(outer) :])
        return path

    def page_of(self, path: str) -> str | None:
        """The key of the page with the row of a shown path, if it is not the page of the entity."""
        pages = [outer for outer in outers(path) if outer in self.parts] if self.parts else ()
        return self.parts[pages[-1]].key if pages else None

    def moved(self, body: Body) -> frozenset[str]:
        """The paths of all attributes that are not on the page of the entity."""
        if not self.parts and not self.same:  # as of most entities
            return frozenset()
        return frozenset(path for path, _ in walk(body, "") if self.page_of(path) or self.shown_at(path) != path)


def outers(path: str) -> Iterator[str]:
    """The paths of the objects that an attribute is in, the outermost first."""
    end = path.find(".")
    while end > 0:
        yield path[:end]
        end = path.find(".", end + 1)


class Layouts:
    """The layouts of all entities, by the key of their page; `parts` are the pages of objects: entity and object."""

    def __init__(self, layouts: dict[str, Layout], bodies: dict[str, Body]) -> None:
        self._layouts, self._bodies = layouts, bodies
        self._paths: dict[str, frozenset[str]] = {}
        self.parts = {part.key: (key, part) for key, layout in layouts.items() for part in layout.parts.values()}

    def of(self, key: str) -> Layout:
        """The layout of an entity."""
        return self._layouts[key]

    def nearest(self, key: str, path: str) -> str:
        """The path of the row that shows an attribute: its own row, or the row of its closest parent."""
        if key not in self._paths:
            self._paths[key] = frozenset(path for path, _ in walk(self._bodies[key], ""))
        while path and path not in self._paths[key]:
            path = path.rpartition(".")[0]
        return path

    def locate(self, key: str, path: str) -> tuple[str, str]:
        """The page and the anchor of the row that shows an attribute of the entity with the page `key`."""
        layout = self._layouts[key]
        shown = layout.shown_at(path)
        return layout.page_of(shown) or key, shown


def lay_out(key: str, body: Body, most: int, kept: frozenset[str], split: int | None) -> Layout:
    """The layout of an entity with the page `key`. Repeated objects at the paths `kept` are shown each time.

    `split`: of a larger entity, each root attribute with many nested ones has a page of its own.
    """
    if body.size <= ONCE_FROM and (split is None or body.size <= split):
        return Layout()
    made = _Layouts(key, most, kept)
    made.rows_of(body, "", "")
    if split is not None and body.size > split:
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            if inner is not None and inner.size > _SMALL_PART:
                made.cut(attribute, "", "")
    return Layout(made.parts, made.same)


def _rows_for(attribute: Attribute, prefix: str, inner: Body | None) -> float:
    """How many short rows have as much HTML as the row of an attribute, which has its path three times."""
    text = 3 * (len(prefix) + len(attribute.name)) + len(attribute.description or "")
    return 1 + text / 1_500 + (0.4 if inner is not None else 0)


class _Layouts:
    """Collects the parts of one entity."""

    def __init__(self, key: str, most: int, kept: frozenset[str]) -> None:
        self._key, self._most, self._kept = key, most, kept
        self._first: dict[Body, str] = {}
        self.parts: dict[str, Part] = {}
        self.same: dict[str, str] = {}

    def rows_of(self, body: Body, prefix: str, source_prefix: str) -> float:
        """The number of rows that a body adds to a page, after its largest objects have got pages of their own. Long
        rows count as several.
        """
        counts: list[tuple[float, Attribute]] = []
        total = 0.0
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            total += _rows_for(attribute, prefix, inner)
            if inner is None:
                continue
            path = prefix + attribute.name
            if inner.size >= ONCE_FROM and path not in self._kept:
                if inner in self._first:
                    self.same[path] = self._first[inner]
                    continue
                self._first[inner] = path
            count = self.rows_of(inner, f"{path}.", f"{source_prefix}{attribute.source_name}.")
            counts.append((count, attribute))
            total += count
        counts.sort(key=lambda pair: -pair[0])
        for count, attribute in counts:
            if total <= self._most or count <= _SMALL_PART:
                break
            self.cut(attribute, prefix, source_prefix)
            total -= count
        return total

    def cut(self, attribute: Attribute, prefix: str, source_prefix: str) -> None:
        """Give the nested attributes of an attribute a page."""
        path = prefix + attribute.name
        name = _UNSAFE.sub("-", path)
        self.parts[path] = Part(f"{self._key}/{shortened(name, path)}", attribute, prefix, source_prefix)
