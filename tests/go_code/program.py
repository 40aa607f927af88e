"""Go code of a specification, and a provider with all of its schemas."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .tools import MODULE, Tools, failure

_SCHEMA = re.compile(r"^func (\w+)(Resource|DataSource|Provider)Schema\(ctx context\.Context\)", re.MULTILINE)
_PACKAGE = re.compile(r"^# example\.com/generated/(\w+)$", re.MULTILINE)
_KINDS = {"resources": "resource", "datasources": "datasource"}
_TABLES = {"Resource": ("theResources", "resourceEntry"), "DataSource": ("theDataSources", "dataEntry")}
PROGRAM = "provider"


@dataclass(frozen=True)
class Generated:
    """A package that the generator has made, for one entity."""

    folder: str
    kind: str
    entity: str
    name: str

    @property
    def entry(self) -> str:
        """Its row in the tables of the program. `folder` is the name of the package, too."""
        schema = f"{self.folder}.{self.name}{self.kind}Schema"
        return f'{{"%s", {schema}, reads[{self.folder}.{self.name}Model]}}'


def prepare(folder: Path) -> None:
    """Make `folder` a Go module with the program that serves the schemas."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in MODULE.iterdir():
        shutil.copy(path, folder)


def generate(spec: Any, tools: Tools, folder: Path) -> str:
    """Make the packages of a specification in the module `folder`; what the generator says against it."""
    (folder / "provider_code_spec.json").write_text(json.dumps(spec), encoding="utf-8")
    command = [tools.generator, "generate", "all", "--input", "provider_code_spec.json", "--output", "."]
    return failure(command, folder)


def generate_each(spec: Any, tools: Tools, folder: Path) -> dict[tuple[str, str], str]:
    """Make the packages entity by entity: what the generator says against each, by section and name."""
    problems = {}
    for section, word in _KINDS.items():
        for entity in spec.get(section, ()):
            problem = generate({"version": "0.1", "provider": {"name": "x"}, section: [entity]}, tools, folder)
            if problem:
                problems[section, entity["name"]] = problem
                shutil.rmtree(folder / f"{word}_{entity['name']}", ignore_errors=True)
    return problems


def packages(folder: Path) -> list[Generated]:
    """The generated packages in a module."""
    found = []
    for path in sorted(folder.glob("*/*_gen.go")):
        match = _SCHEMA.search(path.read_text(encoding="utf-8"))
        if match is not None:
            found.append(Generated(path.parent.name, match[2], path.parent.name.partition("_")[2], match[1]))
    return found


def write_tables(folder: Path, provider: str, found: Iterable[Generated]) -> None:
    """Write `main.go`: the tables that the program serves, of these packages."""
    rows: dict[str, list[str]] = defaultdict(list)
    server = f'{{name: "{provider}"}}'
    found = list(found)
    for one in found:
        if one.kind == "Provider":
            server = one.entry % provider
            continue
        name = one.entity if one.entity.startswith(f"{provider}_") else f"{provider}_{one.entity}"
        rows[one.kind].append(f"\t{one.entry % name},\n")
    lines = "".join(f'\t{one.folder} "example.com/generated/{one.folder}"\n' for one in found)
    tables = "".join(
        f"\nvar {table} = []{type_}{{\n{''.join(rows[kind])}}}\n" for kind, (table, type_) in _TABLES.items()
    )
    text = f"package main\n\nimport (\n{lines})\n\nvar theProvider = providerEntry{server}\n{tables}"
    (folder / "main.go").write_text(text, encoding="utf-8")


def broken_packages(problem: str) -> set[str]:
    """The packages that the Go compiler says something against."""
    return set(_PACKAGE.findall(problem))
