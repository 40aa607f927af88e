"""A module `mapper` of a project does not end in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["mapper.py", "mapper/__init__.py"])
@pytest.mark.parametrize("command", [["mkdocs_oasmap", "--version"], ["mkdocs", "build"]])
def test_a_module_of_the_same_name_is_told(tmp_path: Path, name: str, command: list[str]) -> None:
    own = tmp_path / name
    own.parent.mkdir(exist_ok=True)
    own.write_text("")
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: Zoo\nplugins: [{oasmap: {spec: api.yaml}}]\n")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run = subprocess.run(
        [sys.executable, "-m", *command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (run.returncode, "Traceback" in run.stderr) == (1, False)
    assert f"error: {own}: hides the library of oasmap" in run.stderr
    assert "rename the file, or run the command in another folder" in run.stderr
