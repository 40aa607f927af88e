"""The parameters of commands that start the program of a provider."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mapper.files import read_named
from mapper.inputs import Document
from mapper.registry import all_systems, system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.system.runner import ProviderOptions

from ..read_options import DIALECT, PROVIDER_FOLDERS
from .program import FILE, choice, option

if TYPE_CHECKING:
    from mapper.system.runner import Runner


_Program = TypeVar("_Program")


def parameters() -> list[click.Parameter]:
    """The options for the program, and for its configuration."""
    systems = {system.name: system for system in all_systems() if system.runner}
    dialects = dict.fromkeys(dialect for system in systems.values() for dialect in system.reading.options.dialects)
    named = "the provider to start: the path of its program, or its name, such as hashicorp/aws@5.100.0"
    provider = "YAML or JSON: the arguments of the provider block"
    env = "an environment variable to pass to the provider, which gets no others; may be given several times"
    config = "; ".join(
        f"the config of the system {system.name} (default: ./{system.reading.config})" for system in systems.values()
    )
    dialect = "the dialect of the objects (default: the one in the config)"
    first = next(iter(systems))
    return [
        option("--system", type=choice(systems), default=first, show_default=True, help="the system of the objects"),
        option(
            "--provider",
            aliases=("--live", "--plugin-path"),
            required=True,
            type=FILE,
            metavar="PATH|NAME",
            help=named,
        ),
        option(
            PROVIDER_FOLDERS.flag,
            PROVIDER_FOLDERS.name,
            multiple=True,
            type=FILE,
            metavar=PROVIDER_FOLDERS.metavar,
            help=PROVIDER_FOLDERS.help,
        ),
        option("--config", type=FILE, metavar="FILE", help=config),
        option(DIALECT.flag, aliases=DIALECT.aliases, type=choice(dialects), help=dialect),
        option("--provider-config", type=FILE, metavar="FILE", help=provider),
        option("--env", multiple=True, metavar="NAME", help=env),
    ]


def runner(system: str, extra: str) -> "Runner":
    """The runner of a system that starts programs. Raises MappingError if packages of the `extra` are missing."""
    load = system_named(system).runner
    assert load is not None  # noqa: S101 - `parameters` offers only systems with one
    return loaded(load, extra)


def loaded(load: Callable[[], _Program], extra: str) -> _Program:
    """What `load` returns. Raises MappingError if packages of the `extra` are missing."""
    try:
        return load()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in _OURS:
            raise
        remedy = f"pip install 'mkdocs-oasmap[{extra}]'"
        raise MappingError(Problem("this command needs more packages", remedy=remedy)) from None


_OURS = ("mapper", "mkdocs_oasmap")


def provider_options(values: Mapping[str, Any]) -> ProviderOptions:
    """The values of the parameters. Raises MappingError."""
    config = values["config"]
    return ProviderOptions(
        str(values["provider"]),
        Path.cwd(),
        [Path(config)] if config else (),
        [Path(folder) for folder in values[PROVIDER_FOLDERS.name]],
        values["dialect"],
        _settings(values["provider_config"]),
        {name: os.environ[name] for name in values["env"] if name in os.environ},
        timeout=values.get("timeout", 120.0),
    )


def _settings(name: str | None) -> Mapping[str, Any] | None:
    """The arguments of the provider block in a file; None without a file. Raises MappingError."""
    if name is None:
        return None
    arguments = Document(name, read_named(Path(name))).root
    if not isinstance(arguments, dict):
        raise MappingError(Problem("an object is expected", name, remedy="write the arguments of the provider's block"))
    return arguments
