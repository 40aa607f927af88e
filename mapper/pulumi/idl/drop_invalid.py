"""Removes everything with errors from an IDL, so that a review can compare the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from ..settings import Settings
from .declarations import File, Named, StructType, TypeSpec
from .findings import Finding, GoPlace
from .packages import folder_of
from .read import Reading, read_sources
from .syntax import parse_file

MOST_ROUNDS = 100
"""The most rounds of removal (removing a declaration breaks those that use it) before the whole IDL is refused."""

MOST_BYTES = 1_000_000
"""The most bytes that all rounds together read."""

_DECLARED = re.compile(rb"^[ \t]*type[ \t]+([A-Z]\w*)[ \t]+(struct\b|string\b)?", re.MULTILINE)
_RESOURCES = re.compile(rb"\bidl\.(?:Named)?Resource\b")


class Missing(Struct, frozen=True):
    """A type that is left out, with the folder of its package. `what` is *resource*, *struct* or *enum*."""

    folder: str
    name: str
    what: str


class Salvage(Struct, frozen=True):
    """`without`: the places of removed declarations; `unread`: removed files; `lost`: why each type is missing."""

    without: frozenset[GoPlace] = frozenset()
    unread: frozenset[str] = frozenset()
    lost: dict[Missing, Finding] = field(default_factory=dict)


def salvage(sources: Mapping[str, bytes], settings: Settings, name: str) -> Salvage | None:
    """What to remove so that the rest, which may be empty, has no errors; None if the limits are reached."""
    files = {path: parse_file(path, data, []) for path, data in sources.items()}
    without: set[GoPlace] = set()
    unread: set[str] = set()
    lost: dict[Missing, Finding] = {}
    size = sum(map(len, sources.values()))
    for _ in range(min(MOST_ROUNDS, MOST_BYTES // max(1, size))):
        kept = {path: data for path, data in sources.items() if path not in unread}
        reading = read_sources(kept, settings, name, without) if kept else Reading(None, ())
        if not reading.errors:
            return Salvage(frozenset(without), frozenset(unread), lost)
        for error in reading.errors:
            path = error.place.path
            file = files.get(path)
            start = _around(file, error.place) if isinstance(file, File) else None
            if isinstance(file, File) and start is not None and start not in without:
                without.add(start)
                gone = [spec for spec in file.types if spec.name.place == start]
                lost |= {_missing(spec, file): error for spec in gone}
            elif start is None and path not in unread:
                unread.add(path)
                lost |= dict.fromkeys(_declared(path, sources.get(path, b"")), error)
    return None


def _around(file: File, place: GoPlace) -> GoPlace | None:
    """The start of the declaration or import that contains a place; None before the first one."""
    starts = [one.place for one in file.imports] + [one.place for one in file.others]
    starts += [one.name.place for one in file.constants] + [one.name.place for one in file.types]
    return max((start for start in starts if start <= place), default=None)


def _missing(spec: TypeSpec, file: File) -> Missing:
    embedded = (
        [member.type for member in spec.type.members if not member.names] if isinstance(spec.type, StructType) else []
    )
    is_resource = any(isinstance(t, Named) and t.package and t.name.text in _MARKED for t in embedded)
    what = "resource" if is_resource else "struct" if isinstance(spec.type, StructType) else "enum"
    return Missing(folder_of(file.path), spec.name.text, what)


_MARKED = frozenset(("Resource", "NamedResource"))


def _declared(path: str, data: bytes) -> Iterator[Missing]:
    """The types that an unparsable file seems to declare."""
    found = list(_DECLARED.finditer(data))
    ends = [*(match.start() for match in found), len(data)]
    for match, end in zip(found, ends[1:], strict=True):
        is_resource = _RESOURCES.search(data, match.end(), end) is not None
        what = "resource" if is_resource else "enum" if match[2] == b"string" else "struct"
        yield Missing(folder_of(path), match[1].decode("ascii", "replace"), what)
