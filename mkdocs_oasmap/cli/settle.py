"""`oasmap settle`: everything that diagnostics propose as one change of the config."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from mapper.artifacts import encode, write_files
from mapper.diagnostics import MappingError
from mapper.system import Request, Settled
from mapper.systems import system_named
from mapper.visible import visible
from mapper.words import plural

from ..messages import explained, grouped
from .inputs import add_inputs, config_paths, read_spec, version

DONE, PROBLEM, LEFT = 0, 1, 3

_SETTLE = """\
Merge every proposed fix into the config, and show the change.

Maps as `generate` does, takes what each warning and error proposes to settle it, and merges that into the
config: policies first, as one line may settle hundreds of warnings, then one entry for each attribute that is
left. Every other line of the config stays as it is, with its comments.
"""
_MORE = """\
exit codes:
  0  settled: `oasmap generate --strict` passes with what is shown or written
  1  a problem in the input or the config; nothing is written
  2  the command line is wrong
  3  something is left that only a person can decide; it is listed, and all else is shown or written

examples:
  oasmap settle openapi.yaml
  oasmap settle --config generator_config.yml --write openapi.yaml
  oasmap settle openapi.yaml | git apply
"""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `settle` to the commands of `oasmap`."""
    command = commands.add_parser(
        "settle",
        help=_SETTLE.split("\n", 1)[0],
        description=_SETTLE,
        epilog=_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    add_inputs(command)
    command.add_argument("--write", action="store_true", help="write the config; without it, the change is only shown")


def run(options: argparse.Namespace) -> int:
    """Show the change, or write it; returns the exit code."""
    try:
        request = Request(
            read_spec(options.spec),
            config_paths(options),
            overlays=options.overlay,
            allow_hosts=options.allow_host,
            version=version(options),
            service=options.service,
        )
        settled = system_named(options.system).settle(request)
        changed = {path: new for path, (old, new) in settled.files.items() if old != new}
        if options.write:
            write_files({path: encode(text) for path, text in changed.items()})
    except MappingError as error:
        sys.stderr.writelines(f"error: {problem}\n" for problem in error.problems)
        return PROBLEM
    for path in changed:
        sys.stdout.write(_diff(path, *settled.files[path]))
    sys.stdout.flush()
    sys.stderr.write(_summary(settled, changed, written=options.write))
    return LEFT if settled.left else DONE


def _diff(path: Path, old: str, new: str) -> str:
    """The change as `git apply` reads it."""
    name = path.as_posix()
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _summary(settled: Settled, changed: dict[Path, str], *, written: bool) -> str:
    left = [f"{diagnostic.severity}: {explained(diagnostic, count)}\n" for diagnostic, count in grouped(settled.left)]
    if left:
        left.append(f"left for a person to decide: {plural(len(settled.left), 'diagnostic')}\n")
    if not settled.before:
        return "nothing to settle\n"
    done = f"settled {settled.before - len(settled.left):,} of {plural(settled.before, 'diagnostic')}"
    files = ", ".join(visible(str(path)) for path in changed)
    state = f"wrote {files}: " if written and changed else ""
    hint = "" if written or not changed else "; --write writes it"
    return "".join([*left, f"{state}{done}{hint}\n"])
