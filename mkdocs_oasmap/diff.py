"""`oasmap diff`: what a change of the input does to those who use the provider."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mapper.diagnostics import MappingError
from mapper.review import RULES, Review, Rule, Settings, Severity
from mapper.review.settings import level_of

CONFIG = "./generator_config.yml"
FORMATS = ("text", "markdown", "json", "github", "sarif", "html")
FAIL_ON = ("breaking", "warning", "any", "none")
DONE, PROBLEM, USAGE, REACHED = 0, 1, 2, 3

_DIFF = """\
Review what a change does to those who use the provider.

Compares two states, and lists what changed: worst first, with whom it breaks, and whether the API description,
the generator config or the tool caused it. Each of OLD and NEW is one of

  openapi.yaml           an API description, mapped with --config
  git:REVISION           the same file as the other side, and the config, in a revision of the git repository
  git:REVISION:PATH      another file in a revision
  oasmap.json            a sidecar, as a published site has it
  provider_code_spec.json  a code specification, of this tool or another
"""
_MORE = """\
exit codes:
  0  nothing changed that --fail-on counts
  1  a problem in the input, or a state that is not there
  2  the command line is wrong
  3  something changed that --fail-on counts

examples:
  oasmap diff git:origin/main api/openapi.yaml
  oasmap diff --format markdown --fail-on breaking git:v1.2.0 api/openapi.yaml > comment.md
  oasmap diff old/provider_code_spec.json provider_code_spec.json
  oasmap diff --explain became-required
"""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `diff` to the commands of `oasmap`."""
    command = commands.add_parser(
        "diff",
        help=_DIFF.split("\n", 1)[0],
        description=_DIFF,
        epilog=_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    add = command.add_argument
    add("old", metavar="OLD", nargs="?", help="the state before")
    add("new", metavar="NEW", nargs="?", help="the state after")
    add("--config", "-config", default=CONFIG, metavar="FILE", help="the generator config (default: %(default)s)")
    add("--old-config", metavar="FILE", help="the generator config of OLD, if it is another file")
    add("--format", choices=FORMATS, default="text", help="how the review is written (default: %(default)s)")
    add(
        "--fail-on", choices=FAIL_ON, default="none", help="exit with 3 if something is that bad (default: %(default)s)"
    )
    add(
        "--rule",
        action="append",
        default=[],
        type=_level,
        metavar="RULE=LEVEL",
        help="another severity for a rule: breaking, warning, info, docs or ignore; may be given several times",
    )
    add("--review", metavar="FILE", help="the review file: severities by rule, and approved changes by fingerprint")
    add(
        "--recorded",
        metavar="FILE",
        help="the sidecar that was written for OLD at its time, to see what the tool itself changed",
    )
    add("--source-url", metavar="URL", help="link lines of NEW: an address with {path} and {line} in it")
    add("--missing-ok", action="store_true", help="where OLD is not there, say so and exit with 0")
    add("--explain", metavar="RULE", help="explain a rule, or all of them, and do nothing else")


def run(options: argparse.Namespace) -> int:
    """Write the review; returns the exit code."""
    if options.explain:
        return _explain(options.explain)
    if not options.old or not options.new:
        return _fail("OLD and NEW are needed, see oasmap diff --help", USAGE)
    try:
        review = _review(options)
    except MappingError as error:
        from .git_files import NoBaseline

        if isinstance(error, NoBaseline) and options.missing_ok:
            sys.stderr.writelines(f"note: nothing to compare with: {problem}\n" for problem in error.problems)
            return DONE
        sys.stderr.writelines(f"error: {problem}\n" for problem in error.problems)
        return PROBLEM
    sys.stdout.write(_written(review, options))
    return REACHED if _fails(review, options.fail_on) else DONE


def _review(options: argparse.Namespace) -> Review:
    from .baselines import GIT, read_state, review

    settings = _settings(options)
    base = Path.cwd()
    specs = {"old": options.new, "new": options.old}
    others = {side: None if name.startswith(GIT) else Path(name) for side, name in specs.items()}
    old = read_state(options.old, Path(options.old_config or options.config), base, others["old"])
    new = read_state(options.new, Path(options.config), base, others["new"])
    recorded = read_state(options.recorded, Path(options.config), base) if options.recorded else None
    return review(old, new, settings, recorded)


def _settings(options: argparse.Namespace) -> Settings:
    from mapper.review import Settings

    from .baselines import read_review_file

    settings = read_review_file(Path(options.review), Path.cwd()) if options.review else Settings()
    return Settings(settings.levels | dict(options.rule), settings.approved)


def _written(review: Review, options: argparse.Namespace) -> str:
    from .source_links import source_links

    links = source_links(options.source_url)
    match options.format:
        case "json":
            from mapper.review.data import write_review

            return write_review(review)
        case "markdown":
            from .review_markdown import as_markdown

            return as_markdown(review, links)
        case "sarif":
            from .review_sarif import as_sarif

            return as_sarif(review)
        case "github":
            from .review_text import as_github

            return as_github(review)
        case "html":
            from .review_html import as_html

            return as_html(review, links)
    from .review_text import as_text

    return as_text(review)


def _fails(review: Review, threshold: str) -> bool:
    from mapper.review import Severity

    if threshold == "none":
        return False
    return bool(review.reaching(Severity.DOCS if threshold == "any" else Severity(threshold)))


def _level(text: str) -> tuple[str, Severity | None]:

    rule, _, level = text.partition("=")
    try:
        return rule, level_of(rule, level)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _explain(name: str) -> int:
    from mapper.review.settings import level_of

    if name == "all":
        sys.stdout.write("\n".join(map(explained, RULES.values())))
        return DONE
    try:
        level_of(name, "info")
    except ValueError as error:
        return _fail(str(error), USAGE)
    sys.stdout.write(explained(RULES[name]))
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
    sys.stderr.write(f"error: {text}\n")
    return code
