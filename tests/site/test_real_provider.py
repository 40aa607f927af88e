"""One real provider with a very large resource, in the browser: everything a reader does with it works."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from .browser import Servers, Watch, generated, needs_browser
from .search_ranks import open_search
from .sites import Built, build, write_site

CASE = Path(__file__).parents[3] / "shared" / "corpus" / "reference" / "kubernetes"
playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [
    *needs_browser,
    pytest.mark.corpus,
    pytest.mark.skipif(not CASE.is_dir(), reason="the corpus is not here"),
]

MATERIAL = {"name": "material", "font": False, "features": ["search.highlight"]}
DEPLOYMENT = "reference/resources/deployment_v1/"
DEEP = "spec.template.spec.containers.env.value_from.config_map_key_ref.key"


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("provider")
    path = write_site(folder, options={"spec": "openapi.json"}, theme=MATERIAL, files={"api.yaml": ""})
    for name in ("openapi.json", "generator_config.yml"):
        shutil.copyfile(CASE / name, folder / name)
    return build(path)


@pytest.fixture(scope="module")
def address(provider: Built, serve: Servers) -> str:
    return serve(provider.folder)


def row(path: str) -> str:
    return f"[id='{path}'] > a"


def test_the_resource_is_really_large(provider: Built) -> None:
    pages = [uri for uri in provider.uris if uri.startswith(DEPLOYMENT)]
    assert sum(len(provider.page(uri).rows) for uri in pages) > 800  # repeated objects are there once


def test_a_permalink_lands_on_the_row_however_deep_it_is(page: Any, address: str) -> None:
    page.goto(f"{address}{DEPLOYMENT}#{DEEP}")
    playwright_api.expect(page.locator(row(DEEP))).to_be_in_viewport()
    shown = page.locator(row(DEEP)).inner_text().split("\n")[0]  # the beginning of a long path is left out
    assert DEEP.endswith(shown.removeprefix("…"))
    assert shown.endswith(DEEP.rpartition(".")[2])


def test_an_anchor_of_the_terraform_registry_lands_on_what_is_nested(page: Any, address: str) -> None:
    anchor = "nestedatt--spec--template--spec--containers"
    page.goto(f"{address}{DEPLOYMENT}#{anchor}")
    playwright_api.expect(page.locator(f"#{anchor}")).to_be_in_viewport()  # or the link to the page of its own


def test_search_lands_on_the_attribute(page: Any, address: str) -> None:
    open_search(page, address, "material")("config_map_key_ref")
    page.locator(f".md-search-result__link[href*='{DEPLOYMENT}'][href*='#spec']").first.click()
    page.wait_for_url(f"{address}{DEPLOYMENT}**#spec.**")
    row_of_it = page.locator("[id$='.config_map_key_ref'] > a")  # all containers have one
    playwright_api.expect(row_of_it.first).to_be_in_viewport()


def test_folded_attributes_open_by_keyboard(page: Any, address: str) -> None:
    page.goto(f"{address}{DEPLOYMENT}")
    inner = page.locator(row("metadata.name"))
    playwright_api.expect(inner).not_to_be_visible()
    page.locator("#nestedatt--metadata > summary").focus()
    page.keyboard.press("Enter")
    playwright_api.expect(inner).to_be_visible()
    page.locator("[id='metadata.name'] > .oa-source > summary").focus()
    page.keyboard.press("Space")
    playwright_api.expect(page.locator("[id='metadata.name'] > .oa-source li").first).to_be_visible()


def test_nothing_is_wider_than_a_narrow_screen(browser: Any, provider: Built, address: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True) as context:
        page = context.new_page()
        for uri in generated(provider):
            page.goto(address + uri)
            page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, uri


def test_nothing_goes_wrong_and_nothing_goes_out(context: Any, provider: Built, address: str) -> None:
    watch = Watch(context)
    page = context.new_page()
    for uri in generated(provider):
        page.goto(address + uri, wait_until="networkidle")
    assert watch.wrong == []
    assert watch.elsewhere(address) == []
