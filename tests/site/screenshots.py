"""Take the pictures of the README and the guide: `python -m tests.site.screenshots`.

With arguments, pictures of every kind of page are written into a folder instead, of this checkout or of another one:
`python -m tests.site.screenshots FOLDER [CHECKOUT]`, see `looks`.
"""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Page, sync_playwright

from ..repository import commit_all, git

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "example_site" / "docs" / "assets"
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


def main(*arguments: str) -> int:
    if arguments:
        from . import looks

        return looks.main(list(arguments))
    ASSETS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        serve(built(ROOT / "example_site", folder), take)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as site:
        serve(built(with_an_earlier_version(Path(folder)), site, "git:v2.3.0"), take_changes)
    with tempfile.TemporaryDirectory() as folder:
        take_review(Path(folder) / "review.html")
    with tempfile.TemporaryDirectory() as folder:
        take_themes(Path(folder))
    return 0


def take_review(page_of_review: Path) -> None:
    """The review of a change, as `oasmap diff` writes it for a pull request."""
    from mkdocs_oasmap.cli import main as oasmap

    os.chdir(ROOT / "example_site")
    config = ["--config", "generator_config.strict.yml", "--also", f"html={page_of_review}"]
    assert oasmap(["diff", *config, "released.json", "api/openapi.yaml"]) == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 900, "height": 560}, color_scheme="light")
        shoot(page, page_of_review.as_uri(), "review.png")
        browser.close()


def take_themes(folder: Path) -> None:
    """The same page in the themes that the guide compares."""
    example = folder / "example"
    shutil.copytree(ROOT / "example_site", example, ignore=shutil.ignore_patterns("site"))
    os.environ["OASMAP_EXAMPLE_BASELINE"] = ""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name in ("material", "mkdocs", "readthedocs"):
            config = example / f"theme-{name}.yml"
            theme = f"INHERIT: mkdocs.yml\ntheme: {{name: {name}}}\n" if name != "material" else "INHERIT: mkdocs.yml\n"
            config.write_text(theme, encoding="utf-8")
            loaded = load_config(str(config), site_dir=str(folder / name))
            loaded.plugins.on_startup(command="build", dirty=False)
            build(loaded)
            page = browser.new_page(viewport={"width": 1000, "height": 700}, color_scheme="light")
            serve(str(folder / name), partial(shoot_in_theme, page, name))
        browser.close()


def shoot_in_theme(page: Page, name: str, site: str) -> None:
    shoot(page, f"{site}reference/resources/target/", f"theme-{name}.png")


def built(example: Path, folder: str, baseline: str = "") -> str:
    os.environ["OASMAP_EXAMPLE_BASELINE"] = baseline
    config = load_config(str(example / "mkdocs.yml"), site_dir=folder)
    config.plugins["oasmap"].config.source_url = SOURCE_URL
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return folder


def with_an_earlier_version(folder: Path, example: Path = ROOT / "example_site") -> Path:
    """A copy of an example in a repository that knows what it was before."""
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


def serve(folder: str, look: Callable[[str], None]) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    look(f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()


def take_changes(site: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        shoot(page, site + "reference/changes/", "changes.png")
        shoot(page, site + "reference/resources/telescope/#aperture", "changed-row.png")
        browser.close()


def take(site: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme=scheme)
            shoot(
                page,
                site + "reference/resources/telescope/#schema-attributes",
                f"page-{scheme}.png",
                "#mount > .oa-source > summary",
            )
        page = browser.new_page(viewport={"width": 400, "height": 860}, color_scheme="light")
        shoot(page, site + "reference/resources/telescope/#mount", "page-narrow.png")
        page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        shoot(page, site + "reference/report/", "report.png")
        shoot(page, site + "reference/resources/target/#attribute-sources", "matrix.png")
        browser.close()


def shoot(page: Page, url: str, name: str, unfold: str | None = None) -> None:
    page.goto(url)
    page.add_style_tag(content="* { scroll-behavior: auto !important; animation: none !important; }")
    if unfold:
        page.locator(unfold).click()
    page.wait_for_timeout(300)
    page.screenshot(path=ASSETS / name)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
