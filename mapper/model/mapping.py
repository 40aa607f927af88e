"""The result of a mapping: entities with typed attributes, and the origins of each attribute.

Every value is immutable and knows nothing of the system (Terraform, ACK, …) it was mapped for. Subtrees are shared: a
component used in fifty places is one object with fifty users.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Dict
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from ..budget import Budget
from ..entity_kind import EntityRef, Kind
from ..immutable import dataclass
from ..origin import Location, Part, Source
from ..report.diagnostic import Diagnostic, Note
from .attribute import (
    Body,
    Fragment,
    Reason,
    Scalar,
)
from .layout import in_all_placements, in_first_placements, without_frame


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


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the API that an entity uses, and its purpose."""

    part: Purpose
    method: str
    path: str
    location: Location | None
    operation_id: str | None = None
    summary: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class SourceBody:
    """The properties of one body or parameter of an operation, before they are merged."""

    part: Part
    body: Body


@dataclass(frozen=True, slots=True)
class Entity:
    """A resource, data source, custom resource or the like. `notes` concern the entity as a whole.

    `has_schema` is False for a provider without a configuration of its own. `fragments` are texts of the artifact that
    are not written unless the config asks for them. `sources` are what `body` was merged from. `addresses` are where a
    cluster serves a custom resource, `identity` is how an object of it is identified outside of the cluster. `frame`
    has the objects that attributes are placed in, with the properties that were left out there, and `layout` is the
    frame with each attribute in its first placement.
    """

    kind: Kind
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
    identity: Identity | None = None
    frame: Body = Body()
    layout: Body = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Compute the layout once: code that compares bodies identifies them by `id()`."""
        object.__setattr__(self, "layout", in_first_placements(self.frame, self.body))

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
        return in_all_placements(self.frame, self.body)

    @property
    def ref(self) -> EntityRef:
        """The reference that identifies the entity within the mapping."""
        return EntityRef(self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list of custom resources: its heading, the JSON path of its value, and the type."""

    name: str
    path: str
    type: str
    priority: int = 0


@dataclass(frozen=True, slots=True)
class Address:
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
        """Group, version, Kind and scope. `name` is that of the entity."""
        return f"{self.group}/{self.version} {self.kind or name} ({self.scope})"


@dataclass(frozen=True, slots=True)
class Identity:
    """How an object is identified outside of the cluster, such as by its external name: a
    template, and the reason for it.
    """

    template: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A named list of the values that a string may have, in order."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a type."""

    name: str
    type: Scalar
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """What unused operations could be mapped to: a new entity, or more operations of an existing one.

    `parts` are the operations (method and path) by the part that each would have, `config` is the text to paste.
    """

    kind: Kind
    name: str
    parts: Dict[str, tuple[str, str]]
    config: str


@dataclass(frozen=True, slots=True)
class Candidates:
    """What could be mapped, and the reason why not for each other unused operation."""

    entities: tuple[Candidate, ...] = ()
    reasons: Dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class About:
    """Title, version and description (Markdown) of an API; each may be empty."""

    title: str = ""
    version: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of an API description is mapped.

    `operations` are all operations of the description in document order, each with the entities that use it; empty for
    an unused operation. `find_candidates` looks for what could be mapped: it is slow, and only pages for authors call
    it. `tags` are the groups that the description puts operations into.
    """

    operations: Dict[tuple[str, str], tuple[EntityRef, ...]] = field(default_factory=dict)
    find_candidates: Callable[[], Candidates] = field(default=Candidates, compare=False, repr=False)
    tags: Dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mapping:
    """The result of one run. Artifacts, pages and reviews are made from it.

    `unreadable` are files that the run needed but could not read, and folders whose files were read. `structs`, `enums`
    and `aliases` are the named types of the API, also those that no entity reaches; a type nested in a struct is given
    by its name. `target` is the release of the system's own tools that the artifact is for, if releases differ.
    `configs` are the names of those `documents` that are the generator config, `budget` limits what the output may
    cost, `about` describes the API, `groups` are the titles that the config lists entities under.
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
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)
    about: About = About()
    groups: Dict[EntityRef, str] = field(default_factory=dict)

    def of_kind(self, kind: Kind) -> tuple[Entity, ...]:
        """The entities of one kind, in the order of the artifact."""
        return tuple(entity for entity in self.entities if entity.kind is kind)
