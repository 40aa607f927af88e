"""Judges changes of a Terraform provider, whatever the provider is made from."""

from __future__ import annotations

from ..model import EntityKind
from ..review.policy import Judge
from ..review.rules import Affected, ChangeRule, ChangeSeverity

_PLANNED = frozenset((Affected.STATE, Affected.PLAN))
_OF_OBJECTS = frozenset((*_PLANNED, Affected.OUTPUT))

WORDS = {
    "entity-removed": (
        "Resource or data source removed",
        "Configurations that have it are no longer valid, and what is in a state cannot be managed any more.",
    ),
    "entity-added": ("Resource or data source added", "Nothing that exists is affected."),
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
        "Only the wording changed. It may hide a change of meaning.",
    ),
}
"""Title and explanation of shared rules in Terraform's terms, by id."""


class TerraformJudge(Judge):
    """The judge of all Terraform providers.

    `provider` is the kind of the provider's own configuration; `unplanned` are the kinds without plan and state.
    """

    words = WORDS
    provider: EntityKind
    unplanned: frozenset[EntityKind]

    def judged(
        self, rule: ChangeRule, kind: EntityKind, *, read_only: bool
    ) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        """Severity and audiences: without states and plans for kinds that have none; higher for the provider itself."""
        severity, audiences = super().judged(rule, kind, read_only=read_only)
        if kind in self.unplanned and _PLANNED & set(audiences):
            audiences = tuple(audience for audience in audiences if audience not in _PLANNED)
            if not audiences:
                return max(severity, ChangeSeverity.INFO, key=lambda s: s.rank), ()
        if kind is self.provider:
            if Affected.CONFIGURATION in audiences:  # it has no state, and nothing can refer to it
                audiences = tuple(audience for audience in audiences if audience not in _OF_OBJECTS)
            return (ChangeSeverity.BREAKING if severity is ChangeSeverity.WARNING else severity), audiences
        return severity, audiences
