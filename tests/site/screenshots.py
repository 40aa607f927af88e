"""Take the pictures of the README and the guide: `python -m tests.site.screenshots`.

With a folder, all pages that are worth a look are taken into it instead, light and dark, wide and narrow, and as
they are printed: `python -m tests.site.screenshots FOLDER`. Two such folders show what a change of the looks does.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
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
    "generator_config.yml": [("q: search", "q: query")],
}
"""What the inputs of the example were in a version before, for pictures of changes."""


LOOKS = {
    "overview": "reference/",
    "resource": "reference/resources/telescope/",
    "row": "reference/resources/telescope/#mount.slew_rate",
    "data-source": "reference/data-sources/telescope/",
    "provider": "reference/provider/",
    "report": "reference/report/",
    "ack": "ack/",
    "pulumi": "pulumi/",
    "framework": "provider/",
    "crossplane": "managed/",
    "kiosk": "kiosk/",
}
"""What is looked at of the example, and the first entity of each of its other systems."""

PALETTE = [
    {"media": "(prefers-color-scheme: light)", "scheme": "default"},
    {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
]
SIZES = (("light", 1440), ("dark", 1440), ("light", 390))


def main(to: str = "") -> int:
    if to:
        return look_at_all(Path(to))
    ASSETS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        serve(built(ROOT / "example_site", folder), take)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as site:
        serve(built(with_an_earlier_version(Path(folder)), site, "git:v2.3.0"), take_changes)
    return 0


def built(example: Path, folder: str, baseline: str = "") -> str:
    os.environ["OASMAP_EXAMPLE_BASELINE"] = baseline
    config = load_config(str(example / "mkdocs.yml"), site_dir=folder)
    config.plugins["oasmap"].config.source_url = SOURCE_URL
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return folder


def with_an_earlier_version(folder: Path) -> Path:
    """A copy of the example in a repository that knows what it was before."""
    shutil.copytree(ROOT / "example_site", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("site"))
    for name, edits in EARLIER.items():
        text = (ROOT / "example_site" / name).read_text(encoding="utf-8")
        for now, then in edits:
            assert now in text, now
            text = text.replace(now, then, 1)
        (folder / name).write_text(text, encoding="utf-8")
    identity = ("-c", "user.name=Owl", "-c", "user.email=owl@example.org")
    for arguments in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "2.3.0"), ("tag", "v2.3.0")):
        subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True)
    for name in EARLIER:
        shutil.copy(ROOT / "example_site" / name, folder / name)
    return folder


def serve(folder: str, look: Callable[[str], None]) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
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
                "#mount > .oasmap-source > summary",
            )
        page = browser.new_page(viewport={"width": 400, "height": 860}, color_scheme="light")
        shoot(page, site + "reference/resources/telescope/#mount", "page-narrow.png")
        page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        shoot(page, site + "reference/report/", "report.png")
        shoot(page, site + "reference/resources/target/#attribute-sources", "matrix.png")
        browser.close()


def look_at_all(to: Path) -> int:
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        site = built(ROOT / "example_site", folder)
        systems = ("ack", "pulumi", "kiosk", "provider", "managed")
        firsts = (sorted((Path(site) / system).glob("*/*/index.html")) for system in systems)
        entities = [found[0].parent.relative_to(site).as_posix() for found in firsts if found]
        pages = LOOKS | {name.replace("/", "-"): f"{name}/" for name in entities}
        serve(site, partial(picture, to=to, pages=pages))
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as site:
        changed = built(with_an_earlier_version(Path(folder)), site, "git:v2.3.0")
        pages = {
            "changes": "reference/changes/",
            "changed-overview": "reference/",
            "changed-row": "reference/resources/telescope/",
        }
        serve(changed, partial(picture, to=to, pages=pages))
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as site:
        large = built(a_large_one(Path(folder)), site)
        serve(large, partial(picture, to=to, pages={"large": "reference/resources/forest/"}))
    return 0


def a_large_one(folder: Path) -> Path:
    """A site with a resource of about a thousand attributes, most of them nested."""
    leaf = {"type": "string", "description": "One of very many."}
    inner = {"type": "object", "properties": {f"leaf_{number}": leaf for number in range(12)}}
    branch = {"type": "object", "properties": {f"twig_{number}": inner for number in range(4)}}
    tree = {"type": "object", "properties": {f"branch_{number}": branch for number in range(20)}}
    body = {"content": {"application/json": {"schema": tree}}}
    paths = {"/forests": {"post": {"requestBody": body}}, "/forests/{id}": {"get": {"responses": {"200": body}}}}
    api = {"openapi": "3.1.0", "info": {"title": "Forest", "version": "1"}, "paths": paths}
    operations = {"create": {"path": "/forests", "method": "POST"}, "read": {"path": "/forests/{id}", "method": "GET"}}
    config = {"provider": {"name": "wood"}, "resources": {"forest": operations}}
    site = {
        "site_name": "Forest",
        "theme": {"name": "material", "font": False, "palette": PALETTE},
        "plugins": ["search", {"oasmap": {"spec": "api.json", "audience": "authors"}}],
    }
    for name, data in (("api.json", api), ("generator_config.yml", config), ("mkdocs.yml", site)):
        (folder / name).write_text(json.dumps(data), encoding="utf-8")
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("# Forest\n", encoding="utf-8")
    return folder


def picture(site: str, to: Path, pages: dict[str, str]) -> None:
    """Pages as they are seen without scrolling, and how they go on."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme, width in SIZES:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            for name, uri in pages.items():
                go(page, site + uri)
                page.screenshot(path=to / f"{name}-{scheme}-{width}.png")
                if "#" not in uri:
                    page.mouse.wheel(0, 850)
                    page.wait_for_timeout(100)
                    page.screenshot(path=to / f"{name}-{scheme}-{width}-2.png")
            page.close()
        page = browser.new_page(viewport={"width": 794, "height": 1123}, color_scheme="light")
        page.emulate_media(media="print")
        for name, uri in pages.items():
            go(page, site + uri)
            page.pdf(path=to / f"{name}-print.pdf", format="A4", print_background=False)
        browser.close()


def go(page: Page, url: str) -> None:
    page.goto("about:blank")
    page.goto(url)
    page.add_style_tag(content="* { scroll-behavior: auto !important; animation: none !important; }")
    page.wait_for_timeout(200)


def shoot(page: Page, url: str, name: str, unfold: str | None = None) -> None:
    page.goto(url)
    page.add_style_tag(content="* { scroll-behavior: auto !important; animation: none !important; }")
    if unfold:
        page.locator(unfold).click()
    page.wait_for_timeout(300)
    page.screenshot(path=ASSETS / name)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
