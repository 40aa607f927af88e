"""What the plugin does at each event of a build. The events call `sites` and `navigation`."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from mkdocs.config.base import ValidationError
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.utils import get_relative_url

from mapper.files import has_content, is_file
from mapper.links import real_path, refuse_links
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mapper.text.display import visible

from .mappings import input_files, write_output
from .markdown_block import OasmapExtension
from .navigation import insert_pages, is_on_each_page, unreached
from .options import OasmapOptions, build_error, mapping_options, refused
from .progress import step
from .render.html import SCRIPT, STYLESHEET, THEME_DIR, Renderer, permalink_text
from .render.markdown_escape import nav_title
from .render.site import Site
from .render.write import write_pages
from .sites.line_links import edit_uri
from .sites.mapping_options import ResolvedMapping, resolve
from .sites.markdown_copies import twin_files, write_llms
from .sites.search_ranks import rank_entries
from .sites.site_builder import SiteBuilder, audience, config_file
from .sites.table_of_contents import (
    add_headings,
    heading_levels,
    register_anchors,
    searched_contents,
    with_full_title,
    without_indents,
)
from .start import INTERRUPTED

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.structure.toc import TableOfContents
    from mkdocs.utils.templates import TemplateContext

log = get_plugin_logger("oasmap")
_OTHER_FOLDER = "choose another folder with the option pages"
_LONGEST_NAME = 255
_NOT_FOUND = re.compile(r"<h1[^>]*>\s*404.*?</h1>(?:\s*<p\b.*?</p>)?", re.DOTALL)
"""The heading of the page for addresses that do not exist, and its sentence, in all themes."""
_TITLE_ID = re.compile(r'<h1 id="([^"]*)"')


class OasmapEvents(BasePlugin[OasmapOptions]):
    """Maps API descriptions, and adds their reference pages and artifacts to the site."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Set up the state of a build. This event makes MkDocs keep the plugin between the builds of `mkdocs serve`."""
        self._serves = command == "serve"
        self._last: dict[str, Site] = {}
        self._nav: tuple[Navigation, Files] | None = None
        self._server: LiveReloadServer | None = None

    def on_config(self, config: MkDocsConfig) -> None:
        """Add templates, style sheet and Markdown blocks, and the inputs to the files that `mkdocs serve` watches."""
        self._sites: list[Site] = []
        self._pages: dict[str, tuple[Site, str]] = {}
        self._full: dict[str, tuple[str, TableOfContents, str]] = {}
        self._looked_up: dict[str, frozenset[str]] = {}
        self._urls: dict[str, str] = {}
        self._outputs: set[Path] = set()
        try:
            self._options = mapping_options(self.config)
        except ValidationError as error:
            raise build_error(str(error), remedy="") from None
        config.theme.dirs.append(str(THEME_DIR))
        if STYLESHEET not in config.extra_css:
            config.extra_css.insert(0, STYLESHEET)
        if self.config.javascript and SCRIPT not in map(str, config.extra_javascript):
            config.extra_javascript.append(SCRIPT)
        for mapping in self._resolve_mappings(config):
            for path in mapping.files:
                if str(path) not in config.watch:
                    config.watch.append(str(path))
                # MkDocs reads `watch` once, and an edit of mkdocs.yml may name other files
                if self._server is not None:
                    self._server.watch(str(path))
        contents = config.mdx_configs.get("toc", {})
        permalink = permalink_text(contents.get("permalink", False))
        self._renderer = Renderer(config.theme.dirs, permalink, self.config.labels)
        self._depth = heading_levels(contents.get("toc_depth", 6))
        blocks = OasmapExtension(
            pages=lambda: {site.folder: site for site in self._sites},
            address=self._address_in,
            templates=config.theme.dirs,
            labels=self.config.labels,
            assets=False,  # every page links to style sheet and script
        )
        config.markdown_extensions.append(blocks)  # type: ignore[arg-type]

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> None:
        """Watch the files that descriptions refer to, also those found later."""
        self._server = server
        self._watch_documents()

    @event_priority(50)
    def _add_files(self, files: Files, *, config: MkDocsConfig) -> None:
        if "i18n" not in config.plugins:
            self._build(files, config)

    @event_priority(-110)
    def _add_files_late(self, files: Files, *, config: MkDocsConfig) -> None:
        if "i18n" in config.plugins:  # i18n removes generated files that exist when it runs
            self._build(files, config)

    on_files = CombinedEvent(_add_files, _add_files_late)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """Insert the HTML of a generated page; first the text for the search index."""
        generated = self._pages.get(page.file.src_uri)
        if generated is None:
            return None
        site, key = generated
        url = partial(_relative, self._urls, page.url)
        title_id = _TITLE_ID.search(html)
        heading, search = title_id[1] if title_id else "", self.config.search
        if self._serves:
            rendered = site.render_once(key, self._renderer, url, search, (page.url, self._renderer.state), heading)
        else:
            rendered = site.render(key, self._renderer, url, search, heading)
        if self.config.markdown_pages and key in site.twins:
            site.twin(key)  # while the view of the page is there
        add_headings(page, rendered, self._depth)
        if "autorefs" in config.plugins:
            register_anchors(config.plugins["autorefs"], page, site, key, rendered)
        contents = searched_contents(page, rendered) if rendered.sections else page.toc
        title = nav_title(site.full_title(key) or str(page.title))
        self._full[page.file.src_uri] = ("" if rendered.titled else html) + rendered.html, contents, title
        self._looked_up[page.file.src_uri] = rendered.looked_up
        return html + rendered.search

    @event_priority(90)
    def _before_search(self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Any) -> None:
        """Before search indexes a page: set the headings of the text for the index."""
        if page.file.src_uri in self._full:
            full, contents, title = self._full[page.file.src_uri]
            self._full[page.file.src_uri] = full, page.toc, str(page.title)
            page.toc, page.title = contents, title

    @event_priority(-90)
    def _after_search(self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Any) -> None:
        """After search has indexed a page: set its HTML and its headings."""
        if page.file.src_uri in self._full:
            page.content, page.toc, page.title = self._full.pop(page.file.src_uri)
            site, key = self._pages[page.file.src_uri]
            looked_up = self._looked_up.pop(page.file.src_uri)
            if self.config.search == "attributes":
                for plugin in config.plugins.values():
                    index = getattr(plugin, "search_index", None)
                    rank_entries(index, page.url, site.found_by(key), looked_up, self._sites.index(site))

    on_page_context = CombinedEvent(_before_search, _after_search)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str | None:
        """Set a page title that distinguishes a resource from the data source of the same name."""
        generated = self._pages.get(page.file.src_uri)
        if generated is None:
            return None
        full = generated[0].full_title(generated[1])
        titled = with_full_title(output, str(page.title), full) if full else output
        return titled if self._serves else without_indents(titled, page.content or "")

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Add the names that are like a wrong address to the theme's page for it."""
        sites = [site for site in self._sites if site.pages.found_by]
        if template_name != "404.html" or not sites:
            return output
        base = urlsplit(config.site_url or "/").path.rstrip("/")
        names = [
            (
                site.pages.title(site.pages.entities[key]),
                site.pages.entities[key].kind.title,
                findable.name,
                self._at(base, site, key),
            )
            for site in sites
            for key, findable in site.pages.found_by.items()
        ]
        overviews = [(site.title, self._at(base, site, "index")) for site in sites]
        block = self._renderer.missing(names, overviews)
        return _NOT_FOUND.sub(lambda heading: f"{heading[0]}\n{block}", output, count=1)

    def _at(self, base: str, site: Site, key: str) -> str:
        return f"{base}/{self._urls[site.uris[key]]}"

    @event_priority(-100)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Log the generated pages that are not in the navigation."""
        self._nav = nav, files
        for text in unreached(self._sites, nav, config):
            log.log(config.validation.nav.omitted_files, "%s", visible(text))
        if is_on_each_page(nav, config):
            log.info(
                "the whole navigation (%s pages) is on each page: see `navigation.prune` of the theme", len(nav.pages)
            )

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the list of pages."""
        if self.config.markdown_pages and self._nav is not None:
            write_llms(self._sites, *self._nav, config)

    # --- one build -----------------------------------------------------------------------------

    def _resolve_mappings(self, config: MkDocsConfig) -> list[ResolvedMapping]:
        """The mappings, with the files that there are now. Raises PluginError."""
        levels, check_spec = self.config.levels, self.config.check_spec
        return [resolve(options, _base(config), levels, check_spec=check_spec) for options in self._options]

    def _build(self, files: Files, config: MkDocsConfig) -> None:
        self._mappings = self._resolve_mappings(config)
        shown = audience(self.config, self._options, serves=self._serves)
        builder = SiteBuilder(config, self.config, _log_line, shown=shown, last=self._last)
        try:
            for mapping in self._mappings:
                try:
                    self._sites.append(self._site(builder, mapping, config))
                except PluginError as error:
                    self._sites.append(self._last_good(mapping.options, error))
                self._add_pages(self._sites[-1], files, config, mapping.base)
        except KeyboardInterrupt:
            if self._serves:
                raise
            raise SystemExit(INTERRUPTED) from None
        insert_pages(self._sites, files, config)
        self._watch_documents()
        self._last = {site.folder: site for site in self._sites}

    def _last_good(self, options: Any, error: PluginError) -> Site:
        """The site of the last successful build, with this one's problems. Raises PluginError unless it serves."""
        site = self._last.get(options.pages)
        if self._server is None or site is None:
            raise error
        site.problems = tuple(line.removeprefix("oasmap: ") for line in str(error).splitlines())
        for problem in site.problems:
            log.error("%s", problem)
        log.error("%s: the pages show the last mapping that worked", options.pages)
        return site

    def _site(self, builder: SiteBuilder, mapping: ResolvedMapping, config: MkDocsConfig) -> Site:
        """The site of one mapping; its outputs are written. Raises PluginError."""
        site = builder.site(mapping)
        try:
            self._write_output(site, mapping.options, mapping.base, config)
            if mapping.options.registry_docs and not site.mapped.lost:
                self._write_registry_docs(site, mapping, config)
        except MappingError as error:
            raise refused(error) from None
        return site

    def _write_output(self, site: Site, options: Any, base: Path, config: MkDocsConfig) -> None:
        if not options.output or site.mapped.lost:  # a part is only a preview
            return
        path = Path(os.path.abspath(base / options.output))  # noqa: PTH100 - links are looked at when it is written
        if real_path(path).is_relative_to(real_path(Path(config.docs_dir))):
            text = f"output: {options.output} is inside of docs_dir, where writing it would start every build again"
            raise build_error(text, remedy="leave `output` out: the artifact is a part of the site already")
        files = site.output(path)
        named = [path for mapping in self._mappings for path in mapping.files]
        inputs = [config_file(config), *named, *input_files(site.mapping)]
        if {real_path(file) for file in files} & {real_path(named_input) for named_input in inputs}:
            raise build_error(
                f"output: {options.output} is an input, and is not written over", remedy="name another file"
            )
        if real_path(path) in self._outputs:
            raise build_error(
                f"output: {options.output} of {options.pages} is the output of another mapping already",
                remedy="name another file",
            )
        self._outputs.add(real_path(path))
        try:
            if not all(is_file(path) and has_content(path, data) for path, data in files.items()):
                system_named(options.system).writing.user_files.check_targets(list(files), site.mapped)
            if write_output(files, base, in_folders=system_named(options.system).writing.output.folder):
                log.info("wrote %s", visible(options.output))
        except MappingError as error:
            raise refused(error) from None

    def _write_registry_docs(self, site: Site, mapping: ResolvedMapping, config: MkDocsConfig) -> None:
        """Write the pages of Terraform's registry. Raises PluginError."""
        from .render.registry.tree import WRITTEN, refuse_docs_dir, registry_docs

        options, base = mapping.options, mapping.base
        folder: Path = base / options.registry_docs
        if real_path(folder) in self._outputs:
            raise build_error(
                f"registry_docs: {options.registry_docs} of {options.pages} has the pages of another mapping already",
                remedy="name another folder",
            )
        try:
            refuse_links([folder / "-"], base)
            refuse_docs_dir(folder, Path(config.docs_dir))
            with step(f"making the pages in {options.registry_docs}"):
                docs = registry_docs(site.pages, mapping.repository)
                written = write_pages(docs.files, folder, WRITTEN)
        except MappingError as error:
            raise refused(error, "registry_docs: ") from None
        for text in (*docs.notes, str(written)):
            log.info("%s: %s", visible(options.registry_docs), visible(text))
        self._outputs.add(real_path(folder))

    def _add_pages(self, site: Site, files: Files, config: MkDocsConfig, base: Path) -> None:
        docs = real_path(Path(config.docs_dir))
        for key, uri in site.uris.items():
            if files.get_file_from_path(uri) is not None:
                raise build_error(f"{uri} exists in docs_dir", remedy=_OTHER_FOLDER)
            file = File.generated(config, uri, content=site.markdown(key, search=self.config.search != "off"))
            if key in site.parts:  # linked from the page of the entity
                file.inclusion = InclusionLevel.NOT_IN_NAV
            file.edit_uri = edit_uri(site, key, docs, base) if site.pages.shown.authors else None
            files.append(file)
            self._pages[uri] = (site, key)
            self._urls[uri] = file.url
        if self.config.markdown_pages:
            for file in twin_files(site, config, None if self._serves else site.forget_twin):
                files.append(file)
        urls = self._urls
        names = site.inventory(lambda key: get_relative_url(urls[site.uris[key]], f"{site.folder}/"))
        for uri, data in {**site.artifacts, f"{site.folder}/objects.inv": names}.items():
            if len(os.fsencode(uri.rpartition("/")[2])) > _LONGEST_NAME:
                raise build_error(
                    f"{uri} has a name that is too long for a file", remedy="shorten the name in the config"
                )
            if files.get_file_from_path(uri) is not None:
                raise build_error(f"{uri} exists in docs_dir", remedy=_OTHER_FOLDER)
            file = File.generated(config, uri, content=data, inclusion=InclusionLevel.NOT_IN_NAV)
            files.append(file)
            self._urls[uri] = file.url

    def _address_in(self, md: Any, uri: str) -> str:
        """The address of a generated page, relative to the handwritten one that is converted."""
        return get_relative_url(self._urls[uri], md.treeprocessors["relpath"].file.url)

    def _watch_documents(self) -> None:
        if self._server is None:
            return
        for site in self._sites:
            for path in input_files(site.mapping):
                if path.exists():
                    self._server.watch(str(path))


def _base(config: MkDocsConfig) -> Path:
    """The folder of mkdocs.yml."""
    return real_path(config_file(config)).parent


def _log_line(level: int, text: str) -> None:
    log.log(level, "%s", text)


def _relative(urls: dict[str, str], page: str, uri: str) -> str:
    """The address of a file, relative to a page's address."""
    return get_relative_url(urls[uri], page)
