"""The plugin folders in the configuration of Terraform's command line (`.terraformrc`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..inputs.json_values import parse_json
from .parser import Body, HclError, read_hcl

_LARGEST = 1_000_000
_INSTALLATION, _MIRROR, _CACHE = "provider_installation", "filesystem_mirror", "plugin_cache_dir"


def configured_folders(environment: Mapping[str, str]) -> Iterator[Path]:
    """The existing folders. An unreadable file is skipped: Terraform itself reports it."""
    for folder in _configured(environment):
        path = Path(folder).expanduser()
        if path.is_dir():
            yield path


def _configured(environment: Mapping[str, str]) -> Iterator[str]:
    home = Path(environment.get("HOME") or "~").expanduser()
    path = environment.get("TF_CLI_CONFIG_FILE") or str(home / ".terraformrc")
    try:
        text = Path(path).read_text(encoding="utf-8") if Path(path).stat().st_size <= _LARGEST else ""
        yield from _of_json(parse_json(text)) if text.lstrip().startswith("{") else _of_hcl(read_hcl(text))
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
    """One object or several, as in the JSON form of the language."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)
