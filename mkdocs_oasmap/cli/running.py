"""What the commands of `oasmap` share: mapping, and saying what was found and what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from mapper.diagnostics import MappingError, Problem
from mapper.model import Mapping
from mapper.system import Mapped, Request
from mapper.systems import system_named
from mapper.visible import visible

from ..messages import as_github, as_json, as_text
from .inputs import config_paths, read_spec, version

PROBLEM = 1


def map_inputs(options: argparse.Namespace) -> Mapped:
    """Map what the options name, and keep it in them. Raises MappingError."""
    request = Request(
        read_spec(options.spec),
        config_paths(options),
        validate=options.validate,
        overlays=options.overlay,
        allow_hosts=options.allow_host,
        version=version(options),
        service=options.service,
        provider=options.provider,
        live=options.live,
        plugin_dirs=options.plugin_dir,
    )
    mapped = system_named(options.system).run(request)
    options.mapped = mapped
    return mapped


def note_mixed(sidecar: Path) -> None:
    """Say so where the files that a sidecar is about are not of its run."""
    from mapper.pairs import mixed_text, strangers_on_disk

    names = strangers_on_disk(sidecar, Path.cwd())
    if names:
        print(f"note: {visible(mixed_text(str(sidecar), names))}", file=sys.stderr)


def refuse_inputs(mapping: Mapping, paths: Iterable[Path]) -> None:
    """Raises MappingError where a file that is to be written is one that was read."""
    inputs = {getattr(document, "path", None) for document in mapping.documents}
    inputs = {path.resolve() for path in inputs if path is not None}
    for path in paths:
        if path.resolve() in inputs:
            raise MappingError(Problem("this is an input, and is not written over", str(path)))


def print_diagnostics(mapping: Mapping, options: argparse.Namespace, problems: Sequence[Problem] = ()) -> None:
    """Print what the mapping found, in the format that is asked for."""
    if options.quiet:
        return
    if options.format == "text":
        text, file = as_text(mapping.diagnostics), sys.stderr
    else:
        write = as_json if options.format == "json" else as_github
        text, file = write(mapping.diagnostics, problems), _stream(options)
    if text:
        print(text, file=file)


def tell_problems(problems: Sequence[Problem], options: argparse.Namespace, mapping: Mapping | None = None) -> int:
    """Print what stops the run; returns the exit code."""
    if mapping is not None:
        print_diagnostics(mapping, options, problems)
    elif options.format != "text":
        print((as_json if options.format == "json" else as_github)((), problems), file=_stream(options))
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return PROBLEM


def _stream(options: argparse.Namespace) -> TextIO:
    """Where machines read diagnostics: standard output, unless the specification goes there."""
    written = (getattr(options, name, None) for name in ("output", "sidecar", "providers_schema"))
    return sys.stderr if "-" in written else sys.stdout


def fail(text: str, code: int) -> int:
    """Print one error; returns the exit code."""
    print(f"error: {visible(text)}", file=sys.stderr)
    return code
