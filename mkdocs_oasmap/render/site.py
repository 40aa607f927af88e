"""The site of one mapping: pages as HTML, navigation and artifacts, independently of MkDocs."""

import json
import zlib
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import EntityKind, walk
from mapper.registry import system_named
from mapper.request import Mapped
from mapper.text.plural import capital, several

from ..mappings import SIDECAR, artifacts
from ..pages.block import page_keys, target_name
from ..pages.labels import Labels
from ..pages.page_names import short_name
from ..pages.pages import Pages
from ..pages.search import FoundBy, are_names_enough, lead_words, search_sections, single
from ..pages.sidebar import sections, short_paths, without_shared
from ..pages.views import EntityView, ListView
from .html import Renderer
from .markdown_escape import nav_title, prose
from .markdown_pages import plain_page
from .sanitized_html import first_paragraph, first_sentence, render_line

CHANGED = " \u2022"
"""The mark on titles of changed pages in the navigation."""


class RenderedPage(Struct, frozen=True):
    """The HTML of a page, without its title unless it is `titled`, the text for a search index, headings and all ids.

    `sections` are the headings of the text for the index, and `looked_up` the headings of rows that no user sets.
    `stubs` are ids that have moved to another page.
    """

    html: str
    search: str
    headings: tuple[tuple[str, str, int], ...]
    anchors: frozenset[str]
    sections: tuple[tuple[str, str, int], ...] = ()
    looked_up: frozenset[str] = frozenset()
    stubs: frozenset[str] = frozenset()
    titled: bool = False


