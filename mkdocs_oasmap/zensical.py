"""The pages of a site for Zensical, which runs no plugins: small files with a block each, written before its build.

`pages` is for Zensical's settings, which call it whenever they are read. That they do so before pages are listed is
nothing that Zensical promises; `oasmap zensical build` depends on its public functions only.
"""

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from mapper.files import encode, make_folders, write_changed
from mapper.report.diagnostic import MappingError, Problem

from .navigation import NAVIGATION_PLUGINS, navigation_file
from .render.html import SCRIPT, STYLESHEET, write_assets
from .render.site import Site
from .render.write import MARK, Written, write_pages
from .sites.settings_file import NAMES, entries_of, named_options, plugin_of
from .sites.whole_site import WholeSite, serve_last, whole_site

log = logging.getLogger("mkdocs.plugins.oasmap")

EXTENSIONS = frozenset(("oasmap", "mkdocs_oasmap.markdown_block"))
"""The names of the extension that shows the blocks: that of its entry point, and that of its module."""

_PAUSE = 0.5
"""Seconds between two looks at the inputs while a site is served."""


def settings_path(name: str | None) -> Path:
    """The settings to read: those named, or the ones that Zensical finds. Raises MappingError if there are none."""
    if name is not None:
        return Path(name)
    found = next((Path(known) for known in NAMES if Path(known).is_file()), None)
    if found is None:
        raise MappingError(
            Problem(
                f"this folder has no settings of a site, such as {NAMES[0]}",
                remedy="run the command in the folder of the site",
            )
        )
    return found


def pages(settings: str = NAMES[0], **_kwds: Any) -> Callable[..., str]:
    """Write the pages, and return a function for a custom fence, in whose place this is called.

    Raises MappingError, which ends the build; while a site is served, the last pages stay.
    """
    from pymdownx.superfences import fence_code_format

    written = write(Path(settings))
    log.info("oasmap: %s", written)
    format_: Callable[..., str] = fence_code_format
    return format_


def write(settings: Path, *, current: bool = False) -> Written:
    """Write the pages of all mappings below the folder of pages written by hand. Raises MappingError.

    `current`: the last pages are not taken in place of inputs that are wrong.
    """
    whole = whole_site(settings, current=current)
    if EXTENSIONS.isdisjoint(named_options(whole.settings.site.get("markdown_extensions"))):
        text = "markdown_extensions has no oasmap, so pages would show `:::` as text"
        raise MappingError(Problem(text, str(settings), remedy="see `oasmap zensical init`"))
    total = Written(0, 0, 0)
    for site in whole.sites.values():
        folder = whole.settings.docs / site.folder
        files = dict(_files(whole, site))
        below = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_dir()]
        done = write_pages(files, folder, ["", *below])
        total = Written(total.changed + done.changed, total.same + done.same, total.removed + done.removed)
    if STYLESHEET in entries_of(whole.settings.site, "extra_css"):
        folder = whole.settings.docs / Path(STYLESHEET).parent
        write_assets(folder, _templates(whole), script=SCRIPT in entries_of(whole.settings.site, "extra_javascript"))
        write_changed({folder / ".gitignore": b"*\n"}, folder)
    return total


def write_twins(settings: Path) -> None:
    """Write the Markdown of each page into the built site. Raises MappingError."""
    whole = whole_site(settings)
    if not whole.settings.options.markdown_pages:
        return
    built = whole.settings.base / str(whole.settings.site.get("site_dir") or "site")
    for site in whole.sites.values():
        twins = {built / site.uris[key]: site.twin(key) for key in site.twins}
        make_folders(twins, built)
        write_changed(twins, built)


def watch(settings: Path, tell: Callable[[str], None]) -> Thread:
    """Write the pages anew in another thread whenever an input changes; a problem is told, and the last pages stay."""

    def look() -> None:
        last: tuple[str, ...] = ()
        while True:
            time.sleep(_PAUSE)
            try:
                write(settings, current=True)
                last = ()
            except MappingError as error:
                told = tuple(map(str, error.problems))
                if told != last:
                    tell("\n".join(told))
                last = told

    serve_last(settings)
    thread = Thread(target=look, name="oasmap", daemon=True)
    thread.start()
    return thread


def _templates(whole: WholeSite) -> list[Path]:
    """The folders with templates of the site."""
    theme = whole.settings.site.get("theme")
    own = theme.get("custom_dir") if isinstance(theme, dict) else None
    return [whole.settings.base / str(own)] if own else []


def _files(whole: WholeSite, site: Site) -> Iterator[tuple[str, bytes]]:
    """The pages, artifacts, inventory and navigation of a mapping, by name in its folder."""
    searched = whole.settings.options.search != "off"
    for key, uri in site.uris.items():
        front, _, heading = site.markdown(key, search=searched).removeprefix("---\n").partition("\n---\n")
        text = f"---\n{MARK}\n# state: {whole.digest}\n{front}\n---\n{heading}\n::: oasmap {site.folder}/{key}\n"
        yield uri.removeprefix(f"{site.folder}/"), encode(f"{text}    parts: all\n")
    for uri, data in site.artifacts.items():
        yield uri.removeprefix(f"{site.folder}/"), data
    yield "objects.inv", site.inventory(partial(_address, whole))
    yield ".gitignore", b"*\n"
    for plugin in NAVIGATION_PLUGINS:
        if (options := plugin_of(whole.settings.site, plugin)) is not None:
            name, text = navigation_file(site, plugin, options)
            yield name, encode(f"---\n{MARK}\n---\n{text}" if name.endswith(".md") else text)


def _address(whole: WholeSite, key: str) -> str:
    """The address of a page, relative to the folder of its mapping."""
    if not whole.settings.site.get("use_directory_urls", True):
        return f"{key}.html"
    return "./" if key == "index" else f"{key}/"
