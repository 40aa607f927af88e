"""Schemas in files of users: which of several providers is meant, and where something is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import MappingError, Problem
from ..documents import Document, Node, problem_at, split_pointer
from ..hints import nearest
from .errors import SchemaError


def chosen(addresses: Iterable[str], wanted: str | None, document: Document) -> str:
    """The provider that is wanted, by its address or the end of it; the only one where none is. Raises MappingError."""
    known = list(addresses)
    if wanted is None:
        if len(known) == 1:
            return known[0]
        text = "; say which with --provider" if known else ""
        raise MappingError(Problem(f"there are {len(known)} providers in it{_listed(known)}{text}", document.uri))
    found = [one for one in known if one == wanted or one.endswith(f"/{wanted}")]
    if len(found) == 1:
        return found[0]
    if found:
        text = f"several providers are called {wanted!r}{_listed(found)}; give the whole address"
    else:
        text = f"there is no provider {wanted!r} in it{_listed(known)}{nearest(wanted, known)}"
    raise MappingError(Problem(text, document.uri))


def _listed(addresses: list[str]) -> str:
    return f": {', '.join(addresses)}" if addresses else ""


def schema_problem(error: SchemaError, document: Document) -> Problem:
    """What is wrong, at the innermost part that is there."""
    node: Node = document.node
    for name in split_pointer(error.pointer):
        inside = node.value
        if isinstance(inside, dict) and name in inside:
            node = node.child(name)
        elif isinstance(inside, list) and name.isdigit() and int(name) < len(inside):
            node = node.child(int(name))
        else:
            break
    problem = problem_at(error.message, node)
    return Problem(
        f"{error.pointer}: {problem.text}" if error.pointer else problem.text,
        document.uri,
        problem.line,
        problem.column,
    )
