"""The Go type of a resource: its structures and members, with the Terraform types of their values,
and the Go expressions of these types.

All structures of a resource are named first; every file is then written by a walk over the members.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from mapper.languages.golang.source import aligned, string_literal
from mapper.languages.tfplugin.cty_types import (
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    object_type,
)
from mapper.languages.tfplugin.schema import Block, NestedBlock
from mapper.model import CollectionKind, ScalarKind
from mapper.programs.provider_process.implied_type import KINDS, attribute_type
from mapper.systems.crossplane.fields import Field, ManifestSide, Many, ObjectShape, Shape

from .go_names import member_name


class Basic(Struct, frozen=True):
    """A scalar type."""

    kind: ScalarKind


class Several(Struct, frozen=True):
    """A slice, or a map with string keys."""

    kind: CollectionKind
    element: "GoType"


class Structure(Struct, frozen=True):
    """A structure with its name in the package, and the Terraform type of its value.

    `unmapped` are attributes of the value without a member.
    """

    name: str
    members: "tuple[Member, ...]"
    value: ObjectType
    unmapped: tuple[str, ...] = ()


GoType = Basic | Several | Structure


class Member(Struct, frozen=True):
    """A field of a structure. `path` are the Go names from the resource to it, `owner` is the structure's name.

    `value` is the Terraform type of its value; a structure may represent a list with at most one element.
    `is_repeated`: it is in an element of a collection.
    """

    go: str
    name: str
    path: tuple[str, ...]
    owner: str
    type: GoType
    value: CtyType
    side: ManifestSide
    field: Field
    is_repeated: bool = False

    @property
    def function(self) -> str:
        """The suffix of its functions' names, after the Kind."""
        return "_".join(self.path)

    @property
    def is_hidden(self) -> bool:
        """Whether the value is in a secret and not in the manifest."""
        return self.field.is_hidden

    @property
    def is_referring(self) -> bool:
        """Whether the structure also has a reference to the secret with the value."""
        return self.field.is_secret

    @property
    def reference(self) -> str:
        """The Go name of that reference."""
        return f"{self.go}SecretRef"

    @property
    def is_filled(self) -> bool:
        """Whether the provider sets the value if the user does not."""
        return self.field.computed and self.field.optional and not self.field.required


class GoResource(Struct, frozen=True):
    """A Kind with its parameters, its observation, and all nested structures.

    `value` is the Terraform type of its values, `unmapped` are the attributes that are on neither side.
    """

    kind: str
    parameters: Structure
    observation: Structure
    value: ObjectType
    unmapped: tuple[str, ...] = ()

    @property
    def has_id(self) -> bool:
        """Whether values have an `id`, which is the external name."""
        return self.value.attributes.get("id") is Primitive.STRING

    def members(self) -> Iterator[Member]:
        """All members, parents first, parameters before observations."""
        for structure in (self.parameters, self.observation):
            yield from _below(structure, [])

    def structures(self) -> Iterator[Structure]:
        """All structures below parameters and observation."""
        return (structure for member in self.members() if (structure := structure_of(member.type)) is not None)


def has_secrets(type_: GoType) -> bool:
    """Whether a type contains values that are in secrets, at any depth."""
    structure = structure_of(type_)
    return structure is not None and any(member.is_hidden or has_secrets(member.type) for member in structure.members)


def structure_of(type_: GoType) -> Structure | None:
    """The structure of a type, or of its elements."""
    while isinstance(type_, Several):
        type_ = type_.element
    return type_ if isinstance(type_, Structure) else None


def spelled(type_: GoType) -> str:
    """The Go type as text."""
    match type_:
        case Basic(kind):
            return GO_KINDS[kind]
        case Several(CollectionKind.MAP, element):
            return f"map[string]{spelled(element)}"
        case Several(_, element):
            return f"[]{spelled(element)}"
        case Structure(name):
            return name


GO_KINDS = {
    ScalarKind.STRING: "string",
    ScalarKind.BOOL: "bool",
    ScalarKind.INT64: "int64",
    ScalarKind.NUMBER: "float64",
}


def go_resource(kind: str, fields: tuple[Field, ...], value: ObjectType, taken: Iterable[str] = ()) -> GoResource:
    """The Go type of a resource. `value` is its Terraform type, `taken` are names in its package."""
    names = _Names(kind, taken)
    parameters, observation = (
        _structure(f"{kind}{name}", fields, value, _Place((), side, names))
        for name, side in (("Parameters", ManifestSide.FOR), ("Observation", ManifestSide.AT))
    )
    unmapped = tuple(name for name in unmapped_of(fields, value) if name != "id")
    return GoResource(kind, parameters, observation, value, unmapped)


def unmapped_of(fields: tuple[Field, ...], value: ObjectType) -> tuple[str, ...]:
    """The attributes of a value without a field."""
    return tuple(sorted(value.attributes.keys() - {field.name for field in fields}))


class _Names:
    """Assigns free names of structures: the second one of a name is `Name0`, the third `Name1`."""

    def __init__(self, kind: str, taken: Iterable[str]) -> None:
        parts = "", "List", "Spec", "Status", "Parameters", "Observation"
        functions = f"Encode{kind}", f"Decode{kind}", f"Resource{kind}"
        self._taken = {*(f"{kind}{part}" for part in parts), *functions, *CONSTANTS, *taken}
        self._next: dict[str, int] = {}

    def free(self, name: str) -> str:
        """The name, with a number appended if it is taken."""
        candidate, count = name, self._next.get(name, 0)
        while candidate in self._taken:
            candidate, count = f"{name}{count}", count + 1
        self._taken.add(candidate)
        self._next[name] = count
        return candidate


