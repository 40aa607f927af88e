"""Resolves the names in type expressions, by Go's rules."""

from msgspec import Struct, field

from mapper.systems.pulumi.names import GO_PREDECLARED
from mapper.systems.pulumi.rules import ILLEGAL_TYPE, IMPORT, MAP_KEY, PRIMITIVE, SUPERSET, UNDEFINED, UNEXPORTED

from .declarations import (
    Anything,
    AnyType,
    Basic,
    File,
    Foreign,
    ListOf,
    Map,
    MapOf,
    Marker,
    MarkerType,
    Member,
    Name,
    Named,
    Pointer,
    PointerTo,
    Primitive,
    Reference,
    Slice,
    StructType,
    Type,
    TypeExpression,
    TypeSpec,
)
from .findings import Findings, GoPlace
from .packages import Package, ResolvedImport

_NUMBERS = frozenset(
    "byte complex64 complex128 float32 int int8 int16 int32 int64 rune uint uint8 uint16 uint32 uint64 uintptr".split()
)
_MARKERS = {marker.value: marker for marker in Marker}


class ResolvedMember(Struct, frozen=True):
    """A member of a struct as declared, and its type; None if it is unknown."""

    declared: Member
    type: Type | None


class ResolvedType(Struct, frozen=True):
    """A type specification: the members of a struct, or else the underlying type, None if it is unknown."""

    spec: TypeSpec
    reference: Reference
    path: str
    members: tuple[ResolvedMember, ...] | None
    type: Type | None


