"""What `oasmap diff` does: reads two states, compares them, and writes the review."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from mapper.diagnostics import MappingError, Problem
from mapper.review import Review, Rule, Settings, Severity
from mapper.review.settings_reader import UnknownRule, level_of
from mapper.systems import review_rules
from mapper.visible import visible

from ..review.baselines import GIT, Files, moment_in, path_of, read_review_file, read_state, review, review_of_nothing
from ..review.git import NoBaseline
from .inputs import versions

DONE, PROBLEM, USAGE, REACHED = 0, 1, 2, 3
_WITHOUT_NOTES = ("github", "sarif", "changelog", "junit", "gitlab")


def run(options: argparse.Namespace) -> int:
    """Write the review; returns the exit code."""
    if options.explain:
        return _explain(options.explain)
    if not options.old or not options.new:
        return _fail("OLD and NEW are needed, see oasmap diff --help", USAGE)
    try:
        review = _review(options)
    except UnknownRule as error:
        return _fail(f"--rule: {error}", USAGE)
    except MappingError as error:
        sys.stderr.writelines(f"error: {problem}\n" for problem in error.problems)
        return PROBLEM
    if review is None:
        return DONE
    try:
        text = _written(review, options)
    except MappingError as error:
        sys.stderr.writelines(f"error: {problem}\n" for problem in error.problems)
        return PROBLEM
    sys.stdout.write(text)
    return REACHED if _fails(review, options.fail_on) else DONE


def _review(options: argparse.Namespace) -> Review | None:
    """The review; None where the old state is not there, and need not be. Raises UnknownRule, MappingError."""
    settings = _settings(options)
    names = {"old": options.old, "new": options.new}
    specs = {side: path_of(name) for side, name in names.items()}
    config = tuple(map(Path, options.config or ()))
    hosts = tuple(options.allow_host)
    overlays = tuple(options.overlay)
    new_files = Files(
        config,
        Path.cwd(),
        specs["old"],
        overlays,
        hosts,
        versions(options),
        options.system,
        options.service,
        options.provider,
        options.live,
        tuple(options.plugin_dir),
    )
    old_config = tuple(map(Path, options.old_config or new_files.config))
    old_files = replace(new_files, spec=specs["new"], config=old_config, live=False)
    new = read_state(options.new, new_files)
    for system in new_files.versions:
        if new.mapping.system != system:
            raise MappingError(Problem(f"--{system}-version goes with what is mapped to {system}", options.new))
    recorded = read_state(options.recorded, replace(new_files, live=False)) if options.recorded else None
    try:
        old = read_state(options.old, old_files)
    except NoBaseline as error:
        if not options.missing_ok:
            raise
        sys.stderr.writelines(f"note: nothing to compare with: {problem}\n" for problem in error.problems)
        return None
    except MappingError as error:
        if not options.old.startswith(GIT):
            raise
        return review_of_nothing(options.old, error, new)  # nobody can repair what is committed
    if options.format in _WITHOUT_NOTES:
        doubts = [said for state in (old, recorded, new) if state for said in (*state.problems, *state.doubts)]
        sys.stderr.writelines(f"note: {visible(doubt)}\n" for doubt in doubts)
    return review(old, new, settings, recorded, moment_in(Path.cwd()))


def _settings(options: argparse.Namespace) -> Settings:
    settings = read_review_file(Path(options.review), Path.cwd()) if options.review else Settings()
    chosen = dict(_level(text) for text in options.rule)
    return replace(settings, levels=settings.levels | chosen)


def _level(text: str) -> tuple[str, Severity | None]:
    """`RULE=LEVEL`. Raises UnknownRule."""
    rule, _, level = text.partition("=")
    return rule, level_of(rule, level, review_rules())


def _written(review: Review, options: argparse.Namespace) -> str:
    from ..pages.source_links import source_links

    links = source_links(options.source_url)
    match options.format:
        case "json":
            from mapper.review.data import write_review

            return write_review(review)
        case "markdown":
            from ..review.markdown import as_markdown

            return as_markdown(review, links)
        case "sarif":
            from ..review.sarif import as_sarif

            return as_sarif(review)
        case "github":
            from ..review.text import as_github

            return as_github(review)
        case "changelog":
            from ..review.changelog import as_changelog

            return as_changelog(review, Path(options.template) if options.template else None)
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
    return bool(review.reaching(Severity.DOCS if threshold == "any" else Severity(threshold)))


def _explain(name: str) -> int:

    if name == "all":
        sys.stdout.write("\n".join(map(explained, review_rules().values())))
        return DONE
    try:
        level_of(name, "info", review_rules())
    except UnknownRule as error:
        return _fail(str(error), USAGE)
    sys.stdout.write(explained(review_rules()[name]))
    return DONE


def explained(rule: Rule) -> str:
    """All that the table of rules says of one."""
    lines = [f"{rule.id}: {rule.title}", f"    {rule.why}", f"    severity: {rule.severity}"]
    if rule.read_severity is not None:
        lines[-1] += f"; {rule.read_severity} where the attribute is read-only"
    if rule.audiences:
        lines.append(f"    concerns: {', '.join(map(str, rule.audiences))}")
    if rule.mirror != rule.id:
        lines.append(f"    made backwards: {rule.mirror}")
    return "\n".join(lines) + "\n"


def _fail(text: str, code: int) -> int:
    sys.stderr.write(f"error: {visible(text)}\n")
    return code
