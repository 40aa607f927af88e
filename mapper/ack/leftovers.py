"""Files of an earlier run for Kinds that are gone, or that have another API group or version now.

Go files say in their first line that they are ours. A definition is one where such a file registers its Kind.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from ..artifacts import read_regular
from ..golang.source import GENERATED
from .service import PACKAGES, REGISTRATION, group_in

DEFINITIONS = Path("config", "crd", "bases")
_REGISTERED = re.compile(rb"\bSchemeBuilder\.Register\(&(\w+)\{\}")
_DEFINITION = re.compile(rb"^kind: CustomResourceDefinition\s*$", re.MULTILINE)


def leftovers(folder: Path, written: Collection[Path]) -> list[Path]:
    """The files in the folder of a controller that an earlier run has written and this one does not."""
    found = []
    for package in sorted(path for path in (folder / PACKAGES).glob("*") if path.is_dir() and not path.is_symlink()):
        own = {path: data for path in sorted(package.glob("*.go")) if (data := _own(path)) is not None}
        group = group_in(own.get(package / REGISTRATION, b""))
        kinds = {match[1].decode() for data in own.values() if (match := _REGISTERED.search(data))}
        found += [*own, *(_definitions(folder, group, kinds) if group else ())]
    known = {path.resolve() for path in written}
    return [path for path in dict.fromkeys(found) if path.resolve() not in known]


def _own(path: Path) -> bytes | None:
    """What a Go file has in it, if we have written it."""
    data = read_regular(path) or b""
    return data if data.startswith(f"{GENERATED}\n".encode()) else None


def _definitions(folder: Path, group: str, kinds: Collection[str]) -> Iterator[Path]:
    """The definitions of Kinds in a group."""
    for path in sorted((folder / DEFINITIONS).glob("*.yaml")):
        data = (read_regular(path) or b"") if path.name.startswith(f"{group}_") else b""
        kind = re.search(rb"^    kind: (\w+)\s*$", data, re.MULTILINE)
        if kind is not None and kind[1].decode() in kinds and _DEFINITION.search(data):
            yield path
