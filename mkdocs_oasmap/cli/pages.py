"""`oasmap pages`: map, and write the reference pages as Markdown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from mapper.diagnostics import MappingError
from mapper.visible import visible

from ..messages import summary
from .frame import FILE, OK, Command, option
from .inputs import Source, inputs
from .outputs import refuse_inputs
from .report import Report, note_mixed

_TEXT = """\
Maps as `generate` does. OUT_DIR gets index.md, provider.md, resources/NAME.md, data-sources/NAME.md and
report.md, with provider_code_spec.json and oasmap.json. Only files that change are written; pages of an
earlier run that are no longer made are removed. Pages that somebody else has written are never touched.
"""
_MORE = """\
exit codes:
  0  written, or everything was as it should be already
  1  a problem in the input or the config, or OUT_DIR cannot be written
  2  the command line is wrong

examples:
  oasmap pages openapi.yaml docs/reference
  oasmap pages --source-url 'https://github.com/ORG/REPO/blob/main/{path}#L{line}' openapi.yaml docs/reference
"""


def command() -> click.Command:
    """`oasmap pages`."""
    source_url = option(
        "--source-url",
        callback=_url_template,
        metavar="URL",
        help="link places in the input: the address of a line in your repository, with {path} and {line} in it",
    )
    text = "the folder of the pages; it is made if it does not exist"
    folder = click.Argument(["folder"], type=FILE, metavar="OUT_DIR", help=text)
    return Command("pages", _run, [*inputs(), source_url, folder], _TEXT, _MORE)


def _url_template(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    if text is not None and "{path}" not in text:
        raise click.BadParameter(f"{text!r} has no {{path}} in it")
    return text


def _run(ctx: click.Context, folder: str, source_url: str | None, **values: Any) -> int:
    from ..mappings import SIDECAR, artifacts
    from ..pages.pages import Pages
    from ..pages.source_links import source_links
    from ..render.plain import plain_files, write_pages

    report = Report()
    try:
        mapped = Source.of(values).map(ctx)
        mapping = mapped.mapping
        files = plain_files(Pages(mapping, source_links(source_url)), artifacts(mapped))
        refuse_inputs(mapping, [Path(folder, name) for name in files])
        note_mixed(Path(folder, SIDECAR))
        written = write_pages(files, Path(folder))
    except MappingError as error:
        return report.problems(error.problems)
    report.diagnostics(mapping)
    sys.stderr.write(f"{visible(folder)}: {written}: {summary(mapping)}\n")
    return OK
