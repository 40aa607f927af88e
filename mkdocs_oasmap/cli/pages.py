"""`oasmap pages`: the pages as Markdown files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mapper.diagnostics import MappingError
from mapper.model import Mapping
from mapper.visible import visible

from ..messages import summary
from .inputs import add_inputs
from .registry import add_repository, write_registry_docs
from .running import map_inputs, note_mixed, print_diagnostics, refuse_inputs, tell_problems

WRITTEN = 0
_PAGES = """\
Write the pages as Markdown files, for any site generator or to be read as they are.

Maps as `generate` does. OUT_DIR gets index.md, provider.md, resources/NAME.md, data-sources/NAME.md and
report.md, with provider_code_spec.json and oasmap.json. Only files that change are written; pages of an
earlier run that are no longer made are removed. Pages that somebody else has written are never touched.

With --format registry, OUT_DIR gets what Terraform's registry shows: index.md, resources/, data-sources/,
and the rest that templates/ has. Examples come from examples/, under the names of tfplugindocs.
"""
_PAGES_MORE = """\
exit codes:
  0  written, or everything was as it should be already
  1  a problem in the input or the config, or OUT_DIR cannot be written
  2  the command line is wrong

examples:
  oasmap pages openapi.yaml docs/reference
  oasmap pages --format registry openapi.yaml docs
  oasmap pages --source-url 'https://github.com/ORG/REPO/blob/main/{path}#L{line}' openapi.yaml docs/reference
"""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `pages` to the commands of `oasmap`."""
    command = commands.add_parser(
        "pages",
        help=_PAGES.split("\n", 1)[0],
        description=_PAGES,
        epilog=_PAGES_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run, validate=False, format="text", quiet=False)
    add = command.add_argument
    add_inputs(command)
    add(
        "--source-url",
        type=_url_template,
        metavar="URL",
        help="link places in the input: the address of a line in your repository, with {path} and {line} in it",
    )
    add_repository(command)
    add(
        "--format",
        dest="pages_format",
        choices=("markdown", "registry"),
        default="markdown",
        help="markdown: for any site generator (default); registry: the folder docs of Terraform's registry",
    )
    add("folder", metavar="OUT_DIR", help="the folder of the pages; it is made if it does not exist")


def _url_template(text: str) -> str:
    if "{path}" not in text:
        raise argparse.ArgumentTypeError(f"{text!r} has no {{path}} in it")
    return text


def run(options: argparse.Namespace) -> int:
    """Write the pages; returns the exit code."""
    from ..handwritten import Repository
    from ..mappings import SIDECAR, artifacts
    from ..pages.pages import Pages
    from ..pages.source_links import source_links
    from ..render.plain import plain_files, write_pages

    try:
        mapped = map_inputs(options)
        mapping = mapped.mapping
        if options.pages_format == "registry":
            written = write_registry_docs(mapping, options.folder, options.provider_dir)
            return _told(mapping, options, written)
        files = plain_files(
            Pages(mapping, source_links(options.source_url), repository=Repository(Path(options.provider_dir))),
            artifacts(mapped),
        )
        refuse_inputs(mapping, [Path(options.folder, name) for name in files])
        note_mixed(Path(options.folder, SIDECAR))
        written = str(write_pages(files, Path(options.folder)))
    except MappingError as error:
        return tell_problems(error.problems, options)
    return _told(mapping, options, written)


def _told(mapping: Mapping, options: argparse.Namespace, written: str) -> int:
    """Say what was written, and what the mapping found."""
    print_diagnostics(mapping, options)
    print(f"{visible(options.folder)}: {written}: {summary(mapping)}", file=sys.stderr)
    return WRITTEN
