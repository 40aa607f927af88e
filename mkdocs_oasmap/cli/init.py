"""`oasmap init`: a generator config to start from, proposed from the API description."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mapper.artifacts import encode, write_files
from mapper.diagnostics import MappingError, Problem
from mapper.model import EntityKind
from mapper.terraform import Options, read_api
from mapper.terraform.identifiers import is_identifier

from ..messages import plural
from .inputs import add_description, read_spec

if TYPE_CHECKING:
    from mapper.terraform.discover import Proposal

OUTPUT = "generator_config.yml"
WRITTEN, PROBLEM = 0, 1

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
    add(
        "--output",
        "-output",
        default=OUTPUT,
        metavar="FILE",
        help="the generator config (default: %(default)s); - is standard output",
    )
    add("--provider", type=_provider, metavar="NAME", help="the provider's name (default: made of the API's title)")
    what = "paths that match (* is any text); may be given several times"
    add("--include", action="append", default=[], metavar="GLOB", help=f"look only at {what}")
    add("--exclude", action="append", default=[], metavar="GLOB", help=f"do not look at {what}")
    add("--force", action="store_true", help="overwrite the file if it exists")


def run(options: argparse.Namespace) -> int:
    """Write the proposal; returns the exit code."""
    from mapper.terraform.discover import discover, write_config

    try:
        if options.output != "-" and not options.force and Path(options.output).exists():
            raise MappingError(Problem("it exists already; --force overwrites it", options.output))
        api = read_api(read_spec(options.spec), Options(None, options.overlay, options.allow_host))
        proposal = discover(api, options.provider, options.include, options.exclude)
        if not proposal.entities:
            raise MappingError(Problem(_nothing(proposal), api.document.uri))
        data = encode(write_config(proposal))
        if options.output == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            write_files({Path(options.output): data})
    except MappingError as error:
        sys.stderr.writelines(f"error: {problem}\n" for problem in error.problems)
        return PROBLEM
    if options.output != "-":
        sys.stderr.write(f"wrote {options.output}: {_summary(proposal)}\n")
        sys.stderr.write(f"next: {_next(options)}\n")
    return WRITTEN


def _provider(name: str) -> str:
    if not is_identifier(name):
        raise argparse.ArgumentTypeError(
            f"{name!r} is not a name of lower-case letters, digits and underscores that begins with no digit"
        )
    return name


def _next(options: argparse.Namespace) -> str:
    """The command that maps with what was written."""
    words = ["oasmap", "generate", "--config", options.output]
    words += [word for path in options.overlay for word in ("--overlay", str(path))]
    words += [word for host in options.allow_host for word in ("--allow-host", host)]
    return shlex.join([*words, options.spec])


def _nothing(proposal: Proposal) -> str:
    if proposal.filtered and not proposal.unused:
        return f"nothing to propose: --include and --exclude leave none of {plural(proposal.filtered, 'operation')}"
    first = proposal.unused[0] if proposal.unused else None
    reason = f" ({first.method.upper()} {first.path}: {first.reason})" if first else ""
    return f"nothing to propose: {plural(len(proposal.unused), 'operation')}, none of them fit for an entity{reason}"


def _summary(proposal: Proposal) -> str:
    resources, data_sources = (len(proposal.of_kind(kind)) for kind in (EntityKind.RESOURCE, EntityKind.DATA_SOURCE))
    text = f"{plural(resources, 'resource')}, {plural(data_sources, 'data source')}"
    if not proposal.unused:
        return text
    return f"{text}; {plural(len(proposal.unused), 'operation')} not used, with the reasons at its end"
