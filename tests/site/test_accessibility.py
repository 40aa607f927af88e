"""Pages judged by axe: nothing serious in what is ours, in each theme, light and dark, with all unfolded."""

from pathlib import Path
from typing import Any

import pytest

from .browser import Servers, generated, needs_browser, one_of_each
from .sites import Built, with_property, zoo

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytestmark = needs_browser

OURS = {"include": [[".oasmap"]], "exclude": [[".highlight"]]}  # the colours of code are those of the theme
BAD = ("serious", "critical")
UNFOLD = "document.querySelectorAll('.oasmap details').forEach(details => details.open = true)"
BLOCKS = "# Blocks\n\n::: oasmap resource.pet\n    heading_level: 2\n\n::: oasmap report\n\n::: oasmap diagnostics\n"
EVERYTHING = with_property(
    'odd: {type: string, deprecated: true, format: password, enum: [a, b], default: a, description: "- [a](https://a.example)'
    '\\n- `b`\\n\\n| c |\\n|---|\\n| d |\\n\\n# e"}\n        lost: {}'
)


RULES: dict[str, Any] = {"light": {}, "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}}}
"""What axe is asked: in the dark, the same pages have other colours and nothing else."""


def violations(page: Any, scheme: str) -> list[str]:
    """What axe finds serious in the reference and in blocks, with the elements."""
    found = axe.Axe().run(page, context=OURS, options={"resultTypes": ["violations"], **RULES[scheme]})
    return [
        f"{entry['id']} ({entry['impact']}): {node['html']}"
        for entry in found.response["violations"]
        if entry["impact"] in BAD
        for node in entry["nodes"][:3]
        if "md-typeset__scrollwrap" not in node["html"]  # Material puts it around tables
    ]


def look(browser: Any, site: str, uris: list[str], scheme: str, width: int = 1280) -> dict[str, list[str]]:
    """What is serious on the pages that have something of ours."""
    found: dict[str, list[str]] = {}
    size = {"width": width, "height": 800}
    with browser.new_context(color_scheme=scheme, reduced_motion="reduce", viewport=size) as context:
        page = context.new_page()
        for uri in uris:
            page.goto(site + uri)
            page.evaluate(UNFOLD)
            if troubles := violations(page, scheme):
                found[uri] = troubles
    return found


def test_the_example_is_accessible(browser: Any, site: str, example: Built) -> None:
    assert look(browser, site, [*one_of_each(generated(example)), "diagnostics/"], "light") == {}


@pytest.mark.large
def test_every_page_of_the_example_is_accessible(browser: Any, site: str, example: Built) -> None:
    assert look(browser, site, generated(example), "light") == {}


def test_the_example_is_accessible_in_the_dark(browser: Any, site: str, example: Built) -> None:
    assert look(browser, site, [*one_of_each(generated(example)), "diagnostics/"], "dark") == {}


def test_the_example_is_accessible_on_a_narrow_screen(browser: Any, site: str) -> None:
    assert look(browser, site, ["reference/resources/telescope/", "reference/report/"], "light", width=360) == {}


THEMES: dict[str, Any] = {
    "mkdocs": {"name": "mkdocs", "color_mode": "auto"},
    "readthedocs": "readthedocs",
    "material": {"name": "material", "font": False, "palette": {"scheme": "slate"}},
}


@pytest.mark.parametrize(
    ("theme", "scheme"), [("mkdocs", "light"), ("mkdocs", "dark"), ("readthedocs", "light"), ("material", "dark")]
)
def test_every_theme_is_accessible_and_no_wider_than_a_narrow_screen(
    tmp_path: Path, browser: Any, serve: Servers, theme: str, scheme: str
) -> None:
    built = zoo(
        tmp_path,
        theme=THEMES[theme],
        options={
            "spec": "api.yaml",
            "title": "Observatory_of_owlridge_and_of_its_neighbours",  # a name that no line can hold
            "source_url": "https://git.example/{path}#L{line}",
        },
        files={"docs/index.md": BLOCKS, "api.yaml": EVERYTHING},
    )
    site = serve(built.folder)
    pages = ["", "reference/", "reference/resources/pet/", "reference/report/", "404.html"]
    assert look(browser, site, pages, scheme) == {}
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto(f"{site}reference/resources/pet/")
        assert page.locator(".oa-crumbs").is_visible() is (theme != "readthedocs")  # which has a breadcrumb itself
        for uri in pages[1:]:
            page.goto(site + uri)
            page.add_style_tag(
                content="nav, [role=navigation] { display: none !important }"
            )  # the theme's, with the name
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, uri
