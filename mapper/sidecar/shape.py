"""The shape of a sidecar, version 3: it is encoded from these classes, and checked by decoding it as them.

Values that many attributes share are written once, in a list, and referred to by number. They are bodies, statuses with
their reasons, the parts of operations that a place is in, and chains of references. Everything else is written where it
belongs. A body follows the bodies that are nested in it.
"""

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from .. import model
from ..model.limits import Keyword
from ..report.diagnostic import Severity

FORMAT = "oasmap-sidecar"
VERSION = 3

Count = Annotated[int, Meta(ge=0, le=2**31)]
Line = Annotated[int, Meta(ge=1, le=2**31)]
Index = Annotated[int, Meta(ge=0, le=2**31, description="The number of an entry in the list of this name, from 0.")]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Path = Annotated[str, Meta(description="Identifiers, joined by dots.")]


class Entry(Struct, omit_defaults=True, gc=False):
    """An object; members with their default value are left out."""


class Row(Struct, array_like=True, gc=False):
    """A list with a value for each member."""


class Generator(Entry):
    """The tool that wrote the sidecar."""

    name: str
    version: str


class FileRead(Entry):
    """A file that was read."""

    file: str
    sha256: Sha256 | None = None
    generator_config: Annotated[bool, Meta(description="Whether the file is the config or a part of it.")] = False


class Place(Row):
    """The number of a file in `files`, a JSON pointer (RFC 6901) into it, and line and column, from 1."""

    file: Index
    pointer: str
    line: Line | None
    column: Line | None


class Source(Row):
    """The part of an operation, such as *create request body*, and how it contributed."""

    role: str
    contribution: model.Contribution


class Origin(Row):
    """A place that contributed to an attribute, as which `sources`, and the `chains` of references that led there."""

    sources: Index
    place: Place
    via: Index | None


class StatusReason(Row):
    """A status and the reason for it: a code, and words."""

    status: model.Status
    code: str
    reason: str


class Limit(Row):
    """A limit on a value: its keyword, and its value."""

    keyword: Keyword
    value: Any


if TYPE_CHECKING:
    KindName = str
else:
    KindName = Literal[(*map(str, model.ScalarKind), *map(str, model.CollectionKind), "union", "object", "nested")]


class Type(Entry):
    """A type. `of` are the elements of a collection, or the types of a union."""

    kind: "KindName"
    name: Annotated[str | None, Meta(description="The name of the enum or alias.")] = None
    of: "list[Type]" = []
    discriminator: Annotated[str | None, Meta(description="The property that selects the type of a union.")] = None
    bodies: Annotated[Index | None, Meta(description="The members of an object.")] = None
    mode: Annotated[model.NestingMode | None, Meta(description="How many objects nested attributes have.")] = None
    block: Annotated[bool, Meta(description="Nested attributes are written as a block.")] = False


class Fragment(Entry):
    """A part of the artifact that the config gives: its key in the artifact, its value, and its line in the config."""

    keyword: str
    value: Any
    location: Place


class Reference(Entry):
    """The entity that a value names, its provider or service, the path of the attribute with the value, and the
    evidence, as a code and words.
    """

    provider: str
    entity: Annotated[str, Meta(description="Kind and name.")]
    path: str
    code: str = ""
    evidence: str = ""


class Placement(Entry):
    """An object of the frame that contains the attribute, by its path; with status and type, if they differ."""

    name: Path
    status: model.Status | None = None
    type: Type | None = None
    always: Annotated[bool, Meta(description="The value is never absent there.")] = False


