"""What a mapping reports about its input: rules, notes, and diagnostics.

A `Rule` describes a code such as OAS302. The rules of one system are in its table `rules.json`, shared rules in the
table of `mapper.report`. A `Note` is made where something happens, deep in a schema that many entities may share. A
`Diagnostic` is a note for one entity and one attribute path.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from ..text.display import visible
from .entity_kind import EntityRef
from .fix import Fix, Proposal, proposed
from .origin import Location

MAX_TEXT = 1000
"""The most characters of a message, and of the subject before it, that are shown."""


def one_line(text: str) -> str:
    """`text` on one line of about MAX_TEXT characters: the middle is cut out, unprintable characters are escaped."""
    if len(text) > MAX_TEXT:
        text = f"{text[: MAX_TEXT - MAX_TEXT // 4]} … {text[-MAX_TEXT // 4 :]}"
    return visible(text)


class Severity(StrEnum):
    """The severity: *error* breaks the consumer of the artifact, *warning* is a loss, *info* is neither."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Survives(StrEnum):
    """Whether a note remains when its attribute is merged into one that an earlier source declares.

    *never*; *always*; *with description*: if the description is taken over; *with contribution*: if anything is.
    """

    NEVER = "never"
    ALWAYS = "always"
    WITH_DESCRIPTION = "with description"
    WITH_CONTRIBUTION = "with contribution"


class Loss(StrEnum):
    """What an input has and the output lacks."""

    ENTITY = "entity"
    ATTRIBUTE = "attribute"
    LIMIT = "limit"
    DEFAULT = "default"
    TEXT = "text"
    NOTHING = "nothing"


class Rule(Struct, frozen=True, eq=False):
    """The rule of one diagnostic code, with everything that follows from the code. Each rule is one object.

    `consequence` is a sentence about the effect on the output, `outcome` its class, and `loses` what is lost.
    `differs`: the output differs from what the reference tool of the system writes for the same input.
    `reference_drops_body`: that tool drops the whole body that contains the schema. `survives_merge`: what happens to
    the note when attributes are merged. `remedy`: what to do if a diagnostic has nothing to paste; each warning and
    error has one. `example`: properties of a schema, in YAML, that cause one.
    """

    code: str
    severity: Severity
    title: str
    consequence: str
    outcome: "Outcome"
    loses: Loss = Loss.NOTHING
    differs: bool = False
    reference_drops_body: bool = False
    survives_merge: Survives = Survives.NEVER
    remedy: str = ""
    example: str = ""

    @property
    def step(self) -> str:
        """The remedy as the end of the message of a `Problem`."""
        return f"{self.remedy[:1].lower()}{self.remedy[1:].removesuffix('.')}"


class Note(Struct, frozen=True):
    """Something that happened to one schema. `text` is a sentence, `fix` a setting of the config, or advice in words.

    `was`: the name it would have had otherwise, so that a search for that name finds this note. `alike`: the reference
    tool writes the same here, although it mostly differs where the rule applies. `unseen`: that tool does not look at
    this schema, so that it does not drop the body because of it.
    """

    rule: Rule
    text: str
    location: Location | None = None
    fix: Fix | str | None = None
    was: str = ""
    alike: bool = False
    unseen: bool = False

    @property
    def reference_drops_body(self) -> bool:
        """Whether the reference tool drops the whole body that contains the schema."""
        return self.rule.reference_drops_body and not self.alike and not self.unseen

    def __post_init__(self) -> None:
        """Cut the text to what `one_line` reads: there are many notes, and a quoted text may be very long."""
        if len(self.text) > 2 * MAX_TEXT:
            force_setattr(self, "text", f"{self.text[:MAX_TEXT]}…{self.text[-MAX_TEXT:]}")


class Diagnostic(Struct, frozen=True):
    """A note with its subject: the entity (None if it concerns the whole run) and the dotted path of the attribute.

    `advice` says in words what to do; in a diagnostic that was read back, it is the text to paste. `proposal`
    is a change of the config. `alike`: the reference tool writes the same, although its rule says that it differs.
    """

    rule: Rule
    entity: EntityRef | None
    path: str
    text: str
    location: Location | None
    advice: str | None
    severity: Severity
    proposal: Proposal | None = None
    alike: bool = False

    def __eq__(self, other: object) -> bool:
        """Whether both have the same content; a proposal equals the advice that is read back for it."""
        return self._content == other._content if isinstance(other, Diagnostic) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[object, ...]:
        return self.rule, self.entity, self.path, self.text, self.location, self.fix, self.severity, self.alike

    @property
    def differs(self) -> bool:
        """Whether the output differs here from what the reference tool of the system writes for the same input."""
        return self.rule.differs and not self.alike

    @property
    def fix(self) -> str | None:
        """What to paste or to do. The text of a proposal is made on access."""
        return self.proposal.text if self.proposal else self.advice

    @property
    def code(self) -> str:
        """The stable code, such as OAS302."""
        return self.rule.code

    @property
    def subject(self) -> str:
        """The entity and attribute in words; empty if the diagnostic is about the whole run."""
        entity, path = one_line(str(self.entity or "")), one_line(self.path)
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


