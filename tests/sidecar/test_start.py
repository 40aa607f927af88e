"""What only a sidecar needs is not imported where none is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .test_foreign import API, CONFIG

PROGRAM = """
import sys
from mkdocs_oasmap.cli import main
code = main(sys.argv[1:])
print("msgspec" in sys.modules, code)
"""


@pytest.mark.parametrize(
    ("arguments", "is_loaded"),
    [
        (["generate", "-q", "api.yaml"], False),
        (["generate", "-q", "--sidecar", "oasmap.json", "api.yaml"], True),
    ],
)
def test_a_run_without_a_sidecar_does_not_import_its_shape(
    tmp_path: Path, arguments: list[str], is_loaded: bool
) -> None:
    (tmp_path / "api.yaml").write_text(API)
    (tmp_path / "generator_config.yml").write_text(CONFIG)
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == f"{is_loaded} 0"
