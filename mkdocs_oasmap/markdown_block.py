"""A Python-Markdown extension for blocks in handwritten pages: `::: oasmap resource.telescope`.

It works in MkDocs, ProperDocs and Zensical, and with Python-Markdown alone. The content comes from the options `spec`
and `config`, from the settings of a site, or from `pages`, which the MkDocs plugin sets.
"""

import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import ETX, STX, AtomicString
from markupsafe import Markup
from msgspec import Struct, field

from mapper.links import real_path
from mapper.registry import REGISTRY, default_system, system_named, system_of_scheme
from mapper.report.diagnostic import MappingError, Problem, one_line
from mapper.request import Mapped, Request
from mapper.system.system import System
from mapper.text.display import visible, visible_lines
from mapper.text.suggest import nearest_or_some

from .block_options import BlockOptions, InvalidBlock, block_options
from .host_page import addresses, register_ids, register_page, with_entries, with_links, zensical_page
from .mappings import FileState, MappingInput, input_files, input_state
from .messages import summary
from .pages.audience import VARIABLE, Shown, audience_of, shown_to
from .pages.block import Claim, Embedded, NotFound, embed, page_key
from .pages.labels import find_wrong_labels
from .pages.pages import Pages
from .pages.source_places import source_links
from .render.html import SCRIPT, STYLESHEET, Renderer, inline_assets, permalink_text, write_assets
from .render.site import Site

log = logging.getLogger("mkdocs.plugins.oasmap")  # below "mkdocs", whose warnings MkDocs counts in strict mode

_BLOCK = re.compile(r"^ {0,3}::: *oasmap(?: +(.*?))? *$", re.MULTILINE)
_FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
_HEADING = re.compile(r"<!--oasmap heading (\d+)-->")
_BEFORE_MKDOCSTRINGS, _AFTER_TOC = 76, 4
_MARK = "oasmap-mark"
_MAPPED: dict[tuple[MappingInput, str, Shown, tuple[tuple[str, str], ...]], tuple[FileState, Site]] = {}
Address = Callable[[Markdown, str], str]
"""The page that is converted, and the path of a generated page's source -> the address from one to the other."""


