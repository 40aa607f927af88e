"""The order in which structs are mapped: what is nested in a struct comes before it."""

from __future__ import annotations

from collections.abc import Iterator

from .idl.program import Kind, Program, TypeDeclaration, references
from .idl.types import Reference, Type


def structs_of(type_: Type, program: Program) -> Iterator[Reference]:
    """The structs that values of a type have in them, through aliases too."""
    for reference in references(type_):
        declared = program.declaration(reference)
        if declared.kind is Kind.STRUCT:
            yield reference
        elif declared.kind is Kind.ALIAS and declared.underlying is not None:
            yield from structs_of(declared.underlying, program)


def groups(program: Program) -> Iterator[frozenset[Reference]]:
    """The structs, each with those that it is nested in and that are nested in it; the inner ones first.

    These are the strongly connected components by Tarjan's algorithm, without recursion.
    """
    index: dict[Reference, int] = {}
    low: dict[Reference, int] = {}
    waiting: list[Reference] = []
    is_waiting: set[Reference] = set()
    for start, declared in program.types.items():
        if declared.kind is not Kind.STRUCT or start in index:
            continue
        stack = [(start, _inner(declared, program))]
        index[start] = low[start] = len(index)
        waiting.append(start)
        is_waiting.add(start)
        while stack:
            current, steps = stack[-1]
            following = next(steps, None)
            if following is None:
                stack.pop()
                if stack:
                    outer = stack[-1][0]
                    low[outer] = min(low[outer], low[current])
                if low[current] == index[current]:
                    at = waiting.index(current)
                    group, waiting = frozenset(waiting[at:]), waiting[:at]
                    is_waiting -= group
                    yield group
            elif following not in index:
                index[following] = low[following] = len(index)
                waiting.append(following)
                is_waiting.add(following)
                stack.append((following, _inner(program.declaration(following), program)))
            elif following in is_waiting:
                low[current] = min(low[current], index[following])


def _inner(declared: TypeDeclaration, program: Program) -> Iterator[Reference]:
    return (reference for one in declared.properties for reference in structs_of(one.type, program))
