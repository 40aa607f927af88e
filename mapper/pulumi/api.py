"""Pulumi: resource types authored once in a Go subset become a TypeScript package and the stubs of a provider.

`read` needs tree-sitter (the extra `pulumi`); the emitters are pure functions of the program.
"""

from __future__ import annotations

from .emitters import PACK, PROVIDER, emit, emit_part
from .idl import Finding, Program, Reading, read, read_sources
from .rules import RULES
from .settings import Dialect, Settings

__all__ = [
    "PACK", "PROVIDER", "RULES", "Dialect", "Finding", "Program", "Reading", "Settings", "emit", "emit_part", "read",
    "read_sources",
]  # fmt: skip
