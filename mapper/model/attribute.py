"""Attributes and their types: the properties of an API object, each with its status, limits and origins.

Every value is immutable. Subtrees are shared: a component used in fifty places is one object with fifty users. Origins
and attributes are most of a mapping. They set `gc=False`, because no cycle contains them: a site of 300 pages takes 218
MB in place of 226.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from ..report.diagnostic import Note
from ..report.entity_kind import EntityRef
from ..report.origin import Location, Part, PartKind
from .limits import Limits
from .variant import Variant


class Status(StrEnum):
    """Who sets an attribute: the configuration, the API, or either of them."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    COMPUTED = "computed"
    COMPUTED_OPTIONAL = "computed_optional"


STATUS_WORDS = {
    Status.REQUIRED: "required",
    Status.OPTIONAL: "optional",
    Status.COMPUTED: "read-only",
    Status.COMPUTED_OPTIONAL: "optional, the API chooses if left out",
}
"""Who sets an attribute, in the words of reviews, whose fingerprints have them."""


class Contribution(StrEnum):
    """What one source contributed to an attribute."""

    DECLARED = "declared the attribute"
    CONFIRMED = "has it too"
    DESCRIPTION = "filled the description"
    CHILDREN = "added nested attributes"
    BOTH = "filled the description and added nested attributes"
    MISMATCH = "has another type; left out"
    OVERRIDE = "overrides what the API says"


class Reason(Struct, frozen=True):
    """Why an attribute has its status: a stable code, and a text."""

    code: str
    text: str


class Origin(Struct, frozen=True, gc=False):
    """One place that contributed to an attribute.

    `via` is the chain of `$ref` targets between the part of the operation and the schema.
    """

    part: Part
    location: Location
    via: tuple[Location, ...] = ()
    contribution: Contribution = Contribution.DECLARED

    @property
    def is_parameter(self) -> bool:
        """Whether the place is a parameter of an operation, and not a body."""
        return self.part.kind is PartKind.PARAMETER


class ScalarKind(StrEnum):
    """What a scalar holds. *dynamic* is any value."""

    BOOL = "bool"
    INT32 = "int32"
    INT64 = "int64"
    FLOAT32 = "float32"
    FLOAT64 = "float64"
    NUMBER = "number"
    STRING = "string"
    BYTES = "bytes"
    TIMESTAMP = "timestamp"
    DYNAMIC = "dynamic"


INTEGERS = (ScalarKind.INT32, ScalarKind.INT64)
NUMBERS: dict[ScalarKind, int | None] = {
    ScalarKind.INT32: 31, ScalarKind.INT64: 63, ScalarKind.FLOAT32: 24, ScalarKind.FLOAT64: 53, ScalarKind.NUMBER: None
}  # fmt: skip
"""The kinds of numbers, narrow ones first, with the bits that each represents exactly; None: any number.

A value of one kind is a value of the following ones, except integers with more bits.
"""
TEXTS = (ScalarKind.STRING, ScalarKind.BYTES, ScalarKind.TIMESTAMP)
"""The kinds that are strings in systems without more specific types."""


class CollectionKind(StrEnum):
    """How a collection holds its elements."""

    LIST = "list"
    SET = "set"
    MAP = "map"


class NestingMode(StrEnum):
    """How many objects nested attributes have: one, or a list, set or map of them."""

    SINGLE = "single"
    LIST = "list"
    SET = "set"
    MAP = "map"


class Scalar(Struct, frozen=True):
    """A value without parts. `name` is the name of the enum or alias in the mapping, if the type has one."""

    kind: ScalarKind
    name: str | None = None


class Collection(Struct, frozen=True):
    """A list, set or map of plain elements."""

    kind: CollectionKind
    element: Type


class Object(Struct, frozen=True):
    """An element type with named members, which have types but no status of their own."""

    body: Body


class Nested(Struct, frozen=True):
    """Nested attributes: one object, or a list, set or map of such objects. `block`: a Terraform block."""

    mode: NestingMode
    body: Body
    block: bool = False


class Union(Struct, frozen=True):
    """A value of one of several types. `discriminator` is the member whose value selects the type, if there is one."""

    options: tuple[Type, ...]
    discriminator: str | None = None


Type = Scalar | Collection | Object | Nested | Union
_WITH_BODY = (Object, Nested)


class Omission(Struct, frozen=True):
    """A property of the API that did not become an attribute, and why.

    `attribute` is the attribute it would have been, if only its name was taken. `instead` is what the reference tool of
    the system writes for it, if that tool does not look at what is wrong.
    """

    source_name: str
    note: Note
    attribute: Attribute | None = None
    instead: Attribute | None = None


