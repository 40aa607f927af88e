"""Judges changes of a Terraform provider, whatever the provider is made from."""

from collections.abc import Collection as Several

from mapper.model import TEXTS, Collection, EntityKind, Scalar, ScalarKind, Type
from mapper.review.policy import ChangeContext, ReviewPolicy
from mapper.review.rules import (
    COLLECTION_CHANGED,
    ELEMENT_CHANGED,
    NESTING_CHANGED,
    PROVIDER_RENAMED,
    TYPE_CHANGED,
    Affected,
    ChangeRule,
    ChangeSeverity,
    read_shared,
)

from .states import is_read

_PLANNED = frozenset((Affected.STATE, Affected.PLAN))
_OF_OBJECTS = frozenset((*_PLANNED, Affected.OUTPUT))
_UNKNOWN = frozenset((Affected.STATE, Affected.OUTPUT))
"""What settings of a provider are in never: no state has them, and no expression refers to them."""

_OF_TYPES = (TYPE_CHANGED, ELEMENT_CHANGED, COLLECTION_CHANGED, NESTING_CHANGED)


_UNPLANNED = read_shared(__file__, "unplanned")
"""Shared rules in the words for kinds without plan and state."""


class TerraformPolicy(ReviewPolicy):
    """The policy of all Terraform providers.

    `provider` is the kind of the provider's own configuration; `unplanned` are the kinds without plan and state.
    """

    shared = read_shared(__file__)
    provider: EntityKind
    unplanned: frozenset[EntityKind]

    def localize_for(self, rule: ChangeRule, kind: EntityKind) -> ChangeRule:
        words = _UNPLANNED.get(rule.id) if kind in self.unplanned else None
        return words or self.localize(rule)

    def rate(
        self, rule: ChangeRule, context: ChangeContext, *, read_only: bool
    ) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        """Severity and audiences: without states and plans for kinds that have none; higher for the provider itself.

        A type of another form breaks states only if they cannot be read, and configurations only if their values are
        no longer valid.
        """
        severity, audiences = super().rate(rule, context, read_only=read_only)
        kind = context.kind
        if rule in _OF_TYPES and context.old is not None and context.new is not None:
            audiences = _without(audiences, _readable(context.old.type, context.new.type))
        if kind in self.unplanned and _PLANNED & set(audiences):
            audiences = _without(audiences, _PLANNED)
            if not audiences:
                return max(severity, ChangeSeverity.INFO, key=lambda s: s.rank), ()
        if kind is self.provider and rule is not PROVIDER_RENAMED and set(audiences) and set(audiences) <= _UNKNOWN:
            return max(severity, ChangeSeverity.INFO, key=lambda s: s.rank), ()
        if kind is self.provider and rule is not PROVIDER_RENAMED:  # whose name is in the types of all objects
            if rule in _OF_TYPES or Affected.CONFIGURATION in audiences:  # it has no state, and nothing can refer to it
                audiences = _without(audiences, _OF_OBJECTS)
            return (ChangeSeverity.BREAKING if severity is ChangeSeverity.WARNING else severity), audiences
        return severity, audiences


def _without(audiences: Several[Affected], others: Several[Affected]) -> tuple[Affected, ...]:
    return tuple(audience for audience in audiences if audience not in others)


def _readable(old: Type, new: Type) -> frozenset[Affected]:
    """What takes values of the old type: states that are read as they are, and configurations that give a number or a
    boolean as a text.
    """
    going_on = {Affected.STATE} if is_read(old, new) else set()
    while isinstance(old, Collection) and isinstance(new, Collection) and old.kind is new.kind:
        old, new = old.element, new.element
    if isinstance(old, Scalar) and isinstance(new, Scalar) and new.kind in TEXTS and old.kind is not ScalarKind.DYNAMIC:
        going_on.add(Affected.CONFIGURATION)
    return frozenset(going_on)
