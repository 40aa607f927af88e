"""The sidebar of a site of `oasmap init --site` in a browser: how much of a title can be read."""

from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap.cli.site_files import STYLE_SHEET, WIDE
from mkdocs_oasmap.pages.sidebar import MOST

from .browser import needs_browser
from .sites import ZOO_CONFIG, zoo

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

GROUPS = ["Birds", "Animals of Rivers and of All the Lakes", "Reptiles"]
READ = "read: {path: '/pets/{id}', method: GET}"
MANY = ZOO_CONFIG + "".join(
    f"  a_name_without_a_place_to_break_{number}: {{group: {group}, {READ}}}\n"
    for number, group in enumerate(GROUPS * (MOST // 2))
)
TITLES = """all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().width).map(one => {
  const lines = new Set(), range = document.createRange();
  const dots = one.scrollWidth > one.clientWidth ? parseFloat(getComputedStyle(one).fontSize) : 0;
  const end = one.getBoundingClientRect().right - dots;
  const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
  let shown = 0;
  for (let at = 0; at < text.data.length; at++) {
    range.setStart(text, at); range.setEnd(text, at + 1);
    const letter = range.getBoundingClientRect();
    if (!letter.width) continue;
    lines.add(Math.round(letter.top));
    shown += letter.right <= end;
  }
  return [text.data.trim(), lines.size, shown];
})"""


@pytest.fixture(scope="module")
def sidebar(serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    site = zoo(
        tmp_path_factory.mktemp("sidebar"),
        theme={"name": "material", "font": False, "features": ["navigation.indexes", "navigation.prune"]},
        files={"generator_config.yml": MANY, f"docs/{STYLE_SHEET}": WIDE},
        extra_css=[STYLE_SHEET],
    )
    return f"{serve(Path(site.folder))}reference/data-sources/a_name_without_a_place_to_break_0/"


def test_each_title_is_one_line_and_twenty_letters_of_it_are_seen(page: Any, sidebar: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(sidebar)
    titles = page.locator(".md-nav--primary .md-ellipsis").evaluate_all(TITLES)
    assert {*GROUPS} <= {title for title, _, _ in titles}
    assert [title for title, lines, _ in titles if lines > 1] == []
    assert [title for title, _, shown in titles if shown < min(20, len(title.replace(" ", "")))] == []


def test_what_is_cut_off_is_told_where_one_points_at_it(page: Any, sidebar: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(sidebar)
    cut = page.locator(".md-nav--primary a", has_text=GROUPS[1])
    playwright_api.expect(cut).to_have_attribute("title", GROUPS[1])
