"""What every module must have: a docstring for whatever is public, and a length that can be read at once.

Who may import whom is said by the import contracts in `pyproject.toml`.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAX_LINES = 450
PRODUCT = [path for package in ("mapper", "mkdocs_oasmap") for path in sorted((ROOT / package).rglob("*.py"))]
MAPPER = [path for path in PRODUCT if path.is_relative_to(ROOT / "mapper")]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", PRODUCT, ids=name_of)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", MAPPER, ids=name_of)
def test_every_public_function_and_class_of_the_mapper_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    assert [node.name for node in defined if not node.name.startswith("_") and not ast.get_docstring(node)] == []
