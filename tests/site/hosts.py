"""The same site in each program that builds it: what its pages have, as facts to compare."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from mapper.files import read_regular

from ..files import write_files
from ..processes import run
from .sites import QUIET, ZOO, ZOO_CONFIG, with_property
from .tree import Element, parse

PROGRAMS = Path(sys.executable).parent
MATERIAL = {"name": "material", "font": False}
MANY = ", ".join(f"f{number}: {{type: string}}" for number in range(20))
FILES = {
    "api.yaml": with_property(f"it: {{type: object, properties: {{{MANY}}}}}"),
    "old.yaml": ZOO,
    "generator_config.yml": ZOO_CONFIG,
    "docs/index.md": "# Zoo\n\n[the name](reference/resources/pet.md#name), [the owner][resource.pet.owner]\n",
}
SETTINGS: dict[str, Any] = {
    "site_name": "Zoo",
    "nav": [{"Home": "index.md"}, {"Reference": "reference/"}],
    "markdown_extensions": [{"toc": {"permalink": True}}],
    "plugins": ["search", "autorefs", {"oasmap": {"spec": "api.yaml", "baseline": "old.yaml", "split": 10}}],
    "validation": {"anchors": "warn"},
}


def _mkdocs(theme: Any, module: str = "mkdocs") -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        settings = {**SETTINGS, "theme": theme}
        (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
        ran(folder, sys.executable, "-m", module, "build", "--strict")

    return build


def _settled(folder: Path) -> None:
    """What `oasmap zensical init` makes of the settings, and Zensical alone."""
    (folder / "mkdocs.yml").write_text(yaml.safe_dump({**SETTINGS, "theme": MATERIAL}), encoding="utf-8")
    ran(folder, "oasmap", "zensical", "init")
    ran(folder, "zensical", "build", "--strict")


def _commanded(folder: Path) -> None:
    (folder / "mkdocs.yml").write_text(yaml.safe_dump({**SETTINGS, "theme": MATERIAL}), encoding="utf-8")
    ran(folder, "oasmap", "zensical", "init")
    ran(folder, "oasmap", "zensical", "build", "--strict")


HOSTS: dict[str, Callable[[Path], None]] = {
    "MkDocs, `material`": _mkdocs(MATERIAL),
    "MkDocs, `mkdocs`": _mkdocs("mkdocs"),
    "MkDocs, `readthedocs`": _mkdocs("readthedocs"),
    "ProperDocs, `material`": _mkdocs(MATERIAL, "properdocs"),
    "`zensical build`": _settled,
    "`oasmap zensical build`": _commanded,
}


def attempt(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a program of this environment."""
    return run(command, folder, **QUIET, PATH=f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}")


def ran(folder: Path, *command: str) -> str:
    """The same for one that must succeed; what it says."""
    done = attempt(folder, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def edit(path: Path, text: str) -> None:
    """Write a file later than all before, by the clock of Zensical: there, a file of the same second is unchanged."""
    time.sleep(1.1)
    path.write_text(text, encoding="utf-8")


def built(host: str, folder: Path, files: dict[str, str] | None = None) -> HostSite:
    """The site, built by a host in strict mode."""
    write_files(folder, {**FILES, **(files or {})})
    HOSTS[host](folder)
    return HostSite(folder / "site")


@dataclass
class HostSite:
    """A site that has been built."""

    folder: Path
    _pages: dict[str, Element] = field(default_factory=dict)

    def page(self, name: str) -> Element:
        if name not in self._pages:
            self._pages[name] = parse((self.folder / name / "index.html").read_text(encoding="utf-8"))
        return self._pages[name]

    @cached_property
    def names(self) -> list[str]:
        """The generated pages."""
        found = (self.folder / "reference").rglob("index.html")
        return sorted(path.parent.relative_to(self.folder).as_posix() for path in found)

    def body(self, name: str) -> Element:
        """What we have written of a page."""
        return self.page(name).one(css="oasmap")

    def without_title(self, name: str) -> list[Element]:
        """The elements that we have written of a page besides its title, which Zensical makes of the Markdown."""
        body = self.body(name)
        title = {id(element) for title in body.all(css="oa-title") for element in (title, *title)}
        return [element for element in body if id(element) not in title]

    def rows(self, name: str) -> list[tuple[str, str]]:
        """Anchor and text of each row, without the words of a search."""
        return [_row(row) for row in self.body(name).rows]

    @cached_property
    def search(self) -> dict[str, str]:
        """Address and title of each entry of the search index."""
        own = read_regular(self.folder / "search.json")
        data = json.loads(own or (self.folder / "search/search_index.json").read_text(encoding="utf-8"))
        return {entry["location"]: entry["title"] for entry in data["items" if own else "docs"]}

    def outside(self, name: str) -> list[str]:
        """The addresses of links of a page that are not in what we have written."""
        own = {id(element) for element in self.body(name)}
        page = self.page(name)
        return [e.attributes["href"] for e in page.all("a") if "href" in e.attributes and id(e) not in own]


def _row(row: Element) -> tuple[str, str]:
    entries = [child for child in row.all("h4", "oa-place") if child.id]
    own = row.id or entries[0].id
    text = row.text
    for entry in entries:
        text = text.replace(entry.text, "", 1)
    return own, " ".join(text.split())


def _has(site: HostSite, css: str) -> bool:
    return bool(site.body("reference/resources/pet").all(css=css))


def _scripts(site: HostSite) -> Iterator[str]:
    for script in site.page("reference/resources/pet").all("script"):
        yield script.attributes.get("src", "")


PET = "reference/resources/pet"
FEATURES: dict[str, Callable[[HostSite], bool]] = {
    "a page for each entity": lambda site: {PET, "reference/data-sources/pet", "reference/provider"} <= set(site.names),
    "navigation to all of them": lambda site: any(link.endswith("data-sources/pet/") for link in site.outside(PET)),
    "lead and example": lambda site: _has(site, "oa-about") and "example-usage" in site.page(PET).ids,
    "import": lambda site: "import-block" in site.page(PET).ids,
    "rows with badges and limits": lambda site: any(row.all("i") and row.all("small") for row in site.body(PET).rows),
    "API operations": lambda site: "api-operations" in site.page(PET).ids,
    "filter of rows": lambda site: any("oasmap/oasmap.js" in address for address in _scripts(site)),
    "changes since a baseline": lambda site: "wings" not in site.names and "reference/changes" in site.names,
    "report for authors": lambda site: "reference/report" in site.names,
    "search by the name of an entity": lambda site: site.search.get(f"{PET}/") == "zoo_pet (Resource)",
    "search by an attribute": lambda site: site.search.get(f"{PET}/#name", "").startswith("name · zoo_pet"),
    "attributes in the table of contents": lambda site: "#name" in site.outside(PET),
    "anchors of attributes": lambda site: {"name", "owner.email", "nestedatt--owner"} <= set(site.page(PET).ids),
    "redirects of old anchors": lambda site: _has(site, "oa-elsewhere") and f"{PET}/it" in site.names,
    "links from your pages, by name": lambda site: f"{PET}/#owner" in site.page("").links,
    "inventory `objects.inv`": lambda site: (site.folder / "reference/objects.inv").is_file(),
    "Markdown beside each page": lambda site: (site.folder / f"{PET}.md").is_file(),
}


def table(sites: dict[str, HostSite]) -> str:
    """The table of the guide."""
    lines = [f"| | {' | '.join(sites)} |", f"| --- |{' --- |' * len(sites)}"]
    for feature, has in FEATURES.items():
        cells = ["yes" if has(site) else "no" for site in sites.values()]
        lines.append(f"| {feature} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
