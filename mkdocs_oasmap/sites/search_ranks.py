"""Makes a search lead to an entity by its name: changes the entries that a plugin has made of a page.

Material's search adds up the terms that begin with a word of the query, with a boost for each entry; a tag outweighs a
title. MkDocs' own search has no boosts, but prefers short texts; it has the whole text of a page in one entry, and the
text before the first section in another. The script of the pages moves a page with exactly the typed name to the top.
Results show what is added to a text, so that a name is in it once.
"""

from collections.abc import Iterator
from typing import Any

from ..pages.search import FoundBy

_OF_ROWS = 0.005
"""The boost of rows in Material's search, whose titles weigh a thousand times as much as texts: below the texts of
entities, and above those of other pages."""

_PER_REFERENCE = 0.7
"""What is left of a boost for each reference before that of the page."""


def rank_entries(index: Any, url: str, found: FoundBy | None, place: int = 0) -> None:
    """Change the entries of the page at `url` in the index of a search plugin; others are left as they are.

    `place` is the number of references before that of the page: of equal names, those of the first come first.
    """
    entries = getattr(index, "entries", None)  # Material's
    if isinstance(entries, list):
        for entry in _of_page(entries, url):
            _boost(entry, url, found, _PER_REFERENCE**place)
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


def _boost(entry: dict[str, Any], url: str, found: FoundBy | None, share: float) -> None:
    if entry["location"] != url:
        entry.setdefault("boost", round(_OF_ROWS * share, 5))
    elif found is not None:
        entry.setdefault("boost", round(found.boost * share, 3))
        entry["tags"] = [*entry.get("tags", ()), found.words, *found.group]
        if found.names != found.words:
            entry["text"] = f"<p>{found.name}</p>{entry['text']}"


def _shorten(entries: list[Any], url: str, found: FoundBy | None) -> None:
    """Replace the text of the page by what is before its first section, which needs no entry of its own."""
    of_page = list(_of_page(entries, url))[::-1]
    if len(of_page) < 2:  # noqa: PLR2004 - a page and its title
        return
    page, title = of_page[:2]
    page["text"] = " ".join(filter(None, (found.names if found is not None else "", title["text"])))
    del entries[1 - len(of_page)]
