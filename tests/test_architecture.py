"""What every module must have: a docstring for whatever is public, and a length that can be read at once.

Who may import whom is said by the import contracts in `pyproject.toml`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from mapper.graph import groups

ROOT = Path(__file__).parents[1]
MAX_LINES = 450
LONGER = {"mapper/terraform/schema/normalise.py": 710}
"""Following, merging and choosing schemas call each other: who reads one of them needs the others beside it."""
PRODUCT = [path for package in ("mapper", "mkdocs_oasmap") for path in sorted((ROOT / package).rglob("*.py"))]


def test_no_module_is_too_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in PRODUCT}
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGER.get(name, MAX_LINES)} == {}


def undocumented(source: str) -> Iterator[str]:
    """What is public in a module and has no docstring; the module itself has no name."""
    tree = ast.parse(source)
    defined = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
    if not ast.get_docstring(tree):
        yield ""
    yield from (node.name for node in defined if not node.name.startswith("_") and not ast.get_docstring(node))


def test_every_public_function_and_class_of_the_mapper_has_a_docstring() -> None:
    library = [path for path in PRODUCT if path.is_relative_to(ROOT / "mapper")]
    found = {str(path.relative_to(ROOT)): list(undocumented(path.read_text(encoding="utf-8"))) for path in library}
    assert found
    assert {name: names for name, names in found.items() if names} == {}


def test_what_has_no_docstring_is_found() -> None:
    assert list(undocumented("def a(): pass\nclass B: pass\ndef _c(): pass\ndef d():\n    'D.'\n")) == ["", "a", "B"]


def modules_of(packages: dict[str, Path]) -> dict[str, Path]:
    """The modules below folders, by their dotted names."""
    paths = ((package, folder, path) for package, folder in packages.items() for path in folder.rglob("*.py"))
    return {
        ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): path
        for package, folder, path in paths
    }


def imports_of(name: str, path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """The modules that a module imports anywhere: at the top, in a function, or for the type checker."""
    within = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            start = within[: len(within) + 1 - node.level] if node.level else []
            source = ".".join((*start, *([node.module] if node.module else [])))
            targets = {f"{source}.{alias.name}" for alias in node.names}
            yield from ({it if it in modules else source for it in targets} - {name}) & modules.keys()


def circles(packages: dict[str, Path]) -> list[frozenset[str]]:
    modules = modules_of(packages)
    return [group for group in groups(modules, lambda name: imports_of(name, modules[name], modules)) if len(group) > 1]


def test_no_modules_import_each_other_not_even_within_functions() -> None:
    assert circles({package: ROOT / package for package in ("mapper", "mkdocs_oasmap")}) == []


def test_a_circle_of_imports_is_found(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").touch()
    (tmp_path / "a.py").write_text("from .b import B\n", encoding="utf-8")
    (tmp_path / "b.py").write_text("def later():\n    from . import c\n", encoding="utf-8")
    (tmp_path / "c.py").write_text("if TYPE_CHECKING:\n    from .a import A\n", encoding="utf-8")
    assert circles({"p": tmp_path}) == [frozenset(("p.a", "p.b", "p.c"))]
