"""What tests that start processes share."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


class Tracks:
    """What processes leave behind: themselves, and their folders."""

    def __init__(self, folder: Path) -> None:
        self.folders = folder / "folders"
        self.folders.mkdir()
        self.pids = folder / "pids"

    def alive(self, seconds: float = 60) -> list[int]:
        """The processes that are there still; a signal may need a moment on a busy machine."""
        pids = [int(line) for line in self.pids.read_text().split()] if self.pids.exists() else []
        deadline = time.monotonic() + seconds
        while (left := [pid for pid in pids if _runs(pid)]) and time.monotonic() < deadline:
            time.sleep(0.05)
        return left

    def left(self) -> list[str]:
        """The files and folders that are there still."""
        return sorted(path.name for path in self.folders.iterdir())


def _runs(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped by a parent of ours does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.fixture
def tracks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tracks]:
    """A place of its own for temporary folders; after the test there is no process and no folder left."""
    folder = Path(tempfile.mkdtemp(prefix="t", dir="/tmp"))  # a socket's path has to be short
    tracks = Tracks(folder)
    monkeypatch.setattr(tempfile, "tempdir", str(tracks.folders))
    yield tracks
    alive, left = tracks.alive(), tracks.left()
    shutil.rmtree(folder, ignore_errors=True)
    assert (alive, left) == ([], [])
