"""Take the pictures of the README and the guide: `python -m tests.site.screenshots`.

The words on each picture are kept next to this module, and a test looks for those of the README on the pages of today.
"""

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page

from ..repository import commit_all, git
from .browser import Servers, launched
from .sites import EXAMPLE, build

ASSETS = EXAMPLE / "docs" / "assets"
WORDS = Path(__file__).with_name("pictures.json")
"""The words on each picture, by the name of its file."""

SOURCE_URL = "https://github.com/ORG/REPO/blob/main/{path}#L{line}"


EARLIER = {
    "api/components.yaml": [
        ("        default: 20\n", "        default: 15\n"),
        ("[refractor, reflector, catadioptric, radio]", "[refractor, reflector, catadioptric]"),
        ("required: [name, kind, aperture, mount", "required: [name, kind, mount"),
        ("in millimetres.", "in centimetres."),
        ("      pixelScale:\n", "      pierHeight:\n        type: number\n      pixelScale:\n"),
    ],
    "generator_config.strict.yml": [("q: search", "q: query")],
}
"""What the inputs of the example were in a version before, for pictures of changes."""


def main() -> None:
    ASSETS.mkdir(exist_ok=True)
    serve = Servers()
    with tempfile.TemporaryDirectory() as name, launched() as browser:
        folder, camera = Path(name), Camera(browser, ASSETS)
        take(serve(built(EXAMPLE, folder / "site")), camera)
        take_changes(folder, serve, camera)
        take_review(folder / "review.html", camera)
        take_themes(folder, serve, camera)
    serve.stop()
    WORDS.write_text(f"{json.dumps(camera.words, indent=1, ensure_ascii=False)}\n", encoding="utf-8")


class Camera:
    """Takes pictures into a folder, and keeps the words on each by the name of its file."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self.words: dict[str, list[str]] = {}

    def opened(self, width: int, height: int, scheme: Literal["light", "dark"] = "light") -> Page:
        """A new page of a size in pixels."""
        return self._browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)

    def shoot(self, page: Page, url: str, name: str, unfold: str | None = None) -> None:
        """Take the picture of an address; `unfold` is clicked before."""
        page.goto(url)
        page.add_style_tag(content="* { scroll-behavior: auto !important; animation: none !important; }")
        if unfold:
            page.locator(unfold).click()
        page.wait_for_timeout(300)
        page.screenshot(path=self._folder / name)
        self.words[name] = page.evaluate(_VISIBLE)


_VISIBLE = """() => {
    const found = new Set(), range = document.createRange();
    const whole = document.querySelector(".md-content") || document.body;
    const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    const isIn = box => box.width > 1 && box.top >= 0 && box.bottom <= innerHeight;
    while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const words = texts.currentNode.textContent.split(/\\s+/).filter(Boolean).join(" ");
        const holder = texts.currentNode.parentElement;
        if (words && Array.from(range.getClientRects()).some(isIn) && holder.checkVisibility()) { found.add(words); }
    }
    return Array.from(found);
}"""
"""The texts that can be seen whole, without those of the frame around a page."""


def take_changes(folder: Path, serve: Servers, camera: Camera) -> None:
    """The page of changes, and a row that has changed."""
    site = serve(built(with_an_earlier_version(folder / "earlier"), folder / "changed", "git:v2.3.0"))
    page = camera.opened(1280, 860)
    camera.shoot(page, site + "reference/changes/", "changes.png")
    camera.shoot(page, site + "reference/resources/telescope/#aperture", "changed-row.png")


def take_review(page_of_review: Path, camera: Camera) -> None:
    """The review of a change, as `oasmap diff` writes it for a pull request."""
    from mkdocs_oasmap.cli import main as oasmap

    os.chdir(EXAMPLE)
    config = ["--config", "generator_config.strict.yml", "--also", f"html={page_of_review}"]
    assert oasmap(["diff", *config, "released.json", "api/openapi.yaml"]) == 0
    camera.shoot(camera.opened(900, 560), page_of_review.as_uri(), "review.png")


def take_themes(folder: Path, serve: Servers, camera: Camera) -> None:
    """The same page in the themes that the guide compares."""
    example = folder / "example"
    shutil.copytree(EXAMPLE, example, ignore=shutil.ignore_patterns("site"))
    for name in ("material", "mkdocs", "readthedocs"):
        theme = f"INHERIT: mkdocs.yml\ntheme: {{name: {name}}}\n" if name != "material" else "INHERIT: mkdocs.yml\n"
        (example / f"theme-{name}.yml").write_text(theme, encoding="utf-8")
        site = serve(built(example, folder / name, config=f"theme-{name}.yml"))
        camera.shoot(camera.opened(1000, 700), f"{site}reference/resources/target/", f"theme-{name}.png")


def built(example: Path, folder: Path, baseline: str = "", config: str = "mkdocs.yml") -> Path:
    os.environ |= {"OASMAP_EXAMPLE_BASELINE": baseline, "OASMAP_EXAMPLE_SOURCE_URL": SOURCE_URL}
    return build(example / config, site_dir=str(folder)).folder


def with_an_earlier_version(folder: Path) -> Path:
    """A copy of the example in a repository that knows what it was before."""
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("site"))
    for name, edits in EARLIER.items():
        text = (EXAMPLE / name).read_text(encoding="utf-8")
        for now, then in edits:
            assert now in text, now
            text = text.replace(now, then, 1)
        (folder / name).write_text(text, encoding="utf-8")
    commit_all(folder, "2.3.0")
    git(folder, "tag", "v2.3.0")
    for name in EARLIER:
        shutil.copy(EXAMPLE / name, folder / name)
    return folder


def take(site: str, camera: Camera) -> None:
    telescope = f"{site}reference/resources/telescope/"
    for scheme in ("light", "dark"):
        unfold = "#mount > .oa-source > summary"
        camera.shoot(camera.opened(1280, 860, scheme), f"{telescope}#schema-attributes", f"page-{scheme}.png", unfold)
    camera.shoot(camera.opened(400, 860), f"{telescope}#mount", "page-narrow.png")
    page = camera.opened(1280, 860)
    camera.shoot(page, site + "reference/report/", "report.png")
    camera.shoot(page, site + "reference/resources/target/#attribute-sources", "matrix.png")


if __name__ == "__main__":
    main()
