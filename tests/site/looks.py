"""Take pictures of every kind of page, here or in another checkout: `python -m tests.site.looks FOLDER [CHECKOUT]`.

Each page is taken light and dark, wide and narrow, and as it is printed; the main ones also in other themes. CHECKOUT
is the root of another working copy, such as one of an earlier version, with an environment of its own in `.venv`; it
is only read. The same names in two folders are then a page before and after a change:

    python -m tests.site.looks /tmp/looks/after
    python -m tests.site.looks /tmp/looks/before ../earlier
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import Browser, Page, sync_playwright

from .screenshots import ROOT, SOURCE_URL, serve, with_an_earlier_version

PAGES = {
    "home": "",
    "guide-getting-started": "getting-started/",
    "guide-diagnostics": "diagnostics/",
    "guide-policies": "policies/",
    "overview": "reference/",
    "coverage": "reference/#coverage-map",
    "resource": "reference/resources/telescope/",
    "row": "reference/resources/telescope/#mount.slew_rate",
    "data-source": "reference/data-sources/telescope/",
    "settings": "reference/provider/",
    "report": "reference/report/",
    "ack": "ack/",
    "provider": "provider/",
    "crossplane": "managed/",
    "crossplane-2020": "managed-2020/",
    "pulumi": "pulumi/",
    "pulumi-schema": "kiosk/",
}
"""Pages of the example by the names of their pictures; of each system, the entity with the largest page is added."""

SYSTEMS = ("ack", "provider", "managed", "managed-2020", "pulumi", "kiosk")
CHANGED = {
    "changes": "reference/changes/",
    "changed-overview": "reference/",
    "changed-resource": "reference/resources/telescope/",
}
LARGE = {"large": "reference/resources/forest/"}
IN_EVERY_THEME = ("guide-getting-started", "overview", "resource", "report")

PALETTE = [
    {"media": "(prefers-color-scheme: light)", "scheme": "default"},
    {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
]
THEMES: dict[str, dict[str, Any]] = {
    "mkdocs": {"name": "mkdocs", "color_mode": "auto", "user_color_mode_toggle": True},
    "readthedocs": {"name": "readthedocs"},
}
SCHEMES = ("light", "dark")
WIDTHS = (1440, 390)
A4 = {"width": 794, "height": 1123}
STILL = "* { scroll-behavior: auto !important; animation: none !important; transition: none !important; }"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.site.looks", description=(__doc__ or "").partition(":")[0])
    parser.add_argument("to", type=Path, metavar="FOLDER", help="where the pictures are written")
    parser.add_argument("checkout", type=Path, nargs="?", default=ROOT, help="another working copy, with a .venv")
    given = parser.parse_args(arguments)
    given.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        take_all(browser, given.checkout.resolve(), Path(work), given.to)
        browser.close()
    return 0


def take_all(browser: Browser, checkout: Path, work: Path, to: Path) -> None:
    example = with_an_earlier_version(work / "example", checkout / "example_site")
    site = built(checkout, example, work / "site")
    serve(str(site), partial(take, browser, existing(site, PAGES | largest_entities(site)), to, ""))
    for name, theme in THEMES.items():
        (example / f"theme-{name}.yml").write_text(yaml.safe_dump({"INHERIT": "mkdocs.yml", "theme": theme}), "utf-8")
        themed = built(checkout, example, work / f"theme-{name}", config=f"theme-{name}.yml")
        pages = {page: PAGES[page] for page in IN_EVERY_THEME}
        serve(str(themed), partial(take, browser, existing(themed, pages), to, f"{name}-"))
    changed = built(checkout, example, work / "changed", baseline="git:v2.3.0")
    serve(str(changed), partial(take, browser, existing(changed, CHANGED), to, ""))
    large = built(checkout, a_large_one(work / "forest"), work / "large")
    serve(str(large), partial(take, browser, existing(large, LARGE), to, ""))


def built(checkout: Path, source: Path, site: Path, *, config: str = "mkdocs.yml", baseline: str = "") -> Path:
    """A site as a checkout builds it, with the packages that its own environment has."""
    python = Path(sys.executable) if checkout == ROOT else checkout / ".venv" / "bin" / "python"
    command = [str(python), "-m", "mkdocs", "build", "-q", "-f", str(source / config), "-d", str(site)]
    settings = {
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
        "OASMAP_AUDIENCE": "authors",
        "OASMAP_EXAMPLE_SOURCE_URL": SOURCE_URL,
        "OASMAP_EXAMPLE_BASELINE": baseline,
        "PYTHONPATH": str(checkout),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(command, cwd=source, env=os.environ | settings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}:\n{done.stderr}")
    return site


def largest_entities(site: Path) -> dict[str, str]:
    """The largest page of an entity of each system, by name."""
    pages = [sorted((site / system).glob("*/*/index.html")) for system in SYSTEMS]
    largest = [max(found, key=lambda page: page.stat().st_size) for found in pages if found]
    uris = [page.parent.relative_to(site).as_posix() for page in largest]
    return {uri.replace("/", "-"): f"{uri}/" for uri in uris}


def existing(site: Path, pages: dict[str, str]) -> dict[str, str]:
    """Those of the pages that a site has: earlier versions have fewer."""
    return {name: uri for name, uri in pages.items() if (site / uri.partition("#")[0] / "index.html").is_file()}


def take(browser: Browser, pages: dict[str, str], to: Path, prefix: str, site: str) -> None:
    """Pictures of pages as they are seen without scrolling, of how they go on, and of what is printed."""
    for scheme in SCHEMES:
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            for name, uri in pages.items():
                go(page, site + uri)
                page.screenshot(path=to / f"{prefix}{name}-{scheme}-{width}.png")
                if "#" not in uri:
                    page.mouse.wheel(0, 850)
                    page.wait_for_timeout(100)
                    page.screenshot(path=to / f"{prefix}{name}-{scheme}-{width}-2.png")
            page.close()
    page = browser.new_page(viewport=A4, color_scheme="light")
    for name, uri in pages.items():
        if "#" not in uri:
            go(page, site + uri)
            page.pdf(path=to / f"{prefix}{name}-print.pdf", format="A4", print_background=False)
    page.close()


def go(page: Page, url: str) -> None:
    page.goto("about:blank")
    page.goto(url)
    page.add_style_tag(content=STILL)
    page.wait_for_timeout(200)


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
        "plugins": ["search", {"oasmap": {"spec": "api.json"}}],
    }
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "docs").mkdir(parents=True)
    for name, data in (("api.json", api), ("generator_config.yml", config), ("mkdocs.yml", site)):
        (folder / name).write_text(json.dumps(data), encoding="utf-8")
    (folder / "docs" / "index.md").write_text("# Forest\n", encoding="utf-8")
    return folder


if __name__ == "__main__":
    sys.exit(main())
