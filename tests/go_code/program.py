"""Go code of a specification, and a provider with all of its schemas."""

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mapper.model import EntityRef
from mapper.systems.terraform import kinds

from .tools import MODULE, Tools, failure

_SCHEMA = re.compile(r"^func (\w*?)(Resource|DataSource|Provider)Schema\(ctx context\.Context\)", re.MULTILINE)
_SECTIONS = {kinds.RESOURCE: "resources", kinds.DATA_SOURCE: "datasources", kinds.PROVIDER: "provider"}
_FOLDERS = {kinds.RESOURCE: "resource", kinds.DATA_SOURCE: "datasource", kinds.PROVIDER: "provider"}
_TABLES = {kinds.RESOURCE: ("theResources", "resourceEntry"), kinds.DATA_SOURCE: ("theDataSources", "dataEntry")}
_CHECKED = re.compile(r"^(resource|data|provider)/(\S+): ", re.MULTILINE)
_SCHEMAS = {kinds.RESOURCE: "Resource", kinds.DATA_SOURCE: "DataSource", kinds.PROVIDER: "Provider"}
PROGRAM = "program"


@dataclass(frozen=True)
class Package:
    """What the generator has made of one entity. `functions` is what its functions begin with."""

    ref: EntityRef
    path: Path
    functions: str

    @property
    def row(self) -> str:
        """Its row in the tables of the program, with a `%s` for the name of the type."""
        start = f"{self.path.name}.{self.functions}"
        return f'{{"%s", {start}{_SCHEMAS[self.ref.kind]}Schema, reads[{start}Model]}}'


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


def generate_each(spec: Any, tools: Tools, folder: Path) -> dict[EntityRef, str]:
    """Make the packages entity by entity; what the generator says against each."""
    problems = {}
    one: dict[str, Any]
    for kind, section in _SECTIONS.items():
        entities = spec.get(section, ())
        for entity in [entities] if isinstance(entities, dict) else entities:
            one = {"version": "0.1", "provider": {"name": "other"}}  # which is required
            one[section] = entity if kind is kinds.PROVIDER else [entity]
            problem = generate(one, tools, folder)
            if problem:
                problems[EntityRef(kind, entity["name"])] = problem
                shutil.rmtree(folder / f"{_FOLDERS[kind]}_{entity['name']}", ignore_errors=True)
    return problems


def packages(folder: Path) -> Iterator[Package]:
    """The generated packages in a module."""
    words = {word: kind for kind, word in _FOLDERS.items()}
    for path in sorted(folder.glob("*/*_gen.go")):
        word, _, name = path.parent.name.partition("_")
        match = _SCHEMA.search(path.read_text(encoding="utf-8"))
        if match is not None:
            yield Package(EntityRef(words[word], name), path.parent, match[1])


def write_tables(folder: Path, provider: str, found: Iterable[Package]) -> None:
    """Write `main.go`: the tables that the program serves, of these packages."""
    rows: dict[Any, list[str]] = defaultdict(list)
    server, imports = f'{{name: "{provider}"}}', ""
    for package in found:
        imports += f'\t"example.com/generated/{package.path.name}"\n'
        if package.ref.kind is kinds.PROVIDER:
            server = package.row % provider
        else:
            rows[package.ref.kind].append(f"\t{package.row % type_of(package.ref, provider)},\n")
    text = f"package main\n\nimport (\n{imports})\n\nvar theProvider = providerEntry{server}\n"
    for kind, (table, type_) in _TABLES.items():
        text += f"\nvar {table} = []{type_}{{\n{''.join(rows[kind])}}}\n"
    (folder / "main.go").write_text(text, encoding="utf-8")


def build(folder: Path, tools: Tools, provider: str, found: Iterable[Package]) -> str:
    """Compile the program with these packages; what the compiler says against it."""
    write_tables(folder, provider, found)
    return tools.run(folder, "build", "-o", PROGRAM, ".")


def type_of(ref: EntityRef, provider: str) -> str:
    """The name of an entity in a configuration, with that of the provider in front."""
    is_whole = ref.kind is kinds.PROVIDER or ref.name.startswith(f"{provider}_")
    return ref.name if is_whole else f"{provider}_{ref.name}"


def started(folder: Path, provider: str, served: Iterable[EntityRef]) -> dict[EntityRef, str]:
    """What the framework says against entities when the provider starts, and when it reads a configuration."""
    refs = {(ref.kind, type_of(ref, provider)): ref for ref in served}
    said = failure([str(folder / PROGRAM), "-check"], folder)
    problems: dict[EntityRef, str] = {}
    words = {"resource": kinds.RESOURCE, "data": kinds.DATA_SOURCE, "provider": kinds.PROVIDER}
    for match in _CHECKED.finditer(said):
        ref = refs.get((words[match[1]], match[2]))
        if ref is not None:
            problems.setdefault(ref, said[match.start() : match.start() + 400])
    if said and not problems:
        problems[EntityRef(kinds.PROVIDER, provider)] = said
    return problems
