"""All mappings of a site as pages, for site generators that do not run the plugin."""

import hashlib
import logging
from pathlib import Path

from mkdocs.config.base import ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from msgspec import Struct

from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.display import visible
from mapper.version import __version__

from ..mappings import FileState, input_state
from ..options import CORRECT, BuildError
from ..render.site import Site
from .mapping_options import resolve
from .settings_file import SiteSettings, read_settings_file
from .site_builder import SiteBuilder, audience

log = logging.getLogger("mkdocs.plugins.oasmap")


class WholeSite(Struct, frozen=True):
    """The settings of a site, and the pages of each mapping. `files` are all that were read, with their state."""

    settings: SiteSettings
    sites: dict[str, Site]
    files: FileState

    @property
    def digest(self) -> str:
        """Changes whenever a page may have another content."""
        state = [(str(path), known) for path, known in self.files]
        return hashlib.sha256(repr((__version__, state)).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def is_current(self) -> bool:
        """Whether no file has changed since."""
        return input_state(path for path, _ in self.files) == self.files


_KEPT: dict[Path, WholeSite] = {}
_SERVED: set[Path] = set()


def whole_site(path: Path, *, current: bool = False) -> WholeSite:
    """The pages of a site, mapped again only where a file has changed.

    Raises MappingError; for a site that is served, the last pages are returned in place of it, unless they have to be
    `current`.
    """
    key = real_path(path)
    kept = _KEPT.get(key)
    if kept is None or not kept.is_current:
        try:
            _KEPT[key] = kept = _new_whole_site(path, kept)
        except MappingError:
            if kept is None or current or key not in _SERVED:
                raise
    return kept


def serve_last(path: Path) -> None:
    """Keep the last pages of a site while its inputs are wrong, as a server that fails once serves no change more."""
    _SERVED.add(real_path(path))


def _new_whole_site(path: Path, last: WholeSite | None) -> WholeSite:
    settings = read_settings_file(path)
    options = settings.options
    config = _config(settings)
    try:
        mappings = [
            resolve(each, settings.base, options.levels, check_spec=options.check_spec) for each in settings.mappings
        ]
        builder = SiteBuilder(
            config,
            options,
            lambda level, text: log.log(level, "%s", visible(text)),
            shown=audience(options, settings.mappings, serves=False),
            last=last.sites if last else {},
        )
        sites = {mapping.options.pages: builder.site(mapping) for mapping in mappings}
        named = [file for mapping in mappings for file in mapping.files]
    except BuildError as error:
        raise MappingError(*error.problems) from None
    read = [file for site in sites.values() for file in site.files]
    return WholeSite(settings, sites, input_state(dict.fromkeys([settings.path, *named, *read])))


def _config(settings: SiteSettings) -> MkDocsConfig:
    """What the site has of the settings of MkDocs that matter for pages. Raises MappingError."""
    config = MkDocsConfig(config_file_path=str(real_path(settings.path)))
    kept = ("site_name", "site_url", "repo_url", "repo_name", "edit_uri")
    config.load_dict({name: settings.site[name] for name in kept if settings.site.get(name)})
    config.load_dict({"docs_dir": str(settings.docs), "plugins": [], "theme": "mkdocs"})
    try:
        failed, _ = config.validate()
    except (ConfigurationError, ValidationError) as error:
        raise MappingError(Problem(visible(str(error)), str(settings.path), remedy=CORRECT)) from None
    if failed:
        raise MappingError(
            *(Problem(visible(f"{name}: {error}"), str(settings.path), remedy=CORRECT) for name, error in failed)
        )
    return config