class Attribute(Entry, kw_only=True):
    """An attribute. Names are relative to the object."""

    name: str
    source_name: Annotated[str | None, Meta(description="The name in the API, if it differs.")] = None
    alias: Annotated[str | None, Meta(description="The name in paths of the config, if an alias gives one.")] = None
    wire_name: Annotated[
        str | None,
        Meta(description="The name in requests and responses, if an alias hides it; empty: it is the whole body."),
    ] = None
    sent_by: Annotated[list[str], Meta(description="The operations whose request body has it.")] = []
    returned_by: Annotated[list[str], Meta(description="The operations whose response has it.")] = []
    type: Annotated[Type | None, Meta(description="Absent for a string.")] = None
    is_json: Annotated[bool, Meta(description="The string, or each string of the collection, holds JSON.")] = False
    variant: Annotated[
        model.Variant | None,
        Meta(description="If several objects are written as one: the example needs it, or only others have it."),
    ] = None
    statuses: Index = 0
    origins: list[Origin] = []
    description: str | None = None
    default: bool | int | float | str | None = None
    constraints: list[Limit] = []
    sensitive: bool = False
    deprecation: str | None = None
    replaces: Annotated[bool, Meta(description="A new value replaces the whole object.")] = False
    write_only: Annotated[bool, Meta(description="The value is sent, and never stored in the state.")] = False
    fragments: list[Fragment] = []
    code_name: Annotated[str | None, Meta(description="The identifier in generated code.")] = None
    always: Annotated[bool, Meta(description="The value is computed, and never absent.")] = False
    refers_to: Reference | None = None
    secret: Annotated[str | None, Meta(description="The field that refers to the secret with its value.")] = None
    sample: Annotated[Any, Meta(description="The value for examples, from the API description.")] = None
    min_members: Annotated[Count, Meta(description="The minimum number of members.")] = 0
    path_parameters: Annotated[list[str], Meta(description="The names of path parameters that have this value.")] = []
    placements: Annotated[list[Placement], Meta(description="The objects of the frame that contain it.")] = []


class LeftOut(Entry):
    """A property of the API without an attribute: ignored by a line of the config, or lost for a reason with a code."""

    name: str
    location: Place | None = None
    ignored_by: Place | None = None
    code: str = ""


class Body(Entry):
    """The members of an object."""

    name: Annotated[str | None, Meta(description="The name of the type, if several places share it.")] = None
    description: str | None = None
    left_out: list[LeftOut] = []
    attributes: list[Attribute] = []


class Because(Entry):
    """Why an argument has its attribute: a code, words, and the place in the API that shows it."""

    code: str = ""
    text: str = ""
    origin: Place | None = None


class Argument(Entry, kw_only=True):
    """A value that a call needs: a path parameter, a required parameter of another kind, or a body."""

    place: Annotated[model.Place, Meta(description="Where the call has it.")] = msgspec.field(name="in")
    name: Annotated[str, Meta(description="The name of the parameter in the API, or of the member of a body.")] = ""
    attribute: Annotated[str | None, Meta(description="The path of the attribute that has the value.")] = None
    supply: Annotated[model.Supply, Meta(description="Who gives the value.")]
    value: Annotated[Any, Meta(description="The value of a constant.")] = None
    pointer: Annotated[str | None, Meta(description="The place in the body, a JSON pointer.")] = None
    media_type: Annotated[
        str | None,
        Meta(description="The media type of a body that changes the object: JSON Patch, SCIM, merge patch."),
    ] = None
    reason: Because | None = None


class Identification(Entry):
    """An attribute that identifies an object, and which response has its value, at which JSON pointer.

    Without a pointer, the header `Location` of the response has the value.
    """

    attribute: str
    response: str
    pointer: str | None = None


class Operation(Entry):
    """An operation of the API that an entity uses."""

    part: Annotated[model.Purpose, Meta(description="The part of the operation, such as create or read.")]
    method: str
    path: str
    operation_id: str | None = None
    summary: str | None = None
    description: str | None = None
    location: Place | None = None
    arguments: Annotated[list[Argument], Meta(description="What a call needs, in the order of the API.")] = []
    constraints: Annotated[list[Limit], Meta(description="Limits on the object in the request body.")] = []


class NameTemplate(Entry):
    """A template of the external name of an object, and the reason for it: a code, and words."""

    template: str
    code: str
    reason: str


class Ignored(Entry):
    """How many properties a line of the config ignores."""

    count: Count
    by: Place


class Account(Entry):
    """What became of the properties of one source. The sum of all counts is the number of properties."""

    role: str
    declared: Count = 0
    merged: Count = 0
    ignored: list[Ignored] = []
    lost: Annotated[dict[str, Count], Meta(description="Counts by the code of the diagnostic.")] = {}


class EntityCoverage(Entry):
    """How many properties are mapped, ignored and lost, with nested ones."""

    mapped: Count = 0
    ignored: Count = 0
    lost: Count = 0
    sources: list[Account] = []


