"""The folder table of the README names folders that there are, and all packages."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]


def test_every_folder_of_the_table_is_there() -> None:
    for line in TABLE:
        parent = ROOT
        for name in re.findall(r"`([\w/]+/)`", line.split("|")[1]):
            found = [folder for folder in (ROOT / name, parent / name) if folder.is_dir()]
            assert found, name
            parent = found[0].parent


def test_every_package_of_the_library_is_in_the_table() -> None:
    text = "\n".join(TABLE)
    packages = {path.parent.name for path in (ROOT / "mapper").glob("*/__init__.py")}
    assert {name for name in packages if f"{name}/`" not in text} == set()
