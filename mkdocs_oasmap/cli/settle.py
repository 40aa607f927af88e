"""`oasmap settle`: merges the proposed fixes of all diagnostics into the config."""

import difflib
import sys
from pathlib import Path
from typing import Any

import click

from mapper.files import encode, write_files
from mapper.registry import all_systems, system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Settled
from mapper.text.display import visible
from mapper.text.plural import plural

from ..messages import explained, grouped
from ..progress import step
from ..wrong_inputs import way_out
from .input_options import InputOptions, inputs
from .program import LOST, OK, Command, choice, option, refuse

_TEXT = """\
Maps the input, and merges the fixes that warnings and errors propose into the config: policies first, because one
policy can fix hundreds of warnings, then one entry for each remaining attribute. All other lines of the config stay.
"""
_MORE = """\
exit codes:
  0  everything is fixed: `oasmap generate --strict` passes with the change
  1  a problem in the input or the config; nothing is written
  2  the command line is wrong
  3  the listed diagnostics need a decision of yours; all other fixes are shown or written

examples:
  oasmap settle openapi.yaml
  oasmap settle --config generator_config.yml --write openapi.yaml
  oasmap settle openapi.yaml | git apply
  oasmap settle --like tfplugingen-openapi openapi.yaml
"""


def command() -> click.Command:
    """`oasmap settle`."""
    write = option("--write", is_flag=True, help="write the config; without it, the change is only shown")
    like = option(
        "--like",
        metavar="TOOL",
        type=choice(
            system.showing.reference_tool
            for system in all_systems()
            if system.showing.reference_tool and system.reading.config
        ),
        help="fix only what this tool skips, and keep all that it writes",
    )
    return Command("settle", _run, [*inputs(), like, write], _TEXT, _MORE)


def _run(_ctx: click.Context, *, like: str | None, write: bool, **values: Any) -> int:
    source = InputOptions.of(values)
    try:
        with step(f"settling the config for {source.spec}"):
            target, request = system_named(source.system), source.request()
            with way_out(target, request):
                settled = target.config_tools.with_fixes(request, like or "")
        if settled is None:
            text = f"the system {source.system} proposes no fixes, so there is nothing to write"
            raise MappingError(Problem(text, remedy="correct the input by hand"))
        changed = {path: new for path, (old, new) in settled.files.items() if old != new}
        if write:
            write_files({path: encode(text) for path, text in changed.items()})
    except MappingError as error:
        return refuse(error.problems)
    for path in changed:
        sys.stdout.write(_diff(path, *settled.files[path]))
    sys.stdout.flush()
    sys.stderr.write(_summary(settled, changed, written=write))
    return LOST if settled.left else OK


def _diff(path: Path, old: str, new: str) -> str:
    """The change in the format of `git apply`."""
    name = path.as_posix()
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _summary(settled: Settled, changed: dict[Path, str], *, written: bool) -> str:
    unresolved = [
        f"{diagnostic.severity}: {explained(diagnostic, count)}\n" for diagnostic, count in grouped(settled.left)
    ]
    if unresolved:
        unresolved.append(f"left for a person to decide: {plural(len(settled.left), 'diagnostic')}\n")
    if not settled.before and not changed:
        return "nothing to fix\n"
    done = f"fixed {settled.before - len(settled.left):,} of {plural(settled.before, 'diagnostic')}"
    files = ", ".join(visible(str(path)) for path in changed)
    state = f"wrote {files}: " if written and changed else ""
    hint = "" if written or not changed else "; --write writes it"
    return "".join([*unresolved, f"{state}{done}{hint}\n"])
