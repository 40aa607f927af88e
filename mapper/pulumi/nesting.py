"""The order in which structs are mapped: nested structs first."""

from __future__ import annotations

from collections.abc import Iterator

from ..graph import groups
from .idl.program import Program, TypeDeclaration, TypeKind, references
from .idl.types import Reference, Type


def structs_of(type_: Type, program: Program) -> Iterator[Reference]:
    """The structs in values of a type, through aliases too."""
    for reference in references(type_):
        declared = program.declaration(reference)
        if declared.kind is TypeKind.STRUCT:
            yield reference
        elif declared.kind is TypeKind.ALIAS and declared.underlying is not None:
            yield from structs_of(declared.underlying, program)


def struct_groups(program: Program) -> Iterator[frozenset[Reference]]:
    """The structs of an IDL in groups of mutually nested ones, inner ones first."""
    structs = (reference for reference, declared in program.types.items() if declared.kind is TypeKind.STRUCT)
    return groups(structs, lambda reference: _inner(program.declaration(reference), program))


def _inner(declared: TypeDeclaration, program: Program) -> Iterator[Reference]:
    return (reference for property_ in declared.properties for reference in structs_of(property_.type, program))
