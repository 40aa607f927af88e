"""An inventory of entities and attributes (`objects.inv`) for other sites, in the format of Sphinx and mkdocstrings."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

from mapper.model import walk

from .block import target_name
from .pages import Pages

_HEAD = (
    "# Sphinx inventory version 2\n# Project: {}\n# Version: \n# The remainder of this file is compressed using zlib.\n"
)


def inventory(pages: Pages, url: Callable[[str], str]) -> bytes:
    """The inventory of all names. `url` returns the address of a page by key, relative to the inventory."""
    lines = "".join(
        f"{name} std:label 1 {address} -\n" for name, address in _entries(pages, url) if not _has_space(name)
    )
    project = " ".join(pages.mapping.provider.split())
    return _HEAD.format(project).encode() + zlib.compress(lines.encode("utf-8", "replace"))


def _entries(pages: Pages, url: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    for key, entity in pages.entities.items():
        name, address = target_name(entity), url(key)
        yield name, f"{address}#schema-attributes"
        for path, _ in walk(entity.layout):
            page, anchor = pages.layouts.locate(key, path)
            yield f"{name}.{path}", f"{address if page == key else url(page)}#{anchor}"


def _has_space(name: str) -> bool:
    return name.split() != [name]
