"""How changes of a Terraform provider are judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..limits import Limit, has_validator
from ..model import Attribute, Entity, Kind, Status
from ..review.changes import Change, Skeleton
from ..review.judge import Case, Judge
from ..review.parts import has_default, replaces_object
from ..review.rules import ATTRIBUTE_ADDED, ATTRIBUTE_RECOVERED, OPERATION_REMOVED, Audience, Rule, Severity
from . import kinds

_PLANNED = frozenset((Audience.STATE, Audience.PLAN))
_SET_BY_DEFAULT = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)

UPDATE_REMOVED = Rule(
    "update-removed",
    Severity.BREAKING,
    (Audience.PLAN, Audience.CODE),
    "Update operation no longer used",
    "What was changed in place replaces the object now, or fails.",
    "operation-added",
    subject="entity",
)
DEFAULTED_ADDED = Rule(
    "defaulted-attribute-added",
    Severity.WARNING,
    (Audience.PLAN,),
    "Attribute with a default added",
    "The next plan sets it for every object whose configuration does not.",
    "attribute-removed",
)
REPLACING_ADDED = Rule(
    "replacing-attribute-added",
    Severity.BREAKING,
    (Audience.PLAN,),
    "Attribute with a default that replaces the object added",
    "The next plan sets it for every object whose configuration does not, which destroys the object and makes it anew.",
    "attribute-removed",
)

_WORDS = {
    "entity-removed": (
        "Resource or data source removed",
        "Configurations that have it are no longer valid, and what is in a state cannot be managed any more.",
    ),
    "entity-added": ("Resource or data source added", "Nothing that exists is concerned."),
    "entity-renamed": (
        "Resource or data source renamed",
        "The same operations are mapped to another name. Configurations and states have the old one.",
    ),
    "entity-deprecated": ("Resource or data source deprecated", "Everybody who uses it sees a warning."),
    "entity-undeprecated": ("Resource or data source no longer deprecated", "The warning goes away."),
    "sensitive-added": (
        "Attribute became sensitive",
        "Outputs that have it fail until they are marked sensitive, and it cannot give the keys of `for_each`.",
    ),
    "entity-description-changed": (
        "Description of a resource or data source changed",
        "Only the text is another. It may hide a change of meaning.",
    ),
}


class _Terraform(Judge):
    """A data source has no plan, a provider is used by everything, and a resource is known by its `id`."""

    rules = (UPDATE_REMOVED, DEFAULTED_ADDED, REPLACING_ADDED)
    words = _WORDS

    def refined(self, rule: Rule, case: Case) -> Rule:
        if rule is OPERATION_REMOVED and case.part == "update" and case.kind is kinds.RESOURCE:
            return UPDATE_REMOVED
        if rule in (ATTRIBUTE_ADDED, ATTRIBUTE_RECOVERED) and _is_planned(case):
            return REPLACING_ADDED if case.new and replaces_object(case.new) else DEFAULTED_ADDED
        return rule

    def judged(self, rule: Rule, kind: Kind, *, read_only: bool) -> tuple[Severity, tuple[Audience, ...]]:
        severity, audiences = super().judged(rule, kind, read_only=read_only)
        if kind is kinds.DATA_SOURCE and _PLANNED & set(audiences):
            audiences = tuple(audience for audience in audiences if audience not in _PLANNED)
            if not audiences:
                return max(severity, Severity.INFO, key=lambda s: s.rank), ()
        if kind is kinds.PROVIDER and severity is Severity.WARNING:
            return Severity.BREAKING, audiences
        return severity, audiences

    def artifact_has_defaults(self, kind: Kind) -> bool:
        return kind is kinds.RESOURCE

    def artifact_has_limit(self, kind: str, limit: Limit) -> bool:
        return has_validator(kind, limit)

    def identifying_attribute(self, kind: Kind) -> str | None:
        return "id" if kind is kinds.RESOURCE else None

    def skeletons(self, changes: Iterable[Change], provider: str) -> Iterator[Skeleton]:
        from .adjust.upgrades import upgrades

        return upgrades(changes, provider)

    def keep_name(self, entity: Entity, attribute: Attribute | None, name: str) -> tuple[str, str] | None:
        from .adjust.keep_names import keep_name

        return keep_name(entity, attribute, name)


def _is_planned(case: Case) -> bool:
    """Whether the next plan gives a new attribute a value although nobody has set it."""
    if case.kind is not kinds.RESOURCE or case.new is None or case.unset:
        return False
    return case.new.status in _SET_BY_DEFAULT and has_default(case.new)


JUDGE = _Terraform()
