"""Judges changes of a Terraform provider, whatever the provider is made from."""

from __future__ import annotations

from ..model import EntityKind
from ..review.policy import Judge
from ..review.rules import Affected, ChangeRule, ChangeSeverity, read_shared

_PLANNED = frozenset((Affected.STATE, Affected.PLAN))
_OF_OBJECTS = frozenset((*_PLANNED, Affected.OUTPUT))


class TerraformJudge(Judge):
    """The judge of all Terraform providers.

    `provider` is the kind of the provider's own configuration; `unplanned` are the kinds without plan and state.
    """

    shared = read_shared(__file__)
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
