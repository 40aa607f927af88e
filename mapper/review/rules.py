"""The rules of a review: every kind of change, its severity, whom it breaks, and the rule of the reverse change.

They are rows of the `rules.json` next to this module, and of the `review.json` of a system. The ids are stable.
"""

from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from ..report.rules import read_table


class ChangeSeverity(StrEnum):
    """How severe a change is for the users of the provider, worst first.

    *docs* changes only documentation. *mapping* changes only the place that the mapping reads something from.
    """

    BREAKING = "breaking"
    WARNING = "warning"
    INFO = "info"
    DOCS = "docs"
    MAPPING = "mapping"

    @property
    def rank(self) -> int:
        """0 is the worst."""
        return _ORDER[self]


_ORDER = {severity: rank for rank, severity in enumerate(ChangeSeverity)}


class Affected(StrEnum):
    """What a change may break: configuration, state, plan, outputs or generated code."""

    CONFIGURATION = "configuration"
    STATE = "state"
    PLAN = "plan"
    OUTPUT = "output"
    CODE = "generated code"


class ChangeKind(StrEnum):
    """What a change is about: whether something is there, what it is called, where it is, or one fact about it."""

    EXISTENCE = "existence"
    NAME = "name"
    PLACE = "place"
    REQUIREMENT = "requirement"
    TYPE = "type"
    DEFAULT = "default"
    VALUE = "value"
    LIMIT = "limit"
    DEPRECATION = "deprecation"
    SENSITIVITY = "sensitivity"
    DESCRIPTION = "description"
    OPERATION = "operation"
    OTHER = "other"


