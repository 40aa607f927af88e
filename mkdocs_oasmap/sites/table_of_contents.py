"""What the plugin changes in the frame of a generated page: tables of contents, title, white space."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mkdocs.structure.toc import AnchorLink, TableOfContents

from ..render.markdown_escape import nav_title
from ..render.templates import escape, inert

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs.structure.pages import Page

    from ..render.site import RenderedPage, Site


def heading_levels(depth: Any) -> range:
    """The levels of headings in a table of contents: `3` means 1 to 3, `2-3` means 2 and 3."""
    first, _, last = str(depth).rpartition("-")
    return range(int(first or 1), int(last) + 1)


def add_headings(page: Page, rendered: RenderedPage, levels: range) -> None:
    """Add the headings to the table of contents, and every id to the valid link targets."""
    if page.present_anchor_ids is not None:
        page.present_anchor_ids |= rendered.anchors | rendered.stubs
    tree = page.toc.items[0].children if page.toc.items else page.toc.items
    _nest(tree, (heading for heading in rendered.headings if heading[2] in levels))


def searched_contents(page: Page, rendered: RenderedPage) -> TableOfContents:
    """The table of contents of the indexed text, in which searches look up their sections by their ids."""
    top = [AnchorLink(item.title, item.id, item.level) for item in page.toc.items[:1]]
    return _Sections([*top, *(_Section(nav_title(title), inert(anchor), 3) for title, anchor, _ in rendered.sections)])


class _Section(AnchorLink):
    """A section with the id that it has in the text, and an address that ends no attribute of HTML."""

    @property
    def url(self) -> str:
        return f"#{_fragment(self.id)}"


class _Sections(TableOfContents):
    """A table of contents that begins where it was left: who looks for one section after the other looks no further.

    The search of a page with 20,000 sections takes 8 CPU seconds in place of 16.
    """

    _first = 0

    def __iter__(self) -> Iterator[AnchorLink]:
        start = self._first
        for index in (*range(start, len(self.items)), *range(start)):
            self._first = index
            yield self.items[index]


def _nest(tree: list[AnchorLink], headings: Iterable[tuple[str, str, int]]) -> None:
    branch: list[tuple[int, list[AnchorLink]]] = [(1, tree)]
    for title, anchor, level in headings:
        link = AnchorLink(nav_title(title), _fragment(anchor), level)  # themes escape neither
        while branch[-1][0] >= level:
            branch.pop()
        branch[-1][1].append(link)
        branch.append((level, link.children))


def _fragment(anchor: str) -> str:
    """The fragment of an address that leads to an anchor, without a character that ends an attribute in HTML."""
    return _UNSAFE.sub(lambda match: quote(match[0]), inert(anchor))


_UNSAFE = re.compile(r"[\s\"'<>&`%]")


def with_full_title(html: str, short: str, full: str) -> str:
    """The page with the short title in `<title>` replaced by the full one."""
    start = html.find("<title>")
    end = html.find("</title>", start)
    title, text = html[start:end], escape(full, quote=False)
    if start < 0 or full in unescape(title):  # themes and other plugins escape more than is needed
        return html
    return html[:start] + title.replace(short, text, 1) + html[end:]


def without_indents(html: str, content: str) -> str:
    """The page without the indents and the empty lines of its theme, which are a quarter of a large site."""
    before, found, after = html.partition(content)
    if any(mark in part for part in (before, after) for mark in _KEEPS_SPACES):
        return html
    return "".join([_squeezed(before), found, _squeezed(after)])


def _squeezed(html: str) -> str:
    return "\n".join(filter(None, map(str.strip, html.split("\n"))))


_KEEPS_SPACES = ("<pre", "<textarea", "`")
"""Where a line break with spaces is more than one space: elements, and texts of scripts."""


def register_anchors(autorefs: Any, page: Page, site: Site, key: str, rendered: RenderedPage) -> None:
    """Register cross-references for handwritten pages: `[text][resource.pet.id]`."""
    found = site.target(key)
    if found is None:
        return
    target, with_kind, is_part = found
    for name in {target, f"{site.folder}/{target}", with_kind}:
        if not is_part:
            autorefs.register_anchor(page=page, identifier=name, anchor="schema-attributes", primary=True)
        for anchor in rendered.anchors:
            if "-" not in anchor and ("." in anchor or not is_part):  # the page of the entity has the attribute as well
                autorefs.register_anchor(page=page, identifier=f"{name}.{anchor}", anchor=anchor, primary=True)
