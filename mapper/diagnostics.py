"""What a mapping has to say about its input: the catalogue of codes, notes, and diagnostics.

A `Note` is written where something happens, deep in a schema that many entities may share. A
`Diagnostic` is a note with an address: the entity and the attribute path it concerns.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from .immutable import dataclass
from .places import Location
from .visible import visible

MAX_TEXT = 1000
"""Characters of a message, and of the subject before it, that are shown at most."""


def one_line(text: str) -> str:
    """`text` on one line of a length that somebody reads: what is not shown as itself escaped, the middle left out."""
    if len(text) > MAX_TEXT:
        text = f"{text[: MAX_TEXT - MAX_TEXT // 4]} … {text[-MAX_TEXT // 4 :]}"
    return visible(text)


class Severity(StrEnum):
    """How bad it is: *error* breaks what consumes the artifact, *warning* is a loss, *info* is neither."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry of the catalogue.

    `differs` marks the class *differs-from-reference*: the artifact is not what `tfplugingen-openapi`
    writes for the same input. `consequence` says what became of the output.
    """

    code: str
    severity: Severity
    title: str
    consequence: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened to one schema. `text` is a sentence, `fix` what to paste, with `{path}`.

    `was` is the name that the attribute has not, for which one looks in vain.
    """

    rule: Rule
    text: str
    location: Location | None = None
    fix: str | None = None
    was: str = ""

    def __post_init__(self) -> None:
        """Keep no more of a text than `one_line` looks at: notes are many, and what they quote may be endless."""
        if len(self.text) > 2 * MAX_TEXT:
            object.__setattr__(self, "text", f"{self.text[:MAX_TEXT]}…{self.text[-MAX_TEXT:]}")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A note with its address: entity (kind and name) and dotted attribute path, both empty if global."""

    rule: Rule
    entity: str
    path: str
    text: str
    location: Location | None
    fix: str | None
    severity: Severity

    @property
    def code(self) -> str:
        """The stable code, such as OAS302."""
        return self.rule.code

    @property
    def subject(self) -> str:
        """What it is about, in words; empty if it is about the whole run."""
        entity, path = one_line(self.entity), one_line(self.path)
        if not path:
            return entity
        return f"{entity}, attribute {path}" if entity else path

    @property
    def place(self) -> str:
        """`file:line:column`, as far as known."""
        if self.location is None:
            return ""
        position = self.location.document.position(self.location.pointer)
        return ":".join([self.location.document.uri, *map(str, position or ())])

    @property
    def message(self) -> str:
        """Subject and sentence on one line."""
        return f"{self.subject}: {self.text}" if self.subject else self.text


@dataclass(frozen=True, slots=True)
class Problem:
    """Why input cannot be mapped, and where: `str()` is `file:line:column: text`, as far as known."""

    text: str
    uri: str = ""
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.uri, self.line, self.column) if part not in ("", None))
        return f"{one_line(place)}: {one_line(self.text)}" if place else one_line(self.text)


class MappingError(Exception):
    """The input cannot be mapped at all. `problems` holds one clear message for each cause."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


CATALOGUE: dict[str, Rule] = {}


def _rule(code: str, severity: Severity, title: str, consequence: str, *, differs: bool = False) -> Rule:
    rule = CATALOGUE[code] = Rule(code, severity, title, consequence, differs)
    return rule


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_LEFT_OUT = "The attribute is left out; everything around it is mapped."
_SAME = "The output is the same as the reference tool's."

UNKNOWN_KEY = _rule("OAS101", _W, "Unknown key in the generator config", "The key has no effect.")
UNUSED_IGNORE = _rule("OAS102", _W, "Ignore that matches nothing", "The entry has no effect.")
UNUSED_ALIAS = _rule("OAS103", _W, "Alias that matches nothing", "The alias has no effect.")
UNUSED_OVERRIDE = _rule("OAS104", _W, "Override that matches nothing", "The override has no effect.")
BAD_OVERRIDE = _rule("OAS105", _W, "Override that does not fit", "This key of the override has no effect.")
UNUSED_ADDITION = _rule("OAS106", _W, "Addition without a parent", "The attribute is not added.")

