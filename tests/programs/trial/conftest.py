"""Fixtures of sessions."""

import tempfile
from pathlib import Path

import pytest

from .support import write


@pytest.fixture
def temporary(here: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files, which is empty; the current folder has the bakery."""
    write(here)
    folder = tmp_path_factory.mktemp("t")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder
