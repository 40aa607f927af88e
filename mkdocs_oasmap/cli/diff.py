"""`oasmap diff`: what a change of the input does to users."""

from __future__ import annotations

import argparse

from mapper.systems import REGISTRY

from .inputs import add_changes, add_config, add_live, add_provider, add_service, add_versions

FORMATS = ("text", "markdown", "json", "github", "sarif", "html", "changelog", "junit", "gitlab")
FAIL_ON = ("breaking", "warning", "any", "none")

_DIFF = """\
Review what a change does to users.

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
    command.set_defaults(run=_run)
    add = command.add_argument
    add("old", metavar="OLD", nargs="?", help="the state before")
    add("new", metavar="NEW", nargs="?", help="the state after")
    command.add_argument(
        "--system", choices=list(REGISTRY), help="what both sides are mapped to, where a file does not say it"
    )
    add_config(command)
    add(
        "--old-config",
        action="append",
        metavar="FILE",
        help="the generator config of OLD, if it is another file; may be given several times",
    )
    add_changes(command)
    add_versions(command)
    add_service(command)
    add_provider(command)
    add_live(command)
    add("--format", choices=FORMATS, default="text", help="how the review is written (default: %(default)s)")
    add(
        "--fail-on", choices=FAIL_ON, default="none", help="exit with 3 if something is that bad (default: %(default)s)"
    )
    add(
        "--rule",
        action="append",
        default=[],
        metavar="RULE=LEVEL",
        help="another severity for a rule: breaking, warning, info, docs or ignore; may be given several times",
    )
    add("--review", metavar="FILE", help="the review file: severities by rule, and approved changes by fingerprint")
    add(
        "--recorded",
        metavar="FILE",
        help="the sidecar that was written for OLD at its time, to see what the tool itself changed",
    )
    add("--template", metavar="FILE", help="the template of --format changelog, in Jinja; it gets the review")
    add("--source-url", metavar="URL", help="link lines of NEW: an address with {path} and {line} in it")
    add("--missing-ok", action="store_true", help="where OLD is not there, say so and exit with 0")
    add("--explain", metavar="RULE", help="explain a rule, or all of them, and do nothing else")


def _run(options: argparse.Namespace) -> int:
    from .reviewing import run  # the other commands need none of it

    return run(options)
