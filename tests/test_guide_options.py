"""The tables of options in the guide have every option, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from mkdocs_oasmap.cli.program import Commands
from mkdocs_oasmap.options import OasmapOptions

from .guide import DOCS

_ROW = re.compile(r"^\| (`[^|]*) \|", re.MULTILINE)
_OPTION = re.compile(r"`(--[\w-]+)")
_NAME = re.compile(r"`([A-Z_]{3,})`")
_HELP = {"--help", "--version"}
_GROUP = Commands()
COMMANDS = {
    name: command
    for name in _GROUP.list_commands(click.Context(_GROUP))
    if (command := _GROUP.get_command(click.Context(_GROUP), name))
}
PAGES = sorted(DOCS.rglob("*.md"))


def options(command: click.Command) -> set[str]:
    return {param.opts[0] for param in command.params if isinstance(param, click.Option)}


def arguments() -> Iterator[str]:
    for command in COMMANDS.values():
        yield from (param.human_readable_name.upper() for param in command.params if isinstance(param, click.Argument))


def section(page: str, heading: str) -> str:
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no section {heading}"
    return found[1]


EVERY = {name for command in COMMANDS.values() for param in command.params for name in param.opts}
SHARED = options(COMMANDS["generate"])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_in_the_guide(name: str) -> None:
    """Options that `generate` has are explained there, once."""
    own = options(COMMANDS[name]) - (set() if name == "generate" else SHARED) - _HELP
    text = section("reviewing.md", "On the command line") if name == "diff" else section("command-line.md", f"`{name}`")
    assert own - set(_OPTION.findall(text)) == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_table_has_no_option_and_no_argument_that_does_not_exist(page: Path) -> None:
    rows = _ROW.findall(page.read_text(encoding="utf-8"))
    given = [row for row in rows if row.startswith(("`--", "`SPEC", "`OLD"))]
    assert {option for row in given for option in _OPTION.findall(row)} - EVERY == set()
    assert {name for row in given for name in _NAME.findall(row)} - set(arguments()) == set()


def test_no_other_table_of_arguments_names_an_argument_that_does_not_exist() -> None:
    tables = [
        (page.name, match)
        for page in PAGES
        for match in re.findall(r"^\| Argument \|.*\n\| --- .*\n((?:\|.*\n)+)", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(tables) >= 4
    for page, table in tables:
        names = {name for row in _ROW.findall(table) for name in _NAME.findall(row.partition("`--")[0])}
        assert (page, names - set(arguments())) == (page, set())


def test_every_option_of_the_plugin_has_a_row_and_all_but_those_of_one_system_a_section() -> None:
    text = section("configuration.md", "Options of the plugin")
    known = set(OasmapOptions().keys())
    linked = set(re.findall(r"^\| \[`(\w+)`\]\(#\1\) \|", text, re.MULTILINE))
    (more,) = re.findall(r"^### Options of one system\n(.*?)^#", text, re.MULTILINE | re.DOTALL)
    assert known == linked | set(re.findall(r"^\| `(\w+)` \|", more, re.MULTILINE))
    assert linked <= set(re.findall(r"^### `(\w+)`$", text, re.MULTILINE))
