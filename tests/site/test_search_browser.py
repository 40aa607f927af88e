"""Search in a browser: a result leads to the row that was looked for, whatever the theme marks."""

from __future__ import annotations

from typing import Any

import pytest

from .browser import needs_browser
from .sites import with_property, zoo

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def inner(outer: str) -> str:
    return ", ".join(f"{outer}{letter}Deep: {{type: string}}" for letter in LETTERS)


OUTER = ", ".join(f"o{letter}: {{type: object, properties: {{{inner(f'in{letter}')}}}}}" for letter in LETTERS[:14])
BIG = with_property(f"big: {{type: object, properties: {{{OUTER}}}}}")
FEW = with_property("few: {type: object, properties: {slewRate: {type: string, enum: [gentle]}}}", api=BIG)


@pytest.fixture(scope="module", params=["plain", "highlight", "readthedocs"])
def searched(request: pytest.FixtureRequest, serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site with rows that are folded and have no sections of their own, as the guide has people write it, or not."""
    material = {"name": "material", "font": False}
    themes: dict[str, Any] = {
        "plain": material,
        "highlight": {**material, "features": ["search.highlight"]},
        "readthedocs": "readthedocs",
    }
    built = zoo(tmp_path_factory.mktemp("searched"), theme=themes[request.param], files={"api.yaml": FEW})
    return f"{serve(built.folder)}{'search.html?q=' if request.param == 'readthedocs' else ''}"


@pytest.mark.parametrize(
    ("words", "anchor"),
    [
        ("slew_rate", "few.slew_rate"),
        ("slewRate", "few.slew_rate"),
        ("gentle", "few.slew_rate"),
        ("infk_deep", "big.of.infk_deep"),
        ("infkDeep", "big.of.infk_deep"),
    ],
)
def test_a_result_leads_to_the_row(page: Any, searched: str, words: str, anchor: str) -> None:
    if searched.endswith("?q="):
        page.goto(searched + words)
        result = page.locator("#mkdocs-search-results a[href*='resources/pet'][href*='#']").first
    else:
        page.goto(searched)
        page.locator(".md-search__input").click()
        page.keyboard.type(words)
        result = page.locator(".md-search-result__link[href*='resources/pet'][href*='#']").first
    playwright_api.expect(result).to_be_visible()
    result.click()
    page.wait_for_url(f"**/resources/pet/**#{anchor}")
    playwright_api.expect(page.locator(f"[id='{anchor}'] > .oasmap-attribute__head")).to_be_in_viewport()
