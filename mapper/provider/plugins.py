"""Programs of providers, and the folders in which they are looked for."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..hcl.reader import Body, HclError, read_hcl
from ..requests import Request
from ..tfplugin.find import Found, find_provider, terraform_folders

_LARGEST = 1_000_000
_INSTALLATION, _MIRROR, _CACHE = "provider_installation", "filesystem_mirror", "plugin_cache_dir"


def program(name: str, request: Request) -> Found:
    """The program of a provider, by its address or its path. Raises TfPluginError."""
    base = request.base or Path.cwd()
    return find_provider(name, plugin_folders(request.plugin_dirs, os.environ, base), base)


def plugin_folders(named: Sequence[Path], environment: Mapping[str, str], base: Path) -> list[Path]:
    """Those that are named, those of Terraform's CLI configuration, and those that it looks into by itself."""
    configured = (Path(folder).expanduser() for folder in _configured(environment))
    return [*named, *(folder for folder in configured if folder.is_dir()), *terraform_folders(environment, base)]


def _configured(environment: Mapping[str, str]) -> Iterator[str]:
    """The folders that the CLI configuration names; a file that cannot be read is Terraform's to complain about."""
    home = Path(environment.get("HOME") or "~").expanduser()
    path = environment.get("TF_CLI_CONFIG_FILE") or str(home / ".terraformrc")
    try:
        text = Path(path).read_text(encoding="utf-8") if Path(path).stat().st_size <= _LARGEST else ""
        yield from _of_json(json.loads(text)) if text.lstrip().startswith("{") else _of_hcl(read_hcl(text))
    except (OSError, ValueError, HclError):
        return


def _of_hcl(body: Body) -> Iterator[str]:
    yield from filter(_is_text, [body.arguments.get(_CACHE)])
    for installation in body.blocks:
        if installation.type == _INSTALLATION:
            mirrors = (block for block in installation.body.blocks if block.type == _MIRROR)
            yield from filter(_is_text, (block.body.arguments.get("path") for block in mirrors))


def _of_json(root: Any) -> Iterator[str]:
    if not isinstance(root, dict):
        return
    yield from filter(_is_text, [root.get(_CACHE)])
    for installation in _listed(root.get(_INSTALLATION)):
        for mirror in _listed(installation.get(_MIRROR)):
            yield from filter(_is_text, [mirror.get("path")])


def _listed(value: Any) -> list[dict[str, Any]]:
    """One object or several, as the JSON form of the language has them."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)
