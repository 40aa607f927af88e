"""A strict Content-Security-Policy holds: nothing of ours runs or is styled in a page itself."""

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .browser import Servers, Watch, needs_browser
from .sites import Built, build, with_property, write_site
from .tree import Element

pytestmark = needs_browser

BLOCKS = (
    "# Blocks\n\n::: oasmap resource.pet\n\n::: oasmap report\n\n::: oasmap diagnostics\n\n::: oasmap resource.cat\n"
)
EVIL = "\\\"'><script>alert(1)</script><img src=x onerror=alert(1) style=color:red> [x](javascript:alert(1))"
API = with_property(
    f'it: {{type: string, default: "{EVIL}", pattern: "{EVIL}", description: "{EVIL}", enum: ["{EVIL}"]}}'
)
_STYLE = re.compile(r'<[^>]*\sstyle="([^"]*)"')
_INLINE = re.compile(r"<(script|style)(?![^>]*\ssrc=)[^>]*>(.*?)</\1>", re.DOTALL)


@pytest.fixture(scope="module", params=["mkdocs", "readthedocs", "material"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The zoo in each theme, with something of everything, and a block that shows a problem."""
    # what a theme loads from elsewhere can be switched off
    off = {"font": False} if request.param == "material" else {"highlightjs": False}
    theme = {"name": request.param, **off}
    folder = tmp_path_factory.mktemp("policy")
    return build(write_site(folder, theme=theme, files={"docs/index.md": BLOCKS, "api.yaml": API}))


def ours(page: Element) -> Iterator[Element]:
    for part in [*page.all(css="oasmap"), *page.all(css="oa-trouble")]:
        yield from part


def test_nothing_of_ours_is_a_script_a_style_or_a_handler(site: Built) -> None:
    count = 0
    for uri in site.uris:
        for element in ours(site.page(uri)):
            count += 1
            assert element.tag not in ("script", "style", "iframe", "object", "embed", "base", "meta", "link", "form")
            assert not [name for name in element.attributes if name == "style" or name.startswith("on")], uri
            assert not element.attributes.get("href", "").lower().startswith(("javascript:", "data:")), uri
    assert count > 1000


def test_no_page_breaks_a_strict_policy(site: Built, serve: Servers, context: Any) -> None:
    address = serve(site.folder, Content_Security_Policy=policy(site.folder))
    watch = Watch(context)
    page = context.new_page()
    for uri in sorted(site.uris - {"404.html", "search.html"}):
        page.goto(address + uri.removesuffix("index.html"), wait_until="networkidle")
        page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert watch.wrong == []
    assert watch.elsewhere(address) == []
    # what is ours works under it
    page.goto(f"{address}reference/resources/pet/")
    assert page.get_by_label("Required only").is_visible()
    page.get_by_label("Show all sources").check()
    assert page.locator("details.oa-source:not([open])").count() == 0
    layout = page.locator(".oa-rows > li").first.evaluate("row => getComputedStyle(row).display")
    assert layout == "grid"


def policy(folder: Path) -> str:
    """All from the site itself; of what stands in pages, only what the theme wrote there, by its hash."""
    hashes: dict[str, set[str]] = {"script": set(), "style": set()}
    for path in folder.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for tag, content in [*_INLINE.findall(text), *(("style", style) for style in _STYLE.findall(text))]:
            hashes[tag].add(f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'")
    scripts, styles = (" ".join(["'self'", *sorted(hashes[tag])]) for tag in ("script", "style"))
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles} 'unsafe-hashes'; img-src 'self' data:;"
        " font-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
    )
