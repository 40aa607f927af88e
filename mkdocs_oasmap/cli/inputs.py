"""The arguments that say what a command of `oasmap` reads."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mapper.diagnostics import MappingError, Problem
from mapper.documents import Document, DocumentError
from mapper.system import Need, Option
from mapper.systems import REGISTRY, all_systems, default_system, system_named

STREAM = "-"


def add_inputs(command: argparse.ArgumentParser) -> None:
    """The description, what changes it, the system, and the generator config."""
    add_description(command)
    add_system(command)
    add_versions(command)
    add_service(command)
    add_provider(command)
    add_live(command)
    add_config(command)


def add_system(command: argparse.ArgumentParser) -> None:
    """The system."""
    command.add_argument(
        "--system", choices=list(REGISTRY), default=default_system(), help="what to map to (default: %(default)s)"
    )


def add_parts(command: argparse.ArgumentParser) -> None:
    """A folder for each part of the output of the systems that write several."""
    for system in all_systems():
        for part in system.output.parts:
            command.add_argument(
                f"--output-{part}", metavar="DIR", help=f"{system.name}: write the part {part} here, and no other part"
            )


def parts(options: argparse.Namespace) -> dict[str, Path]:
    """The folders that are given for parts of the output. Raises MappingError for those of another system."""
    mine = system_named(options.system).output.parts
    names = {part for system in all_systems() for part in system.output.parts}
    given = {part: getattr(options, f"output_{part}", None) for part in sorted(names)}
    for part, folder in given.items():
        if folder is not None and part not in mine:
            raise MappingError(
                Problem(f"the system {options.system} does not write a part {part}; leave --output-{part} out")
            )
    return {part: Path(folder) for part, folder in given.items() if folder is not None}


def add_versions(command: argparse.ArgumentParser) -> None:
    """The versions of the tools of systems that have several."""
    for system in all_systems():
        if system.version_help:
            command.add_argument(f"--{system.name}-version", metavar="VERSION", help=system.version_help)


def add_service(command: argparse.ArgumentParser) -> None:
    """The name of the service, for systems that need one which the input does not have."""
    systems = ", ".join(system.name for system in all_systems() if Option.SERVICE in system.takes)
    text = f"the name of the service, such as elbv2, for {systems}: the API group begins with it (default: what the"
    command.add_argument("--service", metavar="NAME", help=f"{text} repository says, or the input)")


def add_provider(command: argparse.ArgumentParser) -> None:
    """Which provider is meant, where an input has several."""
    systems = ", ".join(system.name for system in all_systems() if Option.PROVIDER in system.takes)
    command.add_argument(
        "--provider", metavar="NAME", help=f"for {systems}: the one that is meant, if SPEC has several"
    )


def add_live(command: argparse.ArgumentParser) -> None:
    """Whether a process may be started, and where its program is."""
    add = command.add_argument
    add("--live", action="store_true", help="start the process that SPEC names; nothing is started without it")
    add(
        "--plugin-dir",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="a folder of plugins, as a mirror of Terraform or with programs in it; may be given several times",
    )


def add_config(command: argparse.ArgumentParser) -> None:
    """The generator config."""
    command.add_argument(
        "--config",
        "-config",
        action="append",
        metavar="FILE",
        help=f"the generator config; may be given several times (default: {config_names()})",
    )


def config_names() -> str:
    """The config that each system reads where none is given."""
    return ", ".join(f"./{system.config} for {system.name}" for system in all_systems() if system.config)


def add_description(command: argparse.ArgumentParser) -> None:
    """The description and what changes it."""
    command.add_argument("spec", metavar="SPEC", help=_spec_help())
    add_changes(command)


def _spec_help() -> str:
    """What SPEC may be, for every system."""
    return f"the input: {', or '.join(system.input.words for system in all_systems())}; - reads standard input"


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
    """The files of the config. Raises MappingError where one is given to a system that has none."""
    system = system_named(options.system)
    given = [Path(path) for path in options.config or ()]
    if given and system.config_need is Need.NONE:
        raise MappingError(Problem(f"the system {system.name} has no config; leave --config out"))
    return given or system.default_config(Path())


def version(options: argparse.Namespace) -> str | None:
    """The version given for the system. Raises MappingError for one that is given for another system."""
    given = versions(options)
    for name in given:
        if name != options.system:
            raise MappingError(Problem(f"--{name}-version goes with --system {name}"))
    return given.get(options.system)


def versions(options: argparse.Namespace) -> dict[str, str]:
    """The versions that are given, by the names of the systems."""
    given = {name: getattr(options, f"{name}_version", None) for name in REGISTRY}
    return {name: text for name, text in given.items() if text is not None}