class _Remedied(Struct, frozen=True, kw_only=True):
    remedy: str


class Problem(_Remedied, frozen=True):
    """Why input cannot be mapped, where, and what to do: `str()` is `file:line:column: text; remedy`, as far as known.

    `remedy` is the next step of the reader, such as a command or a key. It is empty only if `text` says what has to
    be written at this place.
    """

    text: str
    uri: str = ""
    line: int | None = None
    column: int | None = None

    @property
    def message(self) -> str:
        """What is wrong and what to do, without the place. A text that ends with a proposal needs no other remedy."""
        return one_line(f"{self.text}; {self.remedy}" if self.remedy and self.text[-1:] != "?" else self.text)

    @property
    def cause(self) -> str:
        """The place and what is wrong, for the text of a diagnostic, which has a remedy of its own."""
        return self._at(one_line(self.text))

    def __str__(self) -> str:
        return self._at(self.message)

    def _at(self, text: str) -> str:
        place = ":".join(str(part) for part in (self.uri, self.line, self.column) if part not in ("", None))
        return f"{one_line(place)}: {text}" if place else text


class MappingError(Exception):
    """The input cannot be mapped at all. `problems` holds one clear message for each cause."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def at(note: Note, entity: EntityRef | None, path: str, levels: dict[str, Severity] | None = None) -> Diagnostic:
    """The diagnostic of a note for one entity and path. `levels` overrides severities by code."""
    fix = note.fix if isinstance(note.fix, Fix) else None
    return proposing(note, entity, path, proposed(fix, path), levels)


def proposing(
    note: Note,
    entity: EntityRef | None,
    path: str,
    proposal: Proposal | None,
    levels: dict[str, Severity] | None = None,
) -> Diagnostic:
    """The diagnostic of a note whose fix is `proposal`; None if nothing can be proposed for this path."""
    rule = note.rule
    severity = levels.get(rule.code, rule.severity) if levels else rule.severity
    advice = note.fix if proposal is None and isinstance(note.fix, str) else None
    text = one_line(note.text)
    return Diagnostic(rule, entity, path, text, note.location, advice, severity, proposal=proposal, alike=note.alike)


def losses(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics that strict mode counts: warnings and errors."""
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity is not Severity.INFO]


class Outcome(Struct, frozen=True):
    """A class of consequences: a key, a title, and one sentence about the effect on the output."""

    key: str
    title: str
    sentence: str


BROKEN = Outcome(
    "broken", "Broken output", "The output is written, but what is made from it does not work until you fix the cause."
)
LEFT_OUT = Outcome(
    "left-out", "Missing from the output", "A part of the API is not in the output. Everything around it is."
)
WITHOUT_EFFECT = Outcome(
    "without-effect", "No effect", "An entry of the config, or of the API description, changes nothing."
)
DISPUTED = Outcome(
    "disputed", "Conflicting sources", "The API description contradicts itself. One of its statements is used."
)
AS_ASKED = Outcome(
    "as-asked", "Changed by the config", "The output differs from the API description because the config says so."
)
OTHER_FORM = Outcome(
    "other-form", "Changed form", "A part of the API is in the output, in another form than in the API description."
)
AS_IT_IS = Outcome("as-it-is", "For information", "Nothing is missing. These diagnostics explain the output.")

OUTCOMES = (BROKEN, LEFT_OUT, WITHOUT_EFFECT, DISPUTED, OTHER_FORM, AS_ASKED, AS_IT_IS)
"""All classes, worst first."""


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain data."""
    return without_nulls(
        {
            "code": diagnostic.code,
            "severity": str(diagnostic.severity),
            "title": diagnostic.rule.title,
            "entity": str(diagnostic.entity) if diagnostic.entity else None,
            "path": diagnostic.path or None,
            "message": diagnostic.text,
            "consequence": diagnostic.rule.consequence,
            "remedy": diagnostic.rule.remedy or None,
            "differs_from_reference": diagnostic.differs,
            "location": location_data(diagnostic.location),
            "fix": diagnostic.fix,
        }
    )


def location_data(location: Location | None) -> dict[str, Any] | None:
    """A place as plain data, with line and column counted from 1, if they are known."""
    if location is None:
        return None
    line, column = location.document.position(location.pointer) or (None, None)
    return without_nulls({"file": location.document.uri, "pointer": location.pointer, "line": line, "column": column})


def without_nulls(data: dict[str, Any]) -> dict[str, Any]:
    """The data without members whose value is None."""
    return {key: value for key, value in data.items() if value is not None}
