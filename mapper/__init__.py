"""Maps API descriptions to infrastructure-as-code schemas, and records the source of every attribute.

A plain library: it prints nothing, holds no global state and imports no site generator. `__all__` is its interface.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .version import __version__

if TYPE_CHECKING:
    from .files import write_files
    from .inputs import Document
    from .model import Attribute, Body, Entity, Mapping, Origin
    from .model.attribute import nested_body
    from .registry import all_systems, system_named
    from .report.diagnostic import Diagnostic, MappingError, Problem, Severity, losses
    from .request import Mapped, Request
    from .review.describe import limit_words
    from .review.entity_changes import compare
    from .sidecar.writer import write_sidecar
    from .system.system import System

__all__ = [
    "Attribute", "Body", "Diagnostic", "Document", "Entity", "Mapped", "Mapping", "MappingError", "Origin", "Problem",
    "Request", "Severity", "System", "__version__", "all_systems", "compare", "limit_words", "losses", "nested_body",
    "system_named", "write_files", "write_sidecar",
]  # fmt: skip

_MODULES = {
    "files": ("write_files",),
    "report.diagnostic": ("Diagnostic", "MappingError", "Problem", "Severity", "losses"),
    "inputs": ("Document",),
    "model": ("Attribute", "Body", "Entity", "Mapping", "Origin"),
    "review.describe": ("limit_words",),
    "review.entity_changes": ("compare",),
    "sidecar.writer": ("write_sidecar",),
    "request": ("Mapped", "Request"),
    "system.system": ("System",),
    "model.attribute": ("nested_body",),
    "registry": ("all_systems", "system_named"),
}


def __getattr__(name: str) -> object:
    """Import a member of `__all__` on first access, so that `import mapper` does not load every module."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(name)


def __dir__() -> list[str]:
    """The members of `__all__`, for completion, before they are imported."""
    return __all__
