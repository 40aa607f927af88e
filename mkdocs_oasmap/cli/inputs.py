"""The arguments that say what a command of `oasmap` reads."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mapper.diagnostics import MappingError, Problem
from mapper.documents import Document, DocumentError

from ..systems import SYSTEMS

STREAM = "-"
_SPEC = (
    "the API description: OpenAPI in JSON or YAML, or for ack an AWS API model (.json, .json.gz or"
    " botocore:NAME[@API-DATE]); - reads standard input"
)


def add_inputs(command: argparse.ArgumentParser) -> None:
    """The description, what changes it, the system, and the generator config."""
    add_description(command)
    add = command.add_argument
    names = list(SYSTEMS)
    add("--system", choices=names, default=names[0], help="what to map to (default: %(default)s)")
    add_versions(command)
    add_config(command)


def add_versions(command: argparse.ArgumentParser) -> None:
    """The versions of the tools of systems that have several."""
    for system in SYSTEMS.values():
        if system.versions:
            command.add_argument(f"--{system.name}-version", metavar="VERSION", help=system.versions)


def add_config(command: argparse.ArgumentParser) -> None:
    """The generator config."""
    defaults = ", ".join(f"./{system.config} for {system.name}" for system in SYSTEMS.values())
    command.add_argument(
        "--config",
        "-config",
        action="append",
        metavar="FILE",
        help=f"the generator config; may be given several times (default: {defaults})",
    )


def add_description(command: argparse.ArgumentParser) -> None:
    """The description and what changes it."""
    command.add_argument("spec", metavar="SPEC", help=_SPEC)
    add_changes(command)


def add_changes(command: argparse.ArgumentParser) -> None:
    """What changes a description, and where its references may lead."""
    add = command.add_argument
    add(
        "--overlay",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="an OpenAPI Overlay to apply to SPEC first; may be given several times (needs mkdocs-oasmap[overlay])",
    )
    add(
        "--allow-host",
        action="append",
        default=[],
        metavar="HOST",
        help="a host that references may lead to, such as api.example.com; may be given several times",
    )


def read_spec(spec: str) -> Path | Document:
    """What SPEC means: a file, or standard input. Raises MappingError."""
    if spec != STREAM:
        return Path(spec)
    try:
        return Document("<standard input>", sys.stdin.buffer.read())
    except DocumentError as error:
        raise MappingError(error.problem) from None


def config_paths(options: argparse.Namespace) -> list[Path]:
    """The files of the generator config."""
    return [Path(path) for path in options.config or [f"./{SYSTEMS[options.system].config}"]]


def version(options: argparse.Namespace) -> str | None:
    """The version given for the system. Raises MappingError for one that is given for another system."""
    given = versions(options)
    for name in given:
        if name != options.system:
            raise MappingError(Problem(f"--{name}-version goes with --system {name}"))
    return given.get(options.system)


def versions(options: argparse.Namespace) -> dict[str, str]:
    """The versions that are given, by the names of the systems."""
    given = {name: getattr(options, f"{name}_version", None) for name in SYSTEMS}
    return {name: text for name, text in given.items() if text is not None}
