"""Reads the folder of an IDL into a program, or reports all its errors."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from mapper.model.graph import cycles
from mapper.programs.idl.settings import Settings
from mapper.systems.pulumi.rules import CYCLE, ILLEGAL_TYPE, NOTHING_DECLARED, SAME_VALUE, SUPERSET, UNREADABLE

from .constants import constant
from .declarations import AnyType, File, Import, MarkerType, PointerTo, Reference, Type
from .findings import Finding, Findings, GoPlace
from .members import Shapes, check_elements, check_endless, check_members, properties
from .packages import Package, folder_of, packages_of
from .program import ConstantDeclaration, Program, SourceFile, TypeDeclaration, TypeKind
from .reserved_names import check_names
from .resolve import ResolvedType, Resolver
from .syntax import parse_file

MOST_PROPERTIES = 100_000
"""The most properties of all structs; an embedded struct counts for each embedding."""


class Reading(Struct, frozen=True):
    """The result of reading: a program if there are no errors, and every finding in the order of files."""

    program: Program | None
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that prevent a program."""
        return tuple(finding for finding in self.findings if finding.is_error)


def is_source(path: str) -> bool:
    """Whether the Go tool includes a file in a package (`go help packages`)."""
    parts = path.split("/")
    ignored = any(part.startswith((".", "_")) for part in parts) or bool({"testdata", "vendor"} & set(parts[:-1]))
    return not ignored and path.endswith(".go") and not path.endswith("_test.go")


def read_sources(
    sources: Mapping[str, bytes], settings: Settings, name: str = "", without: Collection[GoPlace] = ()
) -> Reading:
    """Read the files of an IDL, by path relative to its folder.

    `name` is the name of the package unless its settings or a file in its root have one. `without` has the places of
    declarations and imports to leave out.
    """
    findings = Findings()
    if not sources:
        findings.say(UNREADABLE, "no Go files here", GoPlace("", 1, 1))
    files: list[File] = []
    broken: dict[str, tuple[Import, ...]] = {}
    for path, data in sorted(sources.items()):
        if not is_built(path, data):
            continue
        parsed = parse_file(path, data, findings)
        if isinstance(parsed, File):
            files.append(_without(parsed, without) if without else parsed)
        else:
            broken[path] = parsed
    program = _program(files, broken, settings, findings, name)
    ordered = sorted(set(findings), key=lambda finding: (*finding.place, finding.rule.code, finding.text))
    has_errors = any(finding.is_error for finding in ordered)
    return Reading(None if has_errors else program, tuple(ordered))


def _without(file: File, places: Collection[GoPlace]) -> File:
    """A file without the declarations and imports at these places."""
    return replace(
        file,
        imports=tuple(declared for declared in file.imports if declared.place not in places),
        constants=tuple(declared for declared in file.constants if declared.name.place not in places),
        types=tuple(declared for declared in file.types if declared.name.place not in places),
        others=tuple(declared for declared in file.others if declared.place not in places),
    )


def _program(
    files: list[File], broken: dict[str, tuple[Import, ...]], settings: Settings, findings: Findings, name: str
) -> Program:
    packages = packages_of(files, broken, settings, findings)
    resolvers = {
        file.path: Resolver(packages, package, file, findings)
        for package in packages.values()
        for file in package.files
    }
    specs = [resolvers[file.path].type_spec(spec) for file in files for spec in file.types]
    types = {spec.reference: spec for spec in reversed(specs)}
    shapes = Shapes(types, endless_types(types, findings))
    constants = _constants(files, resolvers, shapes, findings)
    for resolver in resolvers.values():
        if not resolver.package.is_broken:
            resolver.report_unused()
    values: dict[Reference, list[ConstantDeclaration]] = defaultdict(list)
    for value in constants:
        if isinstance(value.type, Reference):
            values[value.type].append(value)
    declarations: dict[GoPlace, TypeDeclaration | None] = {}
    remaining = MOST_PROPERTIES
    for spec in specs:
        place = spec.spec.name.place
        declared = declarations[place] = _declaration(spec, shapes, values, findings) if remaining >= 0 else None
        remaining -= len(declared.properties) if declared is not None else 0
        if declared is not None and remaining < 0:
            text = f"there are more than {MOST_PROPERTIES:,} properties, each as often as its struct is embedded"
            findings.say(UNREADABLE, text, place, "embed structs less often")
    sources = tuple(_source(file, packages, declarations, constants) for file in files)
    root = packages.get("")
    title = settings.package or (root.name if root and root.files else name)
    by_reference = {Reference(d.package, d.name): d for d in reversed(declarations.values()) if d is not None}
    program = Program(title, settings, sources, by_reference)
    if files and not (findings or constants or specs):
        findings.say(NOTHING_DECLARED, "no file has a type or a constant", files[0].package.place)
    check_names(program, findings)
    return program


def _constants(
    files: list[File], resolvers: dict[str, Resolver], shapes: Shapes, findings: Findings
) -> list[ConstantDeclaration]:
    bases: dict[Reference, Type | None] = {}
    for reference in shapes.types:
        base = shapes.base(reference)
        if base is not None or shapes.is_refused(reference):
            bases[reference] = None if isinstance(base, ResolvedType) else base
    constants = [
        constant(declared, resolvers[file.path], bases, findings) for file in files for declared in file.constants
    ]
    return [declared for declared in constants if declared is not None]


