"""How changes of a Terraform provider are judged."""

from __future__ import annotations

from ..limits import Limit, has_validator
from ..model import Attribute, Entity, Kind
from ..review.judge import Judge
from ..review.rules import Audience, Rule, Severity
from . import kinds

_PLANNED = frozenset((Audience.STATE, Audience.PLAN))


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
    "entity-description-changed": (
        "Description of a resource or data source changed",
        "Only the text is another. It may hide a change of meaning.",
    ),
}


class _Terraform(Judge):
    """A data source has no plan, a provider is used by everything, and a resource is known by its `id`."""

    words = _WORDS

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

    def keep_name(self, entity: Entity, attribute: Attribute | None, name: str) -> tuple[str, str] | None:
        from .adjust.keep_names import keep_name

        return keep_name(entity, attribute, name)


JUDGE = _Terraform()
