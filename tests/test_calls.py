"""Values are given by name from the eighth on: nobody can check eight values by their place."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = 7


def _with_many(tree: ast.Module) -> list[int]:
    """The lines of calls with more values by position, besides words such as those of a command line."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) != "TypeVar")
    return [node.lineno for node in calls if sum(not _is_word(value) for value in node.args) > MOST]


def _is_word(value: ast.expr) -> bool:
    return isinstance(value, ast.Starred) or (isinstance(value, ast.Constant) and isinstance(value.value, str))


@pytest.mark.parametrize("package", ["mapper", "mkdocs_oasmap"])
def test_no_call_has_eight_values_by_position(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for line in _with_many(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_a_call_with_eight_values_would_be_found() -> None:
    assert _with_many(ast.parse("f(a, b, c, d, e, g, h, i)")) == [1]
    assert _with_many(ast.parse("f(a, b, c, d, e, g, h, i=i)")) == []