DUPLICATE_KEY = _rule("OAS201", _W, "Key given twice in the API description", "The last value counts.")
SEVERAL_FILES = _rule(
    "OAS202", _I, "API description in several files", "References into other files are followed.", differs=True
)
SWAGGER = _rule("OAS204", _I, "Swagger 2.0", "It is mapped as OpenAPI 3 is.", differs=True)
OVERLAY = _rule("OAS205", _I, "Overlay applied", "What is mapped is the changed description.", differs=True)
UNUSED_ACTION = _rule("OAS206", _W, "Action of an overlay that selects nothing", "The action has no effect.")
VIOLATION = _rule("OAS203", _W, "Violation of the OpenAPI specification", "The mapping goes on as well as it can.")

UNRESOLVED = _rule("OAS301", _W, "Reference that leads nowhere", _LEFT_OUT, differs=True)
NO_TYPE = _rule("OAS302", _W, "Schema without a type", _LEFT_OUT, differs=True)
BAD_TYPE = _rule("OAS303", _W, "Type that cannot be mapped", _LEFT_OUT, differs=True)
ALL_OF = _rule("OAS304", _W, "allOf with several entries", _LEFT_OUT, differs=True)
ONE_OF = _rule("OAS305", _W, "oneOf or anyOf that is a real choice", _LEFT_OUT, differs=True)
RECURSION = _rule(
    "OAS306", _I, "Recursive schema", "The cycle is cut where it closes: this attribute is left out.", differs=True
)
NO_ITEMS = _rule("OAS307", _W, "Array without items", _LEFT_OUT, differs=True)
MALFORMED = _rule("OAS308", _W, "Not a schema object", _LEFT_OUT, differs=True)
NO_PARAMETER_SCHEMA = _rule("OAS309", _W, "Parameter without a schema", "The parameter is left out.", differs=True)
NO_IDENTIFIER = _rule("OAS310", _W, "Name with no letter to make an identifier of", _LEFT_OUT, differs=True)
TOO_DEEP = _rule("OAS311", _W, "Nested too deeply", _LEFT_OUT, differs=True)
TOO_LARGE = _rule("OAS312", _W, "Too many nested attributes", _LEFT_OUT, differs=True)

NO_SCHEMA = _rule("OAS320", _I, "Operation without a body schema", "This body gives no attributes.")
NO_REQUEST_BODY = _rule(
    "OAS321",
    _I,
    "Create operation without a request body",
    "The resource is mapped from its responses and parameters.",
    differs=True,
)
BODY_LOST = _rule("OAS322", _W, "Body that cannot be mapped", "This body gives no attributes.")
BODY_KEPT = _rule(
    "OAS323", _I, "Attribute of a body that the reference tool drops whole", "The attribute is mapped.", differs=True
)
ENTITY_KEPT = _rule(
    "OAS324", _I, "Entity that the reference tool drops whole", "What can be mapped of it is mapped.", differs=True
)
NOT_AN_OBJECT = _rule("OAS325", _W, "Body that is not an object", "This body gives no attributes.")
NO_OPERATION = _rule("OAS326", _W, "Operation that the path does not have", "It contributes nothing.")
ENTITY_EMPTY = _rule(
    "OAS327", _W, "Entity without attributes", "An empty schema is written, which the Go generator refuses."
)
ENTITY_LOST = _rule("OAS328", _W, "Entity that nothing could be mapped of", "The entity is left out.")
LATER_RESPONSE = _rule("OAS329", _I, "Response without a schema passed over", "A later 2xx response is used.")
PARAMETER_CONTENT = _rule(
    "OAS330", _I, "Parameter described by content", "The schema of its media type is used.", differs=True
)
BODY_CHOSEN = _rule(
    "OAS331",
    _I,
    "Body chosen by the config",
    "The attributes are those of the body, or of the part of it, that the config chooses.",
    differs=True,
)

