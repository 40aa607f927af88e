"""Folders of temporary files of sessions, which only this user can enter."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

PREFIX = "oasmap-try-"
_LOCK = "held"
"""A file in each folder, which its process locks as long as it lives. Who can lock it may remove the folder."""

_LONGEST = 60
"""The most bytes of the path of the folder above: the path of a socket has at most 104 or 108."""


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder that is removed with the context. If this process is killed, the next one removes it."""
    base = tempfile.gettempdir()
    if len(os.fsencode(base)) > _LONGEST and os.name == "posix":
        base = "/tmp"  # noqa: S108 - mkdtemp makes a folder of a new name, for this user alone
    for left in Path(base).glob(f"{PREFIX}*"):
        _remove_if_left(left)
    folder, lock = _new_folder(base)
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _new_folder(base: str) -> tuple[str, int]:
    """A new folder, and the descriptor of its lock. Raises OSError."""
    while True:
        folder = tempfile.mkdtemp(prefix=PREFIX, dir=base)
        lock = os.open(Path(folder, _LOCK), os.O_RDWR | os.O_CREAT, 0o600)
        if sys.platform == "win32":
            return folder, lock  # it has no sockets in folders, and no folder is looked for
        fcntl.flock(lock, fcntl.LOCK_EX)
        if Path(folder, _LOCK).exists():
            return folder, lock
        os.close(lock)  # another process has found it before it was locked


def _remove_if_left(folder: Path) -> None:
    """Remove a folder that a killed process of this user has left. No link is followed."""
    if sys.platform == "win32":
        return
    with suppress(OSError):  # it is of somebody else, in use, or gone
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if os.fstat(descriptor).st_uid == os.geteuid():
                _remove_unless_locked(folder, descriptor)
        finally:
            os.close(descriptor)


def _remove_unless_locked(folder: Path, descriptor: int) -> None:
    """Remove a folder. Raises OSError if a process holds its lock, or it has none."""
    lock = os.open(_LOCK, os.O_RDWR | os.O_NOFOLLOW, dir_fd=descriptor)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
    finally:
        os.close(lock)
