"""`oasmap pages`: maps, and writes the reference pages as Markdown."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapper.model import Mapping
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.display import visible

from ..messages import summary
from ..pages.audience import VARIABLE, Audience, audience_of, shown_to
from ..progress import step
from .artifact_paths import refuse_inputs
from .input_options import InputOptions, inputs
from .program import FILE, OK, Command, choice, option
from .registry_options import RegistryOutput, repository
from .report import Report, note_mixed

if TYPE_CHECKING:
    from ..pages.labels import Labels

_TEXT = """\
Maps as `generate` does. OUT_DIR gets index.md, provider.md, resources/NAME.md, data-sources/NAME.md and
provider_code_spec.json; for authors also report.md, oasmap.json, and where attributes come from. Only files
that change are written; pages and the sidecar of an earlier run that are no longer made are removed. Pages
that somebody else has written are never touched.

With --format registry, OUT_DIR gets what Terraform's registry shows: index.md, resources/, data-sources/,
and the rest that templates/ has. Examples come from examples/, under the names of tfplugindocs.
"""
_MORE = """\
exit codes:
  0  written, or everything was as it should be already
  1  a problem in the input or the config, or OUT_DIR cannot be written
  2  the command line is wrong

environment:
  OASMAP_AUDIENCE  overrules --audience

examples:
  oasmap pages openapi.yaml docs/reference
  oasmap pages --audience authors openapi.yaml docs/reference
  oasmap pages --format registry openapi.yaml docs
  oasmap pages --source-url 'https://github.com/ORG/REPO/blob/main/{path}#L{line}' openapi.yaml docs/reference
"""


def command() -> click.Command:
    """`oasmap pages`."""
    source_url = option(
        "--source-url",
        callback=_url_template,
        metavar="URL",
        help="link sources to lines in your repository: a URL with {path} and {line}",
    )
    form = option(
        "--format",
        "form",
        type=choice(("markdown", "registry")),
        default="markdown",
        help="pages for any site generator (markdown, the default), or for Terraform's registry",
    )
    audience = option(
        "--audience",
        type=choice(map(str, Audience)),
        help="whom the pages are for: users (default) get no file names, no report and no sidecar; authors get all",
    )
    sources = option("--sources", is_flag=True, help="also show users where attributes come from")
    labels = option(
        "--labels", type=FILE, metavar="FILE", help="a YAML file with other texts for labels of the pages, by key"
    )
    text = "the folder of the pages, which is created if it does not exist"
    folder = click.Argument(["folder"], type=FILE, metavar="OUT_DIR", help=text)
    return Command(
        "pages", _run, [*inputs(), audience, sources, source_url, repository(), labels, form, folder], _TEXT, _MORE
    )


def _url_template(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    if text is not None and "{path}" not in text:
        raise click.BadParameter(f"{text!r} has no {{path}} in it; write it where the path of the file belongs")
    return text


def _labels(path: str | None) -> "Labels":
    """The labels in a file. Raises MappingError."""
    from mapper.inputs import Documents

    from ..pages.labels import find_wrong_labels

    if path is None:
        return {}
    labels = Documents(Path()).load(Path(path)).root or {}
    if wrong := find_wrong_labels(labels):
        raise MappingError(*(Problem(text, path, remedy="correct the label, or remove it") for text in wrong))
    return dict(labels)


def _run(ctx: click.Context, folder: str, provider_dir: str, form: str, **values: Any) -> int:
    from ..mappings import SIDECAR, artifacts
    from ..pages.pages import Pages
    from ..pages.source_places import source_links
    from ..render.markdown_pages import plain_files, write_pages
    from ..repository import Repository

    report = Report()
    audience_option, sources = values.pop("audience"), values.pop("sources")
    source_url, labels = values.pop("source_url"), values.pop("labels")
    try:
        audience = audience_of(audience_option, os.environ.get(VARIABLE, ""), preview=False)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    try:
        mapped = InputOptions.of(values).map(ctx)
        mapping = mapped.mapping
        if form == "registry":
            summary_ = RegistryOutput(folder, Path(provider_dir)).prepare(mapping)()
            return _end(report, mapping, summary_)
        shown = shown_to(audience, sources=sources)
        repository = Repository(Path(provider_dir))
        pages = Pages(mapping, source_links(source_url), repository=repository, shown=shown, labels=_labels(labels))
        with step(f"making the pages in {folder}"):
            files = plain_files(pages, artifacts(mapped))
        refuse_inputs(mapping, [Path(folder, name) for name in files])
        note_mixed(Path(folder, SIDECAR))
        written = write_pages(files, Path(folder))
    except MappingError as error:
        return report.problems(error.problems)
    return _end(report, mapping, f"{visible(folder)}: {written}")


def _end(report: Report, mapping: Mapping, outcome: str) -> int:
    """Print the diagnostics and what was written."""
    report.diagnostics(mapping.diagnostics)
    sys.stderr.write(f"{outcome}: {summary(mapping)}\n")
    return OK
