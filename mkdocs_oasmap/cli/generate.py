"""`oasmap generate`: maps, and writes the artifacts."""

import sys
from typing import Any

import click

from mapper.files import make_folders, remove, whole, write_files
from mapper.report.diagnostic import MappingError, losses
from mapper.text.display import visible

from ..messages import summary
from ..progress import step
from .artifact_paths import EXAMPLES, EXITS, PRINTED, Outputs, outputs, writes_to_stream
from .input_options import STREAM, InputOptions
from .program import LOST, OK, Command, fail
from .registry_options import RegistryOutput
from .report import Report, way_back

_TEXT = """\
oasmap reads SPEC and the config, maps what the config names, and writes the schema of the system. For Terraform, this
is the code spec, from which tfplugingen-framework generates Go.
A property that cannot be mapped is left out and reported. Everything around it is mapped.
"""


def command() -> click.Command:
    """`oasmap generate`."""
    return Command("generate", _run, outputs(), _TEXT, f"{EXITS}\n{EXAMPLES}")


MANY_TIMES, LARGE = 40, 10_000_000
"""How many times as large as its input an output is that deserves a note, and from how many bytes on."""


def _note_on_size(read: int, written: int) -> str:
    """A note if the output is far larger than the input; else empty. A running provider has no size to compare with."""
    if written < max(LARGE, MANY_TIMES * read) or not read:
        return ""
    return (
        f"note: the output has {written / 1e6:,.0f} MB, {written // max(read, 1):,} times its input: what many "
        "entities share is written out in each; list fewer entities, or ignore what users do not need"
    )


def _run(ctx: click.Context, format_: str, *, validate: bool, strict: bool, quiet: bool, **values: Any) -> int:
    report = Report(format_, quiet, writes_to_stream(values))
    registry = RegistryOutput.of(values)
    outputs = Outputs.of(values, InputOptions.of(values), report)
    try:
        references = bool(outputs.sidecar or registry.folder)
        mapped = outputs.source.map(ctx, validate=validate, references=references)
        mapping = mapped.mapping
        if strict and losses(mapping.diagnostics):
            report.diagnostics(mapping.diagnostics)
            remedy = way_back(outputs.source.system, mapping.diagnostics)
            return fail("--strict: something was lost; nothing is written", LOST, remedy=remedy)
        artifacts = outputs.artifacts(mapped)
        printed = artifacts.pop(PRINTED, None)
        data = None if printed is None else whole(printed)
        outputs.note_mixed()
        write_registry = registry.prepare(mapping, quiet=quiet)  # what is in their way leaves all outputs as they are
        in_folders = outputs.system.writing.output.folder
        make_folders([path for path in artifacts if in_folders or not path.parent.exists()])
        outdated = outputs.stale_files(artifacts)
        with step(f"writing {outputs.shown_target}", quiet=quiet):
            write_files(artifacts)
        for path in outdated:
            remove(path)
        pages = write_registry()
    except MappingError as error:
        return report.problems(error.problems)
    if data is not None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    report.diagnostics(mapping.diagnostics)
    target = "standard output" if outputs.output == STREAM else outputs.shown_target
    report.line(f"wrote {visible(target)}: {summary(mapping)}")
    if pages:
        report.line(pages)
    if note := _note_on_size(mapping.budget.size, sum(path.stat().st_size for path in artifacts)):
        report.line(note)
    for path in outdated:
        report.line(f"removed {visible(str(path))}, which nothing writes any more")
    return OK
