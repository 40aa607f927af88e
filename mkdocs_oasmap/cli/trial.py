"""`oasmap try`: offers the resources of a mapping to Terraform, before there is a provider."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from mapper.files import encode, write_files
from mapper.links import real_path
from mapper.registry import all_systems, system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.trial import TrialOptions
from mapper.text.display import visible

from ..progress import step
from ..wrong_inputs import way_out
from .input_options import InputOptions, changes, config, spec
from .program import FILE, OK, PROBLEM, Command, choice, option, refuse
from .provider_options import loaded

if TYPE_CHECKING:
    from mapper.system.trial import Trial

_TEXT = """\
Maps as `generate` does, and serves two programs as long as it runs: a mock of the API, made of the description alone,
and a provider that takes schemas and calls from the mapping. Type the two lines that it prints in another terminal,
next to a configuration of yours, or give a command behind --. An edit of the description or the config is in the next
`terraform plan`. Nothing that you create is real. It needs mkdocs-oasmap[try], and Terraform 1.x.
"""
_MORE = """\
exit codes:
  0  ended by Ctrl-C, SIGTERM, or with its terminal
  1  a problem in the input; with --all, a resource that does not live
  2  the command line is wrong
  behind --, the exit code of the command

examples:
  oasmap try openapi.yaml
  oasmap try openapi.yaml -- terraform plan
  oasmap try --all --write-life life.json openapi.yaml
  oasmap try --mock-from objects.yaml openapi.yaml -- sh -c 'terraform apply -auto-approve && terraform plan'
"""


def command() -> click.Command:
    """`oasmap try`."""
    systems = _systems()
    objects = "JSON or YAML: objects that the mock has from the beginning, as lists of request bodies by path"
    address = "a real API in place of the mock: asks first, and takes credentials from the environment"
    everything = "create, read, change, import and destroy each resource once, print a table, and end"
    record = "with --all: also write what was seen, for --life of pages and check"
    command_ = click.Argument(
        ["command"],
        nargs=-1,
        type=click.UNPROCESSED,
        metavar="[-- COMMAND…]",
        help="a command to run, such as terraform",
    )
    return Command(
        "try",
        _run,
        [
            spec(),
            option(
                "--system", type=choice(systems), default=systems[0], show_default=True, help="the system to map to"
            ),
            config(),
            *changes(),
            option("--mock-from", type=FILE, metavar="FILE", help=objects),
            option("--endpoint", metavar="URL", default="", help=address),
            option("--all", "everything", is_flag=True, help=everything),
            option("--terraform", "real", is_flag=True, help="with --all: by Terraform, not by its rules in oasmap"),
            option("--write-life", type=FILE, metavar="FILE", help=record),
            command_,
        ],
        _TEXT,
        _MORE,
    )


def _systems() -> list[str]:
    return [system.name for system in all_systems() if system.trial]


def _run(
    ctx: click.Context,
    command: tuple[str, ...],
    mock_from: str | None,
    write_life: str | None,
    endpoint: str,
    *,
    everything: bool,
    real: bool,
    **values: Any,
) -> int:
    if not everything and (real or write_life):
        raise click.UsageError("--terraform and --write-life are for --all; add it", ctx)
    if everything and (command or mock_from or endpoint):
        raise click.UsageError("--all takes no command, no --mock-from and no --endpoint; leave them out", ctx)
    if endpoint and mock_from:
        raise click.UsageError("--mock-from is for the mock, and --endpoint for a real API; leave one out", ctx)
    try:
        trial = _trial(values["system"])
        source = InputOptions.of(values)
        request = source.request()
        with way_out(system_named(source.system), request, _systems()):
            if everything:
                return _try_all(trial, request, Path(write_life) if write_life else None, real=real)
            say = _say(sys.stderr if command else sys.stdout)
            objects = Path(mock_from) if mock_from else None
            return trial.offer(request, TrialOptions(command, objects, endpoint=endpoint, confirm=_ask), say)
    except MappingError as error:
        return refuse(error.problems)


def _try_all(trial: "Trial", request: Request, record: Path | None, *, real: bool) -> int:
    """Try everything, print the table, and return the exit code. Raises MappingError."""
    if record is not None:
        named = [request.input] if isinstance(request.input, Path) else []
        if real_path(record) in {real_path(path) for path in (*named, *request.configs, *request.overlays)}:
            raise MappingError(Problem("the record would replace an input", str(record), remedy="name another file"))
    with step(f"trying the resources of {request.spec}"):
        result = trial.try_all(request, real=real)
    sys.stdout.writelines(f"{visible(line)}\n" for line in result.lines)
    if record is not None:
        write_files({record: encode(result.record)})
        sys.stderr.write(f"wrote {visible(str(record))}\n")
    return OK if result.live else PROBLEM


def _ask(text: str) -> bool:
    """Whether a person at a terminal types *yes*. Raises MappingError without a terminal."""
    if not sys.stdin.isatty():
        remedy = "run this in a terminal, or leave --endpoint out"
        raise MappingError(Problem("--endpoint asks a question, and there is no terminal", remedy=remedy))
    sys.stderr.write(f"{text} Type yes to go on: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() == "yes"


def _trial(system: str) -> "Trial":
    load = system_named(system).trial
    assert load is not None  # noqa: S101 - `command` offers only systems with one
    return loaded(load, "try")


def _say(stream: TextIO) -> Callable[[str], None]:
    """Writes lines at once. A terminal that is gone ends the program by a signal, not by what is written to it."""

    def say(line: str) -> None:
        try:
            stream.write(f"{line}\n")
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # for what is left in the buffer, too

    return say
