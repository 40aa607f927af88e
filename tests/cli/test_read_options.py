"""One table says how an input is read: the command line and mkdocs.yml take the same options from it."""

from pathlib import Path
from typing import Any

import click
import pytest

from mapper.request import Option, ReadOptions
from mkdocs_oasmap.cli.program import Commands
from mkdocs_oasmap.options import MappingOptions
from mkdocs_oasmap.read_options import READ_OPTIONS, read_options

GIVEN: dict[str, Any] = {
    "overlays": ["o.yaml"],
    "allow_hosts": ["example.com"],
    "service": "elbv2",
    "provider": "zoo",
    "dialect": "v2020",
    "live": True,
    "plugin_dirs": ["plugins"],
    "proof": "proof.json",
    "life": "life.json",
}


def command(name: str) -> click.Command:
    group = Commands()
    found = group.get_command(group.make_context("oasmap", [name, "--help"], resilient_parsing=True), name)
    assert found is not None
    return found


def test_each_field_has_a_row_a_key_in_mkdocs_yml_and_a_value_that_is_read() -> None:
    assert set(ReadOptions.__struct_fields__) == set(READ_OPTIONS) == set(GIVEN)
    assert set(READ_OPTIONS) <= {name for name, _ in MappingOptions()._schema}
    read = read_options(GIVEN, Path("base"))
    assert read.overlays == (Path("base/o.yaml"),)
    assert read.proof == Path("base/proof.json")
    assert all(getattr(read, name) != getattr(ReadOptions(), name) for name in READ_OPTIONS)


@pytest.mark.parametrize("name", READ_OPTIONS)
def test_an_option_has_one_name_on_the_command_line_and_a_system_that_takes_it(name: str) -> None:
    row = READ_OPTIONS[name]
    (parameter,) = (one for one in command("generate").params if one.name == name)
    assert parameter.opts == [row.flag]
    assert row.takers
    assert row.option in Option


@pytest.mark.parametrize(
    ("name", "alias", "value"),
    [
        ("plan", "--live", "provider"),
        ("plan", "--plugin-path", "provider"),
        ("operator", "--plugin-path", "provider"),
        ("plan", "--profile", "dialect"),
        ("operator", "--profile", "dialect"),
        ("generate", "--profile", "dialect"),
    ],
)
def test_an_older_name_is_taken_and_not_shown(name: str, alias: str, value: str) -> None:
    found = command(name)
    given = "v2020" if value == "dialect" else "./program"
    rest = {"plan": ["x.yaml"], "generate": ["x.json"], "operator": []}[name]
    needed = ["--provider", "x"] if name != "generate" and value != "provider" else []
    assert found.make_context(name, [alias, given, *needed, *rest]).params[value] == given
    context = click.Context(found, info_name=name)
    context.meta["oasmap.system"] = "crossplane"
    shown = [record for part in found.sections(context).values() for record, _ in part]  # type: ignore[attr-defined]
    assert not any(alias in record.replace(",", " ").split() for record in shown if alias != "--live")
