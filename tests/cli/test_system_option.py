"""`--system`, which every command takes that has to do with one."""

from importlib import import_module

import click
import pytest

from mapper.registry import REGISTRY, all_systems
from mkdocs_oasmap.cli.program import COMMANDS

from .support import Oasmap

RUNNING = [system.name for system in all_systems() if system.runs]


def choices(command: str) -> list[str]:
    (option,) = (one for one in import_module(f"mkdocs_oasmap.cli.{command}").command().params if one.name == "system")
    assert isinstance(option.type, click.Choice)
    return list(option.type.choices)


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"completion", "zensical"}))
def test_every_command_that_reads_an_input_by_name_takes_a_system(command: str) -> None:
    assert choices(command) == (RUNNING if command in ("plan", "operator") else list(REGISTRY))


@pytest.mark.parametrize("arguments", [("plan", "--live", "x", "y.yaml"), ("operator", "--plugin-path", "x")])
def test_a_system_whose_objects_no_program_knows_is_refused(oasmap: Oasmap, arguments: tuple[str, ...]) -> None:
    ran = oasmap(*arguments, "--system", "terraform")
    assert ran.code == 2
    assert "'--system': 'terraform' is not 'crossplane'" in ran.err