class Site:
    """The pages and artifacts of one mapping.

    Between the builds of `mkdocs serve`, it is kept with its rendered pages while it is `made_from` the same. `files`
    are all files that were read. `log_lines` are repeated then, and `problems` say why a newer mapping failed.
    """

    def __init__(self, pages: Pages, mapped: Mapped, folder: str, title: str, address: str = "") -> None:
        self.mapping = pages.mapping
        self.mapped = mapped
        self.folder = folder
        self.title = title
        self.address = address
        self.problems: tuple[str, ...] = ()
        self.log_lines: tuple[tuple[int, str], ...] = ()
        self.files: tuple[Path, ...] = ()
        self.made_from: object = None
        self._rendered: dict[str, tuple[object, RenderedPage]] = {}
        self._kept_twins: dict[str, bytes] = {}
        self._kept_view: tuple[str, EntityView] | None = None
        self._kept_inventory: tuple[dict[str, str], bytes] | None = None
        self.pages = pages

    @cached_property
    def parts(self) -> frozenset[str]:
        """The keys of pages with a part of an entity or of the report, which is in the Markdown twin of the whole."""
        return frozenset({*self.pages.parts, *self.pages.report_parts})

    def target(self, key: str) -> tuple[str, str, bool] | None:
        """The names of a page's entity in cross-references: short, and with its kind; whether the page is a part."""
        entity = self.pages.entities.get(self.pages.parts[key][0] if key in self.pages.parts else key)
        if entity is None:
            return None
        return target_name(entity), f"{entity.kind.name.replace(' ', '_')}.{entity.name}", key in self.parts

    def inventory(self, url: Callable[[str], str]) -> bytes:
        """The inventory for other sites. `url` returns the address of a page by key, relative to the inventory."""
        addresses = {key: url(key) for key in self.uris}
        if self._kept_inventory is None or self._kept_inventory[0] != addresses:
            self._kept_inventory = addresses, inventory(self.pages, addresses.__getitem__)
        return self._kept_inventory[1]

    @cached_property
    def uris(self) -> dict[str, str]:
        """Page key -> the path of the page's source, such as `reference/resources/pet.md`."""
        return {key: f"{self.folder}/{key}.md" for key in page_keys(self.pages)}

    @cached_property
    def twins(self) -> tuple[str, ...]:
        """The keys of the pages with a Markdown twin."""
        return tuple([key for key in self.uris if key not in self.parts])

    def twin(self, key: str) -> bytes:
        """A page as Markdown, cached. It uses the view of the HTML page if that was rendered just before."""
        if key not in self._kept_twins:
            names = [uri.removeprefix(f"{self.folder}/") for uri in self.artifacts]
            self._kept_twins[key] = plain_page(self.pages, key, self._view, names, self.title)
        return self._kept_twins[key]

    def forget_twin(self, key: str) -> None:
        """Free a twin."""
        self._kept_twins.pop(key, None)

    def _view(self, key: str) -> EntityView:
        """The view of an entity, or of a part of one; the last one is cached."""
        if self._kept_view is None or self._kept_view[0] != key:
            self._kept_view = key, self.pages.entity(key)
        return self._kept_view[1]

    @cached_property
    def artifacts(self) -> dict[str, bytes]:
        """Path -> content of the files that are not pages. Users get no sidecar, which contains the names of inputs."""
        files = artifacts(self.mapped, with_sidecar=self.pages.shown.authors)
        return {f"{self.folder}/{name}": data for name, data in files.items()}

    def output(self, path: Path) -> dict[Path, bytes]:
        """The artifacts for the option `output`: the file `path`, or the files in that folder."""
        files = {name.removeprefix(f"{self.folder}/"): data for name, data in self.artifacts.items()}
        files.pop(SIDECAR, None)
        system = system_named(self.mapping.system)
        if system.writing.output.folder:
            rules = system.writing.user_files
            begun = {name for name in files if rules.is_user_owned(name) and (path / name).exists()}
            written = {path / name: data for name, data in files.items() if name not in begun}
            return {place: data + rules.footer(place, written).encode() for place, data in written.items()}
        (data,) = files.values()
        return {path: data}

    def navigation(self) -> list[dict[str, object]]:
        """The pages as a MkDocs navigation."""
        labels = self.pages.labels
        nav: list[dict[str, object]] = [{labels["page.overview"]: self.uris["index"]}]
        if self.pages.changes:
            nav.append({labels["page.changes"]: self.uris["changes"]})
        for kind in self.pages.lists():
            if kind.is_single:
                nav.append({kind.title: self.uris[kind.entries[0].key]})
            else:
                nav.append({kind.title: list(self._in_sections(kind))})
        if "report" in self.uris:
            nav.append({labels["page.report"]: self.uris["report"]})
        return nav

    def _in_sections(self, kind: ListView) -> Iterator[dict[str, object]]:
        """The pages of a kind; in sections, if there are many. Themes write titles as they are."""
        for section in sections(kind, self.pages.labels["group.other"]):
            keys = [entry.key for entry in section.entries]
            pages: list[dict[str, object]] = [
                {nav_title(entry.name) + self._mark(entry.key): self.uris[entry.key]} for entry in section.entries
            ]
            if section.title:
                yield {nav_title(section.title) + self._mark(*keys): pages}
            else:
                yield from pages

    def _mark(self, *keys: str) -> str:
        """The mark of a changed page in the navigation; empty for others."""
        return CHANGED if any(map(self.pages.changed, keys)) else ""

    def markdown(self, key: str, *, search: bool) -> str:
        """The source of a page: front matter and title. The HTML is inserted later."""
        title, heading, description = self._title(key)
        matter: dict[str, object] = {"title": nav_title(self.full_title(key) or title), "render_macros": False}
        if description:
            matter["description"] = nav_title(first_sentence(description))
        if not search:
            matter["search"] = {"exclude": True}
        # JSON is valid YAML, and much faster to write
        front = "\n".join(f"{key}: {json.dumps(value)}" for key, value in matter.items())
        return f"---\n{front}\n---\n\n# {heading}\n"

    def full_title(self, key: str) -> str:
        """Name and kind of the entity on a page, which make it unique; empty for other pages."""
        entity = self.pages.entities.get(key)
        if entity is not None:
            return f"{self.pages.title(entity)} ({entity.kind.title})"
        if key in self.pages.parts:
            view = self.pages.outline(key)
            return f"{view.title} ({view.kind})"
        return ""

    def found_by(self, key: str) -> FoundBy | None:
        """How the entity of a page is found by its names; None for other pages."""
        entity = self.pages.entities.get(key)
        return single(entity.kind.name) if entity and entity.kind.is_single else self.pages.found_by.get(key)

    def short_title(self, key: str) -> str:
        """The title of a page in the navigation."""
        return self._title(key)[0]

    def about(self, key: str) -> str:
        """The description of a page."""
        return self._title(key)[2]

    def _title(self, key: str) -> tuple[str, str, str]:
        """Title in the navigation, heading in Markdown, and description of a page."""
        labels = self.pages.labels
        if key == "index":
            return labels["page.overview"], prose(self.title), ""
        if key in ("report", "changes"):
            title = labels[f"page.{key}"]
            return title, prose(title), ""
        if key in self.pages.report_parts:
            title = self.pages.report_parts[key].title
            return f"{labels['page.report']}: {title}", prose(title), ""
        if key in self.pages.parts:
            view = self.pages.outline(key)
            return view.name, prose(view.title), view.summary
        entity = self.pages.entities[key]
        kind = entity.kind.title
        short = kind if entity.kind.is_single else short_name(entity)
        return (
            short,
            f"{prose(self.pages.title(entity))} ({prose(kind)})",
            system_named(self.mapping.system).showing.prose(entity.description or ""),
        )

    @cached_property
    def _named_only(self) -> EntityKind | None:
        """The kind whose read-only attributes a search finds by their names only; None if the site is not so large."""
        kind = system_named(self.mapping.system).showing.lookup_kind
        return kind if are_names_enough(self.mapping.entities, kind) else None

    def render_once(
        self,
        key: str,
        renderer: Renderer,
        url: Callable[[str], str],
        search: str,
        state: object,
        heading: str | None = None,
    ) -> RenderedPage:
        """The same as `render`, cached as long as `state` is the same."""
        known, page = self._rendered.get(key, (None, None))
        if page is None or known != (search, state):
            page = self.render(key, renderer, url, search, heading)
            self._rendered[key] = (search, state), page
        if not self.problems:
            return page
        trouble = renderer.trouble(self.problems if key == "index" else (), url(self.uris["index"]))
        return replace(page, html=trouble + page.html, search=page.search and trouble + page.search)

    def render(
        self, key: str, renderer: Renderer, url: Callable[[str], str], search: str, heading: str | None = None
    ) -> RenderedPage:
        """Render a page. `url` returns the address of a source; `heading` is the id of its title, if it has one."""

        def page_url(target: str) -> str:
            return url(self.uris[target])

        labels = self.pages.labels
        if key == "index":
            files = {uri.removeprefix(f"{self.folder}/"): url(uri) for uri in self.artifacts}
            front = self.pages.front(self.address)
            html = renderer.index(self.pages, front, files, page_url)
            groups = [group for group in self.pages.catalogue if group.title]
            titles = without_shared([group.title for group in groups])
            headings = [(title, group.anchor, 2) for title, group in zip(titles, groups, strict=True)]
            headings += [(labels["section.use"], "use-provider", 2)] if front.use else []
            headings += [(labels["section.relations"], "relations", 2)] if front.relations else []
            headings += [(labels["section.coverage"], "coverage-map", 2)] if front.map else []
            headings.append((labels["section.artifacts"], "artifacts", 2))
            told = "" if search == "off" else str(render_line(first_paragraph(front.description)))
            return _page(html, told, headings, {f"{kind.key}s-list" for kind in self.pages.lists()})
        if key == "report":
            view = self.pages.report
            headings = [(labels["section.diagnostics"], "diagnostics", 2)]
            for outcome in view.outcomes:
                headings.append((outcome.title, outcome.key, 3))
                headings += [(rule.title, f"{rule.code}-{rule.severity}", 4) for rule in outcome.rules]
            headings += [(labels["section.coverage"], "coverage", 2), ("Properties", "coverage-entities", 3)]
            headings += [("Operations", "coverage-operations", 3)] if view.operations else []
            if view.candidates:
                headings.append(("Candidates", "coverage-candidates", 3))
            if self.pages.drift is not None:
                headings.append(("Drift", "drift", 2))
            return _page(renderer.report(self.pages, page_url), "", headings)
        if key in self.pages.report_parts:
            return _page(renderer.report_part(self.pages, key, page_url), "", [])
        if key == "changes" and self.pages.changes:
            headings = [(s.title, f"changes-{s.severity}", 2) for s in self.pages.changes.sections]
            return _page(renderer.changes(self.pages.changes, page_url), "", headings)
        entity = self._view(key)
        html = renderer.entity(entity, page_url, heading)
        page = _page(html, {"full": html}.get(search, ""), list(_headings(entity, labels)), entity.anchors)
        page = replace(page, stubs=entity.moved, titled=heading is not None)
        if search != "attributes":
            return page
        whole = self.pages.entities[entity.part_of.key if entity.part_of else key]
        sections = search_sections(entity, names_only=whole.kind is self._named_only)
        text = renderer.search_text(entity, lead_words(first_paragraph(entity.summary)), sections)
        titled = tuple([(section.title, section.anchor, 3) for section in sections])
        looked_up = frozenset([section.anchor for section in sections if not section.is_set])
        return replace(page, search=text, sections=titled, looked_up=looked_up)


