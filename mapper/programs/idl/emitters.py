"""What is written from an IDL: a TypeScript package, and the Go code that a provider implements."""

from collections.abc import Callable

from .go.stubs import provider_stubs
from .lumidl.stubs import lumidl_stubs
from .lumidl.typescript import legacy_package
from .parser.program import Program
from .settings import Dialect
from .typescript.package import typescript_package

PARTS = PACK, PROVIDER = "pack", "provider"

EMITTERS: dict[tuple[Dialect, str], Callable[[Program], dict[str, str]]] = {
    (Dialect.DESIGN, PACK): typescript_package,
    (Dialect.DESIGN, PROVIDER): provider_stubs,
    (Dialect.LUMIDL, PACK): legacy_package,
    (Dialect.LUMIDL, PROVIDER): lumidl_stubs,
}
"""Path -> text of the files of one part, by dialect."""
