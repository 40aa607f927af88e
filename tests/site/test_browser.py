"""Pages in a real browser: anchors, folding, narrow screens, colours, search, and no word to other hosts."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from .browser import Servers, Watch, generated, needs_browser
from .search_ranks import open_search
from .sites import ZOO, Built, build, with_property, write_site, zoo
from .test_accessibility import THEMES, look
from .test_changes import commit

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

TELESCOPE, REPORT = "reference/resources/telescope/", "reference/report/"
LEAST_CONTRAST = 4.5
CONTRASTS = """elements => {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const rgba = color => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = (front, back) => [0, 1, 2].map(i => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
    const behind = element => {
        const layers = [];
        for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
        return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
    };
    const luminance = color => color.slice(0, 3)
        .map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    return elements.map(element => {
        const back = behind(element);
        const front = over(rgba(getComputedStyle(element).color), back);
        const [high, low] = [luminance(front), luminance(back)].sort((a, b) => b - a);
        return [element.className + ": " + element.textContent.trim().slice(0, 30), (high + 0.05) / (low + 0.05)];
    });
}"""
ROW = "#{} > a"


@pytest.fixture(scope="module", params=["mkdocs", "material"])
def folded(request: pytest.FixtureRequest, serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with so many nested attributes that they are folded."""
    nested = ", ".join(f"n{number}: {{type: object, properties: {{x: {{type: string}}}}}}" for number in range(30))
    site = zoo(
        tmp_path_factory.mktemp("folded"),
        theme={"name": "material", "font": False} if request.param == "material" else "mkdocs",
        files={"api.yaml": with_property(f"big: {{type: object, properties: {{{nested}}}}}")},
    )
    return f"{serve(site.folder)}reference/resources/pet/"


# --- anchors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("anchor", ["name", "mount", "status", "mount.slew_rate"])
def test_a_permalink_leads_to_its_row(page: Any, site: str, anchor: str) -> None:
    page.goto(f"{site}{TELESCOPE}#{anchor}")
    head = page.locator(ROW.format(anchor.replace(".", "\\.")))
    playwright_api.expect(head).to_be_in_viewport()
    top = head.bounding_box()["y"]
    header = page.locator(".md-header").bounding_box()
    assert top >= header["y"] + header["height"]


def test_a_click_on_a_name_gives_the_permalink(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    page.locator("#tracking > a").click()
    page.wait_for_url(f"{site}{TELESCOPE}#tracking")
    playwright_api.expect(page.locator(ROW.format("tracking"))).to_be_in_viewport()


def test_an_entry_in_the_table_of_contents_leads_to_its_row(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    page.locator(".md-sidebar--secondary a[href$='#dome']").click()
    playwright_api.expect(page.locator(ROW.format("dome"))).to_be_in_viewport()


def test_a_link_into_folded_attributes_unfolds_them(page: Any, folded: str) -> None:
    page.goto(folded)
    assert page.locator("#nestedatt--big").get_attribute("open") is None
    playwright_api.expect(page.locator("#big\\.n7")).not_to_be_visible()
    page.goto("about:blank")
    page.goto(f"{folded}#big.n7.x")
    playwright_api.expect(page.locator(ROW.format("big\\.n7\\.x"))).to_be_in_viewport()


def test_a_link_to_the_folded_group_itself_leads_there(page: Any, folded: str) -> None:
    page.goto(f"{folded}#nestedatt--big")
    playwright_api.expect(page.locator("#nestedatt--big > summary")).to_be_in_viewport()


def test_a_diagnostic_leads_to_the_row_it_is_about(page: Any, site: str) -> None:
    page.goto(f"{site}{REPORT}")
    page.locator("#OAS502-error ~ ul a[href*='observation/#count']").first.click()
    page.wait_for_url("**/observation/#count")
    playwright_api.expect(page.locator(ROW.format("count"))).to_be_in_viewport()


# --- folding --------------------------------------------------------------------------------------


def test_sources_unfold_by_keyboard(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    details = page.locator("#name > details.oa-source")
    page.locator("#name > a").focus()
    page.keyboard.press("Tab")
    assert details.locator("> summary").evaluate("summary => summary === document.activeElement")
    for key, is_open in (("Enter", True), ("Enter", False), ("Space", True)):
        page.keyboard.press(key)
        assert details.evaluate("details => details.open") is is_open
    playwright_api.expect(details.get_by_text("create request body").first).to_be_visible()


def test_what_has_the_focus_can_be_seen(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    page.locator("#name > a").focus()
    page.keyboard.press("Tab")
    width, style = page.evaluate("(() => { const s = getComputedStyle(document.activeElement);"
                                 " return [parseFloat(s.outlineWidth), s.outlineStyle]; })()")  # fmt: skip
    assert width > 0
    assert style != "none"


def test_nested_attributes_fold_and_unfold_by_mouse(page: Any, folded: str) -> None:
    page.goto(folded)
    row = page.locator("#big\\.n0")
    playwright_api.expect(row).not_to_be_visible()
    page.locator("#nestedatt--big > summary").click()
    playwright_api.expect(row).to_be_visible()


def test_all_sources_unfold_at_once_and_stay_so_on_the_next_page(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    page.get_by_label("Show all sources").check()
    assert page.locator("details.oa-source:not([open])").count() == 0
    page.goto(f"{site}reference/resources/target/")
    assert page.get_by_label("Show all sources").is_checked()
    assert page.locator("details.oa-source:not([open])").count() == 0


def test_only_what_is_required_can_be_shown(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    page.get_by_label("Required only").check()
    for path in ("name", "mount.type", "site.latitude"):
        playwright_api.expect(page.locator(f"[id='{path}'] > a")).to_be_visible()
    for path in ("status", "mount.limits"):
        playwright_api.expect(page.locator(f"[id='{path}']")).not_to_be_visible()
    page.get_by_label("Required only").uncheck()
    playwright_api.expect(page.locator(ROW.format("status"))).to_be_visible()


def test_a_group_without_anything_required_goes_with_its_title(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    titles = page.locator(".oasmap .oa-group:visible")
    everything = titles.count()
    page.get_by_label("Required only").check()
    assert {text.split("\n")[0] for text in titles.all_inner_texts()} == {"Required"}  # the count is below
    for label in page.locator(".oa-in:visible > summary").all_inner_texts():
        assert "attributes" in label
    assert page.locator(".oa-in:visible > ul:not(:visible)").count() == 0
    page.get_by_label("Required only").uncheck()
    assert titles.count() == everything


def test_a_link_to_what_is_filtered_out_shows_it(page: Any, site: str) -> None:
    page.goto(f"{site}{TELESCOPE}")
    page.get_by_label("Required only").check()
    page.locator(".md-sidebar--secondary a[href$='#status']").click()
    playwright_api.expect(page.locator(ROW.format("status"))).to_be_in_viewport()
    assert not page.get_by_label("Required only").is_checked()


def test_pages_work_without_javascript(browser: Any, site: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}{TELESCOPE}#mount.slew_rate")
        playwright_api.expect(page.locator(ROW.format("mount\\.slew_rate"))).to_be_in_viewport()
        page.locator("#name > details.oa-source > summary").click()
        playwright_api.expect(page.locator("#name > details.oa-source li").first).to_be_visible()


# --- screens and colours --------------------------------------------------------------------------


def test_no_page_is_wider_than_a_narrow_screen_also_when_everything_is_unfolded(
    browser: Any, site: str, example: Built
) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True) as context:
        page = context.new_page()
        for uri in generated(example):
            page.goto(site + uri)
            for unfold in ("", "document.querySelectorAll('details').forEach(details => details.open = true)"):
                page.evaluate(unfold)
                assert page.evaluate("document.documentElement.scrollWidth") <= 360, (uri, unfold)


PLAIN = ".oa-rows > li:not(.oa-required, .oa-optional, .oa-either, .oa-member):not(:has(small, .oa-in, > div > p + *))"
LINES = """rows => rows.filter(row => row.checkVisibility())
    .map(row => [row, ...row.querySelectorAll(":scope > :is(i, div)")]
        .map(part => Math.floor(part.getBoundingClientRect().height / 24)))"""


def test_what_nobody_sets_is_said_beside_its_type_without_a_line_of_facts(page: Any, site: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site}reference/data-sources/telescope/")
    rows = page.locator(PLAIN)
    assert {kind.rpartition(" · ")[2] for kind in rows.locator("> i").all_text_contents()} == {"read-only"}
    heights = rows.evaluate_all(LINES)
    assert len(heights) > 5
    assert [whole for whole, _, _ in heights] == [max(2, text) for _, _, text in heights]


BADGES = ".oa-rows small, .oa-rows small > *, .oa-can, .oa-changed, .oa-rule, .oa-count"
TEXTS = ".oa-rows > li > div, .oa-rows code, .oasmap td, .oasmap th, .oasmap p"
QUIET = ".oa-rows i, .oa-meta span, .oa-quiet, .oa-group, .oa-glance a, .oasmap summary"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("uri", "css"),
    [
        *((uri, BADGES) for uri in (f"{TELESCOPE}#name", "reference/provider/", "reference/", REPORT)),
        *((uri, TEXTS) for uri in (f"{TELESCOPE}#name", REPORT)),
        (TELESCOPE, QUIET),
    ],
)
def test_badges_and_texts_can_be_read_quiet_ones_too(browser: Any, site: str, uri: str, css: str, scheme: str) -> None:
    assert low_contrasts(browser, site + uri, scheme, css) == {}


def low_contrasts(browser: Any, address: str, scheme: str, css: str) -> dict[str, float]:
    """The elements whose contrast is not enough. There must be some that can be looked at."""
    with browser.new_context(color_scheme=scheme, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(address)
        expected = {"light": "default", "dark": "slate"}[scheme]
        playwright_api.expect(page.locator("body")).to_have_attribute("data-md-color-scheme", expected)
        contrasts = page.locator(css).evaluate_all(CONTRASTS)
    assert contrasts
    return {name: round(contrast, 2) for name, contrast in contrasts if contrast < LEAST_CONTRAST}


def test_the_line_below_a_linked_name_leaves_its_underscores_visible(page: Any, site: str) -> None:
    page.goto(f"{site}{REPORT}")
    name = page.locator("li.oa-note a > code", has_text="exposure_time").first
    style = name.evaluate(
        "code => { const s = getComputedStyle(code.parentElement); return [s.textUnderlineOffset, s.fontSize] }"
    )
    assert float(style[0].removesuffix("px")) >= 0.2 * float(style[1].removesuffix("px"))


def test_code_does_not_run_below_the_button_that_copies_it(page: Any, site: str) -> None:
    page.goto(f"{site}{REPORT}")
    code = page.locator(".oasmap pre > code").first
    room = code.evaluate("code => parseFloat(getComputedStyle(code).paddingInlineEnd)")
    button = page.locator(".oasmap pre button").first.bounding_box()
    assert room >= button["width"]


def test_the_matrix_keeps_its_attributes_in_sight_when_it_is_scrolled(browser: Any, site: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 800}) as context:
        page = context.new_page()
        page.goto(f"{site}{TELESCOPE}#attribute-sources")
        name = page.locator(".oa-matrix tbody th").first
        before = name.bounding_box()
        scrolled = page.locator(".oa-matrix").evaluate(
            "box => [box, ...box.querySelectorAll('*')].map(e => { e.scrollLeft = 99; return e.scrollLeft })"
        )
        assert max(scrolled) > 0
        assert abs(name.bounding_box()["x"] - before["x"]) <= 2


VISIBLE = "element => element.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})"


def test_printed_pages_show_what_is_folded(page: Any, folded: str) -> None:
    page.goto(folded)
    page.emulate_media(media="print")
    folded_away = page.locator("details:not([open], .oa-source) :is(.oa-rows > li > :not(details), pre, td)")
    assert folded_away.count() >= 60
    assert folded_away.evaluate_all(f"elements => elements.filter(element => !({VISIBLE})(element)).length") == 0


def test_printed_pages_have_the_sources_that_are_unfolded_and_no_others(page: Any, folded: str) -> None:
    page.goto(folded)
    page.locator("#name > .oa-source > summary").click()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # where themes unfold all
    page.emulate_media(media="print")
    assert page.locator("#name > .oa-source li").first.evaluate(VISIBLE)
    assert not page.locator("#nickname > .oa-source").evaluate(VISIBLE)
    assert not page.locator(".oa-tools").evaluate(VISIBLE)
    assert not page.locator("#name > .oa-source > summary").evaluate(VISIBLE)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    page.locator("#nickname > .oa-source > summary").click()
    page.emulate_media(media="print")
    assert page.locator("#nickname > .oa-source li").first.evaluate(VISIBLE)


def test_printed_rows_and_levels_go_on_where_the_last_one_ends(page: Any, folded: str) -> None:
    page.goto(folded)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    breaks = page.locator(".oa-fold").evaluate_all("all => all.map(one => getComputedStyle(one).breakInside)")
    assert set(breaks) == {"auto"}
    titles = page.locator(".oasmap :is(h2, .oa-group)")
    assert set(titles.evaluate_all("all => all.map(one => getComputedStyle(one).breakAfter)")) == {"avoid"}


def test_printed_pages_are_no_wider_than_paper(browser: Any, site: str, example: Built) -> None:
    with browser.new_context(viewport={"width": 700, "height": 1000}) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        for uri in generated(example):
            page.goto(site + uri)
            assert page.evaluate("document.documentElement.scrollWidth") <= 700, uri


# --- nothing goes wrong, nothing goes out ---------------------------------------------------------


def test_nothing_is_asked_of_other_hosts_and_nothing_goes_wrong(context: Any, site: str, example: Built) -> None:
    watch = Watch(context)
    for uri in generated(example):
        page = context.new_page()
        page.goto(site + uri, wait_until="networkidle")
        page.close()
    assert watch.wrong == []
    assert watch.asked
    assert watch.elsewhere(site) == []


# --- search ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "anchor"),
    [("access_code", "access_code"), ("flat_frames", "flat_frames"), ("slew_rate", "mount.slew_rate")],
)
def test_search_for_an_attribute_leads_to_it(page: Any, site: str, words: str, anchor: str) -> None:
    open_search(page, site, "material")(words)
    section = anchor.split(".", maxsplit=1)[0]
    page.locator(f".md-search-result__link[href*='{TELESCOPE}'][href*='#{section}']").first.click()
    page.wait_for_url(f"{site}{TELESCOPE}**#{anchor}")
    playwright_api.expect(page.locator(f"[id='{anchor}'] > a")).to_be_in_viewport()


# --- the changes in a browser: nothing that axe finds serious, and nothing that makes a narrow page scroll


PAGES = ["reference/changes/", "reference/resources/pet/"]


@pytest.mark.parametrize(
    ("theme", "scheme"), [("mkdocs", "light"), ("mkdocs", "dark"), ("readthedocs", "light"), ("material", "dark")]
)
def test_the_changes_are_accessible(tmp_path: Path, browser: Any, serve: Servers, theme: str, scheme: str) -> None:
    commit(tmp_path)
    options = {"spec": "api.yaml", "baseline": "git:HEAD", "source_url": "https://git.example/{path}#L{line}"}
    built = build(write_site(tmp_path, theme=THEMES[theme], options=options))
    site = serve(built.folder)
    assert look(browser, site, PAGES, scheme) == {}
    assert look(browser, site, PAGES, scheme, width=360) == {}
    with browser.new_context(viewport={"width": 360, "height": 800}) as context:
        page = context.new_page()
        for uri in PAGES:
            page.goto(site + uri)
            width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert width[0] <= width[1], uri


def test_the_first_screen_of_many_changes_shows_changes(tmp_path: Path, browser: Any, serve: Servers) -> None:
    """Eight properties of forty objects change, each in another way: a phone shows the first three entries."""
    kinds = ("string", "integer", "boolean", "number")

    def api(shift: int) -> str:
        schemas = {
            f"Part{index}": {
                "type": "object",
                "properties": {f"side_{n}": {"type": kinds[(index + n + shift) % 4]} for n in range(8)},
            }
            for index in range(40)
        }
        parts = {f"part_{index}": {"$ref": f"#/components/schemas/Part{index}"} for index in range(40)}
        spec = yaml.safe_load(ZOO)
        spec["components"]["schemas"] |= schemas
        spec["components"]["schemas"]["Pet"]["properties"] |= parts
        return yaml.safe_dump(spec)

    commit(tmp_path, api(0))
    built = build(
        write_site(tmp_path, options={"spec": "api.yaml", "baseline": "git:HEAD"}, files={"api.yaml": api(1)})
    )
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{serve(built.folder)}reference/changes/")
        assert page.locator(".oa-entry").count() >= 288
        assert page.locator(".oa-entry").nth(2).bounding_box()["y"] < 844
