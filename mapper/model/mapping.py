"""The result of a mapping: entities with typed attributes, and the origins of each attribute.

Every value is immutable and knows nothing of the system (Terraform, ACK, …) it was mapped for. Subtrees are shared: a
component used in fifty places is one object with fifty users.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as Dict
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import force_setattr

from ..report.budget import Budget
from ..report.diagnostic import Diagnostic, Note
from ..report.entity_kind import EntityKind, EntityRef
from ..report.origin import Location, Part, Source
from ..text.title import in_words
from .arguments import Argument, Identification, Place
from .attribute import Body, Fragment, Reason, Scalar, Status, nested_body
from .graph import groups
from .layout import in_placements, without_frame
from .limits import Limits


class Purpose(StrEnum):
    """What an operation does for an entity, in the order of the pages."""

    CREATE = "create"
    READ = "read"
    READ_ATTRIBUTES = "read attributes"
    LIST = "list"
    UPDATE = "update"
    SET_ATTRIBUTES = "set attributes"
    REPLACE = "replace"
    ADD_CHILD = "add child"
    ADD_CHILDREN = "add children"
    REMOVE_CHILD = "remove child"
    REMOVE_CHILDREN = "remove children"
    DELETE = "delete"
    CREATE_MANY = "create many"


class Operation(Struct, frozen=True):
    """An operation of the API that an entity uses, and its purpose. `arguments` are what a call of it needs, and
    `limits` those on the object that its request body is.
    """

    part: Purpose
    method: str
    path: str
    location: Location | None
    operation_id: str | None = None
    summary: str | None = None
    description: str | None = None
    arguments: tuple[Argument, ...] = ()
    limits: Limits = ()

    @property
    def is_described(self) -> bool:
        """Whether the API has it; a config may name what it has not."""
        return self.location is not None

    @property
    def in_path(self) -> tuple[Argument, ...]:
        """The parameters of the path, in their order."""
        return tuple(argument for argument in self.arguments if argument.place is Place.PATH)


class SourceBody(Struct, frozen=True):
    """The properties of one body or parameter of an operation, before they are merged."""

    part: Part
    body: Body


class Entity(Struct, frozen=True):
    """A resource, data source, custom resource or the like. `notes` concern the entity as a whole.

    `has_schema` is False for a provider without a configuration of its own. `fragments` are texts of the artifact that
    are not written unless the config asks for them. `sources` are what `body` was merged from. `addresses` are where a
    cluster serves a custom resource, `external_name` is how an object of it is identified outside of the cluster.
    `identity` is what identifies an object in the paths of the API. `frame` has the objects that attributes are placed
    in, with the properties that were left out there. `layout` is the frame with each attribute in its first placement.
    `life` says what was seen when an object was tried out, for authors.
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
    sources: tuple[SourceBody, ...] = ()
    addresses: tuple[Address, ...] = ()
    external_name: NameTemplate | None = None
    identity: tuple[Identification, ...] = ()
    frame: Body = Body()
    layout: Body = Body()
    life: str = ""

    def __post_init__(self) -> None:
        """Compute the layout once: a body is equal only to itself."""
        force_setattr(self, "layout", in_placements(self.frame, self.body, 1))

    @property
    def address(self) -> Address | None:
        """The first of the addresses, which examples use."""
        return self.addresses[0] if self.addresses else None

    @property
    def size(self) -> int:
        """The number of attributes, nested ones included, each counted once however many placements it has."""
        return self.frame.size + self.body.size

    @property
    def shown(self) -> Body:
        """The attributes by the paths that users write, without the objects of the frame."""
        return without_frame(self.frame, self.layout)

    @property
    def placed(self) -> Body:
        """The frame with each attribute in every object that it is placed in: the trees of artifacts."""
        return in_placements(self.frame, self.body)

    def operation(self, purpose: Purpose) -> Operation | None:
        """The first operation for a purpose; None if there is none."""
        return next((operation for operation in self.operations if operation.part is purpose), None)

    @property
    def ref(self) -> EntityRef:
        """The reference that identifies the entity within the mapping."""
        return EntityRef(self.kind, self.name)


class Column(Struct, frozen=True):
    """A column of a list of custom resources: its heading, the JSON path of its value, and the type."""

    name: str
    path: str
    type: str
    priority: int = 0


class Address(Struct, frozen=True):
    """Group, version and names of a custom resource. `kind` is its Kind if that differs from the name of the entity."""

    group: str
    version: str
    plural: str
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    scope: str = "Namespaced"
    columns: tuple[Column, ...] = ()
    kind: str = ""

    def words(self, name: str) -> str:
        """Group, version, Kind and scope. `name` is the name of the entity."""
        return f"{self.group}/{self.version} {self.kind or name} ({self.scope})"


class NameTemplate(Struct, frozen=True):
    """How an object is identified outside of the cluster, such as by its external name: a template, and why."""

    template: str
    reason: Reason


class Enumeration(Struct, frozen=True):
    """A named list of the values that a string may have, in order."""

    name: str
    values: tuple[str, ...]


