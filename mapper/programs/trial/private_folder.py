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
_HELD = "held"
"""A file in each folder, which the process locks as long as it lives. Who can lock it may remove the folder."""

_LONGEST = 60
"""The most bytes of the path of the folder above: the path of a socket has at most 104 or 108."""


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder, which goes with the context. If the process is killed, the next one removes it."""
    base = tempfile.gettempdir()
    if len(os.fsencode(base)) > _LONGEST and os.name == "posix":
        base = "/tmp"  # noqa: S108 - mkdtemp makes a folder of a new name, for this user alone
    for left in Path(base).glob(f"{PREFIX}*"):
        _remove_if_left(left)
    folder, held = _new_folder(base)
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def _new_folder(base: str) -> tuple[str, int]:
    """A new folder, and the descriptor that holds it. Raises OSError."""
    while True:
        folder = tempfile.mkdtemp(prefix=PREFIX, dir=base)
        held = os.open(Path(folder, _HELD), os.O_RDWR | os.O_CREAT, 0o600)
        if sys.platform == "win32":
            return folder, held  # it has no sockets in folders, and no folder is looked for
        fcntl.flock(held, fcntl.LOCK_EX)
        if Path(folder, _HELD).exists():
            return folder, held
        os.close(held)  # another process has found it before it was locked


def _remove_if_left(folder: Path) -> None:
    """Remove a folder that a killed process of this user has left. No link is followed."""
    if sys.platform == "win32":
        return
    with suppress(OSError):  # it is of somebody else, in use, or gone
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if os.fstat(opened).st_uid == os.geteuid():
                _remove_unless_held(folder, opened)
        finally:
            os.close(opened)


def _remove_unless_held(folder: Path, opened: int) -> None:
    """Raises OSError if a process holds it, or it is no such folder."""
    held = os.open(_HELD, os.O_RDWR | os.O_NOFOLLOW, dir_fd=opened)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
    finally:
        os.close(held)
