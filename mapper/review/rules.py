"""The rules of a review: every kind of change, its severity, whom it breaks, and the rule of the reverse change.

Comparison, command line and guide all read this table. The ids are stable.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import force_setattr


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


class ChangeRule(Struct, frozen=True, eq=False):
    """One kind of change.

    `mirror` is the id of the rule of the reverse change, by default the rule itself. `read_severity` is the severity
    for an attribute that is read-only on both sides, if it differs. `why` says what the change means to those
    concerned.
    """

    id: str
    severity: ChangeSeverity
    audiences: tuple[Affected, ...]
    title: str
    why: str
    mirror: str = ""
    read_severity: ChangeSeverity | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "mirror", self.mirror or self.id)

    def severity_for(self, *, read_only: bool) -> ChangeSeverity:
        """The severity, depending on whether the attribute is read-only on both sides."""
        return self.read_severity if read_only and self.read_severity is not None else self.severity

    def audiences_for(self, *, read_only: bool) -> tuple[Affected, ...]:
        """Whom it breaks; no configuration sets a read-only attribute."""
        if not read_only:
            return self.audiences
        return tuple(audience for audience in self.audiences if audience is not Affected.CONFIGURATION)


def without_configurations(
    severity: ChangeSeverity, audiences: tuple[Affected, ...]
) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
    """Severity and audiences if no configuration can have set the attribute."""
    left = tuple(audience for audience in audiences if audience is not Affected.CONFIGURATION)
    if left == audiences or left:
        return severity, left
    return max(severity, ChangeSeverity.INFO, key=lambda one: one.rank), ()


RULES: dict[str, ChangeRule] = {}
"""All rules by id, in the order of the guide."""

_BREAKING, _WARNING, _INFO, _DOCS, _MAPPING = ChangeSeverity
_CONFIG, _STATE, _PLAN, _OUTPUT, _CODE = Affected


def _rule(
    id_: str,
    severity: ChangeSeverity,
    audiences: tuple[Affected, ...],
    title: str,
    why: str,
    *,
    mirror: str = "",
    reads: ChangeSeverity | None = None,
) -> ChangeRule:
    rule = RULES[id_] = ChangeRule(id_, severity, audiences, title, why, mirror, reads)
    return rule


# --- entities

PROVIDER_RENAMED = _rule(
    "provider-renamed", _BREAKING, (_CONFIG, _STATE), "Provider renamed",
    "The names of all resources and data sources begin with that of the provider.",
)  # fmt: skip
ENTITY_REMOVED = _rule(
    "entity-removed", _BREAKING, (_CONFIG, _STATE, _OUTPUT), "Entity removed",
    "Whatever uses it is no longer valid.",
    mirror="entity-added",
)  # fmt: skip
ENTITY_ADDED = _rule(
    "entity-added", _INFO, (), "Entity added",
    "Nothing that exists is affected.", mirror="entity-removed",
)  # fmt: skip
ENTITY_RENAMED = _rule(
    "entity-renamed", _BREAKING, (_CONFIG, _STATE, _OUTPUT), "Entity renamed",
    "The same operations have another name. Whatever uses the entity has the old name.",
)  # fmt: skip
ENTITY_SUSPECTED = _rule(
    "entity-rename-suspected", _BREAKING, (_CONFIG, _STATE, _OUTPUT), "Entity that looks like one that was removed",
    "Whatever uses it has the old name. Nothing proves that both are the same, but their attributes are similar.",
)  # fmt: skip
ENTITY_REPLACED = _rule(
    "entity-replaced", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Name of an entity used for another one",
    "The name now belongs to other operations. Configurations and states with this name are about other objects.",
)  # fmt: skip
ENTITY_DEPRECATED = _rule(
    "entity-deprecated", _INFO, (_CONFIG,), "Entity deprecated",
    "Everybody who uses it sees a warning.", mirror="entity-undeprecated",
)  # fmt: skip
ENTITY_UNDEPRECATED = _rule(
    "entity-undeprecated", _INFO, (), "Entity no longer deprecated",
    "The warning goes away.", mirror="entity-deprecated",
)  # fmt: skip
ENTITY_DESCRIPTION = _rule(
    "entity-description-changed", _DOCS, (), "Description of an entity changed",
    "Only the wording changed. It may hide a change of meaning.",
)  # fmt: skip
OPERATION_REMOVED = _rule(
    "operation-removed", _WARNING, (_PLAN, _CODE), "Operation no longer used",
    "The operation no longer runs. Without a delete operation, for example, destroying the resource "
    "leaves the object behind.",
    mirror="operation-added",
)  # fmt: skip
OPERATION_ADDED = _rule(
    "operation-added", _INFO, (_CODE,), "Operation used in addition",
    "The entity can do more than before.", mirror="operation-removed",
)  # fmt: skip
OPERATION_CHANGED = _rule(
    "operation-changed", _INFO, (_CODE,), "Another operation used",
    "The schema is read from another path or method. The code that calls the API has to follow.",
)  # fmt: skip

# --- attributes that come, go and move

ATTRIBUTE_REMOVED = _rule(
    "attribute-removed", _BREAKING, (_CONFIG, _STATE, _OUTPUT), "Attribute removed",
    "Configurations that set it or read it are no longer valid.", mirror="attribute-added",
)  # fmt: skip
ATTRIBUTE_ADDED = _rule(
    "attribute-added", _INFO, (), "Attribute added",
    "It is not required. Nothing that exists is affected.", mirror="attribute-removed",
)  # fmt: skip
REQUIRED_ADDED = _rule(
    "required-attribute-added", _BREAKING, (_CONFIG,), "Required attribute added",
    "Every configuration has to set it now. For a nested attribute: every configuration that sets its parent.",
    mirror="attribute-removed",
)  # fmt: skip
ATTRIBUTE_LOST = _rule(
    "attribute-lost", _BREAKING, (_CONFIG, _STATE, _OUTPUT), "Attribute that cannot be mapped any more",
    "The API still has the property, but a diagnostic says why it is left out.", mirror="attribute-recovered",
)  # fmt: skip
ATTRIBUTE_RECOVERED = _rule(
    "attribute-recovered", _INFO, (), "Attribute that can be mapped now",
    "The API had the property before, and a diagnostic left it out.", mirror="attribute-lost",
)  # fmt: skip
ATTRIBUTE_RENAMED = _rule(
    "attribute-renamed", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Attribute renamed",
    "It comes from the same place of the API description, under another name.",
)  # fmt: skip
ATTRIBUTE_MOVED = _rule(
    "attribute-moved", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Attribute moved",
    "It comes from the same place of the API description, and is nested in something else.",
)  # fmt: skip
RENAME_SUSPECTED = _rule(
    "rename-suspected", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Attribute that looks like one that was removed",
    "Configurations, states and outputs have the old name. Nothing proves that it is the same attribute.",
)  # fmt: skip
MOVE_SUSPECTED = _rule(
    "move-suspected", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Attribute that looks like one of another object",
    "Configurations, states and outputs have it in the old place. Nothing proves that it is the same attribute.",
)  # fmt: skip
PROPERTY_REPLACED = _rule(
    "property-replaced", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "The name means another property of the API",
    "Configurations, states and outputs have values of the old property under this name.",
)  # fmt: skip
PROPERTY_CHANGED = _rule(
    "property-changed", _WARNING, (_OUTPUT, _CODE), "Another property of the API, with the same type and text",
    "Generated code uses the other name. oasmap cannot tell whether the values mean the same.",
)  # fmt: skip
MEMBER_REMOVED = _rule(
    "member-removed", _BREAKING, (_CONFIG, _STATE, _OUTPUT), "Member of an element type removed",
    "Objects of the type have one member less; configurations that give it or read it are no longer valid.",
    mirror="member-added",
)  # fmt: skip
MEMBER_ADDED = _rule(
    "member-added", _BREAKING, (_CONFIG, _STATE), "Member of an element type added",
    "Members of an element type cannot be left out: every configuration has to set it now.",
    mirror="member-removed", reads=_INFO,
)  # fmt: skip

# --- who sets it

BECAME_REQUIRED = _rule(
    "became-required", _BREAKING, (_CONFIG,), "Attribute became required",
    "Configurations that do not set it are no longer valid. For a nested attribute: those that set its parent.",
    mirror="no-longer-required",
)  # fmt: skip
NO_LONGER_REQUIRED = _rule(
    "no-longer-required", _INFO, (), "Attribute no longer required",
    "It may be left out now.", mirror="became-required",
)  # fmt: skip
BECAME_READ_ONLY = _rule(
    "became-read-only", _BREAKING, (_CONFIG,), "Attribute became read-only",
    "Configurations that set it are no longer valid.", mirror="became-configurable",
)  # fmt: skip
BECAME_CONFIGURABLE = _rule(
    "became-configurable", _INFO, (), "Read-only attribute can be set",
    "It can be set now. If it is not, the API still sets it.",
    mirror="became-read-only",
)  # fmt: skip
NO_LONGER_SET = _rule(
    "became-optional", _BREAKING, (_PLAN, _OUTPUT), "Read-only attribute became optional",
    "If a configuration does not set it, the next plan makes it null in place of the API's value.",
    mirror="became-read-only",
)  # fmt: skip
NO_LONGER_COMPUTED = _rule(
    "no-longer-computed", _BREAKING, (_PLAN, _OUTPUT), "Optional attribute no longer computed",
    "A value that the API fills in is a difference in the next plan.", mirror="became-computed",
)  # fmt: skip
BECAME_COMPUTED = _rule(
    "became-computed", _WARNING, (_PLAN,), "Optional attribute became computed too",
    "Removing it from a configuration no longer unsets it.", mirror="no-longer-computed",
)  # fmt: skip

# --- types

TYPE_CHANGED = _rule(
    "type-changed", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Type changed",
    "Values in configurations and states are of the old type.",
)  # fmt: skip
TYPE_WIDENED = _rule(
    "type-widened", _INFO, (_CODE,), "Number type widened",
    "Every value of the old type is one of the new type.", mirror="type-narrowed",
)  # fmt: skip
TYPE_ROUNDED = _rule(
    "type-rounded", _WARNING, (_CONFIG, _STATE, _CODE), "Integer type became a floating-point type",
    "Large integers have no exact value of the new type: above 2^53 for float64, above 2^24 for float32.",
    mirror="type-narrowed",
)  # fmt: skip
TYPE_NARROWED = _rule(
    "type-narrowed", _BREAKING, (_CONFIG, _STATE, _CODE), "Number type narrowed",
    "Values with a fraction are no longer valid.", mirror="type-widened",
)  # fmt: skip
COLLECTION_CHANGED = _rule(
    "collection-changed", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Collection type changed",
    "Indexes and references into it are no longer valid, and states have to be upgraded.",
)  # fmt: skip
NESTING_CHANGED = _rule(
    "nesting-changed", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Nesting changed",
    "The syntax of the attribute changed: one object or several, attribute or block. Configurations have to be edited, "
    "and states upgraded.",
)  # fmt: skip
ELEMENT_CHANGED = _rule(
    "element-type-changed", _BREAKING, (_CONFIG, _STATE, _OUTPUT, _CODE), "Element type changed",
    "Elements in configurations and states are of the old type.",
)  # fmt: skip

# --- what happens at a plan

DEFAULT_CHANGED = _rule(
    "default-changed", _BREAKING, (_PLAN,), "Default changed",
    "Configurations that do not set it get another value with the next plan.", reads=_DOCS,
)  # fmt: skip
DEFAULT_ADDED = _rule(
    "default-added", _WARNING, (_PLAN,), "Default added",
    "Configurations that do not set it get this value, which may not be what the API has used so far.",
    mirror="default-removed", reads=_DOCS,
)  # fmt: skip
DEFAULT_REMOVED = _rule(
    "default-removed", _WARNING, (_PLAN,), "Default removed",
    "If a configuration does not set it, the API decides the value.", mirror="default-added", reads=_DOCS,
)  # fmt: skip
REPLACEMENT_ADDED = _rule(
    "replacement-added", _BREAKING, (_PLAN,), "A new value replaces the object",
    "A change now destroys the object and creates it again. Before, the object was updated.",
    mirror="replacement-removed",
)  # fmt: skip
REPLACEMENT_REMOVED = _rule(
    "replacement-removed", _INFO, (_PLAN,), "A new value no longer replaces the object",
    "The object is updated in place.", mirror="replacement-added",
)  # fmt: skip

# --- limits on values

CONSTRAINT_ADDED = _rule(
    "constraint-added", _WARNING, (_CONFIG,), "Limit added",
    "The provider may refuse values that were accepted before.",
    mirror="constraint-removed", reads=_DOCS,
)  # fmt: skip
CONSTRAINT_REMOVED = _rule(
    "constraint-removed", _INFO, (), "Limit removed",
    "The provider accepts every value; the API may not.", mirror="constraint-added", reads=_DOCS,
)  # fmt: skip
LIMIT_TIGHTENED = _rule(
    "limit-tightened", _WARNING, (_CONFIG,), "Limit tightened",
    "Values that were accepted are refused.", mirror="limit-loosened", reads=_DOCS,
)  # fmt: skip
LIMIT_LOOSENED = _rule(
    "limit-loosened", _INFO, (_OUTPUT,), "Limit loosened",
    "More values are accepted. What is read may be outside of the old limit.",
    mirror="limit-tightened",
)  # fmt: skip
VALUE_REMOVED = _rule(
    "enum-value-removed", _WARNING, (_CONFIG,), "Value no longer accepted",
    "Configurations that have it are no longer valid.", mirror="enum-value-added", reads=_INFO,
)  # fmt: skip
VALUE_ADDED = _rule(
    "enum-value-added", _INFO, (_OUTPUT,), "Value accepted in addition",
    "Configurations that read the attribute may get a value that they do not handle.",
    mirror="enum-value-removed", reads=_WARNING,
)  # fmt: skip
CONSTRAINT_CHANGED = _rule(
    "constraint-changed", _WARNING, (_CONFIG,), "Pattern or choice changed",
    "oasmap cannot tell whether all values that were accepted still are.", reads=_DOCS,
)  # fmt: skip

# --- how values are treated

SENSITIVE_ADDED = _rule(
    "sensitive-added", _BREAKING, (_OUTPUT,), "Attribute became sensitive",
    "Outputs that have it fail until they are marked sensitive.",
    mirror="sensitive-removed",
)  # fmt: skip
SENSITIVE_REMOVED = _rule(
    "sensitive-removed", _WARNING, (_OUTPUT,), "Attribute no longer sensitive",
    "The value is shown in plans and logs.", mirror="sensitive-added",
)  # fmt: skip
WRITE_ONLY_ADDED = _rule(
    "write-only-added", _BREAKING, (_STATE, _OUTPUT), "Attribute became write-only",
    "The value is no longer in the state, and nothing can read it.", mirror="write-only-removed",
)  # fmt: skip
WRITE_ONLY_REMOVED = _rule(
    "write-only-removed", _BREAKING, (_STATE,), "Attribute no longer write-only",
    "The value is now stored in the state. Check whether it is a secret.", mirror="write-only-added",
)  # fmt: skip
DEPRECATED = _rule(
    "deprecated", _INFO, (_CONFIG,), "Attribute deprecated",
    "Configurations that set it see a warning.", mirror="no-longer-deprecated",
)  # fmt: skip
UNDEPRECATED = _rule(
    "no-longer-deprecated", _INFO, (), "Attribute no longer deprecated",
    "The warning goes away.", mirror="deprecated",
)  # fmt: skip
DEPRECATION_CHANGED = _rule(
    "deprecation-message-changed", _DOCS, (), "Deprecation message changed", "Only the wording changed.",
)  # fmt: skip

# --- texts and sources

DESCRIPTION_CHANGED = _rule(
    "description-changed", _DOCS, (), "Description changed",
    "Only the wording changed. It may hide a change of meaning.",
)  # fmt: skip
SOURCE_CHANGED = _rule(
    "source-changed", _MAPPING, (), "Attribute comes from elsewhere",
    "The schema is the same, but another part of the API description gives it.",
)  # fmt: skip
PART_CHANGED = _rule(
    "artifact-part-changed", _WARNING, (_CODE,), "Passed-through part of the artifact changed",
    "Only what consumes the artifact knows what it means.",
)  # fmt: skip
