"""The guide names every option of the plugin, with its default, and describes it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

from mkdocs_oasmap.options import OasmapOptions
from mkdocs_oasmap.options_schema import plugin_schema

ROOT = Path(__file__).parents[1]
OPTIONS = (
    (ROOT / "example_site/docs/configuration.md").read_text(encoding="utf-8").partition("\n## Generator config\n")[0]
)
ROW = re.compile(r"^\| (?:\[`(\w+)`\]\(#\1\)|`(\w+)`) \| ([^|]*) \|", re.MULTILINE)
NO_DEFAULT = {"null", "[]", "{}"}


def test_every_option_of_the_plugin_is_in_the_schema_for_editors() -> None:
    assert {name for name, _ in OasmapOptions()._schema} == set(plugin_schema()["properties"])


def test_every_option_is_in_a_table_of_the_guide_once() -> None:
    names = [first or second for first, second, _ in ROW.findall(OPTIONS)]
    assert sorted(name for name in names if name in plugin_schema()["properties"]) == sorted(
        plugin_schema()["properties"]
    )


def test_every_option_that_a_table_links_to_has_a_section() -> None:
    sections = set(re.findall(r"^### `(\w+)`$", OPTIONS, re.MULTILINE))
    linked = {first for first, _, _ in ROW.findall(OPTIONS) if first}
    assert linked == sections


def test_the_tables_have_the_defaults_that_options_have() -> None:
    defaults = OasmapOptions()
    for name, _, words in ROW.findall(OPTIONS):
        default = json.dumps(defaults[name]) if name else "null"
        if default not in NO_DEFAULT and default != '"."':
            assert words == f"`{default.strip(chr(34))}`", name


def test_the_options_in_the_readme_have_their_defaults() -> None:
    (block,) = re.findall(r"```yaml\n(plugins:\n.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (options,) = [entry["oasmap"] for entry in yaml.safe_load(block)["plugins"] if isinstance(entry, dict)]
    defaults = OasmapOptions()
    for name, value in options.items():
        if name not in ("spec", "config"):  # which have no default in the class
            assert value == defaults[name], name
