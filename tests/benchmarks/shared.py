"""The part of a case that the reference tool maps too, because the tools do not do the same work on the whole of it."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from .cases import Case
from .process import Limits, aside, run
from .programs import Program

_SECTIONS = {"resources": "resources", "data_sources": "datasources"}
"""The sections of a config, and what the specification calls them."""

Entries = frozenset[tuple[str, str]]
"""The section of the config and the name of each entry."""


def read_config(case: Case) -> dict[str, Any]:
    """The config of a case, with all scalars as text, so that it is written again as it was read."""
    return dict(yaml.load(case.config.read_text(encoding="utf-8"), Loader=yaml.BaseLoader))


def entries_of(config: dict[str, Any]) -> list[tuple[str, str]]:
    """All entries of a config, in their order."""
    return [(section, name) for section in _SECTIONS for name in config.get(section, {})]


def with_entries(case: Case, name: str, kept: Iterable[tuple[str, str]], folder: Path) -> Case:
    """The case under another name, with a config of these entries only, which is written to `folder`."""
    config, wanted = read_config(case), set(kept)
    for section in _SECTIONS:
        entries = config.get(section, {})
        config[section] = {entry: value for entry, value in entries.items() if (section, entry) in wanted}
    path = folder / f"{name.replace('/', '-')}.yml"
    path.write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
    return replace(case, name=name, config=path, stored=None)


def mapped_by(program: Program, case: Case, limits: Limits, folder: Path) -> Entries:
    """The entries of which `program` writes at least one attribute; none where it fails."""
    output = folder / "mapped.json"
    output.unlink(missing_ok=True)
    if not run(program.command(case, output), limits, folder).ok or not output.is_file():
        return frozenset()
    return aside(_written_in, output)


def _written_in(output: Path) -> Entries:
    written = json.loads(output.read_text(encoding="utf-8"))
    return frozenset(
        (section, entity["name"])
        for section, name in _SECTIONS.items()
        for entity in written.get(name) or ()
        if (entity.get("schema") or {}).get("attributes")
    )


def shared_case(case: Case, programs: Iterable[Program], limits: Limits, folder: Path) -> Case | None:
    """The case with the entries that all programs map; None where there are none."""
    kept = frozenset(entries_of(read_config(case)))
    for program in programs:
        kept &= mapped_by(program, case, limits, folder)
    return with_entries(case, f"{case.name} ({len(kept)} in common)", kept, folder) if kept else None