class ChangeAction(StrEnum):
    """What became of it."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    CHANGED = "changed"


class ChangeRule(Struct, frozen=True, eq=False):
    """One kind of change.

    `mirror` is the id of the rule of the reverse change, by default the rule itself. `read_severity` is the severity
    for an attribute that is read-only on both sides, if it differs. `why` says what the change means to those
    concerned. `kind` and `action` say what it is: nothing is decided by the id. `verb` is what became of an attribute,
    in a verdict. `without`: it concerns configurations that do not set the attribute. `internal`: only generated code
    follows, so that it is no feature.
    """

    id: str
    severity: ChangeSeverity
    title: str
    why: str
    audiences: tuple[Affected, ...] = ()
    mirror: str = ""
    read_severity: ChangeSeverity | None = None
    kind: ChangeKind = ChangeKind.OTHER
    action: ChangeAction = ChangeAction.CHANGED
    verb: str = ""
    without: bool = False
    internal: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "mirror", self.mirror or self.id)

    @property
    def text_only(self) -> bool:
        """Whether only a text for people changed."""
        return self.kind is ChangeKind.DESCRIPTION

    @property
    def gone(self) -> bool:
        """Whether what it is about is no longer there."""
        return self.kind is ChangeKind.EXISTENCE and self.action is ChangeAction.REMOVED

    @property
    def new(self) -> bool:
        """Whether what it is about was not there before."""
        return self.kind is ChangeKind.EXISTENCE and self.action is ChangeAction.ADDED

    @property
    def mark(self) -> ChangeAction:
        """What became of the entity or attribute itself: *changed* where it is one of its facts."""
        return self.action if self.kind in _WHOLE else ChangeAction.CHANGED

    def severity_for(self, *, read_only: bool) -> ChangeSeverity:
        """The severity, depending on whether the attribute is read-only on both sides."""
        return self.read_severity if read_only and self.read_severity is not None else self.severity

    def audiences_for(self, *, read_only: bool) -> tuple[Affected, ...]:
        """Whom it breaks; no configuration sets a read-only attribute."""
        if not read_only:
            return self.audiences
        return tuple(audience for audience in self.audiences if audience is not Affected.CONFIGURATION)


_WHOLE = ChangeKind.EXISTENCE, ChangeKind.NAME, ChangeKind.PLACE


def without_configurations(
    severity: ChangeSeverity, audiences: tuple[Affected, ...]
) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
    """Severity and audiences if no configuration can have set the attribute."""
    left = tuple(audience for audience in audiences if audience is not Affected.CONFIGURATION)
    is_milder = left != audiences and not left
    return max(severity, ChangeSeverity.INFO, key=lambda level: level.rank) if is_milder else severity, left


def read_rules(module: str, section: str = "rules") -> dict[str, ChangeRule]:
    """The rules of a section of the table next to a module (its `__file__`), by id, in the order of the table."""
    return {id_: ChangeRule(id_, **_typed(row)) for id_, row in read_table(module).get(section, {}).items()}


def read_shared(module: str, section: str = "shared") -> dict[str, ChangeRule]:
    """The shared rules that a system changes, by id. A row has only the members that differ."""
    return {id_: replace(SHARED[id_], **_typed(row)) for id_, row in read_table(module).get(section, {}).items()}


def _typed(row: dict[str, Any]) -> dict[str, Any]:
    typed: dict[str, Any] = {key: ChangeSeverity(row[key]) for key in ("severity", "read_severity") if key in row}
    typed |= {key: type_(row[key]) for key, type_ in (("kind", ChangeKind), ("action", ChangeAction)) if key in row}
    if "breaks" in row:
        row["audiences"] = tuple(map(Affected, row.pop("breaks")))
    return {**row, **typed}


RULES = read_rules(__file__)
"""The rules of all systems by id, in the order of the guide."""

MEMBERS = read_rules(__file__, "members")
"""The rules of what attributes have only in some systems."""

SHARED = RULES | MEMBERS

PROVIDER_RENAMED = RULES["provider-renamed"]
ENTITY_REMOVED = RULES["entity-removed"]
ENTITY_ADDED = RULES["entity-added"]
ENTITY_RENAMED = RULES["entity-renamed"]
ENTITY_SUSPECTED = RULES["entity-rename-suspected"]
ENTITY_REPLACED = RULES["entity-replaced"]
ENTITY_DEPRECATED = RULES["entity-deprecated"]
ENTITY_UNDEPRECATED = RULES["entity-undeprecated"]
ENTITY_DESCRIPTION = RULES["entity-description-changed"]
OPERATION_REMOVED = RULES["operation-removed"]
OPERATION_ADDED = RULES["operation-added"]
OPERATION_CHANGED = RULES["operation-changed"]
ATTRIBUTE_REMOVED = RULES["attribute-removed"]
ATTRIBUTE_ADDED = RULES["attribute-added"]
REQUIRED_ADDED = RULES["required-attribute-added"]
ATTRIBUTE_LOST = RULES["attribute-lost"]
ATTRIBUTE_RECOVERED = RULES["attribute-recovered"]
ATTRIBUTE_RENAMED = RULES["attribute-renamed"]
ATTRIBUTE_MOVED = RULES["attribute-moved"]
RENAME_SUSPECTED = RULES["rename-suspected"]
MOVE_SUSPECTED = RULES["move-suspected"]
PROPERTY_REPLACED = RULES["property-replaced"]
PROPERTY_CHANGED = RULES["property-changed"]
MEMBER_REMOVED = RULES["member-removed"]
MEMBER_ADDED = RULES["member-added"]
BECAME_REQUIRED = RULES["became-required"]
NO_LONGER_REQUIRED = RULES["no-longer-required"]
BECAME_READ_ONLY = RULES["became-read-only"]
BECAME_CONFIGURABLE = RULES["became-configurable"]
NO_LONGER_SET = RULES["became-optional"]
NO_LONGER_COMPUTED = RULES["no-longer-computed"]
BECAME_COMPUTED = RULES["became-computed"]
TYPE_CHANGED = RULES["type-changed"]
TYPE_WIDENED = RULES["type-widened"]
TYPE_ROUNDED = RULES["type-rounded"]
TYPE_NARROWED = RULES["type-narrowed"]
COLLECTION_CHANGED = RULES["collection-changed"]
NESTING_CHANGED = RULES["nesting-changed"]
ELEMENT_CHANGED = RULES["element-type-changed"]
DEFAULT_CHANGED = RULES["default-changed"]
DEFAULT_ADDED = RULES["default-added"]
DEFAULT_REMOVED = RULES["default-removed"]
REPLACEMENT_ADDED = RULES["replacement-added"]
REPLACEMENT_REMOVED = RULES["replacement-removed"]
CONSTRAINT_ADDED = RULES["constraint-added"]
CONSTRAINT_REMOVED = RULES["constraint-removed"]
LIMIT_TIGHTENED = RULES["limit-tightened"]
LIMIT_LOOSENED = RULES["limit-loosened"]
VALUE_REMOVED = RULES["enum-value-removed"]
VALUE_ADDED = RULES["enum-value-added"]
CONSTRAINT_CHANGED = RULES["constraint-changed"]
SENSITIVE_ADDED = RULES["sensitive-added"]
SENSITIVE_REMOVED = RULES["sensitive-removed"]
WRITE_ONLY_ADDED = RULES["write-only-added"]
WRITE_ONLY_REMOVED = RULES["write-only-removed"]
DEPRECATED = RULES["deprecated"]
UNDEPRECATED = RULES["no-longer-deprecated"]
DEPRECATION_CHANGED = RULES["deprecation-message-changed"]
DESCRIPTION_CHANGED = RULES["description-changed"]
SOURCE_CHANGED = RULES["source-changed"]
PART_CHANGED = RULES["artifact-part-changed"]

UNION_WIDENED = MEMBERS["union-widened"]
UNION_NARROWED = MEMBERS["union-narrowed"]
TYPE_NAME_CHANGED = MEMBERS["type-name-changed"]
PLACEMENT_REMOVED = MEMBERS["placement-removed"]
PLACEMENT_ADDED = MEMBERS["placement-added"]
SECRET_CHANGED = MEMBERS["secret-changed"]
CODE_NAME_CHANGED = MEMBERS["code-name-changed"]
MAY_BE_ABSENT = MEMBERS["output-may-be-absent"]
ALWAYS_THERE = MEMBERS["output-always-there"]
REFERENCE_CHANGED = MEMBERS["reference-changed"]
REFERENCE_ADDED = MEMBERS["reference-added"]
RELATION_GONE = MEMBERS["relation-gone"]
IDENTITY_CHANGED = MEMBERS["identity-changed"]
