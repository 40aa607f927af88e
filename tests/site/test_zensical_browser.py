"""A site of Zensical in a browser: a name that is typed finds its page first, and a row has its id."""

from pathlib import Path
from typing import Any

import pytest

from .browser import needs_browser
from .hosts import HostSite, ran
from .sites import EXAMPLE

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

SETTINGS = """\
site_name: Observatory
theme: {name: material, font: false}
plugins: [search, {oasmap: {spec: api/openapi.yaml, config: generator_config.strict.yml}}]
"""
RESULTS = """() => {
    const found = [];
    const look = root => root.querySelectorAll("*").forEach(element => {
        if (element.matches("[role=listbox] a[href]")) { found.push(element.getAttribute("href")); }
        if (element.shadowRoot) { look(element.shadowRoot); }
    });
    look(document);
    return found;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> HostSite:
    folder = tmp_path_factory.mktemp("zensical")
    texts = {"docs/index.md": "# Home\n", "mkdocs.yml": SETTINGS}
    texts |= {f"api/{path.name}": path.read_text(encoding="utf-8") for path in (EXAMPLE / "api").glob("*.yaml")}
    config = EXAMPLE / "generator_config.strict.yml"
    for name, text in {**texts, config.name: config.read_text(encoding="utf-8")}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    ran(folder, "oasmap", "zensical", "init")
    ran(folder, "zensical", "build")
    return HostSite(folder / "site")


def test_full_and_bare_names_find_their_page_first(site: HostSite, serve: Any, page: Any) -> None:
    names = sorted({Path(name).name for name in site.names if name.count("/") == 2})
    assert len(names) >= 4
    missed = []
    page.goto(serve(site.folder))
    while not page.evaluate("Boolean(document.activeElement?.shadowRoot)"):  # the theme may not listen yet
        page.keyboard.press("/")
        page.wait_for_timeout(300)
    for query, name in [*((f"owlridge_{name}", name) for name in names), *((name, name) for name in names)]:
        page.keyboard.press("Control+A")
        page.keyboard.type(query)
        # Zensical completes words: a longer name may come before a bare one
        right = [other for other in names if other == name or (query == name and other.startswith(name))]
        first = f"(({RESULTS})()[0] ?? '').split('#')[0]"
        try:  # what was found for the query before is shown until then
            page.wait_for_function(f"right => right.some(name => {first}.endsWith(`/${{name}}/`))", arg=right)
        except playwright_api.TimeoutError:
            missed.append((query, page.evaluate(f"() => {first}")))
    assert missed == []


def test_a_row_has_its_id_and_an_address_with_it_leads_there(site: HostSite, serve: Any, page: Any) -> None:
    page.goto(f"{serve(site.folder)}reference/resources/telescope/#aperture")
    row = page.locator(".oa-rows > li[id='aperture']")
    playwright_api.expect(row).to_be_in_viewport()
    assert page.locator(".oa-place[id]").count() == 0
    assert page.locator(".oa-tools").count() == 1
    assert row.evaluate("row => row.matches(':target')")
