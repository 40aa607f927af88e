"""Ask the search of a site for an entity by its names, in a browser and in each theme.

The full name of an entity (`owlridge_dome`), its bare name (`dome`) and the words of it are typed into the search; the
page of the entity has to be the first result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mkdocs_oasmap.pages.search import spaced, without_provider

from .sites import Built

THEMES: dict[str, Any] = {
    "material": {"name": "material", "font": False, "features": ["navigation.prune"]},
    "mkdocs": "mkdocs",
    "readthedocs": "readthedocs",
}
SETTLED = 80
"""Milliseconds in which results stay the same when a search is done."""

DONE = """css => document.querySelector(css) || /^No /.test(
    document.querySelector("#mkdocs-search-results p, .md-search-result__meta")?.textContent.trim() ?? "")"""

READY = """() => document.querySelector("#mkdocs-search-results")?.childElementCount
    || void document.querySelector("#mkdocs-search-query").dispatchEvent(new KeyboardEvent("keyup"))"""


class Asked(NamedTuple):
    """A query, and the pages that may be first."""

    query: str
    pages: tuple[str, ...]


def names_of(site: Built) -> dict[str, tuple[str, str]]:
    """Title and bare name of each entity, by the address of its page, in the order of the search: resources first."""
    plugin = site.config.plugins["oasmap"]
    found = {}
    for one in plugin._sites:
        for key in one.pages.found_by:
            title = one.pages.title(one.pages.entities[key])
            found[f"{one.folder}/{key}/"] = title, without_provider(title, one.mapping.provider)
    return found


def queries(site: Built, page: str) -> Iterator[Asked]:
    """What somebody types who looks for an entity: three queries, fewer if they are the same."""
    names = names_of(site)
    title, bare = names[page]
    by_query = {title: lambda name: name[0], bare: lambda name: name[1], spaced(bare): lambda name: spaced(name[1])}
    for query, named in by_query.items():
        same = [other for other, name in names.items() if named(name) == query]
        yield Asked(query, tuple(other for other in same if other.split("/")[1] == same[0].split("/")[1]))


def misses(browser: Any, address: str, theme: str, asked: list[Asked]) -> Iterator[tuple[Asked, str]]:
    """The queries whose first result is another page, and that page."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        ask = open_search(page, address, theme)
        for one in asked:
            first = ask(one.query)
            if first not in one.pages:
                yield one, first


def open_search(page: Any, address: str, theme: str) -> Any:
    """A function that types a query, and returns the page of the first result without the address of the site."""
    page.goto(f"{address}search.html" if theme == "readthedocs" else address)
    if theme == "material":
        page.locator(".md-search__input").click()
        field, results = page.locator(".md-search__input"), ".md-search-result__list > li a"
    else:
        if theme == "mkdocs":
            page.locator("[data-bs-target='#mkdocs_search_modal']").first.click()
        field, results = page.locator("#mkdocs-search-query"), "#mkdocs-search-results a"
        field.fill("reference")  # the field is dead until the index has been read
        page.wait_for_function(READY, polling=200)

    def ask(query: str) -> str:
        field.fill("")
        field.press("Backspace")
        page.wait_for_function("css => !document.querySelector(css)", arg=results)
        field.fill(query[:-1])
        field.press(query[-1])
        page.wait_for_function(DONE, arg=results)
        first, again = None, first_of(page, results)
        while first is None or again != first:
            page.wait_for_timeout(SETTLED)
            first, again = again, first_of(page, results)
        return first.removeprefix(address).partition("#")[0].partition("?")[0]

    return ask


def first_of(page: Any, results: str) -> str:
    return page.evaluate("css => document.querySelector(css)?.href ?? ''", results)
