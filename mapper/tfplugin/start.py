"""Starts providers, with a clear error if the extra `provider` is not installed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import PluginError

if TYPE_CHECKING:
    from .process import Limits
    from .provider import Provider

_LIBRARIES = ("grpc", "google", "msgpack")


def start_provider(
    path: Path,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    limits: Limits | None = None,
) -> Provider:
    """As `Provider.start`. Also raises PluginError if a library or POSIX is missing."""
    if os.name != "posix":
        raise PluginError(f"{path.name}: providers are started on Linux and macOS only")
    try:
        from .provider import Provider
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in _LIBRARIES:
            raise
        text = "a running provider needs more packages: pip install 'mkdocs-oasmap[provider]'"
        raise PluginError(f"{path.name}: {text}") from None
    return Provider.start(path, environment, folder, limits)
