"""The files that a run has read or looked for, with their digests: a later run checks whether they have changed.

Nothing is recorded outside of `recorded`. All code of the library that reads a file, lists a folder or tests whether a
file exists notes it here.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

ABSENT, OTHER = "absent", "other"
"""The states of a path that does not exist, and of one that cannot be read as a file or a folder."""

_FOLDER, _NEVER = "folder:", "never"
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_reads: ContextVar[dict[str, str] | None] = ContextVar("reads", default=None)


@contextmanager
def recorded() -> Iterator[dict[str, str]]:
    """Record the state of every file that is read in this context: absolute path -> state."""
    states: dict[str, str] = {}
    token = _reads.set(states)
    try:
        yield states
    finally:
        _reads.reset(token)
        again(states)


def again(reads: Mapping[str, str]) -> None:
    """Record earlier reads whose result is used again."""
    states = _reads.get()
    if states is not None:
        for name, state in reads.items():
            states.setdefault(name, state)


def note(path: Path, data: bytes | None = None) -> None:
    """Record that a file was read or looked for; `data` is its content, None to read it here."""
    states = _reads.get()
    if states is not None:
        # the first state stays: a file that changed between two reads never counts as unchanged
        states.setdefault(os.path.abspath(path), state_of(path) if data is None else _digest(data))  # noqa: PTH100


def note_once(what: str) -> None:
    """Record a read whose result cannot be compared: `unchanged` is False for this record from then on."""
    states = _reads.get()
    if states is not None:
        states[what] = _NEVER


def is_file(path: Path) -> bool:
    """Whether a regular file exists at `path`; records the path. False for a name that no file can have."""
    note(path)
    try:
        return path.is_file()
    except OSError:
        return False


def note_folder(folder: Path) -> None:
    """Record the names in a folder, at all depths."""
    states = _reads.get()
    if states is not None:
        states[_FOLDER + os.path.abspath(folder)] = _listing(folder)  # noqa: PTH100


def unchanged(reads: Mapping[str, str]) -> bool:
    """Whether all files and folders still have their recorded states."""
    return all(
        (_listing(Path(name.removeprefix(_FOLDER))) if name.startswith(_FOLDER) else state_of(Path(name))) == state
        for name, state in reads.items()
    )


def state_of(path: Path) -> str:
    """The SHA-256 of a regular file's content, or ABSENT or OTHER."""
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
