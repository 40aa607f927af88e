"""`oasmap check`: maps, and compares the result with the existing files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from mapper.files import has_content, whole
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError, Problem, losses
from mapper.text.display import visible

from ..messages import summary as counts
from ..progress import step
from .artifact_paths import EXAMPLES, EXITS, Outputs, outputs, writes_to_stream
from .drift import Drift, parameters, without_processes
from .input_options import InputOptions
from .program import LOST, OK, USAGE, Command, fail, option
from .registry_options import RegistryOutput
from .report import Report

_TEXT = "Fails (exit 1) where the file given by --output is not what would be written.\n"
_LEFT = "is from an earlier run, and nothing writes it any more; run `oasmap generate`, which removes it"


def command() -> click.Command:
    """`oasmap check`."""
    summary = option("--summary", is_flag=True, help="list the resources that look unusable, with lines to paste")
    return Command(
        "check", _run, [*outputs(), *parameters(), summary], _TEXT, f"{EXITS}\n{EXAMPLES.replace('generate', 'check')}"
    )


def _run(
    ctx: click.Context, format_: str, *, validate: bool, strict: bool, quiet: bool, summary: bool, **values: Any
) -> int:
    if writes_to_stream(values):
        return fail("check compares with a file; standard output is none", USAGE)
    report = Report(format_, quiet)
    source = InputOptions.of(values)
    drift = Drift.of(values, source)
    registry = RegistryOutput.of(values)
    outputs = Outputs.of(values, without_processes(source, drift), report)
    try:
        mapped = outputs.source.map(ctx, validate=validate)
        mapping = mapped.mapping
        with step(f"comparing {outputs.shown_target}", quiet=quiet):
            artifacts = outputs.artifacts(mapped)
            stale = [problem for path, data in artifacts.items() if (problem := _stale(path, data))]
        stale += registry.stale(mapping)
        stale += [Problem(_LEFT, str(path)) for path in outputs.leftovers(artifacts)]
        outputs.note_mixed()
    except MappingError as error:
        return report.problems(error.problems)
    if stale:
        return report.problems(stale, mapping)
    report.diagnostics(mapping)
    for line in system_named(source.system).summary_of(mapping) if summary else ():
        report.line(visible(line))
    if strict and losses(mapping.diagnostics):
        return fail("--strict: something was lost", LOST)
    report.line(f"{visible(outputs.shown_target)} is up to date: {counts(mapping)}")
    return OK if drift is None else drift.check(mapping)


def _stale(path: Path, data: Iterable[bytes]) -> Problem | None:
    """The problem with a committed file whose content is not `data`; None if it is up to date. Raises MappingError."""
    if has_content(path, whole(data)):
        return None
    state = "is out of date" if path.exists() else "does not exist"
    return Problem(f"{state}; run `oasmap generate` with the same arguments and commit the result", str(path))
