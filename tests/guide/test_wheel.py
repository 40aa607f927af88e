"""The tutorial literally: in an empty folder, in a new environment, with the wheel that a release would publish."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .fences import DOCS, ROOT, blocks
from .player import LISTING, SHELL
from .programs import SOURCE

TUTORIAL = DOCS / "getting-started.md"
OTHERS = ("tfplugingen-framework ",)
"""The programs that the tutorial says are installed separately."""


def run(command: str, folder: Path) -> str:
    """What a command prints; it succeeds."""
    settings = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "OASMAP_RELEASE": "1"}
    done = subprocess.run(
        ["bash", "-euc", command], cwd=folder, env=settings, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(f"{sys.executable} -m pip wheel -q --no-deps -w {folder} {ROOT}", folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.build
def test_each_command_of_the_tutorial_works_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    from_index = f"mkdocs-oasmap[material]{SOURCE}"
    installed = ""
    for block in blocks(TUTORIAL):
        if block.title == LISTING:
            names = re.findall(r"[\w.-]*\w", block.text)
            assert [name for name in names if not [*tmp_path.rglob(name)]] == []
        elif block.title:
            path = tmp_path / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language in SHELL and not block.text.startswith(OTHERS):
            text = block.text.replace(from_index, f"{wheel}[material]").replace("mkdocs serve", "mkdocs build")
            if not installed:
                assert from_index in block.text
                installed = ". .venv/bin/activate\n"
                run(text, tmp_path)
            else:
                assert not re.search(r"^(?:ERROR|Traceback)", run(installed + text, tmp_path), re.MULTILINE)
    spec = json.loads((tmp_path / "provider_code_spec.json").read_text(encoding="utf-8"))
    (resource,) = spec["resources"]
    names = [attribute["name"] for attribute in resource["schema"]["attributes"]]
    assert sorted(names) == ["aperture_mm", "id", "name", "status"]
    assert (tmp_path / "site/reference/resources/telescope/index.html").is_file()
