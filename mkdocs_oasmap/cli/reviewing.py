"""The run of `oasmap diff`: reads two states, compares them, and writes the review."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.registry import review_rules
from mapper.report.diagnostic import MappingError, Problem
from mapper.review import ChangeSeverity, Review, Settings
from mapper.review.data import review_pieces
from mapper.review.settings_reader import UnknownRule, level_of
from mapper.text.display import visible

from ..review.baselines import GIT, Files, moment_in, path_of, read_review_file, read_state, review, review_of_nothing
from ..review.git import NoBaseline
from .input_options import versions_in
from .program import LOST, OK, USAGE, fail, refuse

_WITHOUT_NOTES = ("github", "lines", "sarif", "changelog", "junit", "gitlab")


class Wanted(Struct, frozen=True):
    """The values of the parameters. `versions` are by system name."""

    old: str | None
    new: str | None
    system: str | None
    config: tuple[str, ...]
    old_config: tuple[str, ...]
    overlays: tuple[Path, ...]
    hosts: tuple[str, ...]
    service: str | None
    provider: str | None
    live: bool
    plugin_dirs: tuple[Path, ...]
    versions: dict[str, str]
    format: str
    fail_on: str
    rules: tuple[str, ...]
    review: str | None
    recorded: str | None
    template: str | None
    source_url: str | None
    guide_url: str | None
    missing_ok: bool

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Wanted:
        """The values of the parameters of `oasmap diff`."""
        return cls(
            old=values["old"],
            new=values["new"],
            system=values["system"],
            config=values["config"],
            old_config=values["old_config"],
            overlays=tuple(map(Path, values["overlay"])),
            hosts=values["allow_host"],
            service=values["service"],
            provider=values["provider"],
            live=values["live"],
            plugin_dirs=tuple(map(Path, values["plugin_dir"])),
            versions=versions_in(values),
            format=values["format_"],
            fail_on=values["fail_on"],
            rules=values["rules"],
            review=values["review"],
            recorded=values["recorded"],
            template=values["template"],
            source_url=values["source_url"],
            guide_url=values["guide_url"],
            missing_ok=values["missing_ok"],
        )


def run(wanted: Wanted) -> int:
    """Compare, print the review and return the exit code."""
    if not wanted.old or not wanted.new:
        return fail("OLD and NEW are needed, see oasmap diff --help", USAGE)
    try:
        review = _review(wanted.old, wanted.new, wanted)
        if review is None:
            return OK
        if wanted.format == "json":
            sys.stdout.writelines(review_pieces(review))
            return LOST if _fails(review, wanted.fail_on) else OK
        text = written(review, wanted.format, wanted.source_url, wanted.guide_url, wanted.template)
    except UnknownRule as error:
        return fail(f"--rule: {error}", USAGE)
    except MappingError as error:
        return refuse(error.problems)
    sys.stdout.write(text)
    return LOST if _fails(review, wanted.fail_on) else OK


def _review(old_name: str, new_name: str, wanted: Wanted) -> Review | None:
    """The review; None if the old state does not exist and --missing-ok is given. Raises UnknownRule, MappingError."""
    settings = _settings(wanted)
    new_files = Files(
        tuple(map(Path, wanted.config)),
        Path.cwd(),
        path_of(old_name),
        wanted.overlays,
        wanted.hosts,
        wanted.versions,
        wanted.system,
        wanted.service,
        wanted.provider,
        wanted.live,
        wanted.plugin_dirs,
    )
    old_config = tuple(map(Path, wanted.old_config)) or new_files.config
    old_files = replace(new_files, spec=path_of(new_name), config=old_config, live=False)
    new = read_state(new_name, new_files)
    for system in new_files.versions:
        if new.mapping.system != system:
            raise MappingError(Problem(f"--{system}-version goes with what is mapped to {system}", new_name))
    recorded = read_state(wanted.recorded, replace(new_files, live=False)) if wanted.recorded else None
    try:
        old = read_state(old_name, old_files)
    except NoBaseline as error:
        if not wanted.missing_ok:
            raise
        sys.stderr.writelines(f"note: nothing to compare with: {problem}\n" for problem in error.problems)
        return None
    except MappingError as error:
        if not old_name.startswith(GIT):
            raise
        return review_of_nothing(old_name, error, new)  # a committed state cannot be repaired, so that it is no failure
    if wanted.format in _WITHOUT_NOTES:
        doubts = [
            doubt_text for state in (old, recorded, new) if state for doubt_text in (*state.problems, *state.doubts)
        ]
        sys.stderr.writelines(f"note: {visible(doubt)}\n" for doubt in doubts)
    return review(old, new, settings, recorded, moment_in(Path.cwd()))


def _settings(wanted: Wanted) -> Settings:
    settings = read_review_file(Path(wanted.review), Path.cwd()) if wanted.review else Settings()
    chosen = dict(_level(text) for text in wanted.rules)
    return replace(settings, levels=settings.levels | chosen)


def _level(text: str) -> tuple[str, ChangeSeverity | None]:
    """The values of `RULE=LEVEL`. Raises UnknownRule."""
    rule, _, level = text.partition("=")
    return rule, level_of(rule, level, review_rules())


def written(
    review: Review,
    form: str,
    source_url: str | None = None,
    guide_url: str | None = None,
    template: str | None = None,
) -> str:
    """The review in a format. Raises MappingError for a template that cannot be used."""
    from ..pages.source_links import source_links

    links = source_links(source_url)
    match form:
        case "json":
            from mapper.review.data import write_review

            return write_review(review)
        case "markdown":
            from ..review.markdown import as_markdown

            return as_markdown(review, links)
        case "sarif":
            from ..review.sarif import as_sarif

            return as_sarif(review, guide_url)
        case "lines":
            from ..review.text import as_lines

            return as_lines(review)
        case "github":
            from ..review.text import as_github

            return as_github(review)
        case "changelog":
            from ..review.changelog import as_changelog

            return as_changelog(review, Path(template) if template else None)
        case "junit":
            from ..review.junit import as_junit

            return as_junit(review)
        case "gitlab":
            from ..review.gitlab import as_gitlab

            return as_gitlab(review)
        case "html":
            from ..review.html import as_html

            return as_html(review, links)
    from ..review.text import as_text

    return as_text(review)


def _fails(review: Review, threshold: str) -> bool:
    if threshold == "none":
        return False
    return bool(review.reaching(ChangeSeverity.DOCS if threshold == "any" else ChangeSeverity(threshold)))
