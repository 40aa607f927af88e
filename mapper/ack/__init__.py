"""AWS API models and a generator.yaml -> Kubernetes custom resources for AWS Controllers for Kubernetes (ACK)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import LATEST, Inputs, generate, read_inputs, write_crds, write_files, write_go

__all__ = ["LATEST", "Inputs", "generate", "read_inputs", "write_crds", "write_files", "write_go"]


def __getattr__(name: str) -> object:
    """Import a member of the API on first access: importing the package alone is cheap."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(".api", __name__), name)
