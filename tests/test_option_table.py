"""The guide names every option of the plugin, with its default."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from mkdocs_oasmap.config import OasmapOptions
from mkdocs_oasmap.plugin_schema import plugin_schema

from .option_table import ELSEWHERE, PAGE, option_table, sections

README = Path(__file__).parents[1] / "README.md"


def test_the_table_of_the_guide_is_what_the_options_are() -> None:
    assert option_table() in PAGE.read_text(encoding="utf-8"), "python -m tests.option_table prints it"


def test_every_option_of_the_plugin_is_in_the_schema_for_editors_and_described_somewhere() -> None:
    names = {name for name, _ in OasmapOptions()._schema}
    assert names == set(plugin_schema()["properties"])
    assert names == sections() | ELSEWHERE.keys()


def test_the_options_in_the_readme_have_their_defaults() -> None:
    (block,) = re.findall(r"```yaml\n(plugins:\n.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (options,) = [entry["oasmap"] for entry in yaml.safe_load(block)["plugins"] if isinstance(entry, dict)]
    defaults = OasmapOptions()
    for name, value in options.items():
        if name not in ("spec", "config"):  # which have no default in the class
            assert value == defaults[name], name
