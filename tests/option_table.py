"""The table of the plugin's options in the guide: `python -m tests.option_table` prints it as it has to be."""

from __future__ import annotations

import json
import re
from pathlib import Path

from mkdocs_oasmap.config import OasmapOptions
from mkdocs_oasmap.plugin_schema import plugin_schema

PAGE = Path(__file__).parents[1] / "example_site" / "docs" / "configuration.md"

ELSEWHERE = {
    "version": "#system",
    "service": "kubernetes.md",
    "provider": "providers.md",
    "live": "providers.md",
    "plugin_dirs": "providers.md",
    "proof": "providers.md",
    "drift": "providers.md",
    "dialect": "#system",
}
"""Where options are described that have no section of their own."""

_WORDS = {"null": "none", "[]": "none", "{}": "none"}


def sections() -> set[str]:
    """The options that have a section of their own."""
    options = PAGE.read_text(encoding="utf-8").partition("\n## Generator config\n")[0]
    return set(re.findall(r"^### `(\w+)`$", options, re.MULTILINE))


def option_table() -> str:
    """A row for each option: its name with a link to where it is described, the default, and what it means."""
    defaults = OasmapOptions()
    rows = ["| Option | Default | Meaning |", "| --- | --- | --- |"]
    for name, schema in plugin_schema()["properties"].items():
        default = json.dumps(defaults[name])
        shown = _WORDS.get(default) or f"`{default.strip(chr(34))}`"
        target = f"#{name}" if name in sections() else ELSEWHERE[name]
        rows.append(f"| [`{name}`]({target}) | {shown} | {schema['description']} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(option_table(), end="")
