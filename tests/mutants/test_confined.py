"""Tests of a changed program run where they can change nothing, or a line says why they do not run."""

from pathlib import Path

import pytest

from .confined import Unconfined, confined


def test_an_interpreter_that_cannot_be_seen_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unconfined, match=r"/tmp/clone/python cannot be seen there: .*; clone to another folder"):
        confined(["/tmp/clone/python", "-m", "pytest"], tmp_path, tmp_path)
    assert not (tmp_path / "tmp").exists()
