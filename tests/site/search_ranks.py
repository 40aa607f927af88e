"""Ask the search of a site for an entity by its names, in a browser and in each theme.

The full name of an entity (`owlridge_dome`), its bare name (`dome`) and the words of it are typed into the search; the
page of the entity has to be the first result.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mkdocs_oasmap.pages.search import spaced, without_provider

from .sites import Built

THEMES: dict[str, Any] = {
    "material": {"name": "material", "font": False, "features": ["navigation.prune"]},
    "mkdocs": "mkdocs",
    "readthedocs": "readthedocs",
}
DONE = """css => document.querySelector(css) || /^No /.test(
    document.querySelector("#mkdocs-search-results p, .md-search-result__meta")?.textContent.trim() ?? "")"""

AWAKE = """() => document.querySelector("#mkdocs-search-results").childElementCount
    || void document.querySelector("#mkdocs-search-query").dispatchEvent(new KeyboardEvent("keyup"))"""
"""An empty field says that nothing was found, once the index has been read, and asks the worker for nothing."""


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
        page.wait_for_function(AWAKE, polling=200)

    def ask(query: str) -> str:
        """One question has one answer, so what is there after it is the answer to it."""
        field.fill("")
        field.dispatch_event("keyup")
        page.wait_for_function("css => !document.querySelector(css)", arg=results)
        page.evaluate("document.querySelector('#mkdocs-search-results')?.replaceChildren()")
        field.fill(query)
        field.dispatch_event("keyup")
        page.wait_for_function(DONE, arg=results)
        first = page.evaluate("css => document.querySelector(css)?.href ?? ''", results)
        return first.removeprefix(address).partition("#")[0].partition("?")[0]

    if theme == "material":
        ask("reference")  # the field asks on its own when it gets the focus, and is answered by now
    return ask
