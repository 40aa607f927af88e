"""The Markdown twins of generated pages, and `llms.txt`, which lists all pages of a site.

The twin of the page `reference/resources/pet/` is `reference/resources/pet.md`. Programs read Markdown rather than
HTML, and find it in `llms.txt` (https://llmstxt.org). Pages do not link to their twins: themes take a `<link
rel="alternate">` for a translation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import urljoin

from mkdocs.structure.files import File, InclusionLevel

from ..render.markdown_escape import address, line
from ..render.sanitized_html import first_sentence

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation

    from ..render.site import Site

LLMS = "llms.txt"
_INCLUDED = InclusionLevel.NOT_IN_NAV
_OTHERS = ("llmstxt", "llms-txt", "llmstxt-md")
"""Other plugins that write `llms.txt`."""


class TwinFile(File):
    """A twin, whose content is made on request: when its page is rendered, the view is cached."""

    make: Callable[[], bytes] | None = None
    forget: Callable[[], None] | None = None

    def copy_file(self, dirty: bool = False) -> None:
        """Write the twin, and free its content."""
        super().copy_file(dirty)
        if self.forget is not None:
            self.forget()

    @property
    def _content(self) -> str | bytes | None:
        return self.make() if self.make is not None else self._given

    @_content.setter
    def _content(self, content: str | bytes | None) -> None:
        self.make, self._given = None, content


def twin_files(site: Site, config: MkDocsConfig, forget: Callable[[str], None] | None = None) -> Iterator[File]:
    """The twins as files of a site. They are not documentation pages, so that they have other source names.

    `forget` is called with the key of a page whose twin is written.
    """
    for key in site.twins:
        uri = site.uris[key]
        file = cast("TwinFile", TwinFile.generated(config, f"{uri}.txt", content=b"", inclusion=_INCLUDED))
        file.dest_uri = uri
        file.make = partial(site.twin, key)
        file.forget = partial(forget, key) if forget is not None else None
        yield file


def write_llms(sites: Iterable[Site], nav: Navigation, files: Files, config: MkDocsConfig) -> None:
    """Write `llms.txt`, unless the site or another plugin has one."""
    if files.get_file_from_path(LLMS) is None and not any(name in config.plugins for name in _OTHERS):
        Path(config.site_dir, LLMS).write_text("\n".join(_llms(list(sites), nav, config)), encoding="utf-8")


def _llms(sites: list[Site], nav: Navigation, config: MkDocsConfig) -> Iterator[str]:
    ours = {uri for site in sites for uri in site.uris.values()}
    yield f"# {line(config.site_name)}\n"
    if config.site_description:
        yield f"> {line(str(config.site_description))}\n"
    written = [page for page in nav.pages if page.file.src_uri not in ours]
    if written:
        yield "## Pages\n"
        yield from (_item(str(page.title), page.url, "", config) for page in written)
        yield ""
    for site in sites:
        yield f"## {line(site.title)}\n"
        for key in site.twins:
            yield _item(site.full_title(key) or site.short_title(key), site.uris[key], site.about(key), config)
        yield ""


def _item(title: str, url: str, about: str, config: MkDocsConfig) -> str:
    """An item of the list, with an absolute URL if the site has one."""
    target = urljoin(config.site_url, url) if config.site_url else url or "./"
    description = f": {line(first_sentence(about))}" if about else ""
    return f"- [{line(title)}]({address(target)}){description}"
