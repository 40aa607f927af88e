"""The shape of a sidecar, version 2. Its writer, its reader and its JSON Schema come from these classes.

What many attributes share is written once, in a table, and referred to by its key: the bodies of objects, the texts
that occur more than once, the lists of sources, the chains of references, statuses with their reasons. A key is a name
where that is enough, and has a digest of what it stands for where it is not, so that a change of one entry leaves the
keys of all others alone. Lines and columns are apart from all else: inserting a line into an API description changes
the `positions`, and no other line.

Members are in the order of the file. A body comes after those that are nested in it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ..diagnostics import Severity
from ..limits import Keyword
from ..model import About, Address, Alias, Contribution, Enumeration, NestingMode, Purpose, Status

FORMAT = "oasmap-sidecar"
VERSION = 2
REFERENCE = "="
"""What a text begins with that is in `texts`, before its key there."""

Count = Annotated[int, Meta(ge=0)]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Text = Annotated[str, Meta(description="A text; one that begins with `=` is `=` and a key of `texts`.")]
Path = Annotated[str, Meta(description="Identifiers, joined by dots.")]
Index = Annotated[int, Meta(ge=0, description="The number of an entry, from 0.")]


class Entry(Struct, omit_defaults=True, gc=False):
    """An object; members that have their default are left out."""


class Generator(Entry, kw_only=True):
    """What wrote the sidecar."""

    name: str
    version: str


class FileRead(Entry, kw_only=True):
    """A file that was read."""

    file: str
    sha256: Sha256 | UnsetType = UNSET
    generator_config: Annotated[bool, Meta(description="Whether it is the config, or a part of it.")] = False


class Place(Struct, array_like=True, frozen=True, gc=False):
    """The number of a file in `files`, a JSON pointer (RFC 6901) into it, and line and column, from 1."""

    file: Index
    pointer: Text | None
    line: Annotated[int, Meta(ge=1)] | None = None
    column: Annotated[int, Meta(ge=1)] | None = None


class Parent(Struct, array_like=True, frozen=True, gc=False):
    """The number of a file in `files`, and a JSON pointer to what the places of several attributes are in."""

    file: Index
    pointer: Text


SourcesKey = Annotated[str, Meta(description="A key of `sources`; absent where it is that of the body.")]
ParentNumber = Annotated[Index, Meta(description="The number of the parent of the place in the body's `parents`.")]
Token = Annotated[
    str | UnsetType | None,
    Meta(
        description="The last token of the place's JSON pointer, escaped; absent where the last two are `properties`"
        " and the name in the API, null where the place is the parent itself."
    ),
]
Via = Annotated[str, Meta(description="A key of `chains`: the references that were followed.")]


class Origin(Entry, kw_only=True):
    """What was contributed from one place."""

    sources: SourcesKey = ""
    parent: ParentNumber = 0
    token: Token = UNSET
    via: Via = ""


class Limit(Struct, array_like=True, gc=False):
    """A limit on a value: its keyword, and its value."""

    keyword: Keyword
    value: Any


class Fragment(Entry, kw_only=True):
    """A part of the artifact that the config gives as it is: its key there, its value and its line in the config."""

    keyword: str
    value: Any
    location: Place | UnsetType = UNSET


class Reference(Entry, kw_only=True):
    """Another entity that a value names, its provider or service, and the path of the attribute that the value is."""

    provider: str
    entity: Annotated[str, Meta(description="Kind and name.")]
    path: str


class Option(Entry, kw_only=True):
    """One of the types that a value may have; its members are as in an attribute."""

    type: str | UnsetType = UNSET
    nested: NestingMode | UnsetType = UNSET
    body: str = ""
    block: bool = False
    type_name: str | UnsetType = UNSET
    options: list[Option] = []
    discriminator: str | UnsetType = UNSET


class Placement(Entry, kw_only=True):
    """An object that has the attribute, by the path before its name; with status and type, where these differ."""

    name: Path
    status: Status | UnsetType = UNSET
    always: Annotated[bool, Meta(description="It is never absent there.")] = False
    type: str | UnsetType = UNSET
    nested: NestingMode | UnsetType = UNSET
    body: str = ""
    block: bool = False
    type_name: str | UnsetType = UNSET
    options: list[Option] = []
    discriminator: str | UnsetType = UNSET


class Attribute(Entry, kw_only=True):
    """An attribute, with the first place that it comes from. Its names are those within the object."""

    name: str
    source_name: Annotated[str | UnsetType, Meta(description="Its name in the API, where that is another.")] = UNSET
    type: Annotated[
        str | UnsetType,
        Meta(
            description="Collections and what is in them, such as `list of number`; absent for a string. With `nested`,"
            " the collections around nested attributes; absent where there are none."
        ),
    ] = UNSET
    nested: Annotated[NestingMode | UnsetType, Meta(description="How many objects nested attributes are.")] = UNSET
    body: Annotated[str, Meta(description="A key of `bodies`: the members of an object.")] = ""
    block: Annotated[bool, Meta(description="Nested attributes are written as a block.")] = False
    type_name: Annotated[str | UnsetType, Meta(description="The name of the enum or alias in the type.")] = UNSET
    options: Annotated[list[Option], Meta(description="The types of a *union*.")] = []
    discriminator: Annotated[str | UnsetType, Meta(description="The member that says which of them it is.")] = UNSET
    status: Annotated[str, Meta(description="A key of `statuses`; absent where it is that of the body.")] = ""
    description: Text | UnsetType = UNSET
    default: bool | int | float | str | UnsetType = UNSET
    constraints: list[Limit] = []
    sensitive: bool = False
    deprecation: Text | UnsetType = UNSET
    replaces: Annotated[bool, Meta(description="A new value replaces the whole object.")] = False
    write_only: Annotated[bool, Meta(description="The value is sent, and never kept.")] = False
    fragments: list[Fragment] = []
    code_name: Annotated[str | UnsetType, Meta(description="Its identifier in generated code.")] = UNSET
    always: Annotated[bool, Meta(description="It is computed, and never absent.")] = False
    refers_to: Reference | UnsetType = UNSET
    secret: Annotated[str | UnsetType, Meta(description="The field that refers to the secret with its value.")] = UNSET
    sample: Annotated[Any, Meta(description="The value that examples have: one that the API gives.")] = UNSET
    min_members: Annotated[Count, Meta(description="How many members the API wants, at least.")] = 0
    path_parameters: Annotated[list[str], Meta(description="What it is called in paths of operations.")] = []
    placements: Annotated[list[Placement], Meta(description="The objects of the entity's frame that have it.")] = []
    sources: SourcesKey = ""
    parent: ParentNumber = 0
    token: Token = UNSET
    via: Via = ""
    more_origins: Annotated[list[Origin], Meta(description="Further places that it comes from.")] = []


class LeftOut(Entry, kw_only=True):
    """A property of the API that is no attribute: left out by a line of the config, or for a reason with a code."""

    name: str
    location: Place | UnsetType = UNSET
    ignored_by: Place | UnsetType = UNSET
    code: str = ""


class Body(Entry, kw_only=True):
    """The members of an object."""

    key: str
    name: Annotated[str | UnsetType, Meta(description="The name of the type, where several places share it.")] = UNSET
    description: Text | UnsetType = UNSET
    sources: Annotated[str, Meta(description="A key of `sources`: that of the attributes which have none.")] = ""
    status: Annotated[str, Meta(description="A key of `statuses`: that of the attributes which have none.")] = ""
    parents: list[Parent] = []
    left_out: list[LeftOut] = []
    positions: Annotated[
        list[Count],
        Meta(description="Line and column of each place of each attribute, in their order; 0 where it is not known."),
    ] = []
    attributes: list[Attribute] = []


class Operation(Entry, kw_only=True):
    """An operation of the API that an entity uses."""

    part: Annotated[Purpose, Meta(description="What it is for, such as create or read.")]
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
    """A template of what an object is known by outside, and why it is that one: a code, and the same in words."""

    template: str
    code: str
    reason: str


class Ignored(Entry, kw_only=True):
    """How many properties a line of the config leaves out."""

    count: Annotated[int, Meta(ge=1)]
    by: Place


class Account(Entry, kw_only=True):
    """What became of the properties of one source: the sum of all numbers is that of the properties."""

    role: str
    declared: Count = 0
    merged: Count = 0
    ignored: list[Ignored] = []
    lost: Annotated[dict[str, Count], Meta(description="Counts by the code of the diagnostic.")] = {}


class EntityCoverage(Entry, kw_only=True):
    """How many properties are attributes, left out by the config, and lost; nested ones included."""

    mapped: Count = 0
    ignored: Count = 0
    lost: Count = 0
    sources: list[Account] = []


class Entity(Entry, kw_only=True):
    """What was mapped: a resource, a data source or a custom resource, for instance."""

    kind: str
    name: str
    body: Annotated[str, Meta(description="A key of `bodies`; absent where it is kind and name.")] = ""
    summary: Text | UnsetType = UNSET
    deprecation: Text | UnsetType = UNSET
    has_schema: bool = True
    location: Annotated[Place | UnsetType, Meta(description="The entry in the config.")] = UNSET
    addresses: Annotated[list[Address], Meta(description="Where it is found in a cluster.")] = []
    identity: Annotated[Identity | UnsetType, Meta(description="How an object of it is known outside.")] = UNSET
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
    """What was found. `severity` is there where it is not that of the rule."""

    code: str
    severity: Severity | UnsetType = UNSET
    path: Path = ""
    message: Text
    location: Place | UnsetType = UNSET
    fix: Annotated[Text | UnsetType, Meta(description="What to paste into the config.")] = UNSET


class Diagnostics(Entry, kw_only=True):
    """What was found for one entity, in order."""

    entity: Annotated[str, Meta(description="Kind and name; absent where it concerns the whole run.")] = ""
    found: list[Diagnostic] = []


class UsedBy(Struct, array_like=True, gc=False):
    """An operation of the API: its method and path, and the entities that use it."""

    method: str
    path: str
    used_by: list[str]


class Coverage(Entry, kw_only=True):
    """How much of the API is mapped; what became of its properties is in the entities."""

    operations: list[UsedBy]


class StatusReason(Entry, kw_only=True):
    """A status, and why an attribute has it: a code, and the same in words."""

    key: str
    status: Status
    code: str
    reason: str


class Source(Struct, array_like=True, frozen=True, gc=False):
    """The part of an operation, such as *create request body*, and what it contributed."""

    role: str
    contribution: Contribution


class Sources(Entry, kw_only=True):
    """The sources of one place, in order."""

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
    """Where every attribute came from, what could not be mapped, and how much of the API is covered."""

    format: Literal["oasmap-sidecar"]
    version: Literal[2]
    generator: Generator
    artifacts: Annotated[
        dict[str, Sha256], Meta(description="Digests of the files of the same run, by name from the sidecar's folder.")
    ] = {}
    system: Annotated[str, Meta(description="The system mapped to.")]
    provider: Annotated[str, Meta(description="The provider's or the service's name.")]
    target: Annotated[str, Meta(description="The release of the system's tools that it is for.")] = ""
    about: Annotated[About, Meta(description="What the API says of itself.")] = About()
    groups: Annotated[dict[str, str], Meta(description="The titles that the config lists entities under.")] = {}
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
