"""Checks names that the output cannot have: reserved by TypeScript or Pulumi, or used by another part of the output."""

from collections.abc import Iterator

from mapper.programs.idl.settings import Dialect
from mapper.systems.pulumi.names import TYPESCRIPT_KEYWORDS, automatic_name
from mapper.systems.pulumi.rules import EXPORTED_ANYWAY, RESERVED, SAME_PATH, STANDARD_OUTPUT, UNEXPORTED
from mapper.text.plural import capital

from .findings import Finding, Findings
from .program import ConstantDeclaration, Program, Property, TypeDeclaration, TypeKind, uses

_GENERATED = ("{}Args", "{}Provider", "{}ProviderOps", "New{}Provider")
"""Names generated for a struct (the first one) and for a resource."""
RUNTIME = "oasmap"
"""The folder of the provider with the code that all stubs share."""
_RESOURCE_NAMES = frozenset({"id", "urn"})
_CLASS_NAMES = frozenset({"constructor", "getProvider"})
"""Members of every resource class: no property can have such a name."""


def check_names(program: Program, findings: Findings) -> None:
    """Apply all rules about names, including the dialect's."""
    _check_paths(program, findings)
    for file in program.files:
        for declaration in file.declarations:
            if declaration.name in TYPESCRIPT_KEYWORDS:
                findings.say(RESERVED, f"{declaration.name} is a word of TypeScript", declaration.place, "rename it")
    design = program.settings.dialect is Dialect.DESIGN
    for declaration in program.types.values():
        if not declaration.is_exported:
            findings += _unexported(declaration) if design else [_exported_anyway(declaration)]
        if design and declaration.is_resource:
            for member in declaration.properties:
                findings += _resource_name(member)
    if design:
        findings += _clashes_of_generated(program)
        findings += _used_elsewhere(program)


def _check_paths(program: Program, findings: Findings) -> None:
    """Report files and resources whose names differ only in case."""
    seen: dict[str, str] = {}
    for file in program.files:
        parts = file.stem.split("/")
        for end in range(1, len(parts) + 1):
            path = "/".join(parts[:end]) + (".ts" if end == len(parts) else "/")
            earlier = seen.setdefault(path.lower(), path)
            if earlier != path and file.declarations:
                text = f"{path} and {earlier} are one on some file systems"
                findings.say(SAME_PATH, text, file.start, "rename one of them")
    names: dict[tuple[str, str], TypeDeclaration] = {}
    for declaration in program.types.values():
        if not declaration.is_resource:
            continue
        first = names.setdefault((declaration.package.lower(), declaration.name.lower()), declaration)
        if first is not declaration:
            text = f"the tokens of {declaration.name} and {first.name} ({first.path}) differ in case only"
            findings.say(SAME_PATH, text, declaration.place, "rename one of them")


def _exported_anyway(declaration: TypeDeclaration) -> Finding:
    return Finding(EXPORTED_ANYWAY, f"{declaration.name} is not exported in the IDL", declaration.place)


def _unexported(declaration: TypeDeclaration) -> Iterator[Finding]:
    if declaration.is_resource:
        text = f"the resource {declaration.name} is not exported"
        yield Finding(UNEXPORTED, text, declaration.place, _export_fix(declaration.name))


def _used_elsewhere(program: Program) -> Iterator[Finding]:
    """Findings about unexported types used in other files than their own."""
    for user, property_, reference in uses(program):
        used = program.types.get(reference)
        if used is not None and not used.is_exported and used.path != user.path:
            text = f"{used.name} is not exported by {used.path}"
            yield Finding(UNEXPORTED, text, property_.place if property_ else user.place, _export_fix(used.name))


def _export_fix(name: str) -> str:
    return f"write {capital(name)}"


def _resource_name(property_: Property) -> Iterator[Finding]:
    if property_.name in _CLASS_NAMES or property_.name.startswith("__"):
        text = f"the class of a resource has its own {property_.name}"
        yield Finding(RESERVED, text, property_.place, "rename it: name=…")
    if property_.name not in _RESOURCE_NAMES:
        return
    if property_.output_only:
        text = f"every resource has the output {property_.name} already: it is not declared again"
        yield Finding(STANDARD_OUTPUT, text, property_.place)
    else:
        yield Finding(RESERVED, f"every resource has an output {property_.name}", property_.place, "rename it: name=…")


def _clashes_of_generated(program: Program) -> Iterator[Finding]:
    """Findings about names that are generated: of arguments, providers, marshalled structs, modules and folders."""
    for file in program.files:
        if file.package == RUNTIME and file.declarations:
            yield Finding(RESERVED, f"{RUNTIME}/ is what the stubs share", file.start, "rename the folder")
        if file.stem.rpartition("/")[2] == "index" and file.declarations:
            yield Finding(RESERVED, "index.ts is what exports the files of a folder", file.start, "rename the file")
    taken: dict[tuple[str, str], str] = {}
    for declaration in program.types.values():
        if declaration.kind in {TypeKind.ENUM, TypeKind.ALIAS}:
            continue
        key = declaration.package, automatic_name(declaration.name)
        other = taken.setdefault(key, declaration.name)
        if other != declaration.name:
            text = f"{declaration.name} and {other} are both {key[1]} where they are marshalled"
            yield Finding(RESERVED, text, declaration.place, "rename one of them")
    declared: dict[tuple[str, str], TypeDeclaration | ConstantDeclaration] = {}
    for file in program.files:
        declared |= {(file.package, declaration.name): declaration for declaration in file.declarations}
    for declaration in program.types.values():
        if declaration.kind in {TypeKind.ENUM, TypeKind.ALIAS}:
            continue
        for pattern in _GENERATED if declaration.is_resource else _GENERATED[:1]:
            clash = declared.get((declaration.package, pattern.format(declaration.name)))
            if clash is not None:
                text = f"{clash.name} is what is generated for {declaration.name}"
                yield Finding(RESERVED, text, clash.place, "rename one of them")
