"""The parameters of commands that run a program for the objects of a system, and what they mean."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapper.diagnostics import MappingError, Problem
from mapper.documents import Document, DocumentError
from mapper.running import Live
from mapper.systems import all_systems

from .frame import FILE, choice, option

if TYPE_CHECKING:
    from mapper.running import Runner
    from mapper.system import System


def parameters(*names: str) -> list[click.Parameter]:
    """The program, by options of these names, and what it is configured with."""
    own = system()
    live = "the provider to start: the path of its program, or its name, such as hashicorp/aws@5.100.0"
    folders = "a folder of plugins, as a mirror of Terraform or with programs in it; may be given several times"
    provider = "YAML or JSON: the arguments of the provider's block"
    env = "a variable of the environment that the provider gets; it gets no other; may be given several times"
    config = f"the config of the system {own.name} (default: ./{own.config})"
    profile = "the profile (default: what the config says)"
    return [
        option(*names, "live", required=True, type=FILE, metavar="PATH|NAME", help=live),
        option("--plugin-dir", multiple=True, type=FILE, metavar="DIR", help=folders),
        option("--config", type=FILE, metavar="FILE", help=config),
        option("--profile", "dialect", type=choice(own.dialects), help=profile),
        option("--provider-config", type=FILE, metavar="FILE", help=provider),
        option("--env", multiple=True, metavar="NAME", help=env),
    ]


def system() -> System:
    """The system whose objects are handled by programs that run."""
    return next(one for one in all_systems() if one.runs)


def runner() -> Runner:
    """What handles them."""
    found = system().runner()
    assert found is not None  # noqa: S101 - it says that it runs
    return found


def live_of(values: Mapping[str, Any]) -> Live:
    """What the parameters say. Raises MappingError."""
    given = values["config"]
    return Live(
        str(values["live"]),
        Path.cwd(),
        [Path(given)] if given else (),
        [Path(folder) for folder in values["plugin_dir"]],
        values["dialect"],
        _settings(values["provider_config"]),
        {name: os.environ[name] for name in values["env"] if name in os.environ},
        values.get("timeout", 120.0),
    )


def _settings(name: str | None) -> Mapping[str, Any] | None:
    """The arguments of the provider's block in a file; None where there is none. Raises MappingError."""
    if name is None:
        return None
    try:
        found = Document(name, Path(name).read_bytes()).root
    except OSError as error:
        raise MappingError(Problem(f"cannot be read: {error.strerror}", name)) from None
    except DocumentError as error:
        raise MappingError(error.problem) from None
    if not isinstance(found, dict):
        raise MappingError(Problem("an object is expected: the arguments of the provider's block", name))
    return found
