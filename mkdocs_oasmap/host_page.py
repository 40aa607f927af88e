"""The page that a program converts with Python-Markdown: its address, and the names that other pages link to.

MkDocs and ProperDocs tell the plugin, which knows all addresses. Zensical has a context for extensions, and finds the
sections of a page for its search in the headings of the HTML.
"""

import re
import sys
from collections.abc import Callable, Iterable
from html import escape
from posixpath import dirname, relpath
from typing import Any

from markdown import Markdown

from .render.site import RenderedPage, Site
from .sites.table_of_contents import register_anchors

_NOWHERE = "oasmap:nowhere"
_LINK = re.compile(rf'<a [^<>]*?href="{_NOWHERE}[^"]*"[^<>]*>(.*?)</a>', re.DOTALL)
_ROW = re.compile(r'<li( [^<>]*?)? id="([^"]*)"([^<>]*)>')


def zensical_page(md: Markdown) -> Any:
    """What Zensical knows of the page: `page` and `config`; None in other programs."""
    context = sys.modules.get("zensical.extensions.context")
    return context.ContextPreprocessor.from_markdown(md) if context is not None else None


def addresses(md: Markdown, *, has_pages: bool) -> Callable[[str], str]:
    """A function from the path of a generated page's source to its address, relative to the page that is converted.

    Zensical checks and rewrites links in HTML, too: they name sources. `has_pages` is false where the site has no other
    page; links to them are removed then, see `with_links`.
    """
    context = zensical_page(md)
    if context is None or not has_pages:
        return lambda _uri: _NOWHERE
    here = dirname(context.page.path)
    return lambda uri: relpath(f"/{uri}", f"/{here}")


def with_links(html: str) -> str:
    """The HTML with texts in place of links to pages that the site does not have."""
    return _LINK.sub(r"\1", html) if _NOWHERE in html else html


def with_entries(html: str, sections: Iterable[tuple[str, str, int]]) -> str:
    """The HTML with a heading for each section of a search index, in the row that it leads to, which nobody sees."""
    titles = {anchor: title for title, anchor, _ in sections}

    def entry(match: re.Match[str]) -> str:
        before, anchor, after = match[1] or "", match[2], match[3]
        if anchor not in titles:
            return match[0]
        heading = f'<h4 class="oa-place" id="{anchor}" aria-hidden="true">{escape(titles[anchor])}</h4>'
        return f"<li{before}{after}>{heading}"

    return _ROW.sub(entry, html).replace('<a class="oa-skip"', '<a class="oa-skip" data-search-exclude')


def register_page(site: Site, key: str, rendered: RenderedPage) -> None:
    """Make the names of a page's entity known to Zensical: `[text][resource.pet.id]`."""
    if (store := _store()) is not None and store.current_page is not None:
        register_anchors(store, store.current_page, site, key, rendered)


def register_ids(ids: Iterable[str]) -> None:
    """Make the ids of a block known to Zensical. The page of the entity comes first."""
    if (store := _store()) is not None and store.current_page is not None:
        for id_ in ids:
            store.register_anchor(page=store.current_page, identifier=id_, anchor=id_, primary=False)


def _store() -> Any:
    autorefs = sys.modules.get("zensical.extensions.autorefs")
    return autorefs.get_autorefs_store() if autorefs is not None else None
