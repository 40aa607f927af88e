"""One table says how an input is read: the command line and mkdocs.yml take the same options from it."""

from pathlib import Path
from typing import Any

import click
import pytest

from mapper.request import Option, ReadOptions
from mkdocs_oasmap.cli.program import Commands
from mkdocs_oasmap.options import MappingOptions
from mkdocs_oasmap.read_options import READ_OPTIONS, mapping_reading, provider_reading, read_options

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


class Options(dict[str, Any]):
    """The options of a mapping in mkdocs.yml."""

    def __init__(self, system: str, drift: str) -> None:
        super().__init__(GIVEN)
        self.system, self.drift = system, drift


@pytest.mark.parametrize(
    ("system", "drift", "is_of_input"),
    [("terraform", "", True), ("terraform", "built.json", False), ("provider", "built.json", True)],
)
def test_what_is_said_of_a_process_is_meant_for_what_a_mapping_is_compared_with(
    system: str, drift: str, *, is_of_input: bool
) -> None:
    read = mapping_reading(Options(system, drift), Path("base"))
    assert (read.live, read.provider, read.plugin_dirs) == (
        (True, "zoo", (Path("base/plugins"),)) if is_of_input else (False, None, ())
    )
    assert (read.overlays, read.service) == ((Path("base/o.yaml"),), "elbv2")
    of_provider = provider_reading(Options(system, drift))
    assert (of_provider.live, of_provider.provider, of_provider.plugin_dirs) == (True, "zoo", (Path("plugins"),))
    assert (of_provider.overlays, of_provider.service, of_provider.proof) == ((), None, None)


@pytest.mark.parametrize("value", [None, (), []])
def test_a_value_that_is_not_given_is_the_default(value: object) -> None:
    assert read_options(dict.fromkeys(GIVEN, value)) == ReadOptions()
