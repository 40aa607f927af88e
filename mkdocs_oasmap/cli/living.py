"""The parameters of commands that run the provider of a Kind of Crossplane, and what they mean."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapper.diagnostics import MappingError, Problem
from mapper.documents import Document, DocumentError

from .frame import FILE, choice, option

if TYPE_CHECKING:
    from mapper.crossplane.runtime.live import Choice

_CONFIG = "provider.yaml"


def parameters(*names: str) -> list[click.Parameter]:
    """The provider, by options of these names, and what it is configured with."""
    live = "the provider to start: the path of its program, or its name, such as hashicorp/aws@5.100.0"
    folders = "a folder of plugins, as a mirror of Terraform or with programs in it; may be given several times"
    provider = "YAML or JSON: the arguments of the provider's block"
    env = "a variable of the environment that the provider gets; it gets no other; may be given several times"
    config = f"the config of the system crossplane (default: ./{_CONFIG})"
    profile = "the profile (default: what the config says)"
    return [
        option(*names, "live", required=True, type=FILE, metavar="PATH|NAME", help=live),
        option("--plugin-dir", multiple=True, type=FILE, metavar="DIR", help=folders),
        option("--config", type=FILE, metavar="FILE", help=config),
        option("--profile", "dialect", type=choice(("upjet", "v2020")), help=profile),
        option("--provider-config", type=FILE, metavar="FILE", help=provider),
        option("--env", multiple=True, metavar="NAME", help=env),
    ]


def choice_of(values: Mapping[str, Any]) -> Choice:
    """What the parameters choose. Raises MappingError."""
    from mapper.crossplane.runtime.live import Choice
    from mapper.provider.plugins import plugin_folders
    from mapper.tfplugin.errors import TfPluginError
    from mapper.tfplugin.find import find_provider

    base = Path.cwd()
    folders = plugin_folders([Path(folder) for folder in values["plugin_dir"]], os.environ, base)
    try:
        found = find_provider(str(values["live"]), folders, base)
    except TfPluginError as error:
        raise MappingError(Problem(str(error))) from None
    given = values["config"]
    config = [Path(given)] if given else [Path(_CONFIG)] if Path(_CONFIG).is_file() else []
    environment = tuple((name, os.environ[name]) for name in values["env"] if name in os.environ)
    return Choice(found, config, base, values["dialect"], environment)


def provider_settings(name: str | None) -> Mapping[str, Any] | None:
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
