"""The toolbar above the rows: what it filters, its state in the address, and the keyboard alone."""

from pathlib import Path
from typing import Any

import pytest
from markdown import Markdown

from mkdocs_oasmap.cli.site_files import STYLE_SHEET, WIDE

from .browser import needs_browser
from .sites import ZOO_CONFIG, with_property, write_site, zoo

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

FIELD = "Filter by name, path or value"
STOPS = 5
PROPERTY = "aperture: {type: object, properties: {focalRatio: {type: string, enum: [f8, f11], description: How fast.}}}"


@pytest.fixture(scope="module", params=["mkdocs", "material"])
def pets(request: pytest.FixtureRequest, serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page in each theme."""
    theme: dict[str, Any] = {"mkdocs": "mkdocs", "material": {"name": "material", "font": False}}
    site = zoo(
        tmp_path_factory.mktemp("pets"),
        theme=theme[request.param],
        markdown_extensions=[{"toc": {"permalink": True}}],
        files={"api.yaml": with_property(PROPERTY)},
    )
    return f"{serve(site.folder)}reference/resources/pet/"


def shown(page: Any) -> set[str]:
    """The rows that can be seen."""
    rows = page.locator(".oa-rows > li")
    return {row.get_attribute("id") for row in rows.all() if row.is_visible()}


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("focal_ratio", {"aperture", "aperture.focal_ratio"}),
        ("focalRatio", {"aperture", "aperture.focal_ratio"}),
        ("aperture.focal", {"aperture", "aperture.focal_ratio"}),
        ("f11", {"aperture", "aperture.focal_ratio"}),
        ("how fast", {"aperture", "aperture.focal_ratio"}),
        ("owner street", {"owner", "owner.address", "owner.address.street"}),
        ("nothing at all", set()),
    ],
)
def test_rows_are_found_by_name_path_value_and_words(page: Any, pets: str, words: str, rows: set[str]) -> None:
    page.goto(pets)
    page.get_by_label(FIELD).fill(words)
    assert shown(page) == rows
    said = page.locator(".oa-said").inner_text()
    assert ("Nothing matches." in said) is (not rows)
    page.get_by_label(FIELD).fill("")
    assert len(shown(page)) > 10


def test_the_state_is_in_the_address_and_comes_back_from_there(page: Any, pets: str) -> None:
    page.goto(pets)
    page.get_by_label(FIELD).fill("owner")
    page.get_by_label("Show all sources").check()
    assert "filter=owner" in page.url
    assert "show=sources" in page.url
    again = page.context.new_page()
    again.goto(page.url)
    assert shown(again) == shown(page) == {"owner", "owner.email", "owner.address", "owner.address.street"}
    assert again.get_by_label(FIELD).input_value() == "owner"
    required = page.context.new_page()
    required.goto(f"{pets}?only=required")
    assert shown(required) == {"name"}
    assert required.get_by_label("Required only").is_checked()


MORE = ", ".join(f"more_{number}: {{type: string, description: Room to scroll.}}" for number in range(30))
DEEP = (
    "mount: {type: object, properties: {limits: {type: object, properties: {obstacles: {type: object, properties:"
    f" {{altitude: {{type: integer, description: Over the horizon.}}, azimuth: {{type: integer}}, {MORE}}}}}}}}}}}}}"
)


@pytest.fixture(scope="module")
def deep(serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with nested rows, and with an attribute that forces replacement."""
    custom = "custom: {imports: [{path: a.example/b}], schema_definition: stringplanmodifier.RequiresReplace()}"
    overrides = f"    schema: {{attributes: {{overrides: {{name: {{plan_modifiers: [{{{custom}}}]}}}}}}}}\n"
    config = ZOO_CONFIG.replace("data_sources:\n", f"{overrides}data_sources:\n", 1)
    files = {"api.yaml": with_property(DEEP), "generator_config.yml": config, f"docs/{STYLE_SHEET}": WIDE}
    theme = {"name": "material", "font": False}
    site = zoo(tmp_path_factory.mktemp("deep"), theme=theme, files=files, extra_css=[STYLE_SHEET])
    return f"{serve(site.folder)}reference/resources/pet/"


@pytest.mark.parametrize("width", [1440, 390])
def test_the_toolbar_shows_the_path_of_a_nested_row_and_leads_to_each_part(page: Any, deep: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{deep}#mount.limits.obstacles.altitude")
    page.mouse.wheel(0, 1)
    path = page.locator(".oa-path")
    playwright_api.expect(path).to_have_text("mount › limits › obstacles › altitude")
    assert page.evaluate(
        "document.querySelector('.oa-path').scrollWidth <= document.querySelector('.oa-path').clientWidth"
    )
    path.get_by_text("limits").click()
    assert page.url.endswith("#mount.limits")


def test_what_forces_replacement_is_a_click_away(page: Any, deep: str) -> None:
    page.goto(deep)
    page.get_by_text("1 attribute forces replacement").click()
    assert shown(page) == {"name"}
    assert "only=replaces" in page.url
    page.get_by_label("Only what forces replacement").uncheck()
    assert len(shown(page)) > 5


def test_a_link_to_a_row_that_is_filtered_out_shows_it(page: Any, pets: str) -> None:
    page.goto(f"{pets}?filter=toys")
    assert "name" not in shown(page)
    page.evaluate("location.hash = 'owner.email'")
    playwright_api.expect(page.locator("[id='owner.email'] > a")).to_be_in_viewport()
    assert page.get_by_label(FIELD).input_value() == ""
    assert "filter" not in page.url


def test_all_rows_unfold_and_fold_at_once(page: Any, pets: str) -> None:
    page.goto(pets)
    page.get_by_role("button", name="Expand all").click()
    assert page.locator(".oa-in > .oa-rows:visible").count() == page.locator(".oa-in").count() > 2
    page.get_by_role("button", name="Collapse all").click()
    assert page.locator(".oa-in > .oa-rows:visible").count() == 0


def test_what_is_unfolded_for_a_filter_is_folded_behind_it(page: Any, pets: str) -> None:
    page.goto(pets)
    page.get_by_role("button", name="Expand all").click()
    page.get_by_role("button", name="Collapse all").click()
    page.get_by_label(FIELD).fill("street")
    assert "owner.address.street" in shown(page)
    page.get_by_label(FIELD).fill("")
    assert "owner.address.street" not in shown(page)


def test_the_toolbar_has_a_name_and_so_has_everything_in_it(page: Any, pets: str) -> None:
    page.goto(pets)
    toolbar = page.get_by_role("group", name="Show attributes")
    for role, name in (("searchbox", FIELD), ("checkbox", "Required only"), ("checkbox", "Show all sources")):
        assert toolbar.get_by_role(role, name=name).count() == 1
    assert toolbar.locator("[aria-live=polite]").count() == 1


def test_the_keyboard_reaches_the_first_row_in_a_few_stops(page: Any, pets: str) -> None:
    page.goto(pets)
    if page.locator(".md-skip").count():
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent.trim()") == "Skip to content"
        page.keyboard.press("Enter")
    else:
        page.evaluate("document.querySelector('h1').tabIndex = -1; document.querySelector('h1').focus()")
    walk(page, "name")


def test_the_keyboard_reaches_the_first_row_of_a_block_in_a_page_of_any_host(page: Any, tmp_path: Path) -> None:
    write_site(tmp_path)
    settings: dict[str, dict[str, Any]] = {
        "oasmap": {"base": str(tmp_path), "spec": "api.yaml"},
        "toc": {"permalink": True},
    }
    blocks = Markdown(extensions=["oasmap", "toc"], extension_configs=settings)
    html = blocks.convert("# Pets\n\n::: oasmap resource.pet\n    heading_level: 2\n")
    page.set_content(f"<a href='#main'>Skip to content</a><main id='main' tabindex='-1'>{html}</main>")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    walk(page, "resource.pet.name")


def walk(page: Any, row: str) -> None:
    """From the beginning of the contents to the first row."""
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.className")
        if "oa-skip" in focused:
            playwright_api.expect(page.locator(".oa-skip")).to_be_in_viewport()
            page.keyboard.press("Enter")
        if page.evaluate("document.activeElement.matches('.oa-rows > li > a')"):
            assert page.evaluate("document.activeElement.closest('li').id") == row
            return
    pytest.fail(f"no row in {STOPS} stops")


def test_every_part_of_the_toolbar_works_by_keyboard(page: Any, pets: str) -> None:
    page.goto(pets)
    page.get_by_label(FIELD).focus()
    page.keyboard.type("toys")
    assert shown(page) == {"toys", "toys.colour"}
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.get_by_label("Required only").is_checked()
    for name in ("Show all sources", "Expand all"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent") == name
    page.keyboard.press("Enter")
    assert page.get_by_role("button", name="Collapse all").is_visible()


def is_drawn(page: Any) -> bool:
    """Whether the key in the field can be seen."""
    return bool(page.locator(".oa-find kbd").evaluate("one => getComputedStyle(one).visibility === 'visible'"))


def test_the_key_of_the_field_is_drawn_where_it_goes_there(page: Any, pets: str) -> None:
    page.goto(pets)
    assert page.locator(".oa-find kbd").count() == 1
    for place in ("body", ".oa-rows > li > a"):
        page.evaluate("document.activeElement.blur()")
        if place != "body":
            page.locator(place).first.focus()
        drawn = is_drawn(page)
        page.keyboard.press("/")
        assert page.get_by_label(FIELD).evaluate("one => one === document.activeElement") is drawn, place
        assert not is_drawn(page) or not drawn
        page.keyboard.press("Escape")


def test_the_focus_of_the_field_has_one_ring(page: Any, pets: str) -> None:
    page.goto(pets)
    page.get_by_label(FIELD).focus()
    style = "one => getComputedStyle(one).outlineStyle"
    assert page.get_by_label(FIELD).evaluate(style) == "none"
    assert page.locator(".oa-find").evaluate(style) != "none"
