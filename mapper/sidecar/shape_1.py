"""The shape of a sidecar, version 1. This version is still read, but no longer written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from ..model import Contribution, Purpose, Status
from ..model.limits import Keyword
from .shape import Count, Entry, FileRead, Generator, Sha256


class Location(Entry, kw_only=True):
    """A file, a JSON pointer (RFC 6901) into it, and the position of that key, counted from 1."""

    file: str
    pointer: str
    line: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    column: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class Operation(Entry, kw_only=True):
    """An operation of the API that an entity uses."""

    part: Purpose
    method: str
    path: str
    operation_id: str | UnsetType = UNSET
    summary: str | UnsetType = UNSET
    location: Location | UnsetType = UNSET


class Reason(Entry, kw_only=True):
    """Why an attribute has its status."""

    code: str
    text: str


class Default(Entry, kw_only=True):
    """The value that the API uses if none is given."""

    value: str | int | float | bool


class Limit(Entry, kw_only=True):
    """A limit on a value."""

    keyword: Keyword
    value: Any


class Origin(Entry, kw_only=True):
    """A place that contributed to an attribute; `via` are the targets of the references followed."""

    role: str
    contribution: Contribution
    location: Location
    via: list[Location] = []


class Attribute(Entry, kw_only=True):
    """An attribute, with dotted paths. `element_type`: its nested attributes have no status."""

    path: str
    source_path: str
    type: str
    element_type: bool = False
    nested: int = 0
    status: Status
    reason: Reason
    description: str | UnsetType = UNSET
    default: Default | UnsetType = UNSET
    constraints: list[Limit] = []
    sensitive: bool = False
    deprecation: str | UnsetType = UNSET
    replaces: bool = False
    write_only: bool = False
    fragments: dict[str, Any] = {}
    origins: list[Origin]


class LeftOut(Entry, kw_only=True):
    """A property of the API without an attribute: ignored by a line of the config, or lost for the reason of a
    diagnostic.
    """

    source_path: str
    ignored_by: Location | UnsetType = UNSET
    code: str = ""


class Entity(Entry, kw_only=True):
    """An entity with all its attributes; nested ones follow their parent."""

    kind: str
    name: str
    summary: str | UnsetType = UNSET
    deprecation: str | UnsetType = UNSET
    location: Location | UnsetType = UNSET
    operations: list[Operation]
    attributes: list[Attribute]
    left_out: list[LeftOut]


class Diagnostic(Entry, kw_only=True):
    """A diagnostic with its rule."""

    code: str
    severity: Literal["error", "warning", "info"]
    title: str
    entity: str = ""
    path: str = ""
    message: str
    consequence: str
    differs_from_reference: bool
    location: Location | UnsetType = UNSET
    fix: str | UnsetType = UNSET


class UsedBy(Entry, kw_only=True):
    """An operation of the API, and the entities that use it."""

    method: str
    path: str
    used_by: list[str]


class Ignored(Entry, kw_only=True):
    """How many properties a line of the config ignores."""

    count: Count
    by: Location


class Account(Entry, kw_only=True):
    """What became of the properties of one source."""

    role: str
    properties: Count
    declared: Count
    merged: Count
    ignored: list[Ignored] = []
    lost: dict[str, Count] = {}


class EntityCoverage(Entry, kw_only=True):
    """What became of the properties of an entity's sources."""

    kind: str
    name: str
    mapped: Count
    ignored: Count
    lost: Count
    sources: list[Account]


class Coverage(Entry, kw_only=True):
    """How much of the API is mapped."""

    operations: list[UsedBy]
    entities: list[EntityCoverage]


class Sidecar(Entry, kw_only=True):
    """The source of every attribute of a generated code spec, what could not be mapped, and how much is covered."""

    format: Literal["oasmap-sidecar"]
    version: Literal[1]
    generator: Generator
    artifacts: dict[str, Sha256] = {}
    system: str
    provider: str
    documents: list[FileRead]
    entities: list[Entity]
    diagnostics: list[Diagnostic]
    coverage: Coverage