class Entity(Entry, kw_only=True):
    """A mapped entity, such as a resource, a data source or a custom resource."""

    kind: str
    name: str
    bodies: Index
    frame: Annotated[Index | None, Meta(description="The body with the objects that attributes are placed in.")] = None
    summary: str | None = None
    deprecation: str | None = None
    has_schema: bool = True
    location: Annotated[Place | None, Meta(description="The entry in the config.")] = None
    addresses: Annotated[list[model.Address], Meta(description="The addresses in a cluster.")] = []
    external_name: Annotated[NameTemplate | None, Meta(description="The name outside of a cluster.")] = None
    identity: Annotated[list[Identification], Meta(description="What identifies an object in paths of the API.")] = []
    fragments: list[Fragment] = []
    coverage: EntityCoverage
    operations: list[Operation] = []
    life: Annotated[str, Meta(description="What was seen when an object was tried out.")] = ""


class Rule(Entry):
    """An entry of the catalogue of diagnostics."""

    code: Annotated[str, Meta(pattern="^OAS[0-9]{3}$")]
    severity: Severity
    title: str
    consequence: str
    differs_from_reference: bool = False


class Diagnostic(Entry, kw_only=True):
    """A diagnostic; `severity` is present if it differs from the rule."""

    code: str
    severity: Severity | None = None
    path: Path = ""
    message: str
    location: Place | None = None
    fix: Annotated[str | None, Meta(description="What to paste into the config.")] = None
    same_as_reference: Annotated[
        bool, Meta(description="The reference tool writes the same here, although the code says that it differs.")
    ] = False


class Diagnostics(Entry):
    """The diagnostics of one entity, in order."""

    entity: Annotated[str, Meta(description="Kind and name; absent for diagnostics of the whole run.")] = ""
    found: list[Diagnostic] = []


class UsedBy(Row):
    """An operation of the API: its method and path, and the entities that use it."""

    method: str
    path: str
    used_by: list[str]


class Coverage(Entry):
    """The coverage of operations. The coverage of properties is in the entities."""

    operations: list[UsedBy]


class Sidecar(Entry, kw_only=True):
    """The source of every attribute, what could not be mapped, and how much of the API is covered."""

    format: Literal["oasmap-sidecar"]
    version: Literal[3]
    generator: Generator
    artifacts: Annotated[
        dict[str, Sha256], Meta(description="Digests of the files of the same run, by name from the sidecar's folder.")
    ] = {}
    system: Annotated[str, Meta(description="The name of the system.")]
    provider: Annotated[str, Meta(description="The provider's or the service's name.")]
    target: Annotated[str, Meta(description="The release of the system's tools that the mapping is for.")] = ""
    about: Annotated[model.About, Meta(description="Title, version and description of the API.")] = model.About()
    groups: Annotated[dict[str, str], Meta(description="The group titles of entities in the config.")] = {}
    documents: list[FileRead]
    bodies: list[Body]
    entities: list[Entity]
    structs: Annotated[list[Index], Meta(description="Numbers of `bodies`: the named types of the API.")] = []
    enums: list[model.Enumeration] = []
    aliases: list[model.Alias] = []
    diagnostics: list[Diagnostics]
    rules: Annotated[list[Rule], Meta(description="The rules of the diagnostics.")]
    coverage: Coverage
    tags: Annotated[dict[str, list[Index]], Meta(description="Operations of `coverage` by the tag of the API.")] = {}
    topics: Annotated[dict[str, model.Topic], Meta(description="Titles and texts of tags.")] = {}
    statuses: list[StatusReason]
    sources: list[list[Source]]
    chains: list[list[Place]]
    files: Annotated[list[str], Meta(description="The names of the files that places are in.")]


def sidecar_schema() -> str:
    """The JSON Schema (2020-12) of the sidecar."""
    (reference,), defs = msgspec.json.schema_components([Sidecar])
    root = defs.pop(reference["$ref"].rpartition("/")[2])
    title = f"Sidecar of a mapping, version {VERSION}"
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "title": title, "$defs": defs}
    return json.dumps(_strict(document), indent=1, ensure_ascii=False) + "\n"


def _strict(value: Any) -> Any:
    """The schema with references into `$defs`, and `additionalProperties: false`: the writer writes no other members,
    but readers accept them.
    """
    if isinstance(value, dict):
        closed = {
            key: "#/$defs/" + item.rpartition("/")[2] if key == "$ref" else _strict(item) for key, item in value.items()
        }
        return {**closed, "additionalProperties": False} if isinstance(value.get("properties"), dict) else closed
    return [_strict(item) for item in value] if isinstance(value, list) else value
