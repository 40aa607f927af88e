"""Temporary files next to the files that they replace, and the removal of those that killed processes left.

The temporary files of a run in one folder share a token, and the run holds a lock on a file with that token. The lock
ends with the process, however that ends: files whose token nobody holds can be removed.
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
"""On systems without file locks: the age in seconds at which a temporary file may be removed."""


class Temporaries:
    """The temporary files of one run in one folder."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises OSError."""
        self._folder = folder
        self._count = 0
        self._token, self._lock = _take(folder)

    def create(self, mode: int) -> tuple[Path, int]:
        """Create a file; returns its path and descriptor. Raises OSError."""
        self._count += 1
        path = self._folder / f".oasmap-{self._token}-{self._count}.tmp"
        return path, os.open(path, _NEW, mode)

    def close(self) -> None:
        """Remove the files that were not renamed, and release the lock."""
        for number in range(1, self._count + 1):
            with suppress(FileNotFoundError):  # renamed
                (self._folder / f".oasmap-{self._token}-{number}.tmp").unlink()
        if fcntl is None:
            os.close(self._lock)  # Windows does not remove an open file
            _lock_path(self._folder, self._token).unlink(missing_ok=True)
        else:
            _lock_path(self._folder, self._token).unlink(missing_ok=True)
            os.close(self._lock)


def sweep(folder: Path) -> int:
    """Remove the temporary files of runs that have ended. Returns how many there were."""
    by_token: dict[str, list[Path]] = {}
    with suppress(OSError):
        for entry in os.scandir(folder):
            match = _OURS.match(entry.name)
            if match and stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
                by_token.setdefault(match[1], []).append(Path(entry.path))
    removed = 0
    for token, paths in by_token.items():
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
        with suppress(OSError):  # a file system without locks: nothing is removed there
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return token, handle
        os.close(handle)  # another run has removed it before it was locked


@contextmanager
def _abandoned(folder: Path, token: str, paths: list[Path]) -> Iterator[bool]:
    """Yields whether the run of a token has ended; holds its lock meanwhile. Raises OSError."""
    if fcntl is None:
        yield all(time.time() - path.stat().st_mtime > _STALE for path in paths)
        return
    try:
        handle = os.open(_lock_path(folder, token), os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:  # the lock file is made first and removed last
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
