"""Adds the generated pages to the navigation of a site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import yaml
from mkdocs.structure.files import File, InclusionLevel, file_sort_key
from mkdocs.utils import nest_paths

from .render.markdown_escape import nav_title
from .render.site import Site

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation

NAVIGATION_PLUGINS = dict.fromkeys(("literate-nav", "awesome-nav")).keys()
"""Plugins that read the navigation of a folder from a file in it."""

_LONG = 300
"""Pages in a navigation from which on it is most of each page: 270 bytes for each entry, in the theme Material."""


def insert_pages(sites: list[Site], files: Files, config: MkDocsConfig) -> None:
    """Add the generated pages to `nav`.

    An entry that names the folder (`- Reference: reference/`) becomes a section with all pages. If `nav` has no such
    entry, the pages are not added. Without a `nav`, they become the last section of the navigation that MkDocs builds
    from files. For plugins that read navigation files, such a file is added.
    """
    if config.nav is None and not (NAVIGATION_PLUGINS & config.plugins.keys()):
        config.nav = _default(sites, files)
        return
    for site in sites:
        if config.nav is not None:
            config.nav, is_named = _expand(config.nav, site)
            if not is_named and not _names_a_page(config.nav, site):
                for uri in site.uris.values():
                    file = files.get_file_from_path(uri)
                    if file is not None:
                        file.inclusion = InclusionLevel.NOT_IN_NAV
        else:
            plugin = next(name for name in NAVIGATION_PLUGINS if name in config.plugins)
            name, text = navigation_file(site, plugin, config.plugins[plugin].config)
            _add(files, config, f"{site.folder}/{name}", text)


def navigation_file(site: Site, plugin: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """The name and the text of the file in the folder of a site that a plugin for navigation reads."""
    if plugin == "literate-nav":
        return options.get("nav_file") or "SUMMARY.md", _summary(site)
    nav = _relative(site.navigation(), site.folder)
    return options.get("filename") or ".nav.yml", yaml.safe_dump({"nav": nav}, sort_keys=False)


def unreached(sites: list[Site], nav: Navigation, config: MkDocsConfig) -> Iterator[str]:
    """A message for each mapping whose pages are not in the navigation, unless the site allows it.

    `not_in_nav` and `validation` in `mkdocs.yml` apply, as for all pages.
    """
    reached = {page.file.src_uri for page in nav.pages}
    for site in sites:
        left_out = config.not_in_nav
        wanted = [uri for uri in site.uris.values() if left_out is None or not left_out.match_file(uri)]
        if wanted and reached.isdisjoint(site.uris.values()):
            yield (
                f"nothing in the navigation leads to the {len(site.uris)} pages in {site.folder}/; add this to nav:"
                f" '- {site.title}: {site.folder}/'"
            )


def is_on_each_page(nav: Navigation, config: MkDocsConfig) -> bool:
    """Whether the theme writes a long navigation to each page, though it knows how not to."""
    features = config.theme.get("features") or ()
    return config.theme.name == "material" and len(nav.pages) > _LONG and "navigation.prune" not in features


def _expand(nav: Any, site: Site) -> tuple[Any, bool]:
    """`nav` with the pages in place of the folder, and whether the folder was found."""
    folder = (site.folder, site.folder + "/")
    if isinstance(nav, str) and nav in folder:
        return site.navigation(), True
    if isinstance(nav, list):
        done: list[Any] = []
        any_found = False
        for entry in nav:
            expanded, is_named = _expand(entry, site)
            if is_named and isinstance(entry, str):
                done += expanded
            else:
                done.append(expanded)
            any_found |= is_named
        return done, any_found
    if isinstance(nav, dict):
        pairs = {key: _expand(value, site) for key, value in nav.items()}
        return {key: value for key, (value, _) in pairs.items()}, any(is_named for _, is_named in pairs.values())
    return nav, False


def _names_a_page(nav: Any, site: Site) -> bool:
    if isinstance(nav, str):
        return nav in site.uris.values()
    children = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ()
    return any(_names_a_page(child, site) for child in children)


def _summary(site: Site) -> str:
    """A literate navigation file: a nested Markdown list of links."""
    lines: list[str] = []

    def add(nav: list[dict[str, Any]], indent: str) -> None:
        for entry in nav:
            for title, target in entry.items():
                if isinstance(target, list):
                    lines.append(f"{indent}* {title}")
                    add(target, indent + "    ")
                else:
                    lines.append(f"{indent}* [{title}]({target})")

    add(_relative(site.navigation(), site.folder), "")
    return "\n".join(lines) + "\n"


def _relative(nav: Any, folder: str) -> Any:
    if isinstance(nav, str):
        return nav.removeprefix(folder + "/")
    if isinstance(nav, list):
        return [_relative(entry, folder) for entry in nav]
    return {title: _relative(target, folder) for title, target in nav.items()}


def _add(files: Files, config: MkDocsConfig, uri: str, content: str) -> None:
    if files.get_file_from_path(uri) is None:
        files.append(File.generated(config, uri, content=content, inclusion=InclusionLevel.NOT_IN_NAV))


def _default(sites: list[Site], files: Files) -> list[Any]:
    """The default navigation of MkDocs, with a section for each mapping at the end."""
    generated = {uri for site in sites for uri in site.uris.values()}
    handwritten = sorted((f for f in files.documentation_pages() if f.src_uri not in generated), key=file_sort_key)
    sections = [{nav_title(site.title): site.navigation()} for site in sites]
    return [*nest_paths(file.src_uri for file in handwritten if file.inclusion.is_in_nav()), *sections]
