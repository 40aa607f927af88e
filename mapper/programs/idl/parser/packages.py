"""Groups files into packages with their scopes, and resolves their imports, as Go does."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from mapper.model.graph import cycles
from mapper.programs.idl.settings import Settings
from mapper.systems.pulumi.rules import DECLARATION, IMPORT, REDECLARED, SYNTAX

from .declarations import Constant, File, Import, Name, Other, TypeSpec
from .findings import Findings, GoPlace

MARKER = "idl"
"""The package name of the marker types."""

Declaration = Constant | TypeSpec | Other


class ResolvedImport(Struct, frozen=True):
    """An import of a file. `folder` is None for the package of the marker types."""

    spec: Import
    name: str
    folder: str | None


class Package(Struct):
    """The files of a folder. `is_broken`: a file could not be parsed, so that declarations may be missing."""

    folder: str
    name: str
    files: list[File]
    is_broken: bool
    scope: dict[str, Declaration] = field(default_factory=dict)
    imports: dict[str, list[ResolvedImport]] = field(default_factory=dict)
    """The imports of each file, by its path."""


def folder_of(path: str) -> str:
    """The folder of a file, empty for the root."""
    return path.rpartition("/")[0]


def packages_of(
    files: Iterable[File], broken: Mapping[str, tuple[Import, ...]], settings: Settings, findings: Findings
) -> dict[str, Package]:
    """The packages by folder. `broken` has the imports of files that could not be parsed, by path."""
    by_folder: dict[str, list[File]] = defaultdict(list)
    for file in sorted(files, key=lambda file: file.path):
        by_folder[folder_of(file.path)].append(file)
    broken_folders = {folder_of(path) for path in broken}
    packages = {
        folder: _package(folder, by_folder.get(folder, []), findings, is_broken=folder in broken_folders)
        for folder in sorted(by_folder.keys() | broken_folders)
    }
    for package in packages.values():
        for file in package.files:
            package.imports[file.path] = _resolve_imports(file, package, packages, settings, findings)
    for path, imports in broken.items():
        for spec in imports:
            _resolve_import(spec, packages[folder_of(path)], packages, settings, findings)
    _report_cycles(packages, findings)
    return packages


def _package(folder: str, files: list[File], findings: Findings, *, is_broken: bool) -> Package:
    name = files[0].package.text if files else folder.rpartition("/")[2]
    package = Package(folder, name, files, is_broken)
    for file in files:
        clause = file.package
        if clause.text in {"_", "main"}:
            findings.say(SYNTAX, f"a package of an IDL cannot be called {clause.text}", clause.place)
        elif clause.text != name:
            text = f"package {clause.text} in the folder of package {name} ({files[0].path})"
            findings.say(SYNTAX, text, clause.place, f"write package {name}")
        everything: list[Declaration] = [*file.constants, *file.types, *file.others]
        everything.sort(key=lambda declared: declared.place if isinstance(declared, Other) else declared.name.place)
        for declared in everything:
            _declare(declared, package, findings)
    return package


def _declare(declared: Declaration, package: Package, findings: Findings) -> None:
    name = declared.name
    if isinstance(declared, Other):
        text = f"{declared.what} is neither a type nor a constant"
        findings.say(DECLARATION, text, declared.place, "an IDL declares types and constants only")
    if name is None or name.text == "_" or (isinstance(declared, Other) and name.text in {"init", "main"}):
        if not isinstance(declared, Other) and name is not None:
            findings.say(DECLARATION, "what is called _ is never written", name.place, "give it a name")
        return
    if name.text == "init":
        findings.say(REDECLARED, "init can only be the name of a function", name.place)
    earlier = package.scope.setdefault(name.text, declared)
    if earlier is not declared and earlier.name:
        text = f"{name.text} is declared in {_line_or_place(earlier.name.place, name.place)} already"
        findings.say(REDECLARED, text, name.place)


def _line_or_place(place: GoPlace, here: GoPlace) -> str:
    return f"line {place.line}" if place.path == here.path else f"{place.path}:{place.line}"


def _resolve_imports(
    file: File, package: Package, packages: dict[str, Package], settings: Settings, findings: Findings
) -> list[ResolvedImport]:
    by_name: dict[str, ResolvedImport] = {}
    for spec in file.imports:
        imported = _resolve_import(spec, package, packages, settings, findings)
        if imported is None:
            continue
        place = (spec.alias or Name("", spec.place)).place
        if imported.name in by_name:
            text = f"{imported.name} is imported in line {by_name[imported.name].spec.place.line} already"
            findings.say(REDECLARED, text, place)
            continue
        by_name[imported.name] = imported
        clash = package.scope.get(imported.name)
        if clash is not None and clash.name is not None:
            text = f"{imported.name} is the name of an import of {_line_or_place(place, clash.name.place)}"
            findings.say(REDECLARED, text, clash.name.place)
    return list(by_name.values())


def _resolve_import(
    spec: Import, package: Package, packages: dict[str, Package], settings: Settings, findings: Findings
) -> ResolvedImport | None:
    """The target of an import; None with a finding if an IDL does not allow it."""
    alias = spec.alias.text if spec.alias else ""
    if alias in {".", "_"}:
        what = "a dot import" if alias == "." else "an import for its side effects"
        findings.say(IMPORT, f"{what} has no place in an IDL", spec.place, "import the package by its name")
        return None
    if spec.path in settings.markers:
        return ResolvedImport(spec, alias or MARKER, None)
    base = settings.idl
    folder = "" if spec.path == base else spec.path.removeprefix(f"{base}/")
    inside = bool(base) and (spec.path == base or spec.path.startswith(f"{base}/"))
    if not inside or folder not in packages:
        text = f"{spec.path!r} is neither a package of this IDL nor the package of the marker types"
        fix = (
            f"packages of this IDL start with {base}" if base else "the config says the import path of the IDL: go.idl"
        )
        findings.say(IMPORT, text, spec.place, fix)
        return None
    if folder == package.folder:
        findings.say(IMPORT, "a package cannot import itself", spec.place)
        return None
    if (why := _import_refusal(packages[folder])) is not None:  # Go reports this at the import only
        findings.say(IMPORT, f"{spec.path!r} {why}", spec.place)
    return ResolvedImport(spec, alias or packages[folder].name, folder)


def _import_refusal(package: Package) -> str | None:
    """Why a package cannot be imported, whatever its files contain."""
    clauses = sorted({file.package.text for file in package.files})
    if len(clauses) > 1:
        return f"has files of the packages {' and '.join(clauses)}"
    return "is a program, which cannot be imported" if clauses == ["main"] else None


def _report_cycles(packages: dict[str, Package], findings: Findings) -> None:
    """Report every import cycle once, with its packages, at the import that closes it."""
    for cycle, edge in cycles(packages, lambda folder: _edges(packages[folder]), lambda edge: edge.folder or ""):
        text = " imports ".join(packages[folder].name for folder in [*cycle, cycle[0]])
        findings.say(IMPORT, f"cycle of imports: {text}", edge.spec.place)


def _edges(package: Package) -> list[ResolvedImport]:
    return [imported for imports in package.imports.values() for imported in imports if imported.folder is not None]
