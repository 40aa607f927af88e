"""The review settings of a project: severities, the stability of entities, and approvals.

`settings_reader` reads them from a file and documents its shape.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Dict
from datetime import date

from msgspec import Struct, field
from msgspec.structs import replace

from .approvals import Approval, ChangePattern, Moment
from .changes import Change, EditKey, by_severity
from .drift import Explained
from .rules import ChangeSeverity

UNSTABLE = ("alpha", "beta", "experimental")
STABILITIES = ("stable", *UNSTABLE)
_TIMELESS = Moment(date.min)


class Level(Struct, frozen=True):
    """The severity for the changes that a pattern selects; None leaves them out."""

    pattern: ChangePattern
    severity: ChangeSeverity | None


class Settings(Struct, frozen=True):
    """What a review file says.

    `levels` and `severities` are severities by rule and by pattern; None leaves changes out. `approved` are reasons by
    fingerprint, `approvals` those by pattern or with an end. `stability` is by entity name, or by kind and name;
    breaking changes of an unstable entity are warnings. `grace` is the highest severity of a removal that was announced
    by a deprecation. `drift` are the explained differences from the built provider.
    """

    levels: dict[str, ChangeSeverity | None] = field(default_factory=dict)
    approved: dict[str, str] = field(default_factory=dict)
    drift: tuple[Explained, ...] = ()
    approvals: tuple[Approval, ...] = ()
    severities: tuple[Level, ...] = ()
    stability: Dict[str, str] = field(default_factory=dict)
    grace: ChangeSeverity | None = None

    def with_severities(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """The changes with the project's severities, worst first."""
        listed = tuple(changes)
        if not self.severities and not self.stability and self.grace is None:
            return listed
        return by_severity(rated for change in listed if (rated := self._with_severity(change)) is not None)

    def _with_severity(self, change: Change) -> Change | None:
        for level in self.severities:
            if level.pattern.fits(change):
                return replace(change, severity=level.severity) if level.severity is not None else None
        stability = self.stability.get(str(change.subject)) or self.stability.get(change.entity)
        if stability in UNSTABLE and change.severity is ChangeSeverity.BREAKING:
            return replace(change, severity=ChangeSeverity.WARNING)
        is_removal = change.shared_id in ("attribute-removed", "entity-removed")
        if self.grace is not None and is_removal and change.was_deprecated:
            return replace(change, severity=max(change.severity, self.grace, key=lambda severity: severity.rank))
        return change

    def apply(self, changes: Iterable[Change], moment: Moment = _TIMELESS) -> tuple[Change, ...]:
        """The changes, each with the reason of an approval that is valid at `moment`."""
        before = self._approved_before(moment)
        seen = {change.edit: before.get(key.edit, 0) for change in changes if (key := change.edit_key) is not None}
        return tuple(self._approved(change, moment, seen.get(change.edit, 0)) for change in changes)

    def _approved(self, change: Change, moment: Moment, seen: int) -> Change:
        reason = self.approved.get(change.fingerprint) or self.approved.get(change.edit)
        if reason is None:
            valid = (approval for approval in self.approvals if not approval.is_over(moment) and approval.fits(change))
            reason = next((approval.reason for approval in valid), None)
        if reason is not None:
            return replace(change, approved=reason)
        return replace(change, seen=seen) if seen else change

    def _approved_before(self, moment: Moment) -> dict[str, int]:
        """How many changes the approvals are of that are still valid, by edit: the largest number."""
        counts: dict[str, int] = {}
        for key in filter(None, map(EditKey.of, self._keys(moment))):
            counts[key.edit] = max(counts.get(key.edit, 0), key.count)
        return counts

    def _keys(self, moment: Moment | None = None) -> Iterator[str]:
        """The keys that approvals name; with a moment, those that are valid then."""
        yield from self.approved
        for approval in self.approvals:
            if moment is None or not approval.is_over(moment):
                yield from sorted(approval.fingerprints)

    def unused(self, changes: Iterable[Change]) -> list[str]:
        """The approved fingerprints that no change has."""
        fingerprints = {key for change in changes for key in (change.fingerprint, change.edit)}
        edits = {key.edit for change in changes if (key := change.edit_key) is not None}
        unknown = [key for key in self.approved if key not in fingerprints and key not in edits]
        return [text for text in unknown if (key := EditKey.of(text)) is None or key.edit not in edits]

    def notes(self, changes: Iterable[Change], moment: Moment) -> list[str]:
        """Notes on approvals that have expired, or that match no change."""
        listed = tuple(changes)
        notes = [f"no change here has the approved fingerprint {unused}" for unused in self.unused(listed)]
        notes += self._of_edits_alone(listed)
        for approval in self.approvals:
            count = sum(map(approval.fits, listed))
            if approval.is_over(moment):
                pending = f"; {count:,} change{'s' if count != 1 else ''} here would have it" if count else ""
                notes.append(f"the approval of {approval} has expired (until {approval.until}){pending}")
            elif not count:
                notes.append(f"no change here has the approval of {approval}")
        return notes

    def _of_edits_alone(self, changes: Iterable[Change]) -> Iterator[str]:
        """Notes on approvals that name an edit without its changes, as the keys of earlier versions did."""
        edits = {key.edit: key for change in changes if (key := change.edit_key) is not None}
        for text in self._keys():
            if text in edits:
                yield f"the approved fingerprint {text} does not say which changes it approves: write {edits[text]}"
