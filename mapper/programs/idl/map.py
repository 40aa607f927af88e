"""Maps a program: an entity for each resource, struct and enum, and for each package with constants."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from mapper.model import (
    Alias,
    Attribute,
    Body,
    Coverage,
    Default,
    Entity,
    EntityRef,
    Enumeration,
    Fragment,
    Origin,
    Placement,
    Reason,
    Scalar,
    Status,
)
from mapper.model import Mapping as Result
from mapper.model.graph import groups
from mapper.model.nesting import Nesting
from mapper.programs.idl.doc_comments import read_doc
from mapper.report.diagnostic import Diagnostic, Note, Severity, at
from mapper.report.origin import Part, PartKind
from mapper.systems.pulumi.builtin_types import identity, is_shown_inside
from mapper.systems.pulumi.kinds import ENUM, GIVEN_NAME, INPUT_SIDE, MODULE, OUTPUT_SIDE, RESOURCE, TOKEN, TYPE
from mapper.systems.pulumi.schema.grammar import NAME, can_be_property, can_be_token
from mapper.systems.pulumi.schema_rules import NO_SCHEMA

from .parser.constants import number_of
from .parser.declarations import Basic, Reference, Type
from .parser.findings import Finding, GoPlace
from .parser.program import (
    ConstantDeclaration,
    Program,
    Property,
    TypeDeclaration,
    TypeKind,
    references,
    type_token,
)
from .sources import GoFile, Spots
from .types import Types, module_name, qualified_names

REQUIRED = Reason("idl-required", "the member has neither the option optional nor out")
OPTIONAL = Reason("idl-optional", "the member has the option optional")
OUTPUT = Reason("idl-out", "the member has the option out: the provider sets it")
ENUM_VALUE = Reason("idl-enum", "the constant is of the type of the enum")
CONSTANT = Reason("idl-constant", "the package declares the constant")
NAME_TEXT = "The name of the resource. Without it, it is the one that the program calls the resource by."
_KINDS = {TypeKind.RESOURCE: RESOURCE, TypeKind.NAMED_RESOURCE: RESOURCE, TypeKind.STRUCT: TYPE, TypeKind.ENUM: ENUM}
_IDL = Part(PartKind.OTHER, "IDL")
_EXACT = 2**53
"""Up to this integer, a float64 has every integer exactly."""


def map_program(
    program: Program, findings: Iterable[Finding], files: Mapping[str, GoFile], levels: dict[str, Severity] | None
) -> Result:
    """Map all declarations of a program; `files` are its sources by path in the IDL."""
    spots = Spots(program, files)
    mapper = _Mapper(program, spots)
    entities = [*mapper.declared(), *mapper.modules()]
    enums = tuple(
        Enumeration(mapper.names[reference], tuple(dict.fromkeys(value.text for value in type_.values)))
        for reference, type_ in program.types.items()
        if type_.kind is TypeKind.ENUM
    )
    order = (RESOURCE, TYPE, ENUM, MODULE)
    return Result(
        "pulumi",
        program.name,
        tuple(sorted(entities, key=lambda entity: (order.index(entity.kind), entity.name))),
        tuple(_diagnostics(mapper, findings, levels)),
        Coverage(),
        tuple(files.values()),
        structs=tuple(mapper.bodies.values()),
        enums=enums,
        aliases=tuple(mapper.aliases()),
    )


class _Mapper:
    def __init__(self, program: Program, spots: Spots) -> None:
        self.program = program
        self.spots = spots
        self.names = qualified_names(program)
        self.bodies: dict[Reference, Body] = {}
        """The bodies of structs by reference."""
        nested: dict[Reference, Body] = {}  # the structs that pages show where they are used
        self._types = Types(program, self.names, nested)
        nesting = Nesting()
        for group in struct_groups(program):
            bodies = {reference: self._struct(reference) for reference in group}
            self.bodies |= bodies
            nested |= {reference: body for reference, body in bodies.items() if is_shown_inside(body, nesting)}

    def declared(self) -> Iterator[Entity]:
        """The entities of declared types. An alias has none: attributes have its underlying type."""
        for reference, declared in self.program.types.items():
            name = self.names[reference]
            if declared.is_resource:
                yield self._resource(declared, name)
            elif declared.kind is TypeKind.STRUCT:
                yield self._entity(declared, name, self.bodies[reference])
            elif declared.kind is TypeKind.ENUM:
                values = [self._constant(value, ENUM_VALUE) for value in declared.values]
                yield self._entity(declared, name, Body(tuple(values)))

    def aliases(self) -> Iterator[Alias]:
        """The aliases of scalar types."""
        for reference, declared in self.program.types.items():
            underlying = self._types.of(reference) if declared.kind is TypeKind.ALIAS else None
            if isinstance(underlying, Scalar):
                yield Alias(self.names[reference], underlying, read_doc(declared.doc).text)

    def modules(self) -> Iterator[Entity]:
        """The packages with constants that are not enum values."""
        clauses = self.program.clauses
        for folder in sorted({file.package for file in self.program.files}):
            files = [file for file in self.program.files if file.package == folder]
            constants = [constant for file in files for constant in file.constants if not self._is_enum_value(constant)]
            if constants:
                doc = read_doc("\n\n".join(file.doc for file in files if file.doc))
                body = Body(tuple(self._constant(constant, CONSTANT) for constant in constants))
                name = module_name(folder, clauses) or self.program.name
                yield Entity(MODULE, name, body, doc.text, location=self.spots.near(files[0].start))

    def _is_enum_value(self, constant: ConstantDeclaration) -> bool:
        return isinstance(constant.type, Reference) and self.program.types[constant.type].kind is TypeKind.ENUM

    def _entity(self, declared: TypeDeclaration, name: str, body: Body, fragments: tuple[Fragment, ...] = ()) -> Entity:
        doc = read_doc(declared.doc)
        return Entity(
            _KINDS[declared.kind],
            name,
            body,
            doc.text,
            location=self.spots.of(declared.place),
            deprecation=doc.deprecation,
            fragments=fragments,
        )

    def _resource(self, declared: TypeDeclaration, name: str) -> Entity:
        place = self.spots.of(declared.place)
        attributes = [
            self._property(property_, is_of_resource=True)
            for property_ in declared.properties
            if property_.name != "id"
        ]
        token = Fragment(TOKEN, type_token(self.program, declared, self.program.settings.dialect), place)
        return self._entity(declared, name, Body((*attributes, identity(Origin(_IDL, place)))), (token,))

    def _struct(self, reference: Reference) -> Body:
        declared = self.program.declaration(reference)
        members = tuple(map(self._property, declared.properties))
        return Body(members, name=self.names[reference], description=read_doc(declared.doc).text)

    def _property(self, property_: Property, *, is_of_resource: bool = False) -> Attribute:
        types = self._types
        status, reason = _status(property_)
        doc = read_doc(property_.doc)
        via = tuple(self.spots.of(declared.place) for declared in types.leads_to(property_.type))
        return Attribute(
            property_.name,
            property_.member,
            types.of(property_.type),
            status,
            reason,
            (Origin(_IDL, self.spots.of(property_.place), via),),
            doc.text or (NAME_TEXT if property_.is_name else None),
            limits=types.limits(property_.type),
            sensitive=property_.secret,
            deprecation=doc.deprecation,
            replaces=property_.replaces and not property_.output_only,
            write_only=property_.input_only and not property_.is_name,
            always=property_.output_only and not property_.optional,
            code_name=property_.member,
            refers_to=types.refers_to(property_.type),
            placements=_placements(property_, status) if is_of_resource else (),
        )

    def _constant(self, constant: ConstantDeclaration, reason: Reason) -> Attribute:
        doc = read_doc(constant.doc)
        value, type_ = _value(constant), self._types.of(constant.type)
        return Attribute(
            constant.name,
            constant.name,
            replace(type_, name=None) if isinstance(type_, Scalar) else type_,
            Status.COMPUTED,
            reason,
            (Origin(_IDL, self.spots.of(constant.place)),),
            doc.text,
            default=Default(value),
            deprecation=doc.deprecation,
            always=True,
        )


def _status(property_: Property) -> tuple[Status, Reason]:
    if property_.is_name:
        return Status.COMPUTED_OPTIONAL, GIVEN_NAME
    if property_.output_only:
        return Status.COMPUTED, OUTPUT
    if property_.optional:
        return Status.OPTIONAL, OPTIONAL
    return Status.REQUIRED, REQUIRED


def _placements(property_: Property, status: Status) -> tuple[Placement, ...]:
    """Whether a property of a resource is an input, an output, or both."""
    if property_.output_only:
        return (Placement(OUTPUT_SIDE, status, None, not property_.optional),)
    as_input = Placement(INPUT_SIDE, status)
    if property_.input_only and not property_.is_name:
        return (as_input,)
    return as_input, Placement(OUTPUT_SIDE, Status.COMPUTED, None, not property_.optional or property_.is_name)


def _value(constant: ConstantDeclaration) -> bool | float | str:
    if constant.basic is Basic.STRING:
        return constant.text
    if constant.basic is Basic.BOOL:
        return constant.text == "true"
    value = number_of(constant.text)
    assert value is not None  # noqa: S101 - no other number is declared
    return int(value) if value.is_integer() and abs(value) < _EXACT else value


def _diagnostics(
    mapper: _Mapper, findings: Iterable[Finding], levels: dict[str, Severity] | None
) -> Iterator[Diagnostic]:
    """The findings as diagnostics, each at its entity and attribute."""
    subjects: dict[GoPlace, tuple[EntityRef | None, str]] = {}
    for reference, declared in mapper.program.types.items():
        kind = _KINDS.get(declared.kind)
        subject = EntityRef(kind, mapper.names[reference]) if kind else None
        subjects[declared.place] = subject, ""
        subjects |= {member.place: (subject, member.name) for member in declared.properties}
        subjects |= {value.place: (subject, value.name) for value in declared.values}
    for finding in (*findings, *_without_schema(mapper.program)):
        note = Note(finding.rule, finding.text, mapper.spots.near(finding.place), finding.fix or None)
        yield at(note, *subjects.get(finding.place, (None, "")), levels)


def _without_schema(program: Program) -> Iterator[Finding]:
    """Why no package schema can be written: it allows fewer names than Go."""
    for declared in program.types.values():
        token = type_token(program, declared, program.settings.dialect)
        if declared.kind in _KINDS and not can_be_token(token):
            yield Finding(NO_SCHEMA, f"a package schema cannot have the token {token}", declared.place)
        for member in declared.properties:
            if not can_be_property(member.name):
                yield Finding(NO_SCHEMA, f"a package schema cannot have the property {member.name}", member.place)
    if program.files and not NAME.fullmatch(program.name):
        text = f"a package schema cannot be called {program.name!r}"
        yield Finding(NO_SCHEMA, text, program.files[0].start, "set package.name in pulumi.yml")


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
    return groups(structs, lambda reference: _nested_structs(program.declaration(reference), program))


def _nested_structs(declared: TypeDeclaration, program: Program) -> Iterator[Reference]:
    return (reference for property_ in declared.properties for reference in structs_of(property_.type, program))
