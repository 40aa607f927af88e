"""What a search index knows of an entity: a section for each row, so that a result leads to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from mapper.immutable import dataclass

from .views import AttributeView, EntityView, rows_of
from .wording import ENGLISH, Words

MOST_SECTIONS = 60
"""Sections of one page; where there are more rows, the deepest are texts of the row that they are nested in."""

_MOST_VALUES = 60


@dataclass(frozen=True, slots=True)
class SearchRow:
    """The words of one row: name and path, the path in the API where it is spelled differently, and the values."""

    words: str
    description: str


@dataclass(frozen=True, slots=True)
class SearchSection:
    """A row that a result leads to; the first of `rows` is its own, the others have no section of theirs."""

    title: str
    anchor: str
    rows: tuple[SearchRow, ...]


def search_sections(view: EntityView, say: Words = ENGLISH) -> tuple[SearchSection, ...]:
    """The sections of a page, in its order."""
    title = f"{view.title} ({say(view.kind)})"
    rows = rows_of(view.groups)
    deepest = _deepest(rows)
    found: list[tuple[AttributeView, list[SearchRow]]] = []
    for row in rows:
        if row.path.count(".") <= deepest:
            found.append((row, []))
        found[-1][1].append(_search_row(row))
    return tuple([SearchSection(_title(row, title, say), row.anchor, tuple(rows)) for row, rows in found])


def operation_words(view: EntityView) -> tuple[str, ...]:
    """The operations of the API that an entity uses, as people look for them."""
    return tuple([f"{one.method} {one.path} {one.summary}".strip() for one in view.operations])


def _title(row: AttributeView, title: str, say: Words) -> str:
    inside = row.path.rpartition(".")[0]
    return " · ".join(filter(None, (row.name, inside and say("in {path}", path=inside), title)))


def _deepest(rows: Iterable[AttributeView]) -> int:
    """The depth down to which rows have sections: as deep as there are not too many of them."""
    by_depth = Counter(row.path.count(".") for row in rows)
    count, deepest = 0, min(by_depth, default=0)
    for depth in sorted(by_depth):
        count += by_depth[depth]
        if count > MOST_SECTIONS:
            break
        deepest = depth
    return deepest


def _search_row(row: AttributeView) -> SearchRow:
    return SearchRow(" ".join(_words(row)), row.description)


def _words(row: AttributeView) -> list[str]:
    words = [row.name]
    own = row.name.rpartition(".")[2]  # an index takes a path for one word, and finds none that is in it
    if own != row.name:
        words.append(own)
    if row.path != row.name:
        words.append(row.path)
    api = row.source_path.rpartition(".")[2]
    if api != own:
        words.append(api)
    if row.source_path not in (row.path, api):
        words.append(row.source_path)
    for limit in row.limits:
        words += _plain(limit.values[:_MOST_VALUES])
    return words


def _plain(values: Iterable[str]) -> Iterator[str]:
    """Values as people type them: strings without their quotes."""
    for value in values:
        if value.startswith('"'):
            try:
                yield str(json.loads(value))
            except ValueError:  # the pattern of a text that begins with a quote
                yield value
        else:
            yield value
