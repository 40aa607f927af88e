"""`oasmap diff`: reviews what a change of the input means to users."""

from pathlib import Path
from typing import Any

import click

from mapper.files import is_name
from mapper.links import real_path
from mapper.registry import REGISTRY

from ..read_options import PROCESS
from ..review_formats import FORMATS
from .input_options import changes, config, named, reading
from .program import FILE, Command, choice, option
from .site_mappings import parameter, refuse_beside

FAIL_ON = ("breaking", "warning", "any", "none")

_BESIDE = {
    "mkdocs", "old", "new", "format_", "also", "fail_on", "rules", "review", "template", "write_changelog",
    "source_url", "guide_url", "missing_ok", "explain", "live",
}  # fmt: skip
_TEXT = """\
Compares two states and lists the changes: the most severe first, with what each change breaks, and whether the API
description, the generator config or a new version of oasmap caused it. Each of OLD and NEW is one of

  openapi.yaml           an API description, mapped with --config
  git:REVISION           the same file as the other side, and the config, in a revision of the git repository
  git:REVISION:PATH      another file in a revision
  oasmap.json            a sidecar, as a published site has it
  provider_code_spec.json  a code spec, of this tool or another
"""
_MORE = """\
exit codes:
  0  no unapproved change of the severity of --fail-on
  1  a problem in the input, or a state that does not exist
  2  the command line is wrong
  3  there is such a change

examples:
  oasmap diff git:origin/main api/openapi.yaml
  oasmap diff --format markdown --fail-on breaking git:v1.2.0 api/openapi.yaml > comment.md
  oasmap diff old/provider_code_spec.json provider_code_spec.json
  oasmap diff --mkdocs mkdocs.yml --format github --also markdown=comment.md --also sarif=oasmap.sarif git:main...
  oasmap diff --explain became-required
"""


def command() -> click.Command:
    """`oasmap diff`."""
    return Command(
        "diff",
        _run,
        [
            click.Argument(["old"], type=FILE, metavar="OLD", required=False, help="the old state"),
            click.Argument(["new"], type=FILE, metavar="NEW", required=False, help="the new state"),
            option(
                "--system",
                type=choice(REGISTRY),
                help="the system of both sides, if the files do not name it",
            ),
            config(),
            option(
                "--old-config",
                multiple=True,
                type=FILE,
                metavar="FILE",
                help="the generator config of OLD, if it is another file; may be given several times",
            ),
            *changes(),
            *named(),
            *reading(*PROCESS),
            parameter(),
            option(
                "--format",
                "format_",
                type=choice(FORMATS),
                default="text",
                show_default=True,
                help="the format of the review",
            ),
            option(
                "--also",
                multiple=True,
                metavar="FORMAT=FILE",
                callback=_also,
                help="also write the same review to a file in another format; may be given several times",
            ),
            option(
                "--fail-on",
                type=choice(FAIL_ON),
                default="none",
                show_default=True,
                help="exit with 3 if there is an unapproved change of this severity, or a worse one",
            ),
            option(
                "--rule",
                "rules",
                multiple=True,
                metavar="RULE=LEVEL",
                help="another severity for a rule: breaking, warning, info, docs or ignore; may be given several times",
            ),
            option(
                "--review",
                type=FILE,
                metavar="FILE",
                help="the review file: severities by rule, and approved changes by fingerprint",
            ),
            option(
                "--recorded",
                type=FILE,
                metavar="FILE",
                help="the sidecar or code spec that was written for OLD, to attribute changes to a new"
                " version of oasmap",
            ),
            option(
                "--template",
                type=FILE,
                metavar="FILE",
                help="the Jinja template of --format changelog",
            ),
            option(
                "--write-changelog",
                type=FILE,
                metavar="FILE",
                help="also put the section of --format changelog into this file, above the newest version; the same"
                " version again replaces its section",
            ),
            option("--source-url", metavar="URL", help="link lines of NEW: a URL with {path} and {line}"),
            option(
                "--guide-url",
                metavar="URL",
                callback=_guide_address,
                help="the URL of a published copy of the guide, which rules in SARIF link to",
            ),
            option(
                "--missing-ok", is_flag=True, help="if the revision OLD exists without the file, say so and exit with 0"
            ),
            option(
                "--explain",
                metavar="RULE",
                help="explain a rule, all rules (of --system), or the code of a diagnostic, and exit",
            ),
        ],
        _TEXT,
        _MORE,
    )


def _guide_address(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    if text is not None and not text.startswith(("http://", "https://")):
        raise click.BadParameter(f"{text!r} is not an address; begin it with https://")
    return text


def _also(_ctx: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[tuple[str, Path], ...]:
    pairs = []
    for text in texts:
        form, _, name = text.partition("=")
        if form not in FORMATS or not name or not is_name(name):
            raise click.BadParameter(f"{text!r} is not FORMAT=FILE; choose a format among {', '.join(FORMATS)}")
        pairs.append((form, Path(name)))
    if len({real_path(path) for _, path in pairs}) < len(pairs):
        raise click.BadParameter("two formats have the same file; give each a file of its own")
    return tuple(pairs)


def _run(ctx: click.Context, explain: str | None, system: str | None, **values: Any) -> int:
    if explain:
        from .explain import explain as explain_rule

        return explain_rule(explain, system)
    from .diff_run import Wanted, run  # imported late: --explain does not need it

    if values["mkdocs"]:
        refuse_beside(ctx, {**values, "system": system}, _BESIDE)
    return run(Wanted.of({**values, "system": system}))