MAP_OF_MAPS = _rule("OAS401", _I, "Map of maps", "A map with a map element type is written.", differs=True)
PROPERTIES_LOST = _rule(
    "OAS402", _W, "Properties beside additionalProperties", "A map is written; the named properties are left out."
)
VALUES_LOST = _rule(
    "OAS403",
    _W,
    "additionalProperties beside properties",
    "The named properties are written; other keys cannot be given.",
)
MEMBER_RENAMED = _rule(
    "OAS404", _I, "Member of an element type renamed", "A valid identifier is written.", differs=True
)
EXACT_INTEGER = _rule("OAS405", _I, "Large integer", "The exact number is written.", differs=True)
VACUOUS_BOUND = _rule("OAS406", _I, "Bound outside of 64 bits", "No validator is written for this side.", differs=True)
NULL_DESCRIPTION = _rule("OAS407", _I, "Description that is null", "No description is written.", differs=True)
ENUM_TYPE = _rule("OAS408", _I, "Enum entry of another type", "The entry is written as text.")
ENUM_DROPPED = _rule("OAS409", _I, "Enum entry that is not of the type", "The entry is left out.", differs=True)
ENUM_LOST = _rule("OAS410", _W, "Enum entry that cannot be read", "The entry is left out.")
KEYWORD_CASE = _rule("OAS411", _W, "Keyword in another case", "The keyword has no effect.", differs=True)
CONTEXT_KEY = _rule(
    "OAS412", _I, "Schema with a key spelled context", "The key is passed over; the reference tool cannot read it.",
    differs=True,
)  # fmt: skip
NUMBER_SPELLING = _rule(
    "OAS413", _I, "Limit in an unusual spelling", "The limit is read as the number it is.", differs=True
)
NULL_DEFAULT = _rule("OAS414", _I, "Default that is null", f"The zero value is written as default. {_SAME}")
DEFAULT_LOST = _rule("OAS415", _W, "Default that is not of the type", f"No default is written. {_SAME}")
DEFAULT_NOT_CARRIED = _rule(
    "OAS416", _I, "Default of a kind that has none", f"The default is documented, but not written. {_SAME}"
)
ITEMS_LIST = _rule("OAS417", _I, "List of schemas where one is expected", f"The first entry is used. {_SAME}")
ALL_OF_MERGED = _rule(
    "OAS418", _I, "allOf with several entries, merged", "All that its entries say is written.", differs=True
)
CONTRADICTION = _rule("OAS419", _W, "Merged schemas that contradict each other", "What the first says is written.")
ENTRY_LOST = _rule(
    "OAS420", _W, "Part of a composition that cannot be used", "This part is left out; the others are written.",
    differs=True,
)  # fmt: skip
SEVERAL_BRANCHES = _rule(
    "OAS421", _I, "oneOf or anyOf that comes down to one type", "That type is written.", differs=True
)
VARIANTS = _rule(
    "OAS422",
    _I,
    "Choice written as variants",
    "An optional attribute is written for each variant; exactly one of them may be given.",
    differs=True,
)
UNION = _rule(
    "OAS423", _I, "Choice written as one object", "The properties of all variants are written together.", differs=True
)
JSON_STRING = _rule("OAS424", _I, "Schema written as a JSON string", "The string holds JSON.", differs=True)
STRING_MAP = _rule("OAS425", _I, "Schema without a type", "A map of strings is written.", differs=True)
POLICY = _rule("OAS426", _I, "Written as a policy of the config asks", "The output follows the policy.", differs=True)
COMPUTED_DEFAULT = _rule(
    "OAS427",
    _I,
    "Default of a computed attribute",
    f"The default is written, and a provider that applies it may report an inconsistent result. {_SAME}",
)
RENAMED = _rule(
    "OAS428", _I, "Renamed by the config", "The attribute has the name that the config gives.", differs=True
)
OVERRIDDEN = _rule(
    "OAS429", _I, "Overridden by the config", "The attribute is written as the config says.", differs=True
)
ADDED = _rule("OAS430", _I, "Added by the config", "It is written, although the API does not have it.", differs=True)
TYPE_OF_VALUES = _rule(
    "OAS431", _I, "Values that tell the type", "The type of the values in enum or const is written.", differs=True
)
LINE_SEPARATOR = _rule(
    "OAS432",
    _I,
    "Text with a line separator of Unicode",
    "It is written as it is; the reference tool takes the character for a line break of YAML.",
    differs=True,
)
BESIDE_COMPOSITION = _rule(
    "OAS433", _W, "Properties next to allOf, oneOf or anyOf",
    f"They are left out: one entry of the composition is mapped, alone. {_SAME}",
)  # fmt: skip
BESIDE_REFERENCE = _rule(
    "OAS434", _W, "Properties next to $ref", f"They are left out: what $ref leads to is mapped, alone. {_SAME}"
)
CONDITIONAL = _rule("OAS435", _W, "Properties that depend on a condition", f"They are left out. {_SAME}")
OTHER_KEYS = _rule("OAS436", _W, "Keys that are described by a pattern", f"They cannot be given. {_SAME}")
OTHER_ITEMS = _rule("OAS437", _W, "Items with properties of their own", f"Their properties are left out. {_SAME}")
OTHER_TYPE = _rule("OAS438", _W, "Properties of another type", f"They are left out: the type is written. {_SAME}")
NOT_FOLLOWED = _rule("OAS439", _W, "Schemas that only a name leads to", f"Their properties are left out. {_SAME}")
NULL_PATTERN = _rule("OAS440", _I, "Pattern that is null", "No validator is written for it.", differs=True)
LIMIT_LOST = _rule("OAS441", _W, "Limit that is not a number", f"No validator is written for it. {_SAME}")
BAD_PATTERN = _rule(
    "OAS442", _E, "Pattern that Go cannot compile", f"It is written, but a provider with it does not start. {_SAME}"
)

