"""Rows of many levels, texts from right to left, and forced colors: where things are, and that they can be seen."""

from typing import Any

import pytest

from .browser import needs_browser
from .sites import with_property, zoo

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

DEEP = """rows: {type: object, properties: {a: {type: string, description: One.}, i: {type: object, properties: {
  a: {type: string, description: Two.}, i: {type: object, properties: {a: {type: string, description: Three.},
  i: {type: object, properties: {a: {type: string, description: Four.}, i: {type: object, properties: {
  a: {type: string, description: "\u062e\u0645\u0633\u0629."}}}}}}}}}}}"""


@pytest.fixture(scope="module")
def deep(serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with six levels, and a text that is written from right to left."""
    site = zoo(tmp_path_factory.mktemp("deep"), files={"api.yaml": with_property(DEEP.replace("\n", " "))})
    return f"{serve(site.folder)}reference/resources/pet/"


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_texts_of_all_levels_are_on_one_axis_and_marks_do_not_touch_names(page: Any, deep: str, direction: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(deep)
    page.evaluate(f"document.body.dir = '{direction}'")
    page.locator("[data-fold]").click()
    boxes = page.locator(".oa-rows > li[id^='rows.'] > div").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return [box.left, box.right]; })"
    )
    side = 0 if direction == "ltr" else 1
    assert len({round(box[side]) for box in boxes}) == 1
    gaps = page.locator(".oa-rows > li > a").evaluate_all("""all => all.map(one => {
        const row = one.parentElement.getBoundingClientRect(), name = one.getBoundingClientRect();
        return getComputedStyle(one).direction === "ltr" ? name.left - row.left : row.right - name.right;
    })""")
    assert min(gaps) >= 15


def test_a_text_from_right_to_left_begins_at_the_right(page: Any, deep: str) -> None:
    page.goto(deep)
    texts = page.locator(".oa-rows p[dir='auto']")
    assert texts.evaluate_all("all => all.map(one => getComputedStyle(one).direction)") == ["rtl"]


def test_a_narrow_screen_does_not_break_the_words_of_crumbs(page: Any, deep: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(deep)
    broken = page.locator(".oa-crumbs").evaluate("""list => {
        const [group, kind] = [...list.children].slice(-2), lines = [];
        for (let letters = 1; letters < 60; letters++) {
            group.textContent = "a".repeat(letters);
            const range = document.createRange();
            range.selectNodeContents(kind);
            if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) lines.push(letters);
        }
        return lines;
    }""")
    assert broken == []


def test_in_forced_colors_one_tab_is_underlined(browser: Any, deep: str) -> None:
    context = browser.new_context(forced_colors="active")
    page = context.new_page()
    page.goto(deep)
    lines = page.locator(".oa-tab + label, label.oa-tab").evaluate_all(
        "all => all.map(one => getComputedStyle(one).borderBottomColor)"
    )
    context.close()
    assert min(map(lines.count, set(lines))) == 1
