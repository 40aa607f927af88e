"""Take the pictures of the README and the guide: `python -m tests.site.screenshots`."""

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Page, sync_playwright

from ..repository import commit_all, git

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "example_site" / "docs" / "assets"
Opened = Callable[..., Page]
SOURCE_URL = "https://github.com/ORG/REPO/blob/main/{path}#L{line}"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line on the terminal for each."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


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
    with tempfile.TemporaryDirectory() as name, opener() as opened:
        folder = Path(name)
        with served(built(ROOT / "example_site", folder / "site")) as site:
            take(site, opened)
        earlier = with_an_earlier_version(folder / "earlier")
        with served(built(earlier, folder / "changed", "git:v2.3.0")) as site:
            page = opened(1280, 860)
            shoot(page, site + "reference/changes/", "changes.png")
            shoot(page, site + "reference/resources/telescope/#aperture", "changed-row.png")
        take_review(folder / "review.html", opened)
        take_themes(folder, opened)


def take_review(page_of_review: Path, opened: Opened) -> None:
    """The review of a change, as `oasmap diff` writes it for a pull request."""
    from mkdocs_oasmap.cli import main as oasmap

    os.chdir(ROOT / "example_site")
    config = ["--config", "generator_config.strict.yml", "--also", f"html={page_of_review}"]
    assert oasmap(["diff", *config, "released.json", "api/openapi.yaml"]) == 0
    shoot(opened(900, 560), page_of_review.as_uri(), "review.png")


def take_themes(folder: Path, opened: Opened) -> None:
    """The same page in the themes that the guide compares."""
    example = folder / "example"
    shutil.copytree(ROOT / "example_site", example, ignore=shutil.ignore_patterns("site"))
    os.environ["OASMAP_EXAMPLE_BASELINE"] = ""
    for name in ("material", "mkdocs", "readthedocs"):
        config = example / f"theme-{name}.yml"
        theme = f"INHERIT: mkdocs.yml\ntheme: {{name: {name}}}\n" if name != "material" else "INHERIT: mkdocs.yml\n"
        config.write_text(theme, encoding="utf-8")
        loaded = load_config(str(config), site_dir=str(folder / name))
        loaded.plugins.on_startup(command="build", dirty=False)
        build(loaded)
        with served(folder / name) as site:
            shoot(opened(1000, 700), f"{site}reference/resources/target/", f"theme-{name}.png")


def built(example: Path, folder: Path, baseline: str = "") -> Path:
    os.environ["OASMAP_EXAMPLE_BASELINE"] = baseline
    config = load_config(str(example / "mkdocs.yml"), site_dir=str(folder))
    config.plugins["oasmap"].config.source_url = SOURCE_URL
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return folder


def with_an_earlier_version(folder: Path) -> Path:
    """A copy of the example in a repository that knows what it was before."""
    example = ROOT / "example_site"
    shutil.copytree(example, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("site"))
    for name, edits in EARLIER.items():
        text = (example / name).read_text(encoding="utf-8")
        for now, then in edits:
            assert now in text, now
            text = text.replace(now, then, 1)
        (folder / name).write_text(text, encoding="utf-8")
    commit_all(folder, "2.3.0")
    git(folder, "tag", "v2.3.0")
    for name in EARLIER:
        shutil.copy(example / name, folder / name)
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@contextmanager
def opener() -> Iterator[Opened]:
    """Opens pages of some width and height, light or dark, in one browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield lambda width, height, scheme="light": browser.new_page(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        browser.close()


def take(site: str, opened: Opened) -> None:
    telescope = f"{site}reference/resources/telescope/"
    for scheme in ("light", "dark"):
        unfold = "#mount > .oa-source > summary"
        shoot(opened(1280, 860, scheme), f"{telescope}#schema-attributes", f"page-{scheme}.png", unfold)
    shoot(opened(400, 860), f"{telescope}#mount", "page-narrow.png")
    page = opened(1280, 860)
    shoot(page, site + "reference/report/", "report.png")
    shoot(page, site + "reference/resources/target/#attribute-sources", "matrix.png")


def shoot(page: Page, url: str, name: str, unfold: str | None = None) -> None:
    page.goto(url)
    page.add_style_tag(content="* { scroll-behavior: auto !important; animation: none !important; }")
    if unfold:
        page.locator(unfold).click()
    page.wait_for_timeout(300)
    page.screenshot(path=ASSETS / name)


if __name__ == "__main__":
    main()