NAME_COLLISION = _rule(
    "OAS501",
    _E,
    "Two names become the same identifier",
    "The first is written; this one is left out, or keeps the name that it has.",
    differs=True,
)
RESERVED_NAME = _rule(
    "OAS502", _E, "Name reserved by Terraform", "It is written, but a provider with it does not start."
)
BAD_ENTITY_NAME = _rule(
    "OAS503", _E, "Name of an entity that is no identifier", "It is written, but the Go generator refuses it."
)

GO_TYPES = _rule(
    "OAS511",
    _W,
    "Nested attributes with the same name",
    "They are written, but the Go generator makes one type of each name in an entity, and its code does not compile.",
)
GO_COLLISION = _rule(
    "OAS512",
    _W,
    "Two names become the same in Go",
    "They are written, but the code of the Go generator does not compile.",
)
GO_NAME = _rule(
    "OAS513", _W, "Name that Go cannot have", "It is written, but the Go generator fails, or its code does not compile."
)
EMPTY_OBJECT = _rule("OAS514", _W, "Object without attributes", "It is written, and can only be given empty.")
EMPTY_MEMBERS = _rule(
    "OAS508", _E, "Object type without members", "It is written, but the Provider Code Specification does not allow it."
)

TYPE_MISMATCH = _rule("OAS601", _W, "Sources that disagree on the type", f"The first source's type is written. {_SAME}")

