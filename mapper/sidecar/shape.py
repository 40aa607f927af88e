"""The shape of a sidecar, version 2: its writer, its reader and its JSON Schema are based on these classes.

What many attributes share is written once, in a table, and referred to by key: bodies, repeated texts, lists of
sources, chains of references, statuses with their reasons. A key is a name if that is unique; otherwise it contains a
digest of the content, so that a change of one entry leaves all other keys as they are. Lines and columns are separate
from everything else: a line inserted into an API description changes only `positions`.

The members are in the order of the file. A body follows the bodies that are nested in it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ..model import About, Address, Alias, Contribution, Enumeration, NestingMode, Purpose, Status
from ..model.limits import Keyword
from ..report.diagnostic import Severity

FORMAT = "oasmap-sidecar"
VERSION = 2
REFERENCE = "="
"""The prefix of a text that is a key of `texts`."""

Count = Annotated[int, Meta(ge=0)]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Text = Annotated[str, Meta(description="A text; one that begins with `=` is `=` and a key of `texts`.")]
Path = Annotated[str, Meta(description="Identifiers, joined by dots.")]
Index = Annotated[int, Meta(ge=0, description="The number of an entry, from 0.")]


class Entry(Struct, omit_defaults=True, gc=False):
    """An object; members with their default value are left out."""


class Generator(Entry, kw_only=True):
    """The tool that wrote the sidecar."""

    name: str
    version: str


class FileRead(Entry, kw_only=True):
    """A file that was read."""

    file: str
    sha256: Sha256 | UnsetType = UNSET
    generator_config: Annotated[bool, Meta(description="Whether the file is the config or a part of it.")] = False


class Place(Struct, array_like=True, frozen=True, gc=False):
    """The number of a file in `files`, a JSON pointer (RFC 6901) into it, and line and column, from 1."""

    file: Index
    pointer: Text | None
    line: Annotated[int, Meta(ge=1)] | None = None
    column: Annotated[int, Meta(ge=1)] | None = None


class Parent(Struct, array_like=True, frozen=True, gc=False):
    """The number of a file in `files`, and the JSON pointer of the parent that several places share."""

    file: Index
    pointer: Text


SourcesKey = Annotated[str, Meta(description="A key of `sources`; absent if equal to that of the body.")]
ParentNumber = Annotated[Index, Meta(description="The number of the place's parent in the `parents` of the body.")]
Token = Annotated[
    str | UnsetType | None,
    Meta(
        description="The last token of the place's JSON pointer, escaped; absent where the last two are `properties`"
        " and the name in the API, null where the place is the parent itself."
    ),
]
Via = Annotated[str, Meta(description="A key of `chains`: the references that were followed.")]


class Origin(Entry, kw_only=True):
    """One place that contributed to an attribute."""

    sources: SourcesKey = ""
    parent: ParentNumber = 0
    token: Token = UNSET
    via: Via = ""


class Limit(Struct, array_like=True, gc=False):
    """A limit on a value: its keyword, and its value."""

    keyword: Keyword
    value: Any


class Fragment(Entry, kw_only=True):
    """A part of the artifact that the config gives: its key in the artifact, its value, and its line in the config."""

    keyword: str
    value: Any
    location: Place | UnsetType = UNSET


class Reference(Entry, kw_only=True):
    """The entity that a value names, its provider or service, and the path of the attribute that the value is
    taken from.
    """

    provider: str
    entity: Annotated[str, Meta(description="Kind and name.")]
    path: str


class Option(Entry, kw_only=True):
    """One type of a union; the members are those of an attribute."""

    type: str | UnsetType = UNSET
    nested: NestingMode | UnsetType = UNSET
    body: str = ""
    block: bool = False
    type_name: str | UnsetType = UNSET
    options: list[Option] = []
    discriminator: str | UnsetType = UNSET


class Placement(Entry, kw_only=True):
    """An object of the frame that contains the attribute, by its path; with status and type, if they differ."""

    name: Path
    status: Status | UnsetType = UNSET
    always: Annotated[bool, Meta(description="The value is never absent there.")] = False
    type: str | UnsetType = UNSET
    nested: NestingMode | UnsetType = UNSET
    body: str = ""
    block: bool = False
    type_name: str | UnsetType = UNSET
    options: list[Option] = []
    discriminator: str | UnsetType = UNSET


class Attribute(Entry, kw_only=True):
    """An attribute, with the first place that it comes from. Names are relative to the object."""

    name: str
    source_name: Annotated[str | UnsetType, Meta(description="The name in the API, if it differs.")] = UNSET
    type: Annotated[
        str | UnsetType,
        Meta(
            description="Collections and what is in them, such as `list of number`; absent for a string. With `nested`,"
            " the collections around nested attributes; absent where there are none."
        ),
    ] = UNSET
    nested: Annotated[NestingMode | UnsetType, Meta(description="The nesting mode of nested attributes.")] = UNSET
    body: Annotated[str, Meta(description="A key of `bodies`: the members of an object.")] = ""
    block: Annotated[bool, Meta(description="Nested attributes are written as a block.")] = False
    type_name: Annotated[str | UnsetType, Meta(description="The name of the enum or alias in the type.")] = UNSET
    options: Annotated[list[Option], Meta(description="The types of a *union*.")] = []
    discriminator: Annotated[
        str | UnsetType, Meta(description="The property that distinguishes the types of a union.")
    ] = UNSET
    status: Annotated[str, Meta(description="A key of `statuses`; absent if equal to that of the body.")] = ""
    description: Text | UnsetType = UNSET
    default: bool | int | float | str | UnsetType = UNSET
    constraints: list[Limit] = []
    sensitive: bool = False
    deprecation: Text | UnsetType = UNSET
    replaces: Annotated[bool, Meta(description="A new value replaces the whole object.")] = False
    write_only: Annotated[bool, Meta(description="The value is sent, and never stored in the state.")] = False
    fragments: list[Fragment] = []
    code_name: Annotated[str | UnsetType, Meta(description="The identifier in generated code.")] = UNSET
    always: Annotated[bool, Meta(description="The value is computed, and never absent.")] = False
    refers_to: Reference | UnsetType = UNSET
    secret: Annotated[str | UnsetType, Meta(description="The field that refers to the secret with its value.")] = UNSET
    sample: Annotated[Any, Meta(description="The value for examples, from the API description.")] = UNSET
    min_members: Annotated[Count, Meta(description="The minimum number of members.")] = 0
    path_parameters: Annotated[list[str], Meta(description="The names of path parameters that have this value.")] = []
    placements: Annotated[
        list[Placement], Meta(description="The objects of the entity's frame that contain the attribute.")
    ] = []
    sources: SourcesKey = ""
    parent: ParentNumber = 0
    token: Token = UNSET
    via: Via = ""
    more_origins: Annotated[list[Origin], Meta(description="Further places that contributed.")] = []


class LeftOut(Entry, kw_only=True):
    """A property of the API without an attribute: ignored by a line of the config, or lost for a reason with a code."""

    name: str
    location: Place | UnsetType = UNSET
    ignored_by: Place | UnsetType = UNSET
    code: str = ""


class Body(Entry, kw_only=True):
    """The members of an object."""

    key: str
    name: Annotated[str | UnsetType, Meta(description="The name of the type, if several places share it.")] = UNSET
    description: Text | UnsetType = UNSET
    sources: Annotated[str, Meta(description="A key of `sources`, for the attributes without one.")] = ""
    status: Annotated[str, Meta(description="A key of `statuses`, for the attributes without one.")] = ""
    parents: list[Parent] = []
    left_out: list[LeftOut] = []
    positions: Annotated[
        list[Count],
        Meta(description="Line and column of each place of each attribute, in order; 0 if unknown."),
    ] = []
    attributes: list[Attribute] = []


class Operation(Entry, kw_only=True):
    """An operation of the API that an entity uses."""

    part: Annotated[Purpose, Meta(description="The part of the operation, such as create or read.")]
    method: str
    path: str
    operation_id: str | UnsetType = UNSET
    summary: Text | UnsetType = UNSET
    description: Text | UnsetType = UNSET
    location: Annotated[
        Place | UnsetType,
        Meta(description="A pointer that is null leads to the method in the path in `paths` of the description."),
    ] = UNSET


class Identity(Entry, kw_only=True):
    """A template of the external name of an object, and the reason for it: a code, and words."""

    template: str
    code: str
    reason: str


class Ignored(Entry, kw_only=True):
    """How many properties a line of the config ignores."""

    count: Annotated[int, Meta(ge=1)]
    by: Place


class Account(Entry, kw_only=True):
    """What became of the properties of one source. The sum of all counts is the number of properties."""

    role: str
    declared: Count = 0
    merged: Count = 0
    ignored: list[Ignored] = []
    lost: Annotated[dict[str, Count], Meta(description="Counts by the code of the diagnostic.")] = {}


class EntityCoverage(Entry, kw_only=True):
    """How many properties are mapped, ignored and lost, with nested ones."""

    mapped: Count = 0
    ignored: Count = 0
    lost: Count = 0
    sources: list[Account] = []


class Entity(Entry, kw_only=True):
    """A mapped entity, such as a resource, a data source or a custom resource."""

    kind: str
    name: str
    body: Annotated[str, Meta(description="A key of `bodies`; absent if it is kind and name.")] = ""
    summary: Text | UnsetType = UNSET
    deprecation: Text | UnsetType = UNSET
    has_schema: bool = True
    location: Annotated[Place | UnsetType, Meta(description="The entry in the config.")] = UNSET
    addresses: Annotated[list[Address], Meta(description="The addresses in a cluster.")] = []
    identity: Annotated[Identity | UnsetType, Meta(description="The external name of an object.")] = UNSET
    frame: Annotated[str, Meta(description="A key of `bodies`: the objects that attributes are placed in.")] = ""
    fragments: list[Fragment] = []
    coverage: EntityCoverage
    operations: list[Operation] = []


class Rule(Entry, kw_only=True):
    """An entry of the catalogue of diagnostics."""

    code: Annotated[str, Meta(pattern="^OAS[0-9]{3}$")]
    severity: Severity
    title: str
    consequence: str
    differs_from_reference: bool = False


class Diagnostic(Entry, kw_only=True):
    """A diagnostic; `severity` is present if it is not that of the rule."""

    code: str
    severity: Severity | UnsetType = UNSET
    path: Path = ""
    message: Text
    location: Place | UnsetType = UNSET
    fix: Annotated[Text | UnsetType, Meta(description="What to paste into the config.")] = UNSET


class Diagnostics(Entry, kw_only=True):
    """The diagnostics of one entity, in order."""

    entity: Annotated[str, Meta(description="Kind and name; absent for diagnostics of the whole run.")] = ""
    found: list[Diagnostic] = []


class UsedBy(Struct, array_like=True, gc=False):
    """An operation of the API: its method and path, and the entities that use it."""

    method: str
    path: str
    used_by: list[str]


class Coverage(Entry, kw_only=True):
    """The coverage of operations; that of properties is in the entities."""

    operations: list[UsedBy]


class StatusReason(Entry, kw_only=True):
    """A status and the reason for it: a code, and words."""

    key: str
    status: Status
    code: str
    reason: str


class Source(Struct, array_like=True, frozen=True, gc=False):
    """The part of an operation, such as *create request body*, and how it contributed."""

    role: str
    contribution: Contribution


class Sources(Entry, kw_only=True):
    """The contributions from one place, in order."""

    key: str
    sources: list[Source]


class Chain(Entry, kw_only=True):
    """The targets of the references that were followed, in order."""

    key: str
    places: list[Place]


class SharedText(Entry, kw_only=True):
    """A text that occurs more than once."""

    key: str
    text: str


class Sidecar(Entry, kw_only=True):
    """The source of every attribute, what could not be mapped, and how much of the API is covered."""

    format: Literal["oasmap-sidecar"]
    version: Literal[2]
    generator: Generator
    artifacts: Annotated[
        dict[str, Sha256], Meta(description="Digests of the files of the same run, by name from the sidecar's folder.")
    ] = {}
    system: Annotated[str, Meta(description="The name of the system.")]
    provider: Annotated[str, Meta(description="The provider's or the service's name.")]
    target: Annotated[str, Meta(description="The release of the system's tools that the mapping is for.")] = ""
    about: Annotated[About, Meta(description="Title, version and description of the API.")] = About()
    groups: Annotated[dict[str, str], Meta(description="The group titles of entities in the config.")] = {}
    documents: list[FileRead]
    bodies: list[Body]
    entities: list[Entity]
    structs: Annotated[list[str], Meta(description="Keys of `bodies`: the named types of the API.")] = []
    enums: list[Enumeration] = []
    aliases: list[Alias] = []
    diagnostics: list[Diagnostics]
    rules: Annotated[list[Rule], Meta(description="The rules of the diagnostics.")]
    coverage: Coverage
    tags: Annotated[
        dict[str, list[Index]], Meta(description="Operations of `coverage` by the tag of the API description.")
    ] = {}
    statuses: list[StatusReason]
    sources: list[Sources]
    chains: list[Chain]
    texts: list[SharedText]
    files: Annotated[list[str], Meta(description="The names of the files that places are in.")]
