"""Shared by all TypeScript emitters: paths of modules, and string literals."""

from __future__ import annotations

import json
import posixpath
from collections import defaultdict

from ..idl.declarations import Reference, Type
from ..idl.program import Program, SourceFile, TypeDeclaration, references


def quoted(text: str) -> str:
    """A string literal. U+2028 and U+2029 are escaped, which end a line in older JavaScript."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def module_path(here: str, there: str) -> str:
    """The import path from one module to another; both are paths without a suffix."""
    path = posixpath.relpath(there, posixpath.dirname(here) or ".")
    return path if path.startswith(".") else f"./{path}"


def foreign_types(file: SourceFile, program: Program) -> dict[str, list[str]]:
    """Path of a module -> the names that a file imports from it, in the order of packages and files."""
    needed: dict[tuple[str, str], set[str]] = defaultdict(set)
    for reference in foreign_references(file, program):
        declaration = program.declaration(reference)
        needed[declaration.package, declaration.path].add(declaration.name)
    return {path.removesuffix(".go"): sorted(names) for (_, path), names in sorted(needed.items())}


def foreign_references(file: SourceFile, program: Program) -> list[Reference]:
    """The types of other files that a file refers to, in a fixed order."""
    found = {ref for type_ in _types(file) for ref in references(type_)}
    return sorted(
        (ref for ref in found if program.declaration(ref).path != file.path), key=lambda ref: (ref.package, ref.name)
    )


def _types(file: SourceFile) -> list[Type]:
    found: list[Type] = [constant.type for constant in file.constants if isinstance(constant.type, Reference)]
    for declaration in file.types:
        found += _types_of(declaration)
    return found


def _types_of(declaration: TypeDeclaration) -> list[Type]:
    found = [property_.type for property_ in declaration.properties]
    return [*found, declaration.underlying] if declaration.underlying else found