class OasmapExtension(Extension):
    """The extension.

    Options: `spec`, `system`, `config` and `overlays`, relative to `base` or to the current folder; `allow_hosts`,
    `source_url`, `audience`, `sources`, `templates`, `assets` and `javascript`. In place of `spec`, `mkdocs` are the
    settings of a site with the options of the plugin. Or `pages` is a `Pages`, or a function that returns a mapping
    from folders to `Pages` or `Site`. `strict`: a wrong block is an error. `address` is known to the plugin.

    A page with blocks contains the style sheet and the script. If `assets` is a folder, both are written there, and the
    pages have to link to them; if it is false, they are left out.
    """

    def __init__(self, **options: Any) -> None:
        self.config = {
            "spec": ["", "The input, such as an API description."],
            "mkdocs": ["", "The settings of a site, mkdocs.yml or zensical.toml, whose mappings are shown."],
            "strict": [False, "Whether a block that cannot be shown ends the build."],
            "system": [default_system(), "What it is mapped to."],
            "config": ["", "The config, or a list of its files; the one that the system looks for if it is not given."],
            "overlays": [[], "OpenAPI Overlays to apply to the description, one or a list."],
            "allow_hosts": [[], "Hosts that references may lead to."],
            "base": ["", "The folder that all files are relative to."],
            "source_url": ["", "The address of a line in the repository, with {path} and {line}."],
            "audience": ["", "Whom the pages are for: authors, or users, who see neither sources nor reports."],
            "sources": [False, "Whether users see where attributes come from, too."],
            "templates": [[], "Folders with templates that replace the templates of the package."],
            "labels": [{}, "Titles, groups, statuses and badges in other words, by key."],
            "pages": [{}, "The pages to show, in place of spec."],
            "assets": ["", "Where to write style sheet and script, in place of each page; false: nowhere."],
            "javascript": [True, "Whether pages have the script."],
            "address": ["", "Addresses of generated pages, for the plugin."],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the processors that render blocks, and that remove marker elements at the end of a page."""
        if zensical_page(md) is not None:
            self._refuse_dropped_plugin()
        seen = _Seen()
        blocks = _Blocks(md, self, seen)
        md.parser.blockprocessors.register(blocks, "oasmap", _BEFORE_MKDOCSTRINGS)
        md.treeprocessors.register(_Marks(seen), "oasmap", _AFTER_TOC)

    def renderer(self, md: Markdown) -> "_Renderer":
        """What renders blocks: with the templates, labels and permanent links of the site."""
        contents = md.treeprocessors["toc"] if "toc" in md.treeprocessors else None  # noqa: SIM401 - it has no get
        text = permalink_text(getattr(contents, "use_permalinks", False))
        return _Renderer(self.getConfig("templates"), text, self.getConfig("labels"))

    def sites(self) -> Mapping[str, Site]:
        """The pages of each mapping. Raises NotFound, MappingError."""
        pages = self.getConfig("pages")
        if callable(pages):
            pages = pages()
        if isinstance(pages, Pages):
            pages = {"": pages}
        if isinstance(pages, Mapping) and pages:
            return {folder: _as_site(folder, mapped_pages) for folder, mapped_pages in pages.items()}
        if settings := self.getConfig("mkdocs"):
            from .sites.whole_site import whole_site  # MkDocs, whose settings these are, is not needed otherwise

            return whole_site(self._base() / settings).sites
        if not self.getConfig("spec"):
            raise NotFound("there is no mapping; give the Markdown extension oasmap the options spec and config")
        return {"": self._mapped_pages()}

    def address(self, md: Markdown) -> Callable[[str], str]:
        """The addresses of generated pages, relative to the page that is converted."""
        given = self.getConfig("address")
        return partial(given, md) if given else addresses(md, has_pages=bool(self.getConfig("mkdocs")))

    @property
    def is_strict(self) -> bool:
        """Whether a wrong block is an error."""
        return bool(self.getConfig("strict"))

    def _refuse_dropped_plugin(self) -> None:
        """Raise MappingError where the settings list the plugin, which does not run, and nobody makes its pages."""
        if self.getConfig("mkdocs") or self.getConfig("pages"):
            return
        from .sites.settings_file import NAMES, plugin_of, read_site

        root = Path(sys.modules["zensical.config"].get_config()["root_dir"] or ".")
        path = next((root / name for name in NAMES if (root / name).is_file()), None)
        if path is not None and plugin_of(read_site(path)) is not None:
            text = "the plugin oasmap is listed, and Zensical runs no plugins: the site would lack its pages"
            remedy = "write settings that have them with `oasmap zensical init`, and build with `oasmap zensical build`"
            raise MappingError(Problem(text, path.name, remedy=remedy))

    def assets(self) -> str:
        """Style sheet and script as HTML; empty if pages link to files, which are written here. Raises MappingError."""
        where, folders, script = self.getConfig("assets"), self.getConfig("templates"), self.getConfig("javascript")
        if where:
            write_assets(self._base() / where, folders, script=script)
        linked = False
        if (settings := self.getConfig("mkdocs")) and where == "":
            from .sites.settings_file import entries_of, read_site

            site = read_site(self._base() / settings)
            linked = STYLESHEET in entries_of(site, "extra_css") and SCRIPT in entries_of(site, "extra_javascript")
        return "" if where or where is False or linked else inline_assets(folders, script=script)

    def _system(self) -> System:
        name = self.getConfig("system")
        if name not in REGISTRY:
            raise NotFound(f"there is no system {name}{nearest_or_some(name, REGISTRY)}")
        return system_named(name)

    def _base(self) -> Path:
        return real_path(Path(self.getConfig("base") or "."))

    def _mapped_pages(self) -> Site:
        """The pages of `spec`, mapped once for a site, and again if an input changes."""
        base = self._base()
        links, spec, config = (self.getConfig(name) for name in ("source_url", "spec", "config"))
        request = Request(
            Path(spec) if system_of_scheme(spec) else base / spec,
            _paths(base, config) if config else tuple(self._system().reading.default_config(base)),
            base,
            overlays=_paths(base, self.getConfig("overlays")),
            allow_hosts=tuple(self.getConfig("allow_hosts")),
        )
        read = MappingInput(self._system().name, request)
        try:
            audience = audience_of(self.getConfig("audience"), os.environ.get(VARIABLE, ""), preview=False)
        except ValueError as error:
            raise NotFound(str(error)) from None
        shown = shown_to(audience, sources=bool(self.getConfig("sources")))
        labels = self.getConfig("labels")
        if wrong := find_wrong_labels(labels):
            raise NotFound("; and ".join(wrong))
        key = read, links, shown, tuple(sorted(labels.items()))
        state, site = _MAPPED.get(key, ((), None))
        if site is None or state != _state(site):
            mapped = key[0].read_and_run()
            log.info("oasmap: %s: %s", visible(str(self.getConfig("spec"))), summary(mapped.mapping))
            pages = Pages(mapped.mapping, source_links(links), excerpts=not links, shown=shown, labels=labels)
            site = Site(pages, mapped, "", "Reference")
            _MAPPED[key] = (_state(site), site)
        return site


def _as_site(folder: str, mapped_pages: Pages | Site) -> Site:
    return (
        Site(mapped_pages, Mapped(None, mapped_pages.mapping), folder, "Reference")
        if isinstance(mapped_pages, Pages)
        else mapped_pages
    )


def _paths(base: Path, names: str | list[str]) -> tuple[Path, ...]:
    """Paths relative to `base`."""
    return tuple(base / name for name in ([names] if isinstance(names, str) else names))


def makeExtension(**options: Any) -> OasmapExtension:  # noqa: N802 - Python-Markdown's name
    """The extension, for use by module name."""
    return OasmapExtension(**options)


class WrongBlock(Exception):
    """A block that cannot be shown, where the extension is strict."""


class _Headings(Struct):
    """Headings for the table of contents. In the HTML they are comments, which no description can contain."""

    level: int
    elements: list[ElementTree.Element] = field(default_factory=list)

    def __call__(self, title: str, anchor: str, depth: int, *, code: bool = False, more: str = "") -> Markup:
        """A heading; without headings, a label for parts and nothing for the block itself."""
        if not self.level:
            return Markup('<p class="oa-group">{}</p>').format(title) if depth else Markup()
        heading = ElementTree.Element(f"h{min(self.level + depth, 6)}", {"id": anchor} if anchor else {})
        inner = ElementTree.SubElement(heading, "code") if code else heading
        inner.text = AtomicString(title)
        if more:
            inner.tail = AtomicString(more)
        self.elements.append(heading)
        return Markup("<!--oasmap heading {}-->").format(len(self.elements) - 1)


class _Renderer(Renderer):
    """Renders blocks with the templates of pages."""

    def block(self, shown: Embedded, heading: _Headings, claim: Claim) -> str:
        return self._render("embed.html", part=shown.part, embed=shown.view, heading=heading, claim=claim)


class _Seen(Struct):
    """The state of a page: its ids so far, and whether it has style sheet and script, and a block with all parts."""

    ids: set[str] = field(default_factory=set)
    assets: bool = False
    is_whole: bool = False


class _Blocks(BlockProcessor):
    """Inserts the HTML of blocks, and before the first one the style sheet and the script."""

    def __init__(self, md: Markdown, extension: OasmapExtension, seen: _Seen) -> None:
        super().__init__(md.parser)
        self._md, self._extension, self._seen = md, extension, seen
        # most pages have no block, and MkDocs makes this object for each of them
        self._renderer = cache(partial(extension.renderer, md))

    def test(self, parent: ElementTree.Element, block: str) -> bool:
        match = _BLOCK.search(block)
        return match is not None and len(_FENCE.findall(block, 0, match.start())) % 2 == 0

    def run(self, parent: ElementTree.Element, blocks: list[str]) -> None:
        block = blocks.pop(0)
        match = _BLOCK.search(block)
        if match is None:
            raise AssertionError(block)
        if before := block[: match.start()].rstrip("\n"):
            self.parser.parseBlocks(parent, [before])
        lines = block[match.end() + 1 :].split("\n")
        count = next((number for number, line in enumerate(lines) if not line.startswith(" ")), len(lines))
        if rest := "\n".join(lines[count:]):
            blocks.insert(0, rest)
        target = match[1] or ""
        try:
            options = block_options("\n".join(lines[:count]))
            (self._add_whole if options.is_whole else self._add)(parent, target, options)
        except (NotFound, MappingError, InvalidBlock) as error:
            self._add_trouble(parent, f"::: oasmap {target}".rstrip(), str(error))

    def _add(self, parent: ElementTree.Element, target: str, options: BlockOptions) -> None:
        earlier = set(self._seen.ids)
        heading = _Headings(options.heading_level)
        shown = embed(target, options.attributes, self._pages, self._claim)
        pieces = _HEADING.split(self._renderer().block(shown, heading, self._claim))
        self._add_assets(parent)
        element = ElementTree.SubElement(parent, "div", {"class": "oasmap oa-embed"})
        if shown.part == "nothing":
            level = logging.INFO if zensical_page(self._md) is None else logging.WARNING  # where no other log is seen
            log.log(level, "oasmap: ::: oasmap %s is left out: the site is for users", visible(target))
        if shown.anchor:
            element.set("id", shown.anchor)
        for number, piece in enumerate(pieces):
            if number % 2:
                element.append(heading.elements[int(piece)])
            elif html := piece.strip():
                # STX and ETX delimit placeholders of Python-Markdown
                html = html.replace(STX, "").replace(ETX, "")
                ElementTree.SubElement(element, "p").text = self._md.htmlStash.store(html)
        for id_ in sorted(self._seen.ids - earlier):
            ElementTree.SubElement(element, "span", {"class": _MARK, "id": id_})
        register_ids(self._seen.ids - earlier)

    def _add_whole(self, parent: ElementTree.Element, target: str, _options: BlockOptions) -> None:
        """A page as the plugin makes it: the same view with the same template, and its ids, which no prefix has."""
        if self._seen.is_whole:
            raise InvalidBlock("a page can have only one block with parts: all")
        sites = self._extension.sites()
        folder, key = page_key(target, {folder: site.pages for folder, site in sites.items()})
        site = sites[folder]
        rendered = site.render(key, self._renderer(), self._extension.address(self._md), "attributes")
        html = with_links(rendered.html).replace(STX, "").replace(ETX, "")
        if zensical_page(self._md) is not None:
            html = with_entries(html, rendered.sections)
        self._add_assets(parent)
        self._seen.is_whole = True
        self._seen.ids |= rendered.anchors
        ElementTree.SubElement(parent, "p").text = self._md.htmlStash.store(html)
        marks = ElementTree.SubElement(parent, "div", {"class": _MARK})
        for title, anchor, level in rendered.headings:
            ElementTree.SubElement(marks, f"h{level}", {"id": anchor}).text = AtomicString(title)
        headed = {anchor for _, anchor, _ in rendered.headings}
        for id_ in sorted((rendered.anchors | rendered.stubs) - headed):
            ElementTree.SubElement(marks, "span", {"id": id_})
        register_page(site, key, rendered)

    def _pages(self) -> dict[str, Pages]:
        return {folder: site.pages for folder, site in self._extension.sites().items()}

    def _add_assets(self, parent: ElementTree.Element) -> None:
        if not self._seen.assets and (html := self._extension.assets()):
            ElementTree.SubElement(parent, "p").text = self._md.htmlStash.store(html)
        self._seen.assets = True

    def _claim(self, wanted: str) -> str:
        id_, number = wanted, 2
        while id_ in self._seen.ids:
            id_, number = f"{wanted}-{number}", number + 1
        self._seen.ids.add(id_)
        return id_

    def _add_trouble(self, parent: ElementTree.Element, block: str, text: str) -> None:
        page = _page(self._md)
        text = "\n".join(map(one_line, text.split("\n")))
        told = visible_lines(f"oasmap: {f'{page}: ' if page else ''}{block}: {text}")
        if self._extension.is_strict:
            raise WrongBlock(told)
        log.warning("%s", told)
        box = ElementTree.SubElement(parent, "div", {"class": "admonition danger oa-trouble"})
        ElementTree.SubElement(box, "p", {"class": "admonition-title"}).text = AtomicString(block)
        ElementTree.SubElement(box, "p").text = AtomicString(text)


class _Marks(Treeprocessor):
    """Removes the marker elements that tell other extensions about ids, and resets the state at the end of a page."""

    def __init__(self, seen: _Seen) -> None:
        super().__init__()
        self._seen = seen

    def run(self, root: ElementTree.Element) -> None:
        self._seen.ids.clear()
        self._seen.assets = self._seen.is_whole = False
        for element in root.iter():
            for mark in element.findall(f"*[@class='{_MARK}']"):
                element.remove(mark)


def _page(md: Markdown) -> str:
    """The source of the page that MkDocs or Zensical converts; empty elsewhere."""
    if (context := zensical_page(md)) is not None:
        return str(context.page.path)
    if "relpath" not in md.treeprocessors:
        return ""
    return getattr(getattr(md.treeprocessors["relpath"], "file", None), "src_uri", "")


def _state(site: Site) -> FileState:
    """A key that changes if an input of the mapping changes."""
    return input_state(input_files(site.mapping))