class Alias(Struct, frozen=True):
    """Another name of a type."""

    name: str
    type: Scalar
    description: str | None = None


class Candidate(Struct, frozen=True):
    """What unused operations could be mapped to: a new entity, or more operations of an existing one.

    `parts` are the operations (method and path) by the part that each would have, `config` is the text to paste.
    """

    kind: EntityKind
    name: str
    parts: Dict[str, tuple[str, str]]
    config: str


class Candidates(Struct, frozen=True):
    """What could be mapped, and the reason why not for each other unused operation."""

    entities: tuple[Candidate, ...] = ()
    reasons: Dict[tuple[str, str], str] = field(default_factory=dict)


class About(Struct, frozen=True):
    """Title, version and description (Markdown) of an API; each may be empty.

    `access` is what requests to the API carry, as a sentence of Markdown; only pages have it.
    """

    title: str = ""
    version: str = ""
    description: str = ""
    access: str = ""


class Topic(Struct, frozen=True):
    """A group of operations in an API description: its title for readers, and a text in Markdown. Each may be empty."""

    title: str = ""
    description: str = ""


class Coverage(Struct, frozen=True):
    """How much of an API description is mapped.

    `operations` are all operations of the description in document order, each with the entities that use it; empty for
    an unused operation. `find_candidates` looks for what could be mapped: it is slow, and only pages for authors call
    it. `tags` are the names of the groups that the description puts operations into, `topics` says more of some.
    """

    operations: Dict[tuple[str, str], tuple[EntityRef, ...]] = field(default_factory=dict)
    find_candidates: Callable[[], Candidates] = Candidates
    tags: Dict[tuple[str, str], str] = field(default_factory=dict)
    topics: Dict[str, Topic] = field(default_factory=dict)

    def title_of(self, tag: str) -> str:
        """The title of a group: the one that the description gives, or the words of its name."""
        return (self.topics[tag].title if tag in self.topics else "") or in_words(tag)

    @property
    def texts(self) -> dict[str, str]:
        """The descriptions of groups by title."""
        return {self.title_of(tag): topic.description for tag, topic in self.topics.items()}


class Mapping(Struct, frozen=True, dict=True):
    """The result of one run. Artifacts, pages and reviews are made from it.

    `unreadable` are files that the run needed but could not read, and folders whose files were read. `structs`, `enums`
    and `aliases` are the named types of the API, also if no entity reaches them. A type nested in a struct is given by
    its name. `target` is the release of the system's own tools that the artifact is for, if releases differ. `configs`
    are the names of those `documents` that are the generator config. `budget` limits what the output may cost. `about`
    describes the API. `groups` are the titles that the config lists entities under.
    """

    system: str
    provider: str
    entities: tuple[Entity, ...]
    diagnostics: tuple[Diagnostic, ...]
    coverage: Coverage
    documents: tuple[Source, ...]
    unreadable: tuple[Path, ...] = ()
    target: str = ""
    structs: tuple[Body, ...] = ()
    enums: tuple[Enumeration, ...] = ()
    aliases: tuple[Alias, ...] = ()
    configs: tuple[str, ...] = ()
    budget: Budget = field(default_factory=Budget)
    about: About = About()
    groups: Dict[EntityRef, str] = field(default_factory=dict)

    def of_kind(self, kind: EntityKind) -> tuple[Entity, ...]:
        """The entities of one kind, in the order of the artifact."""
        return tuple(entity for entity in self.entities if entity.kind is kind)

    @cached_property
    def circles(self) -> dict[EntityRef, frozenset[EntityRef]]:
        """The entities that an entity refers to and that refer back to it, directly or not, by attributes that can be
        set. Entities without any are left out.
        """
        by_body: dict[Body, frozenset[EntityRef]] = {}
        targets = {entity.ref: _targets(entity.body, by_body) for entity in self.entities}

        def used(ref: EntityRef) -> Iterator[EntityRef]:
            return iter(sorted(targets.get(ref, ()), key=str))

        return {ref: group for group in groups(targets, used) if len(group) > 1 for ref in group}


def _targets(body: Body, by_body: dict[Body, frozenset[EntityRef]]) -> frozenset[EntityRef]:
    """What attributes of a body that can be set refer to, nested ones included. Shared bodies are visited once."""
    pending = [(body, False)]  # bodies may be nested deeper than Python's stack
    while pending:
        current, is_inside_known = pending.pop()
        given = [attribute for attribute in current.attributes if attribute.status is not Status.COMPUTED]
        types = [attribute.type for attribute in given if attribute.type.__class__ is not Scalar]
        inner = [nested for type_ in types if (nested := nested_body(type_)) is not None]
        if is_inside_known:
            direct = {attribute.refers_to.entity for attribute in given if attribute.refers_to is not None}
            by_body[current] = frozenset(direct).union(*(by_body[nested] for nested in inner))
        elif current not in by_body:
            by_body[current] = frozenset()
            pending += [(current, True), *((nested, False) for nested in inner)]
    return by_body[body]
