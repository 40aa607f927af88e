"""The parameters of commands that start the program of a provider."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapper.inputs import Document
from mapper.registry import all_systems, system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.system.runner import Live

from .program import FILE, choice, option

if TYPE_CHECKING:
    from mapper.system.runner import Runner


def parameters(*names: str) -> list[click.Parameter]:
    """The options for the program, named `names`, and for its configuration."""
    systems = {one.name: one for one in all_systems() if one.runs}
    dialects = dict.fromkeys(dialect for one in systems.values() for dialect in one.dialects)
    live = "the provider to start: the path of its program, or its name, such as hashicorp/aws@5.100.0"
    folders = (
        "a folder with providers, in the layout of a Terraform mirror or with programs in it; may be"
        " given several times"
    )
    provider = "YAML or JSON: the arguments of the provider block"
    env = "an environment variable to pass to the provider, which gets no others; may be given several times"
    config = "; ".join(f"the config of the system {one.name} (default: ./{one.config})" for one in systems.values())
    profile = "the profile (default: the one in the config)"
    first = next(iter(systems))
    return [
        option("--system", type=choice(systems), default=first, show_default=True, help="the system of the objects"),
        option(*names, "live", required=True, type=FILE, metavar="PATH|NAME", help=live),
        option("--plugin-dir", multiple=True, type=FILE, metavar="DIR", help=folders),
        option("--config", type=FILE, metavar="FILE", help=config),
        option("--profile", "dialect", type=choice(dialects), help=profile),
        option("--provider-config", type=FILE, metavar="FILE", help=provider),
        option("--env", multiple=True, metavar="NAME", help=env),
    ]


def runner(system: str) -> "Runner":
    """The runner of a system that starts programs."""
    runner_ = system_named(system).runner()
    assert runner_ is not None  # noqa: S101 - `runs` promises one
    return runner_


def live_of(values: Mapping[str, Any]) -> Live:
    """The values of the parameters. Raises MappingError."""
    config = values["config"]
    return Live(
        str(values["live"]),
        Path.cwd(),
        [Path(config)] if config else (),
        [Path(folder) for folder in values["plugin_dir"]],
        values["dialect"],
        _settings(values["provider_config"]),
        {name: os.environ[name] for name in values["env"] if name in os.environ},
        values.get("timeout", 120.0),
    )


def _settings(name: str | None) -> Mapping[str, Any] | None:
    """The arguments of the provider block in a file; None without a file. Raises MappingError."""
    if name is None:
        return None
    try:
        arguments = Document(name, Path(name).read_bytes()).root
    except OSError as error:
        raise MappingError(Problem(f"cannot be read: {error.strerror}", name)) from None
    if not isinstance(arguments, dict):
        raise MappingError(Problem("an object is expected: the arguments of the provider's block", name))
    return arguments
