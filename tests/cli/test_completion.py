"""What a shell completes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_oasmap.cli.frame import COMMANDS

from .support import Oasmap


def completed(folder: Path, *words: str) -> list[str]:
    """What `oasmap WORDS` may go on with, as a shell asks for it."""
    environment = {
        **os.environ,
        "_OASMAP_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("oasmap", *words)),
        "COMP_CWORD": str(len(words)),
    }
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs_oasmap"], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def test_commands_are_completed(folder: Path) -> None:
    assert completed(folder, "ch") == ["plain,check"]
    assert {f"plain,{name}" for name in COMMANDS} <= set(completed(folder, ""))


def test_options_and_their_values_are_completed(folder: Path) -> None:
    assert completed(folder, "generate", "--outp") == [
        "plain,--output",
        "plain,--output-pack",
        "plain,--output-provider",
        "plain,--output-schema",
    ]
    assert completed(folder, "generate", "--system", "a") == ["plain,ack"]


@pytest.mark.parametrize("words", [("generate", "ap"), ("diff", "--config", "ap"), ("pages", "api.yaml", "ap")])
def test_files_are_left_to_the_shell(folder: Path, words: tuple[str, ...]) -> None:
    assert completed(folder, *words) == ["file,ap"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(oasmap: Oasmap, shell: str) -> None:
    ran = oasmap("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert f"_OASMAP_COMPLETE={shell}_complete" in ran.out