CONSTANTS = (
    "Group",
    "Version",
    "SchemeGroupVersion",
    "Kind",
    "GroupKind",
    "KindAPIVersion",
    "GroupVersionKind",
    "TerraformResourceName",
    "Implementation",
)
"""The identifiers that every package declares."""


class _Place(Struct, frozen=True):
    """The place of members: their path, their side, and whether it is in an element of a collection."""

    path: tuple[str, ...]
    side: ManifestSide
    names: _Names
    is_repeated: bool = False


def _structure(name: str, fields: tuple[Field, ...], value: ObjectType, place: _Place) -> Structure:
    fields_of_side = sorted((field for field in fields if field.on(place.side)), key=lambda field: field.name)
    members = tuple(_member(name, field, value.attributes[field.name], place) for field in fields_of_side)
    return Structure(name, members, value, unmapped_of(fields, value) if place.path else ())


def _member(owner: str, field: Field, value: CtyType, place: _Place) -> Member:
    go_name = member_name(field.name)
    here = replace(place, path=(*place.path, go_name))
    type_ = _type(field.shape, go_name, value, here)
    return Member(
        go_name, field.name, here.path, owner, type_, value, place.side, field=field, is_repeated=place.is_repeated
    )


def _type(shape: Shape, name: str, value: CtyType, place: _Place) -> GoType:
    inner = value.element if isinstance(value, CollectionType) else value
    match shape:
        case Many(kind, element):
            return Several(kind, _type(element, name, inner, replace(place, is_repeated=True)))
        case ObjectShape(fields):
            if not isinstance(inner, ObjectType):
                raise TypeError(f"{'.'.join(place.path)} is an object in the schema, and its value is none")
            return _structure(place.names.free(name), fields, inner, place)
        case ScalarKind():
            return Basic(shape)


def value_type(block: Block) -> ObjectType:
    """The Terraform type of a block's values, nested blocks included."""
    attributes = {name: attribute_type(attribute.type) for name, attribute in block.attributes.items()}
    return object_type(attributes | {name: _nested_type(nested) for name, nested in block.block_types.items()})


def _nested_type(nested: NestedBlock) -> CtyType:
    inner = value_type(nested.block)
    return CollectionType(KINDS[nested.nesting], inner) if nested.nesting in KINDS else inner


def _below(structure: Structure, members: list[Member]) -> list[Member]:
    """Appends members at any depth to a list: nested generators would pass each member through every level."""
    for member in structure.members:
        members.append(member)
        inner = structure_of(member.type)
        if inner is not None:
            _below(inner, members)
    return members


_PRIMITIVES = {
    Primitive.STRING: "cty.String",
    Primitive.NUMBER: "cty.Number",
    Primitive.BOOL: "cty.Bool",
    Primitive.DYNAMIC: "cty.DynamicPseudoType",
}
_ZEROS = {ScalarKind.STRING: '""', ScalarKind.BOOL: "false"}


def type_of(value: CtyType) -> str:
    """The expression of a type."""
    match value:
        case Primitive():
            return _PRIMITIVES[value]
        case CollectionType(kind, element):
            return f"cty.{kind.value.title()}({type_of(element)})"
        case ObjectType(attributes):
            inside = ", ".join(f"{string_literal(name)}: {type_of(inner)}" for name, inner in attributes.items())
            return f"cty.Object(map[string]cty.Type{{{inside}}})"
        case TupleType(elements):
            return f"cty.Tuple([]cty.Type{{{', '.join(map(type_of, elements))}}})"


def declared(structure: Structure) -> str:
    """The declaration of a variable with the type of a structure's values; `typed` refers to it by name."""
    members = {member.name: typed(member.type, member.value) for member in structure.members}
    rest = {name: type_of(structure.value.attributes[name]) for name in structure.unmapped}
    entries = ((f"{string_literal(name)}:", f"{text},") for name, text in sorted((members | rest).items()))
    inside = aligned(entries)
    made = f"map[string]cty.Type{{\n{inside}}}" if inside else "map[string]cty.Type{}"
    return f"var type{structure.name} = cty.Object({made})\n"


def typed(type_: GoType, value: CtyType) -> str:
    """The expression of a value's type, which refers to structures by name."""
    match type_, value:
        case Structure(name), CollectionType(kind, _):
            return f"cty.{kind.value.title()}(type{name})"
        case Structure(name), _:
            return f"type{name}"
        case Several(_, element), CollectionType(kind, inner):
            return f"cty.{kind.value.title()}({typed(element, inner)})"
    return type_of(value)


def null_of(type_: GoType, value: CtyType) -> str:
    """The expression of a null value."""
    return f"cty.NullVal({typed(type_, value)})"


def empty_of(type_: GoType, value: CtyType) -> str:
    """The expression of an empty collection; for other types, of a null value."""
    if not isinstance(value, CollectionType):
        return null_of(type_, value)
    element = type_.element if isinstance(type_, Several) else type_
    return f"cty.{value.kind.value.title()}ValEmpty({typed(element, value.element)})"


def collection_of(value: CtyType, elements: str) -> str:
    """The expression of a collection with elements."""
    kind = value.kind if isinstance(value, CollectionType) else CtyKind.LIST
    return f"cty.{kind.value.title()}Val({elements})"


def zero_of(type_: GoType) -> str:
    """The Go literal of an unset field."""
    match type_:
        case Basic(kind):
            return _ZEROS.get(kind, "0")
        case Several():
            return "nil"
        case Structure(name):
            return f"{name}{{}}"


def is_map(type_: Several) -> bool:
    """Whether it is a map, and not a slice."""
    return type_.kind is CollectionKind.MAP
