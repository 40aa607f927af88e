"""What every module must have: a docstring for whatever is public, and a length that can be read at once.

Who may import whom is said by the import contracts in `pyproject.toml`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAX_LINES = 450
PRODUCT = [path for package in ("mapper", "mkdocs_oasmap") for path in sorted((ROOT / package).rglob("*.py"))]


def test_no_module_is_too_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in PRODUCT}
    assert lengths
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


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
