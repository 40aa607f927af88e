"""Take the pictures of the README and the guide: `python -m tests.site.screenshots`."""

from __future__ import annotations

import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "example_site" / "docs" / "assets"
SOURCE_URL = "https://github.com/ORG/REPO/blob/main/{path}#L{line}"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line on the terminal for each."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        config = load_config(str(ROOT / "example_site" / "mkdocs.yml"), site_dir=folder)
        config.plugins["oasmap"].config.source_url = SOURCE_URL
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        take(f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()
    return 0


def take(site: str) -> None:
    ASSETS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme=scheme)
            shoot(
                page,
                site + "reference/resources/telescope/#schema-attributes",
                f"page-{scheme}.png",
                "#mount > .oasmap-source > summary",
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
    sys.exit(main())