STEERING = _rule(
    "OAS701",
    _I,
    "Setting for the code of the controller",
    "It is accepted, and changes nothing in the API of the Kind.",
)
KIND_IGNORED = _rule("OAS702", _I, "Kind left out by the config", "No custom resource is written for it.")
CYCLE = _rule(
    "OAS703", _W, "Structure that leads back to itself", "The member that closes the cycle is left out.", differs=True
)
EMPTY_STRUCTURE = _rule("OAS704", _W, "Structure without members", _LEFT_OUT, differs=True)
SAME_FIELD = _rule(
    "OAS705", _W, "Two fields with the same name", "The first is written, this one is left out.", differs=True
)
UNUSED_RESOURCE = _rule("OAS707", _W, "Resource of the config that is no Kind", "The entry has no effect.")
KIND_EMPTY = _rule("OAS706", _W, "Kind without fields of its own", "It has only what the runtime adds.")
KIND_TOO_LARGE = _rule(
    "OAS708", _W, "Definition that a cluster refuses",
    "It is written, but etcd takes 1.5 MiB in a request where nothing else is set; see `ignore.field_paths`.",
)  # fmt: skip
KIND_LARGE = _rule(
    "OAS709", _I, "Definition too large for an annotation",
    "It is written; give it to a cluster with `kubectl apply --server-side` or `kubectl create`.",
)  # fmt: skip
KIND_NAME = _rule(
    "OAS710", _W, "Kind with a name that another needs",
    "It is left out: neither Go nor a cluster takes it beside the list of the other; `ignore` leaves the other out.",
)  # fmt: skip
SERVICE_ASSUMED = _rule(
    "OAS711", _I, "API group that nobody has given",
    "Names of definitions, files and manifests have it; give the service with `--service`, or `controller_name`.",
)  # fmt: skip
RULE_BELOW_LIST = _rule(
    "OAS712", _W, "Immutable field in the elements of a list or map",
    "It is written, but a cluster refuses it: lists keep no earlier value of an element, texts in maps cost too much.",
)  # fmt: skip
NEWER_KEY = _rule(
    "OAS713", _W, "Key of a newer ACK",
    "It is skipped. If it changes the API of the Kind, the output lacks the change.",
)  # fmt: skip
OLDER_KEY = _rule("OAS714", _I, "Key of an older ACK", "It is taken for what it meant, or listed as it changes no API.")

SCHEMA_MEMBER = _rule(
    "OAS750", _W, "Member of a schema that is not known", "It is left out; what it means is for a newer version."
)
NO_STATUS = _rule("OAS751", _W, "Attribute that is neither required, optional nor computed", "It is shown as optional.")
SEVERAL_STATUSES = _rule("OAS752", _W, "Attribute that is required and something else", "It is shown as required.")
ATTRIBUTE_AND_BLOCK = _rule(
    "OAS753", _E, "Attribute and block with the same name", "The attribute is mapped, the block is left out."
)
RESERVED_ARGUMENT = _rule(
    "OAS754", _W, "Argument with a name reserved by Terraform", "It is shown, but a configuration cannot set it."
)
SCHEMA_KEY = _rule("OAS755", _W, "Key given twice in a provider schema", "The last value counts.")
SAME_PARAMETER = _rule("OAS756", _W, "Two parameters of a function with one name", "The later one gets a number.")


def at(note: Note, entity: str, path: str, levels: dict[str, Severity] | None = None) -> Diagnostic:
    """Address a note. `levels` overrules the catalogue's severity by code."""
    fix = note.fix.replace("{path}", path) if note.fix and len(path) <= MAX_TEXT else None
    return with_fix(note, entity, path, fix, levels)


def with_fix(
    note: Note, entity: str, path: str, fix: str | None, levels: dict[str, Severity] | None = None
) -> Diagnostic:
    """Address a note, with another text to paste than its own."""
    severity = (levels or {}).get(note.rule.code, note.rule.severity)
    return Diagnostic(note.rule, entity, path, one_line(note.text), note.location, fix, severity)


def losses(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that strict mode counts: warnings and errors."""
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity is not Severity.INFO]
