"""Programs are imported for what asks for one, and for nothing else."""

import itertools
import json
from pathlib import Path

import pytest

from mapper.registry import REGISTRY

from ..files import write_files
from ..forks import python
from ..systems.cases import CASES

_COMMAND = """\
import sys
from mkdocs_oasmap.cli import main
code = main(sys.argv[1:])
print(code, *sorted({".".join(name.split(".")[:3]) for name in sys.modules if name.startswith("mapper.programs.")}))
"""

_PACKAGE = {
    "name": "zoo",
    "version": "1.0.0",
    "resources": {"zoo:index:Pet": {"inputProperties": {"name": {"type": "string"}}, "properties": {}}},
}


def ran(folder: Path, *arguments: str) -> tuple[str, list[str]]:
    """The exit code of a command, and the programs that it imported."""
    done = python(["-c", _COMMAND, *arguments], folder)
    assert done.stdout, done.stderr
    code, *programs = done.stdout.splitlines()[-1].split()
    return code, [name.removeprefix("mapper.programs.") for name in programs]


def zoo(folder: Path, system: str) -> tuple[list[str], str, str]:
    """The files of a system's input in a folder: its arguments, the input, and another state of it."""
    if system == "pulumi":
        other = json.dumps(_PACKAGE).replace('"name": {"type"', '"title": {"type"')
        write_files(folder, {"schema.json": json.dumps(_PACKAGE), "old/schema.json": other})
        return ["--system", "pulumi"], "schema.json", "old/schema.json"
    case = CASES[system]
    case.write(folder)
    name, text = case.another
    write_files(folder, {f"old/{name}": text})
    return ["--system", system, *case.arguments], case.spec, f"old/{name}"


READERS = tuple(REGISTRY)
OUTPUTS = {
    "terraform": ("--output", "out.json"),
    "provider": ("--output", "out.json"),
    "pulumi": ("--output-schema", "out"),
}


@pytest.mark.parametrize(
    ("command", "system"),
    [
        pair
        for pair in itertools.product(("generate", "check", "diff", "pages"), READERS)
        if pair != ("pages", "pulumi")
    ],
)
def test_what_reads_a_description_or_a_schema_imports_no_program(tmp_path: Path, system: str, command: str) -> None:
    arguments, spec, old = zoo(tmp_path, system)
    output = OUTPUTS.get(system, ("--output", "out"))
    rest = {"diff": (old, spec), "pages": (spec, "docs")}.get(command, (*output, spec))
    if command == "check":
        assert ran(tmp_path, "generate", *arguments, *rest) == ("0", [])
    assert ran(tmp_path, command, *arguments, *rest) == ("0", [])


@pytest.mark.parametrize("command", ["--version", "--help", "generate --help", "explain attribute-removed"])
def test_what_reads_no_input_imports_no_program(tmp_path: Path, command: str) -> None:
    assert ran(tmp_path, *command.split())[1] == []


@pytest.mark.parametrize(
    ("system", "arguments", "programs"),
    [
        ("crossplane", ("generate", "--profile", "v2020", "--output", "out"), ["provider_process", "v2020"]),
        ("pulumi", ("generate", "--output", "out"), ["sdk"]),
        ("pulumi", ("pages",), ["sdk"]),  # which have all that generate writes
    ],
)
def test_what_only_a_program_writes_imports_that_program(
    tmp_path: Path, system: str, arguments: tuple[str, ...], programs: list[str]
) -> None:
    given, spec, _ = zoo(tmp_path, system)
    command, *options = arguments
    folder = ["docs"] if command == "pages" else []
    assert ran(tmp_path, command, *given, *options, spec, *folder) == ("0", programs)


def test_an_idl_imports_what_reads_and_writes_it_and_no_process(tmp_path: Path) -> None:
    case = CASES["pulumi"]
    case.write(tmp_path)
    assert ran(tmp_path, "generate", "--system", "pulumi", "--output", "out", case.spec) == ("0", ["idl", "sdk"])
