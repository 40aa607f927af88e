"""The page *Try your provider*, step by step, with Terraform."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .fences import DOCS, ROOT, Block, blocks
from .player import changed

PAGE = DOCS / "try.md"
SAID = [
    "Resources: 1 added, 0 changed, 0 destroyed.",
    'An argument named "name" is not expected here.',
    "Resources: 0 added, 0 changed, 0 destroyed.",
    "a value changes in place, but no operation updates",
    "owlridge_telescope.ridge must be replaced",
    "nothing fills {telescope_id} of /telescopes/{telescope_id}/eyepieces",
    "Resources: 1 added, 0 changed, 0 destroyed.",
    "| owlridge | 2 | 2 |",
]
"""What the commands after the first one print, one after another."""


def test_the_files_are_those_of_the_readme() -> None:
    readme = {block.title: block.text for block in blocks(ROOT / "README.md")}
    for block in blocks(PAGE):
        if block.title in readme and block.language == "yaml":
            assert block.text == readme[block.title]


@pytest.mark.peer
def test_each_step_does_what_the_page_says(tmp_path: Path) -> None:
    if shutil.which("terraform") is None:
        pytest.skip("terraform is not here")
    said: list[str] = []
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "TF_CLI_ARGS": "-no-color",
        "TF_CLI_CONFIG_FILE": os.devnull,
        "CHECKPOINT_DISABLE": "1",
    }
    waiting: subprocess.Popen[str] | None = None
    try:
        for block in blocks(PAGE):
            if block.language == "diff":
                assert changed(block, tmp_path) == 1, block.title
            elif block.title:
                (tmp_path / block.title).write_text(block.text)
            elif waiting is None:
                waiting, settings = started(block, tmp_path, environment)
                environment |= settings
            else:
                said.append(run(block, tmp_path, environment))
    finally:
        if waiting is not None:
            waiting.send_signal(signal.SIGINT)
            log = waiting.communicate(timeout=60)[0]
    assert len(said) == len(SAID)
    for text, expected in zip(said, SAID, strict=True):
        assert expected in text
    assert "OAS602" in log
    assert "Created and not destroyed: 3 objects." in log


def started(block: Block, folder: Path, environment: dict[str, str]) -> tuple[subprocess.Popen[str], dict[str, str]]:
    """The process of the command, and what its second line sets."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mkdocs_oasmap", *block.text.split()[1:]],
        cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    assert "preview" in process.stdout.readline()
    match = re.fullmatch(r"export (\w+)='(.*)'\n", process.stdout.readline())
    assert match is not None
    return process, {match[1]: match[2]}


def run(block: Block, folder: Path, environment: dict[str, str]) -> str:
    """The output of the commands of a block, which succeed."""
    text = block.text.replace("oasmap ", f"{sys.executable} -m mkdocs_oasmap ")
    done = subprocess.run(
        ["sh", "-ec", text], cwd=folder, env=environment, text=True, check=False, timeout=300,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, f"{block.text}\n{done.stdout}"
    return " ".join(done.stdout.replace("│", " ").split())
