"""What a shell completes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_oasmap.cli.program import COMMANDS

from ..forks import python
from .support import Oasmap


def completed(folder: Path, *words: str) -> list[str]:
    """What `oasmap WORDS` may go on with, as a shell asks for it."""
    environment = {
        **os.environ,
        "_OASMAP_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("oasmap", *words)),
        "COMP_CWORD": str(len(words)),
    }
    ran = python(["-m", "mkdocs_oasmap"], folder, only=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
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


# --- in the shells themselves ---------------------------------------------------------------------

BASH = """
. ./script
complete -p oasmap >/dev/null || exit 3
ask() {
    COMPREPLY=() COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _oasmap_completion oasmap "${@: -1}"
    printf '%s\\n' "${COMPREPLY[@]}"
}
ask oasmap ch; ask oasmap generate --system a
"""
FISH = """
source ./script
complete -C 'oasmap ch'; complete -C 'oasmap generate --system a'; complete -C 'oasmap generate my'
"""
ZSH = """
compdef() { registered=$2 }  # what its line editor has, and a shell without a terminal has not
_describe() { print -rl -- ${(P)3} }
compadd() { print -rl -- ${(P)@[-1]} }
_path_files() { print -rl -- ${words[CURRENT]}*(N) }
. ./script
[[ $registered = oasmap ]] || exit 3
ask() { words=("$@") CURRENT=$#; _oasmap_completion }
ask oasmap ch; ask oasmap generate --system a; ask oasmap generate my
"""
SHELLS = {
    "bash": (["bash", "--norc", "-c", BASH], ("check", "ack")),
    "fish": (["fish", "--no-config", "-c", FISH], ("check\tMap as", "ack", "my api.yaml")),
    "zsh": (["zsh", "-f", "-c", ZSH], ("check:Map as", "ack", "my api.yaml")),
}


@pytest.mark.parametrize("shell", ["bash", *(pytest.param(shell, marks=pytest.mark.peer) for shell in ("fish", "zsh"))])
def test_a_shell_completes_with_its_script(oasmap: Oasmap, folder: Path, shell: str) -> None:
    command, expected = SHELLS[shell]
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (folder / "script").write_text(oasmap("completion", shell).out)
    (folder / "my api.yaml").touch()
    program = folder / "bin/oasmap"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mkdocs_oasmap "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(folder)}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True, timeout=120)
    found = ran.stdout.splitlines()
    assert len(found) == len(expected)
    assert all(line.startswith(words) for line, words in zip(found, expected, strict=True))
