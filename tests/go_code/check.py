"""From the specification of a case to Go code that compiles, and to schemas that a provider starts with."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapper.model import Mapping
from mapper.terraform import kinds, write_code_spec
from mapper.terraform.rules import ENTITY_EMPTY

from .fixes import fixed
from .tools import MODULE, Tools, failure

_SCHEMA = re.compile(
    r"^package (\w+)$.*?^func (\w+)\(ctx context\.Context\) schema\.Schema \{$", re.MULTILINE | re.DOTALL
)
_MAIN = """package main

import (
\t"context"
\t"fmt"
\t"os"
{imports})

func main() {{
\tctx := context.Background()
\tfailed := false
{calls}\tif failed {{
\t\tos.Exit(1)
\t}}
}}
"""
_CALL = """\tfor _, problem := range {package}.{function}(ctx).ValidateImplementation(ctx) {{
\t\tfailed = true
\t\tfmt.Fprintln(os.Stderr, "{package}:", problem.Summary(), problem.Detail())
\t}}
"""


@dataclass
class Case:
    """An API description with a generator config, and what became of its specification in Go."""

    name: str
    spec: Path
    config: Path
    mapping: Mapping | None = None
    fixes: int = 0
    packages: int = 0
    left_out: list[str] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)

    @property
    def entities(self) -> int:
        """The resources and data sources of the specification."""
        entities = self.mapping.entities if self.mapping else ()
        return sum(entity.kind in (kinds.RESOURCE, kinds.DATA_SOURCE) for entity in entities)


def check(case: Case, tools: Tools, folder: Path) -> None:
    """Generate, vet and build the code of a case in an empty folder, and run what a provider runs when it starts."""
    for name in ("go.mod", "go.sum"):
        shutil.copy(MODULE / name, folder)
    case.mapping, case.fixes = fixed(case.spec, case.config, folder / "generator_config.yml")
    spec = _accepted(json.loads(write_code_spec(case.mapping)), case)
    (folder / "provider_code_spec.json").write_text(json.dumps(spec), encoding="utf-8")
    command = [tools.generator, "generate", "all", "--input", "provider_code_spec.json", "--output", "."]
    steps = {"generate": lambda: failure(command, folder)}
    steps["vet"] = lambda: tools.run(folder, "vet", "./...")
    steps["build"] = lambda: tools.run(folder, "build", "-o", "start", ".")
    steps["start"] = lambda: failure(["./start"], folder)
    for step, run in steps.items():
        if step == "vet":
            case.packages = _write_main(folder)
        if problem := run():
            case.problems[step] = problem
            return


def _accepted(spec: Any, case: Case) -> Any:
    """The specification without the entities that are known to have no attributes, which the generator refuses."""
    mapping = case.mapping
    empty = {str(d.entity) for d in mapping.diagnostics if d.rule is ENTITY_EMPTY} if mapping else set()
    case.left_out = sorted(empty)
    for section, kind in (("resources", "resource"), ("datasources", "data source")):
        if section in spec:
            spec[section] = [entity for entity in spec[section] if f"{kind} {entity['name']}" not in empty]
    return spec


def _write_main(folder: Path) -> int:
    """Write a program that asks each schema for what is wrong with it; how many schemas there are."""
    found = []
    for path in sorted(folder.glob("*/*_gen.go")):
        match = _SCHEMA.search(path.read_text(encoding="utf-8"))
        if match:
            found.append((path.parent.name, match[1], match[2]))
    imports = "".join(f'\t{package} "example.com/generated/{parent}"\n' for parent, package, _ in found)
    calls = "".join(_CALL.format(package=package, function=function) for _, package, function in found)
    (folder / "main.go").write_text(_MAIN.format(imports=imports, calls=calls), encoding="utf-8")
    return len(found)
