"""Places in a module that can be changed, and the module with a switch at each of them.

All changes of a module are in one text, each behind a number: a process switches one of them on. So tests are
collected once for all changes.
"""

import ast
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

SWITCH = "mutant_switch"
"""The name of `switch.py` in changed modules, and of its module in the package `mapper`."""


@dataclass(frozen=True)
class Site:
    """A place and its change. `text` is its source in one line; a place is the same as long as `key` is."""

    path: str
    line: int
    function: str
    change: str
    text: str

    @property
    def key(self) -> str:
        """What names the change in a list, whatever is above it in its module."""
        return f"{self.path}: {self.function}: {self.change}: {self.text}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}: {self.text}"


class Marking(ast.NodeTransformer):
    """Finds the sites of a module, and puts a switch at those with a number. Only bodies of functions have sites."""

    def __init__(self, path: str, source: str, numbers: dict[int, int] | None = None) -> None:
        self.path, self.numbers = path, numbers or {}
        self.lines = [line.encode() for line in source.split("\n")]
        self.sites: list[Site] = []
        self.functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = []

    def visit(self, node: ast.AST) -> ast.AST:
        """Visit bodies of functions, without annotations, decorators and defaults, and what contains them."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.functions.append(node)
            node.body = [changed for statement in node.body if isinstance(changed := self.visit(statement), ast.stmt)]
            self.functions.pop()
            return node
        if isinstance(node, ast.AnnAssign) and self.functions:
            node.value = self._visited(node.value)
            return node
        if isinstance(node, ast.JoinedStr | ast.pattern | ast.Assert):
            return node
        visited: ast.AST = super().visit(node)
        return visited

    def _visited(self, node: ast.expr | None) -> ast.expr | None:
        changed = self.visit(node) if node is not None else None
        return changed if isinstance(changed, ast.expr) else node

    def number(self, node: ast.stmt | ast.expr, change: str) -> int | None:
        """Count a site; its number, or None if it has no switch."""
        if not self.functions:
            return None
        text = " ".join(self._segment(node).split())
        name = ".".join(function.name for function in self.functions)
        self.sites.append(Site(self.path, node.lineno, name, change, text))
        return self.numbers.get(len(self.sites) - 1)

    def _segment(self, node: ast.stmt | ast.expr) -> str:
        """The source of a node. `ast.get_source_segment` splits the whole module for each."""
        assert node.end_lineno is not None
        lines = self.lines[node.lineno - 1 : node.end_lineno]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"\n".join(lines).decode()


class Kind(Protocol):
    """A kind of changes: a class of markings."""

    def __call__(self, path: str, source: str, numbers: dict[int, int] | None = None) -> Marking: ...


def switch(name: str, *arguments: ast.expr | int) -> ast.Call:
    """A call of a function of `switch.py`."""
    values = [ast.Constant(value) if isinstance(value, int) else value for value in arguments]
    return ast.Call(ast.Attribute(ast.Name(SWITCH, ast.Load()), name, ast.Load()), values, [])


def sites_of(kind: Kind, root: Path, paths: Collection[str]) -> list[list[Site]]:
    """The sites of each module, in the order of its text."""
    found = []
    for path in paths:
        source = (root / path).read_text(encoding="utf-8")
        marking = kind(path, source)
        marking.visit(ast.parse(source))
        found.append(marking.sites)
    return found


def write_switches(kind: Kind, root: Path, path: str, numbers: dict[int, int]) -> None:
    """Change a module in place: the site at an index gets the switch of a number."""
    source = (root / path).read_text(encoding="utf-8")
    marking = kind(path, source, numbers)
    tree = marking.visit(ast.parse(source))
    assert isinstance(tree, ast.Module)
    assert [marking.sites] == sites_of(kind, root, [path]), f"{path}: switches change which sites there are"
    head = next(
        (at for at, node in enumerate(tree.body) if not _is_head(node)),
        len(tree.body),
    )
    tree.body.insert(head, ast.ImportFrom("mapper", [ast.alias(SWITCH)], 0))
    (root / path).write_text(ast.unparse(ast.fix_missing_locations(tree)) + "\n", encoding="utf-8")


def _is_head(node: ast.stmt) -> bool:
    """Whether a statement of a module has to stay before all imports."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__")
