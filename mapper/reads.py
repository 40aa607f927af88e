"""Which files a run has read, and which it has looked for: what tells later whether it would read the same again.

Only what asks for it is told (`recorded`); elsewhere nothing is kept. Whatever in the library reads a file, lists a
folder or asks whether there is a file says so here.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

ABSENT, OTHER = "absent", "other"
"""The states of what is not there, and of what cannot be read as a file or a folder."""

_FOLDER, _NEVER = "folder:", "never"
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_reads: ContextVar[dict[str, str] | None] = ContextVar("reads", default=None)


@contextmanager
def recorded() -> Iterator[dict[str, str]]:
    """The states of all files that are read meanwhile, by their absolute paths."""
    found: dict[str, str] = {}
    token = _reads.set(found)
    try:
        yield found
    finally:
        _reads.reset(token)
        again(found)


def again(reads: Mapping[str, str]) -> None:
    """Keep what was read before, of which the result is used again."""
    known = _reads.get()
    if known is not None:
        for name, state in reads.items():
            known.setdefault(name, state)


def note(path: Path, data: bytes | None = None) -> None:
    """Keep that a file was read, or looked for; `data` is what it has."""
    known = _reads.get()
    if known is not None:
        # what has been read twice and was another file then is never the same again: the state that came first stays
        known.setdefault(os.path.abspath(path), state_of(path) if data is None else _digest(data))  # noqa: PTH100


def note_once(what: str) -> None:
    """Keep that something was read that cannot be compared: what was recorded with it is never unchanged."""
    known = _reads.get()
    if known is not None:
        known[what] = _NEVER


def is_file(path: Path) -> bool:
    """Whether there is a regular file; noted. Under a name that no file can have, there is none."""
    note(path)
    try:
        return path.is_file()
    except OSError:
        return False


def note_folder(folder: Path) -> None:
    """Keep that the names in a folder were read, at all depths."""
    known = _reads.get()
    if known is not None:
        known[_FOLDER + os.path.abspath(folder)] = _listing(folder)  # noqa: PTH100


def unchanged(reads: Mapping[str, str]) -> bool:
    """Whether all files are still in the states that were recorded."""
    return all(
        (_listing(Path(name.removeprefix(_FOLDER))) if name.startswith(_FOLDER) else state_of(Path(name))) == state
        for name, state in reads.items()
    )


def state_of(path: Path) -> str:
    """The digest of what a regular file has in it."""
    try:
        handle = os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        return ABSENT
    except (OSError, ValueError):
        return OTHER
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        return OTHER
    with open(handle, "rb") as stream:  # noqa: PTH123 - a handle
        import hashlib

        return hashlib.file_digest(stream, "sha256").hexdigest()


def _digest(data: bytes) -> str:
    import hashlib  # slow to import, and most runs record nothing

    return hashlib.sha256(data).hexdigest()


def _listing(folder: Path) -> str:
    names = [(where, sorted(folders), sorted(files)) for where, folders, files in os.walk(folder)]
    return _digest(repr(sorted(names)).encode("utf-8", "surrogateescape"))
