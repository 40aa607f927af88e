"""Calls all emitters for a program."""

from __future__ import annotations

from collections.abc import Callable

from .go.stubs import provider_stubs
from .idl.program import Program
from .lumidl.stubs import lumidl_stubs
from .lumidl.typescript import legacy_package
from .settings import Dialect
from .typescript.package import typescript_package

Emitter = Callable[[Program], dict[str, str]]

PACK, PROVIDER = "pack", "provider"
"""The parts of the output: the TypeScript package, and the provider stubs. Each may be written to its own folder."""

EMITTERS: dict[tuple[Dialect, str], Emitter] = {
    (Dialect.DESIGN, PACK): typescript_package,
    (Dialect.DESIGN, PROVIDER): provider_stubs,
    (Dialect.LUMIDL, PACK): legacy_package,
    (Dialect.LUMIDL, PROVIDER): lumidl_stubs,
}


def emit_part(program: Program, dialect: Dialect, part: str) -> dict[str, str]:
    """Path -> text of the files of one part."""
    return EMITTERS[dialect, part](program)