def _page(
    html: str, search: str, headings: list[tuple[str, str, int]], anchors: set[str] | None = None
) -> RenderedPage:
    ids = {anchor for _, anchor, _ in headings} | (anchors or set())
    return RenderedPage(html, search, tuple(headings), frozenset(ids))


def _headings(view: EntityView, labels: Labels) -> Iterator[tuple[str, str, int]]:
    if view.examples or view.import_hint:
        yield labels["section.example"], "example-usage", 2
    if view.import_hint:
        yield labels["section.import"], "import-block", 3
    attributes = several(view.noun)
    yield capital(labels["section.attributes"].replace("{attributes}", attributes)), "schema-attributes", 2
    for group in view.groups:
        yield group.title, f"attributes-{group.key}", 3
        names = short_paths([attribute.name for attribute in group.attributes])
        yield from ((name, row.anchor, 4) for name, row in zip(names, group.attributes, strict=True))
    if view.removed:
        yield labels["section.removed"], "removed-attributes", 2
    if view.operations:
        yield labels["section.operations"], "api-operations", 2
    if view.calls:
        yield labels["section.calls"], "api-calls", 2
    if view.life:
        yield labels["section.life"], "life", 2
    if view.address:
        yield labels["section.cluster"], "in-the-cluster", 2
    last = (
        (view.matrix, "sources", "attribute-sources"),
        (view.schemas, "schemas", "used-schemas"),
        (view.left_out, "left_out", "left-out"),
        (view.uses or view.used_by, "relations", "relations"),
        (view.related, "related", "see-also"),
        (view.diagnostics, "notes", "mapping-notes"),
    )
    for shown, label, anchor in last:
        if shown:
            yield labels[f"section.{label}"].replace("{attributes}", attributes), anchor, 2


_HEAD = (
    "# Sphinx inventory version 2\n# Project: {}\n# Version: \n# The remainder of this file is compressed using zlib.\n"
)


def inventory(pages: Pages, url: Callable[[str], str]) -> bytes:
    """The inventory of all names. `url` returns the address of a page by key, relative to the inventory."""
    entries = [(name, address) for name, address in _entries(pages, url) if name.split() == [name]]
    lines = "".join(f"{name} std:label 1 {address} -\n" for name, address in entries)
    project = " ".join(pages.mapping.provider.split())
    return _HEAD.format(project).encode() + zlib.compress(lines.encode("utf-8", "replace"))


def _entries(pages: Pages, url: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    for key, entity in pages.entities.items():
        name, address = target_name(entity), url(key)
        yield name, f"{address}#schema-attributes"
        for path, _ in walk(entity.layout):
            page, anchor = pages.layouts.locate(key, path)
            yield f"{name}.{path}", f"{address if page == key else url(page)}#{anchor}"
