"""Makes the sites of one build: maps, compares with the baseline, and makes pages."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Severity
from mapper.request import Mapped
from mapper.text.display import visible

from ..mappings import MappingInput, input_files, input_state
from ..messages import for_log, summary
from ..options import build_error, refused
from ..pages.audience import VARIABLE, Shown, audience_of, shown_to
from ..pages.changes import Comparisons
from ..pages.pages import Pages
from ..progress import step
from ..render.site import Site
from .baseline import LogLine, compared_state, comparisons
from .line_links import line_links
from .mapping_options import ResolvedMapping

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from ..options import OasmapOptions

_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING}


@contextmanager
def _without_collection(*, is_again: bool) -> Iterator[None]:
    """Without garbage collection, as nearly all that a mapping makes is kept: 2.4 s in place of 3.2 s for 300 pages.

    What is made is frozen: later collections do not look at it, which takes 2 ms of 13 ms a page away. Where
    `mkdocs serve` builds again, what an earlier build has frozen is collected first, as its cycles would stay until the
    process ends. A first build leaves what others have frozen as it is.
    """
    was_on = gc.isenabled()
    gc.disable()
    if is_again:
        gc.unfreeze()
        gc.collect()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
        gc.freeze()


class SiteBuilder:
    """Makes the site of each mapping. `log_line` gets each line for the log, with its level.

    `last` has the sites of the previous build by folder. A site with the same options is taken from there, as long as
    its files have the same modification times.
    """

    def __init__(
        self,
        config: MkDocsConfig,
        options: OasmapOptions,
        log_line: LogLine,
        *,
        shown: Shown,
        last: dict[str, Site],
    ) -> None:
        self._config, self._options = config, options
        self._base = real_path(config_file(config)).parent
        self._log_line, self._shown, self._last = log_line, shown, last

    def site(self, mapping: ResolvedMapping) -> Site:
        """The site of one mapping. Raises PluginError."""
        if mapping.refusal:
            self._log_line(logging.WARNING, mapping.refusal)
        site = self._last.get(mapping.options.pages)
        if site is None or site.made_from != self._state(mapping, site.files):
            with _without_collection(is_again=bool(self._last)):
                site = self._new(mapping)
        else:
            for level, text in site.log_lines:
                self._log_line(level, text)
        site.problems = ()
        return site

    def _state(self, mapping: ResolvedMapping, files: Iterable[Path]) -> object:
        """What a site is made from: the options, and the modification times of these and all named files."""
        config = self._config
        links = config.repo_url, config.edit_uri, config.docs_dir
        values = {**self._options, "mappings": None}, dict(mapping.options), links, self._shown
        paths = [*mapping.files, *mapping.repository.files(), *files]
        return values, input_state(paths), compared_state(mapping)

    def _new(self, mapping: ResolvedMapping) -> Site:
        """A new site. Raises PluginError."""
        lines: list[tuple[int, str]] = []

        def log_line(level: int, text: str) -> None:
            lines.append((level, text))
            self._log_line(level, text)

        mapped = self._map(mapping.input, in_part=bool(mapping.options.baseline))
        compared = comparisons(mapping, mapped, log_line)
        _excuse(mapped, compared, log_line)
        site = self._new_site(mapping, mapped, compared)
        self._log(site, log_line)
        site.log_lines, site.files = tuple(lines), (*input_files(mapped.mapping), *compared.files)
        site.made_from = self._state(mapping, site.files)
        return site

    def _map(self, source: MappingInput, *, in_part: bool) -> Mapped:
        """The mapping of a site. Raises PluginError."""
        try:
            with step(f"mapping {source.request.input}"):
                return source.read_and_run(in_part=in_part)
        except MappingError as error:
            raise refused(error) from None
        except OSError as error:
            raise build_error(str(error), remedy="choose another file or folder") from None

    def _new_site(self, mapping: ResolvedMapping, mapped: Mapped, compared: Comparisons) -> Site:
        """The site of a mapping. Raises PluginError."""
        options = mapping.options
        source_url = line_links(self._options.source_url, self._config, self._base)
        try:
            pages = Pages(
                mapped.mapping,
                source_url,
                excerpts=source_url is None,
                split=self._options.split,
                compared=compared,
                repository=mapping.repository,
                shown=self._shown,
                labels=self._options.labels,
            )
            site = Site(pages, mapped, options.pages, options.title, options.address or "")
            with step(f"writing the artifacts of {options.pages}"):
                site.artifacts  # noqa: B018 - raises OverBudget early
        except MappingError as error:
            raise refused(error) from None
        return site

    def _log(self, site: Site, log_line: LogLine) -> None:
        ignored = {code for code, level in self._options.levels.items() if level == "ignore"}
        shown = [d for d in site.mapping.diagnostics if d.severity in _LEVELS and d.code not in ignored]
        report = f"{site.folder}/report.md" if self._shown.authors else "the mapping report of `mkdocs serve`"
        for severity, text in for_log(shown, report):
            log_line(_LEVELS[severity], text)
        listed = f", see {report}" if site.mapping.diagnostics else ""
        log_line(logging.INFO, f"{site.folder}: {summary(site.mapping)}{listed}")


def _excuse(mapped: Mapped, compared: Comparisons, log_line: LogLine) -> None:
    """Log what the API removed since the baseline: there is still a preview without it. Raises PluginError for all else
    that cannot be mapped.
    """
    orphans = compared.review.orphans if compared.review is not None else ()
    problems = [problem for ref, problem in mapped.lost.items() if ref not in orphans]
    if problems:
        raise refused(MappingError(*problems))
    for ref in orphans:
        text = f"the {ref} was removed from the API: it has no page, and nothing is written to `output`"
        log_line(logging.WARNING, visible(f"{text}; `oasmap settle` takes it out of the config"))


def config_file(config: MkDocsConfig) -> Path:
    """The path of mkdocs.yml."""
    return Path(config.config_file_path or "mkdocs.yml")


def audience(options: OasmapOptions, mappings: Iterable[Any], *, serves: bool) -> Shown:
    """What pages show to their audience; previews are for authors. Raises PluginError."""
    preview = serves or any(mapping.baseline for mapping in mappings)
    try:
        found = audience_of(options.audience, os.environ.get(VARIABLE, ""), preview=preview)
    except ValueError as error:
        raise build_error(str(error), remedy="correct the option `audience`, or the variable OASMAP_AUDIENCE") from None
    return shown_to(found, sources=options.sources)