class Ignored(Struct, frozen=True):
    """A property of the API that the config leaves out, with its location and the line of the config."""

    source_name: str
    location: Location
    rule: Location


class Body(Struct, frozen=True, eq=False):
    """The attributes of one object, and the properties of it that were left out.

    `size` is the number of attributes, nested ones included, each as often as it is written. `name` is the name of a
    type that several places share, `description` the API's description of the type itself.
    """

    attributes: tuple[Attribute, ...] = ()
    omitted: tuple[Omission, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    name: str | None = None
    description: str | None = None
    size: int = 0

    def __post_init__(self) -> None:
        """Count the attributes once."""
        size = len(self.attributes)
        for attribute in self.attributes:
            if attribute.type.__class__ is not Scalar and (inner := nested_body(attribute.type)) is not None:
                size += inner.size
        force_setattr(self, "size", size)


class Attribute(Struct, frozen=True, gc=False):
    """One attribute. `name` is the identifier in the target, `source_name` the name in the API.

    `replaces`: a new value replaces the whole object. `write_only`: the value is sent and never kept. `fragments` are
    parts of the artifact that only its consumer understands. `code_name` is the identifier in generated code if it is
    not `name`. `always` marks a computed attribute that is never absent. `refers_to` is the entity that the value
    names. `placements` are the objects of the entity's frame that contain the attribute; without them it is at the top
    level. `status` is its status in the first placement. `secret` is the name of the field that users write instead,
    with a reference to the secret that holds the value. `sample` is the API's data for examples, if the origins are
    only known from a sidecar. `wire_name` is the name in requests and responses if it is not the source name, as the
    config has renamed it. If it is empty, the attribute is the whole body. `is_updated`: the update request has it.
    `is_json`: texts in it are JSON. `is_withheld`: responses leave it out, though their schema has it (`writeOnly`).
    """

    name: str
    source_name: str
    type: Type
    status: Status
    reason: Reason
    origins: tuple[Origin, ...]
    description: str | None = None
    default: Default | None = None
    limits: Limits = ()
    sensitive: bool = False
    deprecation: str | None = None
    notes: tuple[Note, ...] = ()
    replaces: bool = False
    write_only: bool = False
    fragments: tuple[Fragment, ...] = ()
    code_name: str | None = None
    always: bool = False
    refers_to: Reference | None = None
    placements: tuple[Placement, ...] = ()
    secret: str | None = None
    sample: Sample | None = None
    wire_name: str | None = None
    is_updated: bool = False
    is_json: bool = False
    is_withheld: bool = False
    variant: Variant | None = None

    def with_notes(self, *notes: Note) -> Attribute:
        """The attribute, with notes after its own."""
        return replace(self, notes=(*self.notes, *notes)) if notes else self

    @property
    def name_on_wire(self) -> str:
        """The name in requests and responses; empty if the attribute is the whole body."""
        return self.source_name if self.wire_name is None else self.wire_name

    @property
    def sent_by(self) -> list[str]:
        """The purposes of the operations whose request body has the attribute."""
        created = self._operations(PartKind.REQUEST_BODY)
        return list(dict.fromkeys((*created, "update") if self.is_updated else created))

    @property
    def returned_by(self) -> list[str]:
        """The purposes of the operations whose response has the attribute."""
        return [] if self.is_withheld else list(dict.fromkeys(self._operations(PartKind.RESPONSE)))

    def _operations(self, kind: PartKind) -> list[str]:
        """The operations whose part of this kind has the attribute, with a value of its type."""
        return [o.part.of for o in self.origins if o.part.kind is kind and o.contribution is not Contribution.MISMATCH]


class Sample(Struct, frozen=True):
    """What an API specifies for examples.

    It has a JSON value (None if there is none), and the number of members that an object needs. It has the name of the
    attribute in the paths of operations, too.
    """

    value: Any = None
    members: int = 0
    path_parameters: tuple[str, ...] = ()


class Placement(Struct, frozen=True):
    """An object that contains an attribute, by the dotted path that users write before the
    attribute's name, such as *spec*.

    `status` is the attribute's status there, and `type` its type there, if it differs. `always` marks an attribute that
    is never absent there.
    """

    name: str
    status: Status
    type: Type | None = None
    always: bool = False


class Reference(Struct, frozen=True):
    """Another entity that a value names: its provider or service, the path of the attribute that has the value, and
    the evidence for it.
    """

    provider: str
    entity: EntityRef
    path: str
    evidence: Reason | None = None

    @property
    def is_inferred(self) -> bool:
        """Whether nobody has written it down: the names and paths of the API show it."""
        return self.evidence is not None and self.evidence.code in (BY_NAME, BY_PATH)

    def is_same(self, other: Reference | None) -> bool:
        """Whether both name the same attribute, whatever the evidence is."""
        return other is not None and (self.provider, self.entity, self.path) == (
            other.provider,
            other.entity,
            other.path,
        )


BY_CONFIG, BY_NAME, BY_PATH, BY_TYPE = "config", "name", "path", "type"
"""The codes of evidence: the config says it, the API's names or paths show it, or it is the type of the value."""


class Fragment(Struct, frozen=True):
    """A part of the artifact that the config gives verbatim: its key there, the JSON value, and the line."""

    keyword: str
    value: object
    location: Location


class Default(Struct, frozen=True):
    """The value that the API uses if none is given."""

    value: bool | int | float | str


def attribute_size(attribute: Attribute) -> int:
    """The number of attributes in one attribute: itself and all nested in it."""
    if attribute.type.__class__ is Scalar:  # as most are
        return 1
    body = nested_body(attribute.type)
    return 1 + body.size if body else 1


def nested_body(type_: Type) -> Body | None:
    """The members of a type, through any depth of collections; None for plain types."""
    while type_.__class__ is Collection:  # `isinstance` of a Struct's class takes 0.1 s of a site of 300 pages
        type_ = type_.element
    return type_.body if type_.__class__ in _WITH_BODY else None


def walk(body: Body, prefix: str = "", seen: set[Body] | None = None) -> Iterator[tuple[str, Attribute]]:
    """Every attribute with its dotted path; nested ones follow their parent.

    With `seen`, to which all bodies are added, each body is visited once.
    """
    if seen is not None:
        if body in seen:
            return
        seen.add(body)
    for attribute in body.attributes:
        path = prefix + attribute.name
        yield path, attribute
        if attribute.type.__class__ is not Scalar and (inner := nested_body(attribute.type)) is not None:
            yield from walk(inner, f"{path}.", seen)


def same_content(one: Any, other: Any) -> bool:
    """Whether two values of the model are equal, where bodies count by what is in them: `==` takes each for itself."""
    if one is other or one.__class__ is not other.__class__:
        return one is other or one == other
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same_content, one, other))
    if isinstance(one, Body) or (isinstance(one, Struct) and one.__struct_config__.eq):
        return all(same_content(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    return bool(one == other)


def bodies_in(type_: Type) -> Iterator[Body]:
    """The objects of a type, through any depth of collections and unions."""
    match type_:
        case Scalar():
            return
        case Collection(_, element):
            yield from bodies_in(element)
        case Object(body) | Nested(_, body):
            yield body
        case Union(options):
            for option in options:
                yield from bodies_in(option)


def with_attributes(body: Body, attributes: Iterable[Attribute]) -> Body:
    """The body with these attributes in place of its own; the body itself if they are the same objects."""
    listed = tuple(attributes)
    is_same = len(listed) == len(body.attributes) and all(map(_is, listed, body.attributes))
    return body if is_same else replace(body, attributes=listed)


def with_inner(attribute: Attribute, change: Callable[[Body], Body]) -> Attribute:
    """The attribute with its object changed, through any depth of collections."""
    type_ = _in_type(attribute.type, change)
    return attribute if type_ is attribute.type else replace(attribute, type=type_)


def rewrite(body: Body, change: Callable[[Attribute], Attribute], done: dict[Body, Body] | None = None) -> Body:
    """The body with `change` applied to all attributes, nested ones first, but not to the members of element types.

    Shared bodies are changed once: `done` has those that are.
    """
    rewritten = {} if done is None else done

    def inner(attribute: Attribute) -> Attribute:
        if not isinstance(attribute.type, Nested):
            return attribute
        return with_inner(attribute, lambda nested: rewrite(nested, change, rewritten))

    if body not in rewritten:
        rewritten[body] = with_attributes(body, [change(inner(attribute)) for attribute in body.attributes])
    return rewritten[body]


def _in_type(type_: Type, change: Callable[[Body], Body]) -> Type:
    if isinstance(type_, Nested):
        body = change(type_.body)
        return type_ if body is type_.body else replace(type_, body=body)
    if isinstance(type_, Collection):
        element = _in_type(type_.element, change)
        return type_ if element is type_.element else Collection(type_.kind, element)
    if isinstance(type_, Object):
        body = change(type_.body)
        return type_ if body is type_.body else Object(body)
    return type_


def _is(one: object, other: object) -> bool:
    return one is other
