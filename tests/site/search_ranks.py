"""Ask the search of a site for every entity by its names: `python -m tests.site.search_ranks [--every N] MKDOCS_YML …`.

Each site is built in three themes, and in each, the full name of an entity (`owlridge_dome`), its bare name (`dome`)
and the words of it are typed into the search of the theme in a browser. Printed is how many of them give the page of
the entity as the first result, and the others with what was first instead.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs_oasmap.pages.search import spaced, without_provider

from .browser import Servers, launched
from .sites import Built, build

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


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.site.search_ranks")
    parser.add_argument("configs", nargs="+", type=Path, metavar="MKDOCS_YML")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask for every Nth entity only")
    parser.add_argument("--theme", action="append", choices=THEMES, help="in these themes only")
    given = parser.parse_args(arguments)
    servers = Servers()
    with launched() as browser, tempfile.TemporaryDirectory() as work:
        for config in given.configs:
            for theme in given.theme or THEMES:
                site = with_theme(config, theme, Path(work, config.resolve().parent.name, theme))
                asked = [one for key in list(names_of(site))[:: given.every] for one in queries(site, key)]
                wrong = list(misses(browser, servers(site.folder), theme, asked))
                print(f"{config.parent.name} in {theme}: {len(asked) - len(wrong)} of {len(asked)} first", flush=True)
                for one, first in wrong:
                    print(f"  {one.query}: {first}", flush=True)
    servers.stop()
    return 0


def with_theme(config: Path, theme: str, to: Path) -> Built:
    """The site of a `mkdocs.yml` in a theme."""
    name = {"name": THEMES[theme]} if isinstance(THEMES[theme], str) else THEMES[theme]
    return build(config, theme=name, site_dir=str(to))


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


if __name__ == "__main__":
    sys.exit(main())
