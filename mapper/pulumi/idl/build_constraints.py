"""Whether Go builds a file: by the platforms in its name, and by its `//go:build` line."""

from __future__ import annotations

import re

_CONSTRAINT = re.compile(rb"\s*(?://[^\n]*\n\s*)*?//go:build ([^\n]*)\n")
_TERM = re.compile(r"\s*(&&|\|\||!|\(|\)|[\w.]+)")
_PLATFORM = re.compile(r"_([a-z0-9]+)(?:_([a-z0-9]+))?\.go\Z")
_MOST_TERMS = 200
_BUILT = frozenset(("linux", "unix", "amd64", "gc", "cgo"))
_SYSTEMS = frozenset(
    "aix android darwin dragonfly freebsd illumos ios js netbsd openbsd plan9 solaris wasip1 windows 386 arm arm64"
    " loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm".split()
)


def is_built(path: str, data: bytes) -> bool:
    """Whether Go builds a file for Linux (`go help buildconstraint`), by its name and its `//go:build` line."""
    platform = _PLATFORM.search(path)
    if platform and not _SYSTEMS.isdisjoint(platform.groups()):
        return False
    constraint = _CONSTRAINT.match(data)
    return constraint is None or _holds(constraint[1].decode("utf-8", "replace"))


def _holds(constraint: str) -> bool:
    """The value of a constraint; True for what is not one, which Go reports."""
    terms = _TERM.findall(constraint)[::-1]

    def either() -> bool:
        value = both()
        while terms and terms[-1] == "||":
            terms.pop()
            value = both() or value
        return value

    def both() -> bool:
        value = one()
        while terms and terms[-1] == "&&":
            terms.pop()
            value = one() and value
        return value

    def one() -> bool:
        term = terms.pop() if terms else ""
        if term == "!":
            return not one()
        if term == "(":
            value = either()
            if terms:
                terms.pop()
            return value
        return term in _BUILT or term.startswith("go1.")

    return either() if len(terms) <= _MOST_TERMS else True
