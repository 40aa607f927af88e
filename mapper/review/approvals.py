"""Approvals: which changes a review file approves, until when, and the lines to paste to approve more."""

from collections.abc import Iterable, Sequence
from datetime import date
from fnmatch import fnmatchcase

from msgspec import Struct

from ..report.fix import flow_scalar
from .changes import Change, Version, version_of

REASON = "why"


class ChangePattern(Struct, frozen=True):
    """Selects changes by rule, path and entity, with `*` as a wildcard; an empty pattern selects all.

    The entity is a name (`pet`) or a kind and a name (`resource pet`). `audience` is whom a change breaks.
    """

    rule: str = ""
    path: str = ""
    entity: str = ""
    audience: str = ""

    def fits(self, change: Change) -> bool:
        """Whether the pattern selects the change."""
        names = (change.entity, str(change.subject))
        return (
            (not self.rule or fnmatchcase(change.rule.id, self.rule))
            and (not self.path or fnmatchcase(change.path, self.path))
            and (not self.entity or any(fnmatchcase(name, self.entity) for name in names))
            and (not self.audience or self.audience in map(str, change.audiences))
        )

    def __str__(self) -> str:
        parts = {"rule": self.rule, "path": self.path, "entity": self.entity, "breaks": self.audience}
        return ", ".join(f"{key} {value}" for key, value in parts.items() if value)


class Moment(Struct, frozen=True):
    """The day of the review, and the version that was released last, if it is known."""

    today: date
    released: Version | None = None


class Approval(Struct, frozen=True):
    """Approves the changes with one of the fingerprints, or those that a pattern selects, until a day or a version."""

    reason: str
    fingerprints: frozenset[str] = frozenset()
    pattern: ChangePattern = ChangePattern()
    until: date | Version | None = None

    def fits(self, change: Change) -> bool:
        """Whether it approves the change."""
        keys = (change.fingerprint, change.edit)
        return (not self.fingerprints or not self.fingerprints.isdisjoint(keys)) and self.pattern.fits(change)

    def is_over(self, moment: Moment) -> bool:
        """Whether the day is past, or the version is released."""
        if isinstance(self.until, date):
            return moment.today > self.until
        if self.until is None or moment.released is None:
            return False
        return moment.released.numbers >= self.until.numbers

    def __str__(self) -> str:
        fingerprints = " ".join(sorted(self.fingerprints))
        return ", ".join(filter(None, [f"fingerprint {fingerprints}" if fingerprints else "", str(self.pattern)]))


def until_of(text: str) -> date | Version | None:
    """The date `2027-01-31` or the version `3.0.0` of a text; None if it is neither."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return version_of(text)


def approving(changes: Sequence[Change]) -> str:
    """The line of a review file that approves changes which one edit of the input made."""
    fingerprints = [flow_scalar(fingerprint) for fingerprint in dict.fromkeys(change.key for change in changes)]
    value = fingerprints[0] if len(fingerprints) == 1 else f"[{', '.join(fingerprints)}]"
    return f"- {{fingerprint: {value}, reason: {REASON}}}"


def approving_entity(subject: str, until: Version | None = None) -> str:
    """The line of a review file that approves all changes of an entity, up to the version `until` if it is given."""
    end = f"until: {until}, " if until is not None else ""
    return f"- {{entity: {flow_scalar(subject)}, {end}reason: {REASON}}}"


def open_entities(changes: Iterable[Change]) -> list[str]:
    """The entities (`resource pet`) with at least two breaking changes or warnings that are not approved."""
    counts: dict[str, int] = {}
    for change in changes:
        if change.counts and change.severity.rank <= 1:
            subject = str(change.subject)
            counts[subject] = counts.get(subject, 0) + 1
    return [subject for subject, count in counts.items() if count > 1]