def _declaration(
    resolved: ResolvedType, shapes: Shapes, values: dict[Reference, list[ConstantDeclaration]], findings: Findings
) -> TypeDeclaration | None:
    spec, reference = resolved.spec, resolved.reference
    check_members(resolved, shapes, findings)
    base = shapes.base(reference)
    kind = shapes.kind(reference)
    if base is None or kind is None:
        if reference in shapes.endless:
            check_endless(resolved, shapes, findings)
        return None
    about = (reference.package, resolved.path, spec.doc, spec.name.place)
    if isinstance(base, ResolvedType):
        if spec.is_alias:
            text = f"{spec.name.text} is another name for a struct, not a type of its own"
            findings.say(ILLEGAL_TYPE, text, spec.name.place, f"write type {spec.name.text} without =")
            return None
        reported = findings if base is resolved else Findings()  # findings about another struct are reported there
        shape = ResolvedType(spec, reference, resolved.path, base.members, None)
        return TypeDeclaration(spec.name.text, kind, *about, properties(shape, shapes, reported))
    if isinstance(base, PointerTo | AnyType | MarkerType):
        what = {PointerTo: "a pointer", AnyType: "any value", MarkerType: "a marker"}[type(base)]
        fix = "declare a struct, a string type, a bool, a float64, a slice or a map"
        findings.say(ILLEGAL_TYPE, f"{spec.name.text} is made of {what}", spec.type.place, fix)
        return None
    if resolved.type is not None:
        check_elements(resolved.type, spec.type.place, shapes, findings)
    enum = tuple(values.get(reference, ()))
    first: dict[str, ConstantDeclaration] = {}
    for value in enum:
        if (earlier := first.setdefault(value.text, value)) is not value:
            findings.say(SAME_VALUE, f"{value.name} has the value of {earlier.name}", value.place)
    if not enum:
        text = f"{spec.name.text} is another name of a type: the design note has names for enums only"
        findings.say(SUPERSET, text, spec.name.place)
    return TypeDeclaration(
        spec.name.text, TypeKind.ENUM if enum else TypeKind.ALIAS, *about, underlying=base, values=enum
    )


def _source(
    file: File,
    packages: dict[str, Package],
    declarations: dict[GoPlace, TypeDeclaration | None],
    constants: list[ConstantDeclaration],
) -> SourceFile:
    package = packages[folder_of(file.path)]
    types = [declarations[spec.name.place] for spec in file.types]
    return SourceFile(
        file.path,
        package.folder,
        package.name,
        file.doc,
        tuple(declared for declared in constants if declared.path == file.path),
        tuple(declared for declared in types if declared is not None),
    )


_CONSTRAINT = re.compile(rb"\s*(?://[^\n]*\n\s*)*?//go:build ([^\n]*)\n")
_TERM = re.compile(r"\s*(&&|\|\||!|\(|\)|[\w.]+)")
_PLATFORM = re.compile(r"_([a-z0-9]+)(?:_([a-z0-9]+))?\.go\Z")
_MOST_TERMS = 200
_BUILD_TAGS = frozenset(("linux", "unix", "amd64", "gc", "cgo"))
_SYSTEMS = frozenset(
    "aix android darwin dragonfly freebsd illumos ios js netbsd openbsd plan9 solaris wasip1 windows 386 arm arm64"
    " loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm".split()
)


def is_built(path: str, data: bytes) -> bool:
    """Whether Go builds a file for Linux (`go help buildconstraint`), by its name and its `//go:build` line."""
    platform = _PLATFORM.search(path)
    if platform and not _SYSTEMS.isdisjoint(platform.groups()):
        return False
    constraint = _CONSTRAINT.match(data)
    return constraint is None or _is_satisfied(constraint[1].decode("utf-8", "replace"))


def _is_satisfied(constraint: str) -> bool:
    """The value of a constraint; True for what is not one, which Go reports."""
    terms = _TERM.findall(constraint)[::-1]

    def either() -> bool:
        value = both()
        while terms and terms[-1] == "||":
            terms.pop()
            value = both() or value
        return value

    def both() -> bool:
        value = one()
        while terms and terms[-1] == "&&":
            terms.pop()
            value = one() and value
        return value

    def one() -> bool:
        term = terms.pop() if terms else ""
        if term == "!":
            return not one()
        if term == "(":
            value = either()
            if terms:
                terms.pop()
            return value
        return term in _BUILD_TAGS or term.startswith("go1.")

    return either() if len(terms) <= _MOST_TERMS else True


def endless_types(types: dict[Reference, ResolvedType], findings: Findings) -> set[Reference]:
    """The types that contain themselves by value. Each cycle is reported once, at the type where Go reports it."""
    on_cycles: set[Reference] = set()
    starts = sorted(types, key=lambda reference: types[reference].spec.name.place)

    def edges(reference: Reference) -> Iterator[Reference]:
        return filter(types.__contains__, _contained_types(types[reference]))

    for cycle, _ in cycles(starts, edges, lambda reference: reference):
        if on_cycles.isdisjoint(cycle):
            names = [types[reference].spec.name for reference in cycle]
            start = names.index(min(names, key=lambda name: name.place))
            ordered = [*names[start:], *names[:start], names[start]]
            text = " contains ".join(name.text for name in ordered)
            findings.say(CYCLE, text, ordered[0].place, "a pointer ends the recursion")
        on_cycles.update(cycle)
    return on_cycles


def _contained_types(resolved: ResolvedType) -> Iterator[Reference]:
    """The types that a type contains by value."""
    if isinstance(resolved.type, Reference):
        yield resolved.type
    for member in resolved.members or ():
        if isinstance(member.type, Reference):
            yield member.type
