"""The address bar: it has the row that a reader has chosen, with a theme that writes into it while one scrolls."""

import re
from typing import Any

import pytest

from .browser import needs_browser
from .sites import Built, with_property, zoo

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

SETTLED = """() => new Promise(resolve => {
  let before = "", same = 0;
  const timer = setInterval(() => {
    const now = `${location.hash} ${scrollY} ${document.body.scrollHeight}`;
    same = now === before ? same + 1 : 0;
    before = now;
    if (same > 12) { clearInterval(timer); resolve(); }
  }, 100);
})"""
"""Ends when Material has written what it takes for the place of the reader: on a busy machine, this takes longer."""

ADDRESS = "http://127.0.0.1/"
FILTER = "Filter by name, path or value"
TEXT = "Some text. " * 30
PROPERTIES = "".join(
    f"        n{number}: {{type: object, description: {TEXT}, properties: {{in_{number}: {{type: string}}}}}}\n"
    for number in range(8)
)
FEATURES = {
    "tracking": ["navigation.tracking", "toc.follow"],
    "tabs": ["navigation.tracking", "toc.follow", "navigation.tabs", "navigation.tabs.sticky"],
    "instant": ["navigation.tracking", "toc.follow", "navigation.instant"],
}


@pytest.fixture(scope="module", params=FEATURES)
def tracked(request: pytest.FixtureRequest, serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with rows of many heights, in Material with what changes the address bar."""
    built: Built = zoo(
        tmp_path_factory.mktemp("tracked"),
        theme={"name": "material", "font": False, "features": FEATURES[request.param]},
        site_url=ADDRESS if request.param == "instant" else "",
        files={"api.yaml": with_property(PROPERTIES.strip())},
    )
    address = serve(built.folder)
    sitemap = built.folder / "sitemap.xml"  # which tells Material what it may replace: it knows no port yet
    sitemap.write_text(sitemap.read_text(encoding="utf-8").replace(ADDRESS, address), encoding="utf-8")
    return f"{address}reference/resources/pet/"


def opened(page: Any, address: str) -> None:
    """Open a page, and let the theme and the toolbar find their places: nobody clicks before."""
    page.goto(address)
    page.locator(".oa-tools").wait_for()
    page.evaluate(SETTLED)


STAYS = """anchor => {
  const now = `${location.hash} ${scrollY} ${document.body.scrollHeight}`;
  window.same = now === window.before && location.hash === anchor ? window.same + 1 : 0;
  window.before = now;
  return window.same > 12;
}"""


def assert_address_stays_at(page: Any, anchor: str) -> None:
    """The address comes to the anchor, and stays there while the theme writes what it takes for the reader's place."""
    page.evaluate("window.same = 0")
    page.wait_for_function(STAYS, arg=anchor, polling=100)


ACTIVE = """anchor => {
  const links = [...document.querySelectorAll(".md-nav--secondary a.md-nav__link")];
  return links.filter(link => link.classList.contains("md-nav__link--active")).at(-1)?.hash === anchor;
}"""


def assert_last_active(page: Any, anchor: str) -> None:
    """The table of contents comes to show the anchor as the place of the reader."""
    page.wait_for_function(ACTIVE, arg=anchor)


@pytest.mark.parametrize("anchor", ["n1", "n4", "nickname", "owner", "n2.in_2", "owner.address.street", "age"])
def test_a_click_on_a_name_leaves_its_anchor_in_the_address_bar(page: Any, tracked: str, anchor: str) -> None:
    opened(page, tracked)
    page.locator(f"[id='{anchor}'] > a").click()
    assert_address_stays_at(page, f"#{anchor}")
    assert_last_active(page, f"#{anchor.partition('.')[0]}")


@pytest.mark.parametrize("tracked", ["instant"], indirect=True)
@pytest.mark.parametrize("anchor", ["n1", "nickname"])
def test_so_it_does_on_a_slow_machine(page: Any, tracked: str, anchor: str) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 8})
    opened(page, tracked)
    page.locator(f"[id='{anchor}'] > a").click()
    assert_address_stays_at(page, f"#{anchor}")
    assert_last_active(page, f"#{anchor}")


def test_what_the_theme_writes_before_the_browser_tells_of_a_new_anchor_is_put_back(page: Any, tracked: str) -> None:
    opened(page, tracked)
    page.evaluate("location.hash = 'n1'; history.replaceState(history.state, '', '#owner')")
    assert_address_stays_at(page, "#n1")


def test_an_opened_link_stays_in_the_address_bar(page: Any, tracked: str) -> None:
    page.goto(f"{tracked}#n3")
    assert_address_stays_at(page, "#n3")


def test_back_leads_to_the_row_before(page: Any, tracked: str) -> None:
    opened(page, tracked)
    for anchor in ("n1", "n5"):  # without scrolling to the link first: the theme leads back to where the reader clicked
        page.locator(f"#{anchor} > a").evaluate("link => link.click()")
        assert_address_stays_at(page, f"#{anchor}")
    page.go_back()
    assert_address_stays_at(page, "#n1")
    playwright_api.expect(page.locator("#n1 > a")).to_be_in_viewport()


COUNTED = """
window.listeners = 0;
const add = window.addEventListener;
window.addEventListener = function (type, ...others) {
  if (type === "hashchange") { window.listeners += 1; }
  return add.call(window, type, ...others);
};
"""


@pytest.mark.parametrize("tracked", ["instant"], indirect=True)
def test_a_page_that_replaces_another_has_one_toolbar_that_works_and_no_more_listeners(page: Any, tracked: str) -> None:
    page.add_init_script(COUNTED)
    page.goto(tracked)
    page.get_by_label(FILTER).fill("owner")
    before = page.evaluate("window.loaded = 1; listeners")
    for name in ("data-sources/pet", "resources/pet"):
        page.evaluate(f"document.querySelector('.md-sidebar--primary a[href$=\"{name}/\"]').click()")
        playwright_api.expect(page).to_have_url(re.compile(f"/{name}/$"))
    playwright_api.expect(page.get_by_label(FILTER)).to_have_count(1)
    page.get_by_label(FILTER).fill("street")
    playwright_api.expect(page.locator("li#nickname")).to_be_hidden()
    page.evaluate("location.hash = 'nickname'")
    playwright_api.expect(page.locator("li#nickname")).to_be_visible()
    assert page.get_by_label(FILTER).input_value() == ""
    assert page.evaluate("[window.loaded, listeners]") == [1, before]


def test_rows_stop_at_one_height_below_the_toolbar(page: Any, tracked: str) -> None:
    page.goto(tracked)

    def top(anchor: str) -> float:
        page.evaluate(f"location.hash = '{anchor}'")
        page.evaluate(SETTLED)
        found = page.locator(f"[id='{anchor}']").bounding_box()["y"]
        assert isinstance(found, float | int)
        return found

    heading = top("n1")  # below the toolbar, which stays in sight
    for anchor in ("n4", "n2.in_2", "n5"):
        page.evaluate(f"location.hash = '{anchor}'")
        page.wait_for_function(
            "([id, y]) => Math.abs(document.getElementById(id).getBoundingClientRect().y - y) <= 1",
            arg=[anchor, heading],
        )
