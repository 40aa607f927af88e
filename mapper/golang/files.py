"""Names of Go files: which ones `go build` includes in a package on every platform."""

from __future__ import annotations

from collections.abc import Container

_SYSTEMS = frozenset(
    "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows"
    " zos".split()
)
_ARCHITECTURES = frozenset(
    "386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64"
    " ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm".split()
)


def is_built_everywhere(stem: str) -> bool:
    """Whether the file `STEM.go` is part of its package on every platform.

    The last words of a name after underscores may mark a test or a platform (`go help buildconstraint`); names that
    begin with an underscore or a dot are ignored.
    """
    words = stem.split("_")
    return not (
        stem.startswith(("_", "."))
        or stem.endswith("_test")
        or (len(words) > 1 and words[-1] in _SYSTEMS | _ARCHITECTURES)
    )


def file_name(stem: str, taken: Container[str]) -> str:
    """`STEM.go`, or a longer name if that is taken, or not part of the package on every platform."""
    while not is_built_everywhere(stem) or f"{stem}.go" in taken:
        stem = f"{stem.lstrip('_.')}_kind"
    return f"{stem}.go"
