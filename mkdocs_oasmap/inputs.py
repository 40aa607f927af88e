"""The arguments that say what a command of `oasmap` reads."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mapper.diagnostics import MappingError
from mapper.documents import Document, DocumentError

CONFIG = "./generator_config.yml"
STREAM = "-"


def add_inputs(command: argparse.ArgumentParser) -> None:
    """The description, what changes it, and the generator config."""
    add_description(command)
    add_config(command)


def add_config(command: argparse.ArgumentParser) -> None:
    """The generator config."""
    command.add_argument(
        "--config",
        "-config",
        action="append",
        metavar="FILE",
        help=f"the generator config; may be given several times (default: {CONFIG})",
    )


def add_description(command: argparse.ArgumentParser) -> None:
    """The description and what changes it."""
    help_ = "the OpenAPI description, JSON or YAML; - reads standard input"
    command.add_argument("spec", metavar="SPEC", help=help_)
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
    return [Path(path) for path in options.config or [CONFIG]]
