"""Help, versions, and command lines that are wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from mapper import __version__

from .support import API, Oasmap, written


@pytest.mark.parametrize("command", ["generate", "check"])
def test_help_has_every_option_every_exit_code_and_examples(oasmap: Oasmap, command: str) -> None:
    ran = oasmap(command, "--help")
    assert ran.code == 0
    for option in ("SPEC", "--config", "--output", "--sidecar", "--strict", "--format", "--quiet"):
        assert option in ran.out
    assert re.findall(r"^  (\d)  ", ran.out, re.MULTILINE) == ["0", "1", "2", "3"]
    assert f"oasmap {command} openapi.yaml" in ran.out


def test_help_lists_the_commands(oasmap: Oasmap) -> None:
    ran = oasmap("--help")
    assert ran.code == 0
    commands = set(re.findall(r"^  (\w+)  ", ran.out, re.MULTILINE))
    assert commands >= {"generate", "check", "schema"}
    for command in commands:
        assert oasmap(command, "--help").code == 0


def test_the_examples_in_the_help_work(folder: Path, oasmap: Oasmap) -> None:
    (folder / "openapi.yaml").write_text(API)
    examples = re.findall(r"^  (?:curl .* \| )?oasmap (.+)$", oasmap("generate", "--help").out, re.MULTILINE)
    (folder / "generator.yaml").touch()
    assert len(examples) == 5
    for example in examples:
        assert oasmap(*example.split(), stdin=API).code == 0


def test_the_version_is_printed(oasmap: Oasmap) -> None:
    ran = oasmap("--version")
    assert (ran.code, ran.out) == (0, f"mkdocs-oasmap {__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("generate",),
        ("generate", "api.yaml", "another.yaml"),
        ("generate", "--unknown", "api.yaml"),
        ("generate", "--format", "xml", "api.yaml"),
        ("generate", "api.yaml", "--output"),
        ("produce", "api.yaml"),
        ("schema", "api.yaml"),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_explained_and_exits_with_2(
    folder: Path, oasmap: Oasmap, arguments: tuple[str, ...]
) -> None:
    ran = oasmap(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: oasmap")
    assert "error: " in ran.err
    assert written(folder) == set()


def test_the_schema_command_prints_a_json_schema(oasmap: Oasmap) -> None:
    ran = oasmap("schema")
    assert (ran.code, ran.err) == (0, "")
    Draft202012Validator.check_schema(json.loads(ran.out))
