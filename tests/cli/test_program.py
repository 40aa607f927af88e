"""`oasmap` as a process of its own: exit codes, streams and encodings."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..processes import output, run
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


# --- a module `mapper` of a project does not end in a traceback -----------------------------------


@pytest.mark.parametrize("name", ["mapper.py", "mapper/__init__.py"])
@pytest.mark.parametrize("command", [["mkdocs_oasmap", "--version"], ["mkdocs", "build"]])
def test_a_module_of_the_same_name_is_told(tmp_path: Path, name: str, command: list[str]) -> None:
    own = tmp_path / name
    own.parent.mkdir(exist_ok=True)
    own.write_text("")
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: Zoo\nplugins: [{oasmap: {spec: api.yaml}}]\n")
    done = run([sys.executable, "-m", *command], tmp_path, only=ENVIRONMENT)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert f"error: {own}: hides the library of oasmap" in done.stderr
    assert "rename the file, or run the command in another folder" in done.stderr


# --- what `oasmap` imports, and when: it starts fast ----------------------------------------------


COMMANDS = ("generate", "check", "pages", "init", "diff", "schema", "completion")
HEAVY = ("mapper.systems.terraform.map", "mapper.review.entity_changes", "mkdocs_oasmap.review", "yaml", "mkdocs")
PROGRAM = """
import sys
from mkdocs_oasmap.cli import main
code = main(sys.argv[1:])
print(code, *sys.modules)
"""


def loaded(folder: Path, *arguments: str) -> set[str]:
    code, *modules = output([sys.executable, "-c", PROGRAM, *arguments], folder).splitlines()[-1].split()
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
