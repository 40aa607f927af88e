"""Small sites, and what MkDocs makes of them.

`ZOO` is an API with a little of everything: a resource and a data source `pet`, and the settings of a provider.
A site of it has `docs/index.md`, `api.yaml`, `generator_config.yml` and `mkdocs.yml`, and a test says what is
different in its own.
"""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from .. import processes
from ..files import write_files
from ..forks import python
from ..zoo import CONFIG, api
from .tree import Element, parse

EXAMPLE = Path(__file__).parents[2] / "example_site"

ZOO = api(
    """\
Settings: {type: object, properties: {token: {type: string, format: password}}}
NewPet:
  description: An animal. It lives here.
  type: object
  required: [name]
  properties:
    name: {type: string, description: What it is called. Not unique., maxLength: 8}
    nickname: {type: string}
    owner:
      type: object
      description: Who pays.
      properties:
        email: {type: string, description: Letters go there.}
        address: {type: object, properties: {street: {type: string}}}
Pet:
  type: object
  properties:
    id: {type: string}
    name: {type: string}
    age: {type: integer, description: In years.}
    toys: {type: array, items: {type: object, properties: {colour: {type: string}}}}
""",
    request="NewPet",
    identifier="string",
)
ZOO_CONFIG = (
    CONFIG.replace("name: zoo", 'name: zoo, schema_ref: "#/components/schemas/Settings"')
    + """\
data_sources:
  pet:
    read: {path: "/pets/{id}", method: GET}
"""
)
COMPUTED = str(7919 * 104729)
"""What a template or a script that is run would make of `7919 * 104729`: longer than any digits of a build's time."""

QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


def with_property(schema: str, *, api: str = ZOO) -> str:
    """The API with one more property of the resource, such as `it: {type: string}`."""
    return api.replace("        nickname: {type: string}\n", f"        nickname: {{type: string}}\n        {schema}\n")


def write_site(
    folder: Path,
    *,
    plugins: list[Any] | None = None,
    options: dict[str, Any] | None = None,
    theme: str | dict[str, Any] = "mkdocs",
    files: dict[str, str] | None = None,
    **settings: Any,
) -> Path:
    """Write a site into `folder`; returns its `mkdocs.yml`. `options` are those of oasmap, `settings` of MkDocs."""
    entry = {"oasmap": {"spec": "api.yaml"} if options is None else options}
    config = {
        "site_name": "Zoo",
        "theme": theme,
        "plugins": plugins if plugins is not None else ["search", entry],
        "validation": {"anchors": "warn", "absolute_links": "warn", "unrecognized_links": "warn"},
        **settings,
    }
    texts = {
        "docs/index.md": "# Zoo\n\nWelcome.\n",
        "api.yaml": ZOO,
        "generator_config.yml": ZOO_CONFIG,
        "mkdocs.yml": yaml.safe_dump(config, sort_keys=False),
        **(files or {}),
    }
    write_files(folder, texts)
    return folder / "mkdocs.yml"


@dataclass(repr=False)
class Built:
    """A site that has been built, and what was logged meanwhile."""

    config: MkDocsConfig
    records: list[logging.LogRecord]
    _pages: dict[str, Element] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Built({self.folder})"

    @property
    def folder(self) -> Path:
        return Path(self.config.site_dir)

    @cached_property
    def uris(self) -> set[str]:
        """All HTML files."""
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*.html")}

    def page(self, uri: str) -> Element:
        """A page, parsed. Raises Unbalanced."""
        if uri not in self._pages:
            self._pages[uri] = parse(self.text(uri))
        return self._pages[uri]

    def text(self, uri: str) -> str:
        return (self.folder / uri).read_text(encoding="utf-8")

    def data(self, uri: str) -> Any:
        return json.loads(self.text(uri))

    @property
    def search(self) -> dict[str, dict[str, str]]:
        """The search index: entries by location."""
        return {entry["location"]: entry for entry in self.data("search/search_index.json")["docs"]}

    def messages(self, level: int = logging.INFO) -> list[str]:
        """What was logged, from a level on."""
        return [record.getMessage() for record in self.records if record.levelno >= level]

    @property
    def troubles(self) -> list[str]:
        """What `--strict` counts."""
        return self.messages(logging.WARNING)


def build(path: Path, **overrides: Any) -> Built:
    """Build the site of a `mkdocs.yml` in this process. Raises what MkDocs raises."""
    return _build(path, start=True, **overrides)


def refuse(path: Path, **overrides: Any) -> list[str]:
    """Build a site that cannot be built; returns the errors and warnings that say why."""
    return _refuse(path, start=True, **overrides)


def refuse_again(path: Path) -> list[str]:
    """The same with a plugin that has built before."""
    return _refuse(path, start=False)


def _refuse(path: Path, *, start: bool, **overrides: Any) -> list[str]:
    with _logged() as records:
        try:
            _load_and_build(path, start=start, **overrides)
        except SystemExit:
            assert not any(record.exc_info for record in records)
            return [record.getMessage() for record in records if record.levelno >= logging.WARNING]
    return pytest.fail("the site was built")


def build_again(path: Path) -> Built:
    """Build once more as `mkdocs serve` does: MkDocs keeps the plugin objects, and does not start them again."""
    return _build(path, start=False)


def _build(path: Path, *, start: bool, **overrides: Any) -> Built:
    with _logged() as records:
        config = _load_and_build(path, start=start, **overrides)
    return Built(config, records)


def _load_and_build(path: Path, *, start: bool, **overrides: Any) -> MkDocsConfig:
    config = load_config(str(path), **overrides)
    if start:
        config.plugins.on_startup(command="serve", dirty=False)
    mkdocs_build(config)
    return config


def zoo(folder: Path, **site: Any) -> Built:
    """Write and build a site."""
    return build(write_site(folder, **site))


def run(folder: Path, *arguments: str, module: str = "mkdocs", **variables: str) -> subprocess.CompletedProcess[str]:
    """`python -m mkdocs build …`. Another module has a process of its own: ProperDocs takes the place of MkDocs."""
    settings = {**QUIET, **variables}
    if module != "mkdocs":
        return processes.run([sys.executable, "-m", module, "build", *arguments], folder, **settings)
    return python(["-m", module, "build", *arguments], folder, **settings)


@contextmanager
def _logged() -> Iterator[list[logging.LogRecord]]:
    records: list[logging.LogRecord] = []
    handler = logging.Handler(logging.INFO)
    handler.emit = records.append  # type: ignore[method-assign]
    logger = logging.getLogger("mkdocs")
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield records
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def dead_links(site: Built) -> list[str]:
    """Addresses on any page that lead to no file of the site, or to no place on its page."""
    return [
        f"{uri}: {address}"
        for uri in sorted(site.uris)
        for address in sorted(set(_addresses(site.page(uri))))
        if not _leads_somewhere(site, uri, address)
    ]


def _addresses(page: Element) -> Iterator[str]:
    for element in page:
        for name in ("href", "src"):
            if name in element.attributes:
                yield element.attributes[name]


def _leads_somewhere(site: Built, uri: str, address: str) -> bool:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return True
    target = uri
    if parts.path:
        target = unquote(urljoin(f"/{uri}", parts.path)).lstrip("/")
        if not target or target.endswith("/"):
            target += "index.html"
    if not (site.folder / target).is_file():
        return False
    return not parts.fragment or not target.endswith(".html") or unquote(parts.fragment) in site.page(target).ids
