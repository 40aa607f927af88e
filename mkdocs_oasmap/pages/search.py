"""The sections of an entity's page for a search index: one for each row, so that a result links to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from .views import AttributeView, EntityView, rows_of

MOST_SECTIONS = 60
"""The maximum number of sections on a page; deeper rows become texts of their parent's section."""

_MOST_VALUES = 60


class SearchRow(Struct, frozen=True):
    """The words of a row: name, path, path in the API if it differs, and values."""

    words: str
    description: str


class SearchSection(Struct, frozen=True):
    """A section of the index; the first of `rows` is the one it links to, the others are nested in it."""

    title: str
    anchor: str
    rows: tuple[SearchRow, ...]


def search_sections(view: EntityView) -> tuple[SearchSection, ...]:
    """The sections of a page, in order."""
    title = f"{view.title} ({view.kind})"
    rows = rows_of(view.groups)
    deepest = _deepest(rows)
    sections: list[tuple[AttributeView, list[SearchRow]]] = []
    for row in rows:
        if row.path.count(".") <= deepest:
            sections.append((row, []))
        sections[-1][1].append(_search_row(row))
    return tuple([SearchSection(_title(row, title), row.anchor, tuple(rows)) for row, rows in sections])


def operation_words(view: EntityView) -> tuple[str, ...]:
    """The operations that an entity uses, as search terms."""
    return tuple([f"{operation.method} {operation.path} {operation.summary}".strip() for operation in view.operations])


def _title(row: AttributeView, title: str) -> str:
    inside = row.path.rpartition(".")[0]
    return " · ".join(filter(None, (row.name, inside and f"in {inside}", title)))


def _deepest(rows: Iterable[AttributeView]) -> int:
    """The greatest depth of rows with a section, so that there are not too many."""
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
    name = row.name.rpartition(".")[2]  # an index treats a path as one word
    if name != row.name:
        words.append(name)
    if row.path != row.name:
        words.append(row.path)
    api = row.source_path.rpartition(".")[2]
    if api != name:
        words.append(api)
    if row.source_path not in (row.path, api):
        words.append(row.source_path)
    for limit in row.limits:
        if limit.page is not None:  # the other entity is found by its own name
            continue
        words += _plain(limit.values[:_MOST_VALUES])
    return words


def _plain(values: Iterable[str]) -> Iterator[str]:
    """Values as people type them: strings without quotes."""
    for value in values:
        if value.startswith('"'):
            try:
                yield str(json.loads(value))
            except ValueError:  # a pattern that begins with a quote
                yield value
        else:
            yield value
