"""`oasmap init`: a generator config to start from, proposed from the API description."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from mapper.artifacts import encode, make_folders, write_files
from mapper.diagnostics import MappingError, Problem
from mapper.system import Proposing
from mapper.systems import default_system, system_named
from mapper.visible import visible

from .inputs import STREAM, add_description, add_system, config_names, read_spec

WRITTEN, PROBLEM, USAGE = 0, 1, 2
_NO_NAME = "is not a name of lower-case letters, digits and underscores that begins with no digit"

_INIT = """\
Propose a generator config for an OpenAPI description.

Groups the operations of SPEC by the shape of their paths: what POST makes and GET reads becomes a resource,
every GET that answers with a list or an object a data source. What is proposed maps without an error. The
file is yours then: it says what to check, and lists the operations that nothing uses, each with the reason.
"""
_MORE = """\
exit codes:
  0  written
  1  a problem in the input, nothing to propose, or the file exists already (see --force)
  2  the command line is wrong

examples:
  oasmap init openapi.yaml
  oasmap init --provider petstore --exclude '/admin/*' openapi.yaml
  curl -s https://example.com/openapi.json | oasmap init --output - -
"""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `init` to the commands of `oasmap`."""
    command = commands.add_parser(
        "init",
        help=_INIT.split("\n", 1)[0],
        description=_INIT,
        epilog=_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    add = command.add_argument
    add_description(command)
    add_system(command)
    add(
        "--output",
        "-output",
        metavar="FILE",
        help=f"the config (default: {config_names()}); - is standard output",
    )
    add("--provider", metavar="NAME", help="the provider's name (default: made of the API's title)")
    what = "paths that match (* is any text); may be given several times"
    add("--include", action="append", default=[], metavar="GLOB", help=f"look only at {what}")
    add("--exclude", action="append", default=[], metavar="GLOB", help=f"do not look at {what}")
    add("--force", action="store_true", help="overwrite the file if it exists")


def run(options: argparse.Namespace) -> int:
    """Write the proposal; returns the exit code."""
    system = system_named(options.system)
    output = options.output or system.config
    if options.provider is not None and not system.is_provider_name(options.provider):
        sys.stderr.write(f"error: --provider: {visible(repr(options.provider))} {_NO_NAME}\n")
        return USAGE
    try:
        if output != STREAM and not options.force and Path(output).exists():
            raise MappingError(Problem("it exists already; --force overwrites it", output))
        proposing = Proposing(
            read_spec(options.spec),
            options.provider,
            options.overlay,
            options.allow_host,
            options.include,
            options.exclude,
        )
        proposal = system.propose(proposing)
        data = encode(proposal.text)
        files = {path: encode(text) for path, text in proposal.files.items()}
        if files and output == STREAM:
            raise MappingError(Problem(f"the system {system.name} proposes several files; --output is one of them"))
        for path in files:
            if path.exists() and not options.force:
                raise MappingError(Problem("it exists already; --force overwrites it", str(path)))
        if output == STREAM:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            make_folders(files)
            write_files({**files, Path(output): data})
    except MappingError as error:
        sys.stderr.writelines(f"error: {problem}\n" for problem in error.problems)
        return PROBLEM
    if output != STREAM:
        sys.stderr.write(f"wrote {visible(output)}: {proposal.summary}\n")
        sys.stderr.write(f"next: {visible(_next(options, output))}\n")
    return WRITTEN


def _next(options: argparse.Namespace, output: str) -> str:
    """The command that maps with what was written."""
    words = ["oasmap", "generate", "--config", output]
    if options.system != default_system():
        words += ["--system", options.system]
    words += [word for path in options.overlay for word in ("--overlay", str(path))]
    words += [word for host in options.allow_host for word in ("--allow-host", host)]
    return shlex.join([*words, options.spec])
