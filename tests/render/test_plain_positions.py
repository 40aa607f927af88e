"""Every text that a plain page is made of, filled with what site generators look for."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import yaml

from mkdocs_oasmap.pages import views
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.source_places import source_links
from mkdocs_oasmap.render.markdown_pages import plain_files

from ..delimiters import DELIMITERS, found_in
from ..filling import fill, positions
from ..support import map_texts
from ..test_hostile import api, config

HOSTILE = " ".join(DELIMITERS)
WORDS = {
    ("ReportView", "severities"): "error, warning or info",
    ("GroupView", "key"): "chooses how a type is named",
    ("AttributeView", "noun"): "is a word of the system",
    ("AttributeView", "status"): "chooses a mark",
    ("LinkView", "key"): "the name of a file, which is made of letters, digits and dashes",
    ("EntryView", "key"): "the name of a file",
    ("OperationUse", "users"): "names of entities with the names of files",
    ("DiagnosticView", "page"): "the name of a file",
}
"""Fields that hold a word of ours, and no text of an API."""


@cache
def base() -> Pages:
    """A mapping in which every part of a page occurs."""
    mapping = map_texts(yaml.safe_dump(api("x y")), yaml.safe_dump(config("x y"))).mapping
    return Pages(mapping, source_links("https://example.com/{path}#L{line}"))


class Filled(Pages):
    """The pages, with one field of all views of a class filled."""

    def __init__(self, cls: str, field: str) -> None:
        super().__init__(base().mapping, source_links("https://example.com/{path}#L{line}"))
        self._position = cls, field

    def entity(self, key: str) -> views.EntityView:
        return self._filled(super().entity(key))

    def lists(self) -> tuple[views.ListView, ...]:
        return self._filled(super().lists())

    @property
    def report(self) -> views.ReportView:  # type: ignore[override]
        return self._filled(base().report)

    def _filled(self, value: Any) -> Any:
        return fill(value, self._position, HOSTILE)


POSITIONS = list(positions(vars(views).values(), WORDS))


@pytest.mark.parametrize("position", POSITIONS, ids=".".join)
def test_no_text_of_a_plain_page_holds_what_a_site_generator_looks_for(position: tuple[str, str]) -> None:
    for name, data in plain_files(Filled(*position), {}).items():
        if name.endswith(".md"):
            _, front, text = data.decode().split("---\n", 2)
            assert found_in(front) == []
            assert found_in(text) == [], name


def test_the_positions_are_filled() -> None:
    pages = plain_files(Filled("AttributeView", "description"), {})
    assert any(b"secret.txt" in data for name, data in pages.items() if name.endswith(".md"))
    assert len(POSITIONS) > 60
