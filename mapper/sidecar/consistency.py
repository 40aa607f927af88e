"""Whether a sidecar and the artifacts next to it were written by one run.

A run that is killed between two renames leaves whole files, but of different runs. The sidecar has the SHA-256 of each
artifact of its run, by the path of the artifact relative to the sidecar's folder.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..files import open_regular, relative_path
from ..links import real_path

Digest = Callable[[str], str | None]
"""The path of a file, as in a sidecar -> its SHA-256 in hexadecimal; None if there is nothing to compare."""

MEMBER = "artifacts"
"""The member of the sidecar that has the digests."""

_HEAD = 1 << 20
_NAMED = 3
_FORMAT = re.compile(r'\s*\{\s*"format"\s*:\s*"oasmap-sidecar"')
_FORMAT_WITHIN = 200
_BEGINNING = re.compile(rf'"{MEMBER}"\s*:\s*(?={{)')


def digests(folder: Path, artifacts: Mapping[Path, str]) -> dict[str, str]:
    """The member of a sidecar in `folder` with the digests of its run's artifacts, from path and SHA-256 of each."""
    by_name = {}
    for path, digest in artifacts.items():
        there, here = (Path(os.path.abspath(each)) for each in (path, folder))  # noqa: PTH100 - links stay
        by_name[relative_path(there, here)] = digest
    return dict(sorted(by_name.items()))


def strangers(named: Any, digest: Digest) -> Iterator[str]:
    """The names of those artifacts of a sidecar that another run has written, or that were changed since.

    `named` is the member of the sidecar with the digests. Artifacts that do not exist are skipped.
    """
    for name, recorded in named.items() if isinstance(named, dict) else ():
        current = digest(name)
        if current is not None and current != recorded:
            yield name


def strangers_on_disk(sidecar: Path, base: Path) -> list[str]:
    """As `strangers`, for a sidecar on the disk, whose beginning is read; nothing if there is no such file."""
    try:
        with open_regular(sidecar) as stream:
            head = stream.read(_HEAD).decode("utf-8", "replace")
        beginning = _BEGINNING.search(head)
        named = json.JSONDecoder().raw_decode(head, beginning.end())[0] if beginning else None
    except (OSError, ValueError, RecursionError):
        return []
    return list(strangers(named, digest_next_to(sidecar, base)))


def is_sidecar_file(path: Path) -> bool:
    """Whether a file is a sidecar, judged by its beginning."""
    try:
        with open_regular(path) as stream:
            return _FORMAT.match(stream.read(_FORMAT_WITHIN).decode("utf-8", "replace")) is not None
    except (OSError, ValueError):
        return False


def digest_next_to(sidecar: Path, base: Path) -> Digest:
    """A function that hashes the artifacts that a sidecar names: regular files below its folder, or below `base`."""

    def digest(name: str) -> str | None:
        try:
            folder = real_path(sidecar).parent
            path = real_path(folder / name)
            if not path.is_relative_to(folder) and not path.is_relative_to(real_path(base)):
                return None
            with open_regular(path) as stream:
                import hashlib

                return hashlib.file_digest(stream, "sha256").hexdigest()
        except (OSError, ValueError, RuntimeError):  # no regular file, or a loop of symbolic links
            return None

    return digest


def mixed_text(sidecar: str, names: Iterable[str]) -> str:
    """The message about a sidecar and artifacts of different runs."""
    listed = list(names)
    more = f" and {len(listed) - _NAMED} more files" if len(listed) > _NAMED else ""
    return (
        f"{sidecar} and {', '.join(listed[:_NAMED])}{more} were not written by one run: a run was stopped between them,"
        " or one was changed since; oasmap generate writes all of them again"
    )
