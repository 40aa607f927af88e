"""AWS API models and a generator.yaml -> Kubernetes custom resources for AWS Controllers for Kubernetes (ACK)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import LATEST, Inputs, generate, read_inputs, write_crds, write_files, write_go

__all__ = ["LATEST", "Inputs", "generate", "read_inputs", "write_crds", "write_files", "write_go"]


def __getattr__(name: str) -> object:
    """What the package exports, imported when it is asked for: to know of a system must cost next to nothing."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(".api", __name__), name)
