"""Temporary files next to those that they are to replace, and what a process that was killed has left of them.

The temporary files of a run in one folder share a token, and a file of that token that the run holds a lock on. The
lock goes with the process, however it ends: what has a token that nobody holds can be removed.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_OURS = re.compile(r"\.oasmap-([0-9a-f]{16})(?:-\d+)?\.tmp\Z")
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_STALE = 24 * 60 * 60
"""Seconds after which a temporary file counts as left behind where there are no locks."""


class Temporaries:
    """The temporary files of one run in one folder."""

    def __init__(self, folder: Path) -> None:
        """Take a lock. Raises OSError."""
        self._folder = folder
        self._count = 0
        self._token, self._lock = _take(folder)

    def create(self, mode: int) -> tuple[Path, int]:
        """A new file and its descriptor. Raises OSError."""
        self._count += 1
        path = self._folder / f".oasmap-{self._token}-{self._count}.tmp"
        return path, os.open(path, _NEW, mode)

    def close(self) -> None:
        """Remove what has not been renamed, and give the lock back."""
        for number in range(1, self._count + 1):
            with suppress(FileNotFoundError):  # renamed
                (self._folder / f".oasmap-{self._token}-{number}.tmp").unlink()
        if fcntl is None:
            os.close(self._lock)  # an open file cannot be removed
            _lock_path(self._folder, self._token).unlink(missing_ok=True)
        else:
            _lock_path(self._folder, self._token).unlink(missing_ok=True)
            os.close(self._lock)


def sweep(folder: Path) -> int:
    """Remove the temporary files of runs that are over. Returns how many there were."""
    found: dict[str, list[Path]] = {}
    with suppress(OSError):
        for entry in os.scandir(folder):
            match = _OURS.match(entry.name)
            if match and stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
                found.setdefault(match[1], []).append(Path(entry.path))
    removed = 0
    for token, paths in found.items():
        with suppress(OSError), _abandoned(folder, token, paths) as is_over:
            for path in sorted(paths) if is_over else ():  # the file with the lock comes last
                path.unlink(missing_ok=True)
                removed += 1
    return removed


def _lock_path(folder: Path, token: str) -> Path:
    return folder / f".oasmap-{token}.tmp"


def _take(folder: Path) -> tuple[str, int]:
    while True:
        token = os.urandom(8).hex()
        handle = os.open(_lock_path(folder, token), _NEW, 0o600)
        if fcntl is None:
            return token, handle
        with suppress(OSError):  # a file system without locks: then nothing is ever swept in it
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return token, handle
        os.close(handle)  # another run has swept it before there was a lock on it


@contextmanager
def _abandoned(folder: Path, token: str, paths: list[Path]) -> Iterator[bool]:
    """Whether the run of a token is over; it cannot begin meanwhile. Raises OSError."""
    if fcntl is None:
        yield all(time.time() - path.stat().st_mtime > _STALE for path in paths)
        return
    try:
        handle = os.open(_lock_path(folder, token), os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:  # it is made first and removed last
        yield True
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(handle)
