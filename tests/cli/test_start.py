"""What `oasmap` imports, and when: it starts fast."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = ("generate", "check", "pages", "init", "diff", "schema", "completion")
HEAVY = ("mapper.terraform.map", "mapper.review.entity_changes", "mkdocs_oasmap.review", "yaml", "mkdocs")
PROGRAM = """
import sys
from mkdocs_oasmap.cli import main
code = main(sys.argv[1:])
print(code, *sys.modules)
"""


def loaded(folder: Path, *arguments: str) -> set[str]:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    code, *modules = ran.stdout.splitlines()[-1].split()
    assert code == "0"
    return set(modules)


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)])
def test_the_version_and_the_list_of_commands_import_no_command(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    modules = loaded(tmp_path, *arguments)
    assert not modules & {f"mkdocs_oasmap.cli.{name}" for name in COMMANDS}
    assert {name for name in modules if name.startswith("mapper.")} == {
        "mapper.text",
        "mapper.text.display",
        "mapper.version",
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_imports_it_alone_and_nothing_of_what_it_does(tmp_path: Path, command: str) -> None:
    modules = loaded(tmp_path, command, "--help")
    assert modules & {f"mkdocs_oasmap.cli.{name}" for name in COMMANDS} == {f"mkdocs_oasmap.cli.{command}"}
    assert [name for name in HEAVY if name in modules] == []
