"""Pulumi: resource types authored once in a Go subset become a TypeScript package and the stubs of a provider."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import (
        PACK,
        PROVIDER,
        RULES,
        Dialect,
        Finding,
        Program,
        Reading,
        Settings,
        emit,
        emit_part,
        read,
        read_sources,
    )

__all__ = [
    "PACK", "PROVIDER", "RULES", "Dialect", "Finding", "Program", "Reading", "Settings", "emit", "emit_part", "read",
    "read_sources",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import a member of the API on first access: importing the package alone is cheap."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(".api", __name__), name)
