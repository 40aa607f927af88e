"""`oasmap try`: offers the resources of a mapping to Terraform, before there is a provider."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from mapper.registry import all_systems, system_named
from mapper.report.diagnostic import MappingError
from mapper.system.trial import Trying

from .input_options import InputOptions, changes, config, spec
from .program import FILE, Command, choice, option, refuse
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
  1  a problem in the input, or the command behind -- cannot be started
  2  the command line is wrong
  behind --, the exit code of the command

examples:
  oasmap try openapi.yaml
  oasmap try openapi.yaml -- terraform plan
  oasmap try --mock-from objects.yaml openapi.yaml -- sh -c 'terraform apply -auto-approve && terraform plan'
"""


def command() -> click.Command:
    """`oasmap try`."""
    systems = [known.name for known in all_systems() if known.trial]
    objects = "JSON or YAML: objects that the mock has from the beginning, as lists of request bodies by path"
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
            command_,
        ],
        _TEXT,
        _MORE,
    )


def _run(_ctx: click.Context, command: tuple[str, ...], mock_from: str | None, **values: Any) -> int:
    say = _say(sys.stderr if command else sys.stdout)
    try:
        trial = _trial(values["system"])
        request = InputOptions.of(values).request()
        return trial.offer(request, Trying(command, Path(mock_from) if mock_from else None), say)
    except MappingError as error:
        return refuse(error.problems)


def _trial(system: str) -> "Trial":
    load = system_named(system).trial
    assert load is not None  # noqa: S101 - `command` offers only systems with one
    return loaded(load, "try")


def _say(stream: TextIO) -> Callable[[str], None]:
    """Writes lines at once. A terminal that is gone ends the program by a signal, not by what is written to it."""

    def say(line: str) -> None:
        with suppress(OSError):
            stream.write(f"{line}\n")
            stream.flush()

    return say
