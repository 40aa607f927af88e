"""Makes a search lead to an entity by its name: changes the entries that a plugin has made of a page.

Material's search adds up the terms that begin with a word of the query, with a boost for each entry; a tag outweighs a
title. MkDocs' own search has no boosts, but prefers short texts. It has the whole text of a page in one entry, and the
text before the first section in another. The script of the pages moves a page with exactly the typed name to the top.
Results show what is added to a text, so that a name is in it once.
"""

from collections.abc import Iterator
from typing import Any

from ..pages.search import FoundBy

_OF_ROWS = 0.005
"""The boost of rows in Material's search, whose titles weigh a thousand times as much as texts: below the texts of
entities, and above those of other pages."""

_OF_A_PART = 0.5
"""What is left of the boost of a row on a page that has only a part of an entity: it is nested."""

_LOOKED_UP = 0.7
"""What is left of the boost of a row that no user sets."""

_PER_REFERENCE = 0.7
"""What is left of a boost for each reference before that of the page."""


def rank_entries(
    index: Any, url: str, found: FoundBy | None, looked_up: frozenset[str] = frozenset(), place: int = 0
) -> None:
    """Change the entries of the page at `url` in the index of a search plugin; others are left as they are.

    `looked_up` are the anchors of rows that no user sets. `place` is the number of references before the page's: of
    equal names, names of the first reference come first.
    """
    entries = getattr(index, "entries", None)  # Material's
    if isinstance(entries, list):
        for entry in _of_page(entries, url):
            _boost(entry, url, found, looked_up, _PER_REFERENCE**place)
        return
    entries = getattr(index, "_entries", None)  # those of MkDocs
    if isinstance(entries, list):
        _shorten(entries, url, found)


def _of_page(entries: list[Any], url: str) -> Iterator[dict[str, Any]]:
    """The entries of the page that was added last, from the last one on."""
    for entry in reversed(entries):
        if str(entry["location"]).partition("#")[0] != url:
            return
        yield entry


def _boost(entry: dict[str, Any], url: str, found: FoundBy | None, looked_up: frozenset[str], share: float) -> None:
    if entry["location"] != url:
        anchor = str(entry["location"]).partition("#")[2]
        of_row = (found.rows if found is not None else _OF_A_PART) * (_LOOKED_UP if anchor in looked_up else 1.0)
        entry.setdefault("boost", round(_OF_ROWS * share * of_row, 5))
    elif found is not None:
        entry.setdefault("boost", round(found.boost * share, 3))
        entry["tags"] = [*entry.get("tags", ()), found.words, *found.called, *found.group]
        if found.names != found.words:
            entry["text"] = f"<p>{found.name}</p>{entry['text']}"
        if found.spelled:
            entry["text"] += f" <p>{' '.join(found.spelled)}</p>"


def _shorten(entries: list[Any], url: str, found: FoundBy | None) -> None:
    """Replace the text of the page by what is before its first section, which needs no entry of its own."""
    of_page = list(_of_page(entries, url))[::-1]
    if len(of_page) < 2:  # noqa: PLR2004 - a page and its title
        return
    page, title = of_page[:2]
    page["text"] = " ".join(filter(None, (*_texts(found), title["text"])))
    del entries[1 - len(of_page)]


def _texts(found: FoundBy | None) -> tuple[str, ...]:
    return (found.names, *found.called, *found.spelled) if found is not None else ()
