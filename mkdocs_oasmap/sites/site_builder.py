"""Makes the sites of one build: maps, compares with the baseline and makes pages, or reads a site from the cache."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError
from msgspec.structs import replace

from mapper.reads import is_file, note_once, recorded, unchanged
from mapper.report.diagnostic import MappingError, Severity
from mapper.request import Mapped
from mapper.review import Review, Settings
from mapper.text.display import visible

from ..cache import Cache
from ..handwritten import Repository
from ..mappings import MappingInput, input_state
from ..messages import for_log, summary
from ..pages.audience import VARIABLE, Shown, audience_of, shown_to
from ..pages.history import History
from ..pages.pages import Pages
from ..pages.review_text import summary as review_summary
from ..progress import step
from ..project import Baseline, Dependencies, Project, review_settings
from ..render.kept import KeepingSite, Line, RecalledSite, find_site
from ..render.site import Site
from .build_errors import build_error, refused
from .keeping import site_name
from .line_links import line_links
from .mapping_options import mapping_input

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from ..options import OasmapOptions

LogLine = Callable[[int, str], None]
_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING}


class Makes:
    """Makes the sites of one build. `log_line` gets each line for the log, with its level.

    `cache` stores sites, if there is one, and `signature` is the key for how pages are rendered. `project` has the
    results of the previous build, `known` its sites by folder.
    """

    def __init__(
        self,
        config: MkDocsConfig,
        options: OasmapOptions,
        project: Project,
        log_line: LogLine,
        *,
        shown: Shown,
        cache: Cache | None = None,
        signature: str = "",
        known: dict[str, Site] | None = None,
    ) -> None:
        self._config, self._options = config, options
        self._base = Path(config.config_file_path or "mkdocs.yml").resolve().parent
        self._project, self._log_line, self._shown = project, log_line, shown
        self._cache, self._signature, self._known = cache, signature, known or {}
        self._names: dict[str, str] = {}
        self._found: dict[str, Site] = {}

    def site(self, options: Any) -> Site:
        """The site of one mapping, reused if nothing has changed. Raises PluginError."""
        name = self._name(options)
        found = self._found.pop(name, None) or (self._earlier(options, name) if name else None)
        if found is not None:
            for level, text in found.log_lines:
                self._log_line(level, text)
            found.problems = ()
            return found
        lines: list[Line] = []

        def log_line(level: int, text: str) -> None:
            lines.append((level, text))
            self._log_line(level, text)

        with recorded() as reads:
            site = self._made(options, log_line)
        site.log_lines, site.reads, site.kept_as = tuple(lines), reads, name
        return site

    def _earlier(self, options: Any, name: str) -> Site | None:
        """The site from the previous build or the cache; None if there is none."""
        previous = self._known.get(options.pages)
        if previous is not None and previous.kept_as == name and unchanged(previous.reads):
            return previous
        kept = find_site(self._cache, name) if self._cache is not None else None
        if kept is None or self._cache is None:
            return None
        site = RecalledSite(kept, options.pages, self._cache, lambda: self._made(options, _silent))
        site.kept_as = name
        return site

    def is_new(self, options: Any) -> bool:
        """Whether the site of a mapping has to be made in this build, and can be cached."""
        try:
            name = self._name(options)
        except PluginError:  # raised again when the site is made
            return False
        found = self._earlier(options, name) if name else None
        if found is not None:
            self._found[name] = found
        return bool(name) and found is None

    def _name(self, options: Any) -> str:
        """The cache key of a site; empty for a site that is not cached. Raises PluginError."""
        if self._cache is None:
            return ""
        if options.pages not in self._names:
            shown = self._signature, repr(self._shown), repr(sorted(self._options.labels.items()))
            key = self._input(options)
            self._names[options.pages] = site_name(options, self._options, self._config, key, shown)
        return self._names[options.pages]

    def _input(self, options: Any) -> MappingInput:
        levels = tuple(self._options.levels.items())
        return mapping_input(options, self._base, levels, check_spec=self._options.check_spec)

    def _made(self, options: Any, log_line: LogLine) -> Site:
        """The site, mapped now or in the previous build. Raises PluginError."""
        base, key = self._base, self._input(options)
        mapped = self._mapping(key)
        key = replace(key, system=mapped.mapping.system)
        review, missing = self._review(mapped, options, key, log_line) if options.baseline else (None, None)
        history = self._history(options, mapped, key, log_line) if options.versions or options.history else None
        drift = self._drift(mapped, options, log_line) if options.drift else None
        repository = Repository(base / options.provider_dir)
        config, split = self._config, self._options.split
        source_url = line_links(self._options.source_url, config, base)

        def make() -> Site:
            pages = Pages(
                mapped.mapping,
                source_url,
                excerpts=source_url is None,
                split=split,
                review=review,
                missing=missing,
                history=history,
                drift=drift,
                repository=repository,
                shown=self._shown,
                labels=self._options.labels,
            )
            site = self._new(pages, mapped, options)
            with step(f"writing the artifacts of {options.pages}"):
                site.artifacts  # noqa: B018 - raises OverBudget early
            return site

        links = self._options.source_url, config.repo_url, config.edit_uri, config.docs_dir, self._signature
        named = options.pages, options.title, options.address
        written = input_state(sorted(repository.files()))
        values = (*named, split, self._shown, missing, links, written, tuple(sorted(self._options.labels.items())))
        dependencies = Dependencies((mapped, review, history, drift, self._cache), values)
        try:
            site = self._project.once(("site", options.pages), dependencies, make)
        except MappingError as error:
            raise refused(error) from None
        site.problems = ()
        self._log(site, log_line)
        return site

    def _new(self, pages: Pages, mapped: Mapped, options: Any) -> Site:
        arguments = pages, mapped, options.pages, options.title, options.address or ""
        if self._cache is None:
            return Site(*arguments)
        return KeepingSite(*arguments, self._cache, self._signature, self._known.get(options.pages))

    def _log(self, site: Site, log_line: LogLine) -> None:
        ignored = {code for code, level in self._options.levels.items() if level == "ignore"}
        shown = [d for d in site.mapping.diagnostics if d.severity in _LEVELS and d.code not in ignored]
        for severity, text in for_log(shown, f"{site.folder}/report.md"):
            log_line(_LEVELS[severity], text)
        log_line(logging.INFO, f"{site.folder}: {summary(site.mapping)}")

    def _mapping(self, key: MappingInput) -> Mapped:
        try:
            return self._project.mapping(key)
        except MappingError as error:
            raise refused(error) from None
        except OSError as error:
            raise build_error(str(error)) from None

    def _drift(self, mapped: Mapped, options: Any, log_line: LogLine) -> Review:
        """The differences between the built provider and the documentation."""
        from ..review.drift import documented_drift

        def compare() -> Review:
            return documented_drift(mapped.mapping, options, self._base)

        file = self._base / options.drift
        dependencies = Dependencies((mapped,), (input_state([file]),))
        try:
            found = self._project.once(("drift", options.pages), dependencies, compare) if is_file(file) else compare()
        except MappingError as error:
            raise refused(error, "drift: ") from None
        _warn(found.notes, log_line)
        return found

    def _review(self, mapped: Mapped, options: Any, key: MappingInput, log_line: LogLine) -> tuple[Any, Any]:
        """The changes since the baseline, or the page that says why there is no baseline."""
        from ..pages.changes import no_changes_known

        name = options.baseline
        try:
            settings = review_settings(Path(options.review), self._base) if options.review else Settings()
        except MappingError as error:
            raise refused(error) from None
        old_config = tuple(map(Path, options.baseline_config or ()))
        try:
            found, doubts = self._project.review(mapped, key, Baseline(name, old_config, options.recorded), settings)
        except MappingError as error:
            _missing(str(error), options.baseline_missing, log_line)
            note_once(f"baseline {name}")  # the baseline may exist in the next build
            return None, no_changes_known(name, str(error))
        _warn(doubts, log_line)
        log_line(logging.INFO, f"changes since {visible(found.old.name)}: {review_summary(found)}")
        return found, None

    def _history(self, options: Any, mapped: Mapped, key: MappingInput, log_line: LogLine) -> History:
        """Which version added, changed and removed each entity and attribute."""
        option = "history" if options.history else "versions"
        history_file = Path(options.history) if options.history else None
        try:
            found, doubts = self._project.history(options.versions, history_file, mapped, key)
        except MappingError as error:
            raise refused(error, f"{option}: ") from None
        _warn(doubts, log_line)
        return found


def audience(options: OasmapOptions, mappings: Iterable[Any], *, serves: bool) -> Shown:
    """What pages show to their audience; previews are for authors. Raises PluginError."""
    preview = serves or any(mapping.baseline for mapping in mappings)
    try:
        found = audience_of(options.audience, os.environ.get(VARIABLE, ""), preview=preview)
    except ValueError as error:
        raise build_error(str(error)) from None
    return shown_to(found, sources=options.sources)


def _missing(why: str, level: str, log_line: LogLine) -> None:
    """Log that there is no baseline. Raises PluginError if the option makes that an error."""
    text = f"there is no baseline to compare with: {why}"
    if level == "error":
        raise PluginError(f"oasmap: {text}")
    log_line(logging.WARNING if level == "warning" else logging.INFO, text)


def _warn(texts: Iterable[str], log_line: LogLine) -> None:
    for text in texts:
        log_line(logging.WARNING, visible(text))


def _silent(level: int, text: str) -> None:
    """Discards log lines of a site that is made again, which were logged before."""
