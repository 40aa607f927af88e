"""What the code does nowhere: give eight values by their place, and decide by a piece of a rule's id."""

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST = 7

_ASKING = ("startswith", "endswith", "partition", "rpartition", "split", "removeprefix", "removesuffix")


@cache
def places() -> dict[Callable[[ast.AST], bool], list[str]]:
    """The places of the packages that a check finds, in one walk for all checks."""
    found: dict[Callable[[ast.AST], bool], list[str]] = {_has_many: [], _takes_apart: []}
    for path in (path for package in ("mapper", "mkdocs_oasmap") for path in sorted((ROOT / package).rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.Compare)):
            for check, lines in found.items():
                if check(node):
                    lines.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def _has_many(node: ast.AST) -> bool:
    """Whether a call has more values by position, besides words such as those of a command line."""
    if not isinstance(node, ast.Call) or len(node.args) <= MOST or ast.unparse(node.func) == "TypeVar":
        return False
    return sum(not _is_word(value) for value in node.args) > MOST


def _is_word(value: ast.expr) -> bool:
    return isinstance(value, ast.Starred) or (isinstance(value, ast.Constant) and isinstance(value.value, str))


def _takes_apart(node: ast.AST) -> bool:
    """Whether an expression asks for a piece of a rule's id: `rule.id.endswith(…)`, `"limit" in change.shared_id`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="id" | "shared_id" | "rule"), attr=asked)):
            return asked in _ASKING
        case ast.Compare(left=ast.Constant(), ops=[ast.In()], comparators=[ast.Attribute(attr="id" | "shared_id")]):
            return True
    return False


def test_no_call_has_eight_values_by_position() -> None:
    assert places()[_has_many] == []


def test_a_call_with_eight_values_would_be_found() -> None:
    many, few = (
        ast.parse(text, mode="eval").body for text in ("f(a, b, c, d, e, g, h, i)", "f(a, b, c, d, e, g, h, i=i)")
    )
    assert _has_many(many)
    assert not _has_many(few)


def test_no_module_decides_by_a_piece_of_an_id() -> None:
    assert places()[_takes_apart] == []


def test_a_decision_by_a_piece_of_an_id_would_be_found() -> None:
    texts = ("rule.id.endswith('-removed')", "'limit' in change.shared_id", "rule.id == 'limit-removed'")
    assert [_takes_apart(ast.parse(text, mode="eval").body) for text in texts] == [True, True, False]
