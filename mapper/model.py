"""The result of a mapping: entities with typed attributes, and where each of them came from.

Every value is immutable and knows nothing of the system (Terraform, ACK, …) it was mapped for.
Subtrees are shared: a component used in fifty places is one object with fifty users.
"""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from .diagnostics import Diagnostic, Note


class Source(Protocol):
    """A document that can say where the node under a JSON pointer stands."""

    @property
    def uri(self) -> str: ...

    def position(self, pointer: str) -> tuple[int, int] | None:
        """Line and column, both counted from 1; None where the pointer leads nowhere."""
        ...


class Location(Protocol):
    """A place in a document: the document and a JSON pointer (RFC 6901) into it."""

    @property
    def document(self) -> Source: ...
    @property
    def pointer(self) -> str: ...


class Status(StrEnum):
    """Who sets an attribute: the configuration, the API, or either of them."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    COMPUTED = "computed"
    COMPUTED_OPTIONAL = "computed_optional"


class EntityKind(StrEnum):
    """What an entity is in its system."""

    PROVIDER = "provider"
    RESOURCE = "resource"
    DATA_SOURCE = "data source"


class Contribution(StrEnum):
    """What one source gave to an attribute."""

    DECLARED = "declared the attribute"
    CONFIRMED = "has it too"
    DESCRIPTION = "filled the description"
    CHILDREN = "added nested attributes"
    BOTH = "filled the description and added nested attributes"
    MISMATCH = "has another type; left out"
    OVERRIDE = "overrides what the API says"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an attribute has its status: a stable code, and the same in words."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Origin:
    """One place that contributed to an attribute.

    `role` names the part of the operation (*create request body*, *read response 200*); `via` is the
    chain of `$ref` targets followed to get from there to the schema.
    """

    role: str
    location: Location
    via: tuple[Location, ...] = ()
    contribution: Contribution = Contribution.DECLARED


@dataclass(frozen=True, slots=True)
class Constraint:
    """A limit on the value. `keyword` is *enum*, *exactly_one_of*, *length*, *pattern*, *range*, *size* or *unique*.

    `value` is a tuple of allowed values for *enum*; for *exactly_one_of* the names of the attributes beside it of
    which, with itself, exactly one is given; a pair (minimum, maximum), either side None where
    it is open, for *length*, *range* and *size*; the expression for *pattern*; True for *unique*.
    """

    keyword: str
    value: object


@dataclass(frozen=True, slots=True)
class Scalar:
    """`kind` is bool, int64, float64, number or string."""

    kind: str


@dataclass(frozen=True, slots=True)
class Collection:
    """A list, set or map (`kind`) of plain elements."""

    kind: str
    element: Type


@dataclass(frozen=True, slots=True)
class Object:
    """An element type with named members, which have types but no status of their own."""

    body: Body


@dataclass(frozen=True, slots=True)
class Nested:
    """Nested attributes: one object (`mode` *single*), or a list, set or map of such objects."""

    mode: str
    body: Body


Type = Scalar | Collection | Object | Nested


@dataclass(frozen=True, slots=True)
class Omission:
    """A property of the API that did not become an attribute, and why.

    `attribute` is what it would have been if its name were not taken.
    """

    source_name: str
    note: Note
    attribute: Attribute | None = None


@dataclass(frozen=True, slots=True)
class Ignored:
    """A property of the API that the config leaves out, where it stands and the line that says so."""

    source_name: str
    location: Location
    rule: Location


@dataclass(frozen=True, slots=True)
class Body:
    """The attributes of one object, and the properties of it that were left out.

    `size` is the number of attributes in all, nested ones included, each as often as it is written.
    """

    attributes: tuple[Attribute, ...] = ()
    omitted: tuple[Omission, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    size: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Count once, when it is made."""
        object.__setattr__(self, "size", sum(attribute_size(attribute) for attribute in self.attributes))


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute. `name` is the identifier in the target, `source_name` the name in the API.

    `replaces`: a new value replaces the whole object. `write_only`: the value is sent and never kept.
    `fragments` are parts of the artifact that only its consumer understands.
    """

    name: str
    source_name: str
    type: Type
    status: Status
    reason: Reason
    origins: tuple[Origin, ...]
    description: str | None = None
    default: Default | None = None
    constraints: tuple[Constraint, ...] = ()
    sensitive: bool = False
    deprecation: str | None = None
    notes: tuple[Note, ...] = ()
    replaces: bool = False
    write_only: bool = False
    fragments: tuple[Fragment, ...] = ()


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of the artifact that the config gives as it is: its key there, the JSON value, and the line."""

    keyword: str
    value: object
    location: Location


@dataclass(frozen=True, slots=True)
class Default:
    """The value the API uses where none is given."""

    value: bool | int | float | str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the API that an entity uses, in the part (*create*, *read*, …) it plays for it."""

    part: str
    method: str
    path: str
    location: Location | None
    operation_id: str | None = None
    summary: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """A provider, resource or data source. `notes` concern the entity as a whole.

    `has_schema` is False for a provider without a configuration of its own. `fragments` are texts of the
    artifact that are not written unless the config asks for them.
    """

    kind: EntityKind
    name: str
    body: Body
    description: str | None = None
    operations: tuple[Operation, ...] = ()
    notes: tuple[Note, ...] = ()
    location: Location | None = None
    has_schema: bool = True
    deprecation: str | None = None
    fragments: tuple[Fragment, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of an API description is mapped.

    `operations` are all operations of the description in document order, each with the names of the
    entities that use it (*resource pet*); empty where nothing does.
    """

    operations: Dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mapping:
    """All that a mapping yields. Spec artifact, pages and review are views of this.

    `unreadable` are files that references lead to and that could not be read.
    """

    system: str
    provider: str
    entities: tuple[Entity, ...]
    diagnostics: tuple[Diagnostic, ...]
    coverage: Coverage
    documents: tuple[Source, ...]
    unreadable: tuple[Path, ...] = ()

    def of_kind(self, kind: EntityKind) -> tuple[Entity, ...]:
        """The entities of one kind, in the order of the artifact."""
        return tuple(entity for entity in self.entities if entity.kind is kind)


def attribute_size(attribute: Attribute) -> int:
    """The number of attributes that one is, with all that are nested in it."""
    body = nested_body(attribute.type)
    return 1 + body.size if body else 1


def nested_body(type_: Type) -> Body | None:
    """The members of a type, at whatever depth of collections they stand; None for plain types."""
    while isinstance(type_, Collection):
        type_ = type_.element
    return type_.body if isinstance(type_, Object | Nested) else None


def type_in_words(type_: Type) -> str:
    """A type in words: `list of string`, `map of object`."""
    match type_:
        case Scalar(kind):
            return kind
        case Collection(kind, element):
            return f"{kind} of {type_in_words(element)}"
        case Nested("single", _) | Object(_):
            return "object"
        case Nested(mode, _):
            return f"{mode} of object"
