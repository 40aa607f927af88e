"""Programs of providers, and the folders in which they are looked for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..hcl.cli_config import configured_folders
from ..requests import Request
from ..tfplugin.find import Found, find_provider, terraform_folders


def program(name: str, request: Request) -> Found:
    """The program of a provider, by its address or its path. Raises TfPluginError."""
    base = request.base or Path.cwd()
    return find_provider(name, plugin_folders(request.plugin_dirs, os.environ, base), base)


def plugin_folders(named: Sequence[Path], environment: Mapping[str, str], base: Path) -> list[Path]:
    """Those that are named, those of Terraform's CLI configuration, and those that it looks into by itself."""
    return [*named, *configured_folders(environment), *terraform_folders(environment, base)]
