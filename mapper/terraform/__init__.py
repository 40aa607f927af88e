"""OpenAPI and a generator config -> Terraform's Provider Code Specification."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import Inputs, Options, code_spec, generate, map_inputs, read_api, read_inputs, write_code_spec

__all__ = ["Inputs", "Options", "code_spec", "generate", "map_inputs", "read_api", "read_inputs", "write_code_spec"]


def __getattr__(name: str) -> object:
    """Import an exported name at its first use, so that the registry of systems loads fast. Raises AttributeError."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(".api", __name__), name)
