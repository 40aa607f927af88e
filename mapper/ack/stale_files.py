"""Finds files of an earlier run for Kinds that are gone, or whose API group or version has changed.

The first line of a Go file tells that it is generated. A definition counts as generated if such a
Go file registers its Kind.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from ..files import read_regular
from ..golang.source import GENERATED
from .service import PACKAGES, REGISTRATION, group_in

DEFINITIONS = Path("config", "crd", "bases")
_REGISTERED = re.compile(rb"\bSchemeBuilder\.Register\(&(\w+)\{\}")
_DEFINITION = re.compile(rb"^kind: CustomResourceDefinition\s*$", re.MULTILINE)


def leftovers(folder: Path, written: Collection[Path]) -> list[Path]:
    """The files in a controller's folder that an earlier run wrote and this one did not."""
    paths = []
    for package in sorted(path for path in (folder / PACKAGES).glob("*") if path.is_dir() and not path.is_symlink()):
        generated = {
            path: data for path in sorted(package.glob("*.go")) if (data := _generated_content(path)) is not None
        }
        group = group_in(generated.get(package / REGISTRATION, b""))
        kinds = {match[1].decode() for data in generated.values() if (match := _REGISTERED.search(data))}
        paths += [*generated, *(_definitions(folder, group, kinds) if group else ())]
    known = {path.resolve() for path in written}
    return [path for path in dict.fromkeys(paths) if path.resolve() not in known]


def _generated_content(path: Path) -> bytes | None:
    """The content of a Go file if it is generated; None for other files."""
    data = read_regular(path) or b""
    return data if data.startswith(f"{GENERATED}\n".encode()) else None


def _definitions(folder: Path, group: str, kinds: Collection[str]) -> Iterator[Path]:
    """The definition files of some Kinds in a group."""
    for path in sorted((folder / DEFINITIONS).glob("*.yaml")):
        data = (read_regular(path) or b"") if path.name.startswith(f"{group}_") else b""
        kind = re.search(rb"^    kind: (\w+)\s*$", data, re.MULTILINE)
        if kind is not None and kind[1].decode() in kinds and _DEFINITION.search(data):
            yield path