class Resolver(Struct):
    """Resolves names in one file."""

    packages: dict[str, Package]
    package: Package
    file: File
    findings: Findings
    used: set[str] = field(default_factory=set)

    def type_spec(self, spec: TypeSpec) -> ResolvedType:
        """A type specification, resolved."""
        reference = Reference(self.package.folder, spec.name.text)
        if spec.has_parameters:
            self.findings.say(ILLEGAL_TYPE, "an IDL has no generic types", spec.name.place)
            return ResolvedType(spec, reference, self.file.path, None, None)
        if isinstance(spec.type, StructType):
            return ResolvedType(spec, reference, self.file.path, self.members(spec.type), None)
        return ResolvedType(spec, reference, self.file.path, None, self.type(spec.type))

    def members(self, struct: StructType) -> tuple[ResolvedMember, ...]:
        return tuple(ResolvedMember(member, self.type(member.type)) for member in struct.members)

    def type(self, expression: TypeExpression) -> Type | None:
        """The type of an expression; None with findings if it is invalid."""
        match expression:
            case Named(name, None):
                return self.local(name)
            case Named(name, package) if package is not None:
                return self.imported(package, name)
            case Pointer(element):
                pointed = self.type(element)
                return PointerTo(pointed) if pointed else None
            case Slice(element):
                listed = self.type(element)
                return ListOf(listed) if listed else None
            case Map(key, element, _):
                return self.map(key, element)
            case Anything(place):
                self.report_any("interface{}", place)
                return AnyType()
            case StructType(_, place):
                self.members(expression)
                self.findings.say(ILLEGAL_TYPE, "a struct without a name", place, "declare it as a type of its own")
            case Foreign(what, place, parts):
                for part in parts:
                    self.type(part)
                if what:
                    self.findings.say(ILLEGAL_TYPE, f"an IDL cannot have {what}", place)
        return None

    def report_any(self, name: str, place: GoPlace) -> None:
        text = f"{name} takes any value: the design note has no such type"
        self.findings.say(SUPERSET, text, place)

    def map(self, key: TypeExpression, element: TypeExpression) -> Type | None:
        elements = self.type(element)
        no_key = MAP_KEY, "the keys of a map are strings", key.place, "write map[string]…"
        word = key.name.text if isinstance(key, Named) and key.package is None else ""
        if word in GO_PREDECLARED - {Basic.STRING.value} and word not in self.package.scope:
            self.findings.say(*no_key)  # and nothing else of this type
            return None
        keys = self.type(key)
        if keys is None or elements is None:
            return None
        if not isinstance(keys, Primitive | Reference):
            self.findings.say(*no_key)
            return None
        return MapOf(keys, elements)

    def local(self, name: Name) -> Type | None:
        """A name of this package, or a predeclared one."""
        if name.text in {import_.name for import_ in self.package.imports[self.file.path]}:
            self.findings.say(UNDEFINED, f"{name.text} is a package, not a type", name.place)
            return None
        declared = self.package.scope.get(name.text)
        if isinstance(declared, TypeSpec):
            return Reference(self.package.folder, name.text)
        if declared is not None:
            self.findings.say(UNDEFINED, f"{name.text} is not a type", name.place)
            return None
        return self.predeclared(name)

    def predeclared(self, name: Name) -> Type | None:
        text = name.text
        if text in {basic.value for basic in Basic}:
            return Primitive(Basic(text))
        if text == "any":
            self.report_any("any", name.place)
            return AnyType()
        if text in _NUMBERS:
            kinds = "bool, float64 and string"
            self.findings.say(PRIMITIVE, f"{text} is none of {kinds}", name.place, "write float64")
        elif text in {"error", "comparable"}:
            self.findings.say(ILLEGAL_TYPE, f"an IDL cannot have the interface {text}", name.place)
        elif text in GO_PREDECLARED:
            self.findings.say(UNDEFINED, f"{text} is not a type", name.place)
        elif not self.package.is_broken:
            self.findings.say(UNDEFINED, f"undefined: {text}", name.place)
        return None

    def imported(self, package: Name, name: Name) -> Type | None:
        """A name of another package."""
        source = next(
            (import_ for import_ in self.package.imports[self.file.path] if import_.name == package.text), None
        )
        if source is None:
            if package.text in self.package.scope:
                self.findings.say(UNDEFINED, f"{package.text} is not a package", package.place)
                # Go resolves the type before the dot all the same, and so finds one that contains itself
                is_type = isinstance(self.package.scope[package.text], TypeSpec)
                return Reference(self.package.folder, package.text) if is_type else None
            if not self.has_refused(package.text):
                self.findings.say(UNDEFINED, f"undefined: {package.text}", package.place, "import its package")
            return None
        self.used.add(package.text)
        if source.folder is None:
            return self.marker(package, name)
        target = self.packages[source.folder]
        declared = target.scope.get(name.text)
        if declared is None and target.is_broken:
            return None
        if declared is None:
            self.findings.say(UNDEFINED, f"undefined: {package.text}.{name.text}", name.place)
        elif not name.is_exported:
            self.findings.say(UNEXPORTED, f"{name.text} is not exported by package {target.name}", name.place)
        elif isinstance(declared, TypeSpec):
            return Reference(source.folder, name.text)
        else:
            self.findings.say(UNDEFINED, f"{package.text}.{name.text} is not a type", name.place)
        return None

    def has_refused(self, name: str) -> bool:
        """Whether a rejected import, which has its own finding, may have had the name."""
        accepted = {import_.spec for import_ in self.package.imports[self.file.path]}
        return any(
            name in {spec.alias.text if spec.alias else spec.path.rpartition("/")[2], spec.path.rpartition("/")[2]}
            for spec in self.file.imports
            if spec not in accepted
        )

    def marker(self, package: Name, name: Name) -> Type | None:
        if name.text in _MARKERS:
            return MarkerType(_MARKERS[name.text])
        names = ", ".join(_MARKERS)
        self.findings.say(UNDEFINED, f"undefined: {package.text}.{name.text}", name.place, f"it declares {names}")
        return None

    def report_unused(self) -> None:
        """Report unused imports."""
        for import_ in self.package.imports[self.file.path]:
            if import_.name not in self.used:
                self.findings.say(IMPORT, _unused_text(import_), import_.spec.place, "delete the import")


def _unused_text(imported: ResolvedImport) -> str:
    alias = f" as {imported.name}" if imported.spec.path.rpartition("/")[2] != imported.name else ""
    return f"{imported.spec.path!r} is imported{alias} and not used"
