"""One mapping of a site: its inputs, its pages and its artifacts. Knows MkDocs' files, but no events."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from html import escape
from pathlib import Path

from mapper.artifacts import encode, make_folders, write_if_changed
from mapper.diagnostics import MappingError, Problem, Severity
from mapper.immutable import dataclass
from mapper.model import Mapping
from mapper.sidecar.writer import write_sidecar

from .pages.pages import KIND_TITLES, Pages
from .pages.views import EntityView, GroupView
from .render.html import Renderer
from .render.markup import first_paragraph, first_sentence
from .systems import SYSTEMS, Mapped, Request

SIDECAR = "oasmap.json"


@dataclass(frozen=True, slots=True)
class MappingInput:
    """What a mapping is made from. `base` is the folder of mkdocs.yml."""

    spec: Path
    config: tuple[Path, ...]
    base: Path
    levels: tuple[tuple[str, str], ...] = ()
    validate: bool = False
    overlays: tuple[Path, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    system: str = "terraform"
    version: str | None = None

    def run(self) -> Mapping:
        """Map. Raises MappingError."""
        return self.read_and_run().mapping

    def read_and_run(self) -> Mapped:
        """Map, and keep the inputs. Raises MappingError."""
        levels = {code: Severity(level) for code, level in self.levels if level != "ignore"}
        with no_collection():
            return SYSTEMS[self.system].run(
                Request(
                    self.spec,
                    self.config,
                    self.base,
                    levels=levels,
                    validate=self.validate,
                    overlays=self.overlays,
                    allow_hosts=self.allow_hosts,
                    version=self.version,
                )
            )


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """HTML of a page below its title, what a search index gets instead, headings and all ids."""

    html: str
    search: str
    headings: tuple[tuple[str, str, int], ...]
    anchors: frozenset[str]


class Site:
    """The pages and artifacts of one mapping."""

    def __init__(self, pages: Pages, folder: str, title: str) -> None:
        self.mapping = pages.mapping
        self.folder = folder
        self.title = title
        self.pages = pages

    @cached_property
    def uris(self) -> dict[str, str]:
        """Page key -> the URI of the page's source, such as `reference/resources/pet.md`."""
        changes = ["changes"] if self.pages.changes else []
        keys = ["index", *self.pages.entities, *self.pages.parts, *changes, "report"]
        return {key: f"{self.folder}/{key}.md" for key in keys}

    @cached_property
    def artifacts(self) -> dict[str, bytes]:
        """URI -> content of the files that are not pages."""
        with no_collection():
            files = artifacts(self.mapping) | {SIDECAR: encode(write_sidecar(self.mapping))}
        return {f"{self.folder}/{name}": data for name, data in files.items()}

    def output(self, path: Path) -> dict[Path, bytes]:
        """The artifacts where the user wants them too: the file at `path`, or those in the folder."""
        files = {name.removeprefix(f"{self.folder}/"): data for name, data in self.artifacts.items()}
        del files[SIDECAR]
        if SYSTEMS[self.mapping.system].folder:
            return {path / name: data for name, data in files.items()}
        (data,) = files.values()
        return {path: data}

    def navigation(self) -> list[dict[str, object]]:
        """The pages as a MkDocs navigation."""
        nav: list[dict[str, object]] = [{"Overview": self.uris["index"]}]
        if self.pages.changes:
            nav.append({"Changes": self.uris["changes"]})
        for group in self.pages.lists():
            # themes write titles as they are
            entries: list[dict[str, object]] = [{escape(entry.name): self.uris[entry.key]} for entry in group.entries]
            if group.key == "provider":
                nav.append({group.title: self.uris["provider"]})
            else:
                nav.append({group.title: entries})
        nav.append({"Mapping report": self.uris["report"]})
        return nav

    def markdown(self, key: str, *, search: bool) -> str:
        """The source of a page: front matter and title. The rest is put in as HTML."""
        title, heading, description = self._title(key)
        matter: dict[str, object] = {"title": escape(title), "render_macros": False}
        if description:
            matter["description"] = escape(first_sentence(description))
        if not search:
            matter["search"] = {"exclude": True}
        # JSON is YAML, and much faster to write
        front = "\n".join(f"{key}: {json.dumps(value)}" for key, value in matter.items())
        return f"---\n{front}\n---\n\n# {heading}\n"

    def _title(self, key: str) -> tuple[str, str, str]:
        """Title in the navigation, heading in Markdown, and description of a page."""
        if key == "index":
            return "Overview", _escaped(self.title), ""
        if key == "report":
            return "Mapping report", "Mapping report", ""
        if key == "changes":
            return "Changes", "Changes", ""
        if key in self.pages.parts:
            view = self.pages.entity(key)
            return view.name, _escaped(view.title), view.summary
        entity = self.pages.entities[key]
        kind = KIND_TITLES[entity.kind][0]
        short = kind if key == "provider" else entity.name
        return short, f"{_escaped(self.pages.title(entity))} ({kind})", entity.description or ""

    def render(self, key: str, renderer: Renderer, url: Callable[[str], str], search: str) -> RenderedPage:
        """Render a page. `url` gives the address of a source URI, relative to this page."""

        def page_url(target: str) -> str:
            return url(self.uris[target])

        if key == "index":
            files = {uri.removeprefix(f"{self.folder}/"): url(uri) for uri in self.artifacts}
            html = renderer.index(self.pages.lists(), self.pages.report, files, page_url)
            headings = [(group.title, f"{group.key}s-list", 2) for group in self.pages.lists()]
            return _page(html, "" if search == "off" else html, [*headings, ("Artifacts", "artifacts", 2)])
        if key == "report":
            view = self.pages.report
            headings = [("Diagnostics", "diagnostics", 2)]
            for outcome in view.outcomes:
                headings.append((outcome.title, outcome.key, 3))
                headings += [(rule.title, f"{rule.code}-{rule.severity}", 4) for rule in outcome.rules]
            headings += [("Coverage", "coverage", 2), ("Properties", "coverage-entities", 3)]
            headings.append(("Operations", "coverage-operations", 3))
            if view.candidates:
                headings.append(("Candidates", "coverage-candidates", 3))
            return _page(renderer.report(view, page_url), "", headings)
        if key == "changes" and self.pages.changes:
            headings = [(s.title, f"changes-{s.severity}", 2) for s in self.pages.changes.sections]
            return _page(renderer.changes(self.pages.changes, page_url), "", headings)
        with no_collection():
            entity = self.pages.entity(key)
            html = renderer.entity(entity, page_url)
            text = {"full": html, "off": ""}.get(search)
            if text is None:
                text = renderer.search_text(entity.groups, first_paragraph(entity.summary))
            return _page(html, text, list(_headings(entity)), entity.anchors)


