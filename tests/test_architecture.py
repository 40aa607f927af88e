"""The layering of the packages: who may import whom, and how large a module may be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("mapper", "mkdocs_oasmap")
MAX_LINES = 450

TERRAFORM_LINE = """
    identifiers policies config_reader go_types fragments retype plan_modifiers additions schema_config
    operation_config config keywords all_of swagger operations gathered one_of stand_ins schema cycles recursion roles
    go_patterns values omissions attributes findings envelopes bodies merge kept renames replacement parents overrides
    finish entities lint mapping inputs keep_names go code_spec code_spec_reader discover __init__
""".split()
"""The modules of mapper.terraform in the order in which data flows; each imports only what stands before it."""

ACK_LINE = """
    shapes models grammar config config_reader names operations ignores scalars fields cycles texts runtime attributes
    columns mapping yaml_text comments crd go limits inputs __init__
""".split()
"""The same for mapper.ack."""

PULUMI_LINE = "rules settings names idl tokens typescript go emit __init__".split()
"""The same for mapper.pulumi."""


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}
MAPPER = [name for name in MODULES if name.split(".")[0] == "mapper"]
SYSTEMS = [name for name in ("terraform", "ack", "crossplane", "pulumi") if f"mapper.{name}" in MODULES]


def imports(name: str) -> Iterator[str]:
    """The absolute names of all modules and members that a module imports, wherever it does so."""
    path = MODULES[name]
    package = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def within(imported: str, package: str) -> bool:
    return imported == package or imported.startswith(f"{package}.")


@pytest.mark.parametrize("name", MAPPER)
def test_the_mapper_knows_nothing_of_mkdocs(name: str) -> None:
    foreign = ("mkdocs_oasmap", "mkdocs", "properdocs", "jinja2", "markdown")
    assert [found for found in imports(name) if any(within(found, package) for package in foreign)] == []


@pytest.mark.parametrize("name", [name for name in MAPPER if not set(name.split(".")[1:2]) & set(SYSTEMS)])
def test_what_all_systems_share_knows_none_of_them(name: str) -> None:
    systems = [f"mapper.{system}" for system in SYSTEMS]
    assert [found for found in imports(name) if any(within(found, system) for system in systems)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_knows_no_other_system(system: str) -> None:
    others = [f"mapper.{other}" for other in SYSTEMS if other != system]
    members = [name for name in MAPPER if within(name, f"mapper.{system}")]
    assert members
    assert [found for name in members for found in imports(name) if any(within(found, other) for other in others)] == []


LINES = {"terraform": TERRAFORM_LINE, "ack": ACK_LINE, "pulumi": PULUMI_LINE}
IN_LINE = [(system, name) for system in LINES for name in MAPPER if within(name, f"mapper.{system}")]


def place_in_line(name: str) -> str:
    """The module or package right inside of the system that a module belongs to."""
    return [*name.split("."), "__init__"][2]


def test_every_module_of_a_system_has_its_place_in_the_line() -> None:
    assert [name for system, name in IN_LINE if place_in_line(name) not in LINES[system]] == []


@pytest.mark.parametrize(("system", "name"), IN_LINE)
def test_data_flows_one_way_through_a_system(system: str, name: str) -> None:
    line = LINES[system]
    place = line.index(place_in_line(name)) if place_in_line(name) in line else 0
    later = [f"mapper.{system}.{other}" for other in line[place + 1 :]]
    assert [found for found in imports(name) if any(within(found, module) for module in later)] == []


@pytest.mark.parametrize("name", MODULES)
def test_no_module_is_too_long(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("name", MAPPER)
def test_every_public_function_and_class_of_the_mapper_has_a_docstring(name: str) -> None:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    assert [node.name for node in defined if not node.name.startswith("_") and not ast.get_docstring(node)] == []
