"""That nothing changes a value once it is made, which the type checker proves and no run does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mapper.model import Reason

EXAMPLE = Path(__file__).parents[1] / "example_site"
FROZEN = """
import dataclasses, sys
import mapper.immutable
mapper.immutable.dataclass = dataclasses.dataclass
from mapper.model import Reason
from mkdocs_oasmap.cli import main
assert Reason.__dataclass_params__.frozen
sys.exit(main(sys.argv[1:]))
"""


def test_values_are_equal_and_hash_by_what_is_in_them() -> None:
    assert Reason("code", "text") == Reason("code", "text")
    assert len({Reason("code", "text"), Reason("code", "text"), Reason("code", "other")}) == 2


@pytest.mark.slow
def test_pages_are_written_just_the_same_where_values_are_frozen_at_run_time_too(tmp_path: Path) -> None:
    arguments = ["pages", "--config", str(EXAMPLE / "generator_config.yml"), str(EXAMPLE / "api" / "openapi.yaml")]
    written = []
    for name, start in (("frozen", ["-c", FROZEN]), ("plain", ["-m", "mkdocs_oasmap"])):
        subprocess.run([sys.executable, *start, *arguments, str(tmp_path / name)], check=True, capture_output=True)
        written.append({path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()})
    assert written[0] == written[1]
    assert written[0]
