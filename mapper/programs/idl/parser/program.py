"""A complete IDL: its files and declarations, with all names resolved."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct, field

from mapper.programs.idl.settings import Dialect, Settings

from .declarations import Basic, ListOf, MapOf, Marker, MarkerType, PointerTo, Primitive, Reference, Type
from .findings import GoPlace


class TypeKind(StrEnum):
    """The kind of a type declaration."""

    RESOURCE = "resource"
    NAMED_RESOURCE = "named resource"
    STRUCT = "struct"
    ENUM = "enum"
    ALIAS = "alias"


class Property(Struct, frozen=True):
    """A property of a resource or struct. `member` is its Go name; `is_name` marks the name of a named resource."""

    name: str
    member: str
    type: Type
    doc: str
    place: GoPlace
    optional: bool = False
    replaces: bool = False
    input_only: bool = False
    output_only: bool = False
    is_name: bool = False
    secret: bool = False

    @property
    def is_required(self) -> bool:
        """Whether programs must set it."""
        return not (self.optional or self.output_only or self.is_name)

    @property
    def may_be_absent(self) -> bool:
        """Whether a marshalled object may lack it."""
        return self.optional or self.input_only or self.output_only


class ConstantDeclaration(Struct, frozen=True):
    """A constant. `text` is its value: a decoded string, or a number or boolean as written in Go."""

    name: str
    type: Primitive | Reference
    text: str
    basic: Basic
    doc: str
    place: GoPlace
    path: str


class TypeDeclaration(Struct, frozen=True):
    """A type. The properties of embedded structs are at the place of embedding.

    `underlying` is the type that an enum or alias is declared with; `values` are the constants of an enum, in
    order of declaration, by file.
    """

    name: str
    kind: TypeKind
    package: str
    path: str
    doc: str
    place: GoPlace
    properties: tuple[Property, ...] = ()
    underlying: Type | None = None
    values: tuple[ConstantDeclaration, ...] = ()

    @property
    def is_resource(self) -> bool:
        """Whether it has a type token."""
        return self.kind in {TypeKind.RESOURCE, TypeKind.NAMED_RESOURCE}

    @property
    def is_exported(self) -> bool:
        """Whether other packages can refer to it."""
        return self.name[:1].isupper()

    @property
    def inputs(self) -> tuple[Property, ...]:
        """The properties that programs can set, without the name of a named resource."""
        return tuple(p for p in self.properties if not (p.output_only or p.is_name))


class SourceFile(Struct, frozen=True):
    """A file: `path` is relative to the folder of the IDL, `package` its folder, `clause` the package clause."""

    path: str
    package: str
    clause: str
    doc: str
    constants: tuple[ConstantDeclaration, ...]
    types: tuple[TypeDeclaration, ...]

    @property
    def declarations(self) -> tuple[TypeDeclaration | ConstantDeclaration, ...]:
        """All that it declares: types, then constants."""
        return (*self.types, *self.constants)

    @property
    def start(self) -> GoPlace:
        """The place of a finding about the whole file."""
        return GoPlace(self.path, 1, 1)

    @property
    def written_types(self) -> Iterator[Type]:
        """The types of its properties, of its enums and aliases, and of its constants."""
        for declared in self.types:
            yield from (property_.type for property_ in declared.properties)
            if declared.underlying is not None:
                yield declared.underlying
        yield from (constant.type for constant in self.constants)

    def foreign_folders(self, program: "Program") -> set[str]:
        """The folders of the other packages whose types it uses, except resources, which are written as IDs."""
        used = {reference for type_ in self.written_types for reference in references(type_)}
        foreign = (reference for reference in used if reference.package != self.package)
        return {reference.package for reference in foreign if not program.is_capability(reference)}

    def foreign_references(self, program: "Program") -> list[Reference]:
        """The types of other files that it refers to, in a fixed order."""
        used = {reference for type_ in self.written_types for reference in references(type_)}
        foreign = (reference for reference in used if program.declaration(reference).path != self.path)
        return sorted(foreign, key=lambda reference: (reference.package, reference.name))

    @property
    def stem(self) -> str:
        """The path without its suffix."""
        return self.path.removesuffix(".go")


class Program(Struct, frozen=True):
    """A complete IDL without errors."""

    name: str
    settings: Settings
    files: tuple[SourceFile, ...]
    types: dict[Reference, TypeDeclaration] = field(default_factory=dict)

    def declaration(self, reference: Reference) -> TypeDeclaration:
        """The declaration that a reference refers to."""
        return self.types[reference]

    def is_capability(self, type_: Type) -> bool:
        """Whether values of the type are resources: one of the IDL, or any."""
        match type_:
            case Reference():
                return self.types[type_].is_resource
            case MarkerType(marker):
                return marker in {Marker.RESOURCE, Marker.NAMED_RESOURCE}
        return False

    @property
    def clauses(self) -> dict[str, str]:
        """Folder -> package name."""
        return {file.package: file.clause for file in self.files}


def uses(program: Program) -> Iterator[tuple[TypeDeclaration, Property | None, Reference]]:
    """All uses of declared types: the using type, its property (None for an alias), and the reference."""
    for declared in program.types.values():
        for property_ in declared.properties:
            for reference in references(property_.type):
                yield declared, property_, reference
        if declared.underlying is not None:
            for reference in references(declared.underlying):
                yield declared, None, reference


def references(type_: Type) -> Iterator[Reference]:
    """The declared types that a type refers to."""
    match type_:
        case Reference():
            yield type_
        case PointerTo(element) | ListOf(element):
            yield from references(element)
        case MapOf(key, element):
            yield from references(key)
            yield from references(element)


def type_token(program: Program, resource: TypeDeclaration, dialect: Dialect) -> str:
    """The token of a resource: `aws:ec2:SecurityGroup`, or `aws:ec2/securityGroup:SecurityGroup` by its file.

    Declarations in the root of a package are in the module `index`.
    """
    by_file = program.settings.tokens == "file" or (not program.settings.tokens and dialect is Dialect.LUMIDL)
    module = resource.path.removesuffix(".go") if by_file else resource.package or "index"
    return f"{program.name}:{module}:{resource.name}"
