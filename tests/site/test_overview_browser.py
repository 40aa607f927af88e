"""The overview of many names in a browser: folds, a switch, and a filter."""

from pathlib import Path
from typing import Any

import pytest

from .browser import needs_browser
from .sites import zoo
from .test_front import MANY, TAGGED

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

SHOWN = "els => els.filter(e => e.checkVisibility()).map(e => e.querySelector('a').textContent)"


@pytest.fixture(scope="module")
def overview(serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    api = f'{TAGGED}tags: [{{name: "Look <i>up</i>", description: Sea urchins.}}]\n'
    files = {"generator_config.yml": MANY, "api.yaml": api}
    site = zoo(tmp_path_factory.mktemp("overview"), theme={"name": "material", "font": False}, files=files)
    return f"{serve(Path(site.folder))}reference/"


def names(page: Any) -> list[str]:
    found: list[str] = page.locator(".oa-lines > li").evaluate_all(SHOWN)
    return found


def test_a_switch_unfolds_what_it_leaves_and_is_in_the_address(page: Any, overview: str) -> None:
    page.goto(overview)
    assert names(page) == []
    page.locator(".oa-only-first").check()
    assert names(page) == ["zoo_pet"]
    assert page.url.endswith("?only=resource")
    page.reload()
    assert names(page) == ["zoo_pet"]
    page.locator(".oa-only-first").uncheck()
    assert names(page) == []


def test_a_filter_unfolds_what_it_finds_by_the_text_of_a_group_or_by_a_name_without_separators(
    page: Any, overview: str
) -> None:
    page.goto(overview)
    field = page.locator(".oa-tools input[type=search]")
    field.fill("urchins")
    assert len(names(page)) == 150
    field.fill("pet149")
    assert names(page) == ["zoo_pet_149"]
    field.fill("")
    assert names(page) == []


def test_an_address_of_a_group_unfolds_it(page: Any, overview: str) -> None:
    page.goto(f"{overview}#food")
    playwright_api.expect(page.locator(".oa-names[open]")).to_have_count(1)
    assert len(names(page)) == 51


def test_without_a_script_the_switch_leaves_the_first_kind(browser: Any, overview: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(overview)
        page.locator(".oa-only-first").check()
        playwright_api.expect(page.locator(".oa-lines > li:visible")).to_have_count(1)
