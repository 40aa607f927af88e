"""Schema documents of users: selecting one of several providers, and locating errors."""

from __future__ import annotations

from collections.abc import Iterable

from ..inputs import Document, Node, problem_at, split_pointer
from ..report.diagnostic import MappingError, Problem
from ..text.suggest import nearest
from .errors import SchemaError


def chosen(addresses: Iterable[str], wanted: str | None, document: Document) -> str:
    """The address of the provider that `wanted` names, in full or by its end; without it, the only provider.

    Raises MappingError.
    """
    all_addresses = list(addresses)
    if wanted is None:
        if len(all_addresses) == 1:
            return all_addresses[0]
        text = "; say which with --provider" if all_addresses else ""
        raise MappingError(
            Problem(f"there are {len(all_addresses)} providers in it{_listed(all_addresses)}{text}", document.uri)
        )
    matches = [address for address in all_addresses if address == wanted or address.endswith(f"/{wanted}")]
    if len(matches) == 1:
        return matches[0]
    if matches:
        text = f"several providers are called {wanted!r}{_listed(matches)}; give the whole address"
    else:
        text = f"there is no provider {wanted!r} in it{_listed(all_addresses)}{nearest(wanted, all_addresses)}"
    raise MappingError(Problem(text, document.uri))


def _listed(addresses: list[str]) -> str:
    return f": {', '.join(addresses)}" if addresses else ""


def schema_problem(error: SchemaError, document: Document) -> Problem:
    """A schema error as a problem, at the innermost existing part of its pointer."""
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