def artifacts(mapping: Mapping) -> dict[str, bytes]:
    """The files that a mapping is made for, by their names."""
    return {name: encode(text) for name, text in SYSTEMS[mapping.system].artifacts(mapping).items()}


def write_output(files: dict[Path, bytes], *, in_folders: bool) -> bool:
    """Write what has changed; returns whether anything has. Raises MappingError."""
    if in_folders:
        make_folders(files)
    elif not all(path.parent.is_dir() for path in files):
        raise MappingError(Problem("the folder of the output does not exist", str(next(iter(files)))))
    return sum(write_if_changed(path, data) for path, data in files.items()) > 0


def _page(
    html: str, search: str, headings: list[tuple[str, str, int]], anchors: set[str] | None = None
) -> RenderedPage:
    ids = {anchor for _, anchor, _ in headings} | (anchors or set())
    return RenderedPage(html, search, tuple(headings), frozenset(ids))


def _headings(view: EntityView) -> Iterator[tuple[str, str, int]]:
    if view.examples:
        yield "Example", "example-usage", 2
    yield "Schema", "schema-attributes", 2
    for group in view.groups:
        yield group.title, f"attributes-{group.key}", 3
        yield from _attribute_headings(group)
    if view.import_hint:
        yield "Import", "import-block", 2
    if view.operations:
        yield "API operations", "api-operations", 2
    if view.address and (view.address.columns or view.address.short_names):
        yield "In the cluster", "in-the-cluster", 2
    if view.matrix:
        yield "Where attributes come from", "attribute-sources", 2
    if view.schemas:
        yield "Used schemas", "used-schemas", 2
    if view.left_out:
        yield "Left out by the config", "left-out", 2
    if view.related:
        yield "See also", "see-also", 2
    if view.diagnostics:
        yield "Mapping notes", "mapping-notes", 2


def _attribute_headings(group: GroupView) -> Iterator[tuple[str, str, int]]:
    for attribute in group.attributes:
        yield attribute.name, attribute.anchor, 4


def _escaped(text: str) -> str:
    return "".join(f"\\{character}" if character in "\\`*_{}[]()#+-.!|<>&~" else character for character in text)


@contextmanager
def no_collection() -> Iterator[None]:
    """A mapping keeps nearly all it makes: pausing the collector saves a third of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def input_files(mapping: Mapping) -> list[Path]:
    """The files that a mapping was made from, and those that it would have been made from too."""
    paths = (getattr(document, "path", None) for document in mapping.documents)
    return [*(path for path in paths if path is not None), *mapping.unreadable]


def input_state(paths: list[Path]) -> str:
    """What tells whether files have changed: times and sizes."""
    return json.dumps([(str(path), _state(path)) for path in paths])


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:  # it may come back
        return None
    return status.st_mtime_ns, status.st_size
