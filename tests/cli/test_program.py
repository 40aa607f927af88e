"""`oasmap` as a process of its own: exit codes, streams and encodings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .support import API, LOSSY, SPEC

COMMAND = [sys.executable, "-m", "mkdocs_oasmap"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def program(folder: Path, *arguments: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env={**ENVIRONMENT, **variables},
        input=stdin.encode(),
        capture_output=True,
        check=False,
    )


def test_the_module_is_the_program(folder: Path) -> None:
    ran = program(folder, "generate", "-", "--output", "-", stdin=API)
    assert (ran.returncode, ran.stdout) == (0, SPEC)
    assert ran.stderr == b"wrote standard output: 1 resource, 0 data sources, 3 attributes\n"


def test_the_program_exits_with_the_code(folder: Path) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    assert program(folder, "generate", "--strict", "-q", "api.yaml").returncode == 3
    assert program(folder, "generate", "-q", "nothing.yaml").returncode == 1
    assert program(folder, "generate").returncode == 2


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_any_terminal_can_show_any_message(folder: Path, format_: str) -> None:
    (folder / "api.yaml").write_text(LOSSY.replace("nickName", "naïveté日").replace("/pets:", "/pets:  # é"))
    ran = program(folder, "generate", "--format", format_, "api.yaml", PYTHONIOENCODING="ascii")
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == 0


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_half_of_a_surrogate_pair_is_in_nobodys_way(folder: Path, format_: str) -> None:
    schema = {"type": "object", "properties": {"a\ud800b": {}, "c": {"type": "string", "description": "\ud83d"}}}
    responses = {"200": {"content": {"application/json": {"schema": schema}}}}
    (folder / "api.json").write_text(
        json.dumps({"openapi": "3.1.0", "paths": {"/pets": {"get": {"responses": responses}}}})
    )
    (folder / "c.yml").write_text("provider: {name: zoo}\ndata_sources: {pet: {read: {path: /pets, method: GET}}}\n")
    ran = program(folder, "generate", "--config", "c.yml", "--sidecar", "s.json", "--format", format_, "api.json")
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == 0
    json.loads((folder / "provider_code_spec.json").read_bytes().decode())
    json.loads((folder / "s.json").read_bytes().decode())


def test_a_reader_that_stops_reading_is_no_crash(folder: Path) -> None:
    properties = "".join(f"\n                extra{i}: {{type: string}}" for i in range(3000))
    (folder / "api.yaml").write_text(API.replace("nickName: {type: string}", "nickName: {type: string}" + properties))
    with subprocess.Popen(
        [*COMMAND, "generate", "--output", "-", "api.yaml"],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_a_message(folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [*COMMAND, "generate", "-q", "--output", "-", "api.yaml"],
            cwd=folder,
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 1
    assert b"Traceback" not in ran.stderr
    assert ran.stderr.startswith(b"error: ")
    assert ran.stderr.count(b"\n") == 1
