"""The order in which structs are mapped: what is nested in a struct comes before it."""

from __future__ import annotations

from collections.abc import Iterator

from .components import groups
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


def struct_groups(program: Program) -> Iterator[frozenset[Reference]]:
    """The structs of an IDL, each with those that it is nested in and that are nested in it; the inner ones first."""
    structs = (reference for reference, declared in program.types.items() if declared.kind is Kind.STRUCT)
    return groups(structs, lambda reference: _inner(program.declaration(reference), program))


def _inner(declared: TypeDeclaration, program: Program) -> Iterator[Reference]:
    return (reference for one in declared.properties for reference in structs_of(one.type, program))
