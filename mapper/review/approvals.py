"""Approvals of changes by what they are of, and the lines that approve a change, a group of them, or an entity."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from fnmatch import fnmatchcase

from ..immutable import dataclass
from .changes import Change
from .versions import Version, version_of

_PLAIN = re.compile(r"[A-Za-z_][\w.-]*(?: [A-Za-z_][\w.-]*)*\Z")
_YAML_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_NUMBER = re.compile(r"\d+(?:e\d+)?\Z")
REASON = "why"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Which changes are meant: by rule, path and entity, each a pattern where `*` stands for anything; empty is all.

    An entity is meant by its name (`pet`), or with its kind (`resource pet`). `audience` is whom a change breaks.
    """

    rule: str = ""
    path: str = ""
    entity: str = ""
    audience: str = ""

    def fits(self, change: Change) -> bool:
        """Whether a change is meant."""
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


@dataclass(frozen=True, slots=True)
class Moment:
    """When a review is made: the day, and the version that was released last, if that is known."""

    today: date
    released: Version | None = None


@dataclass(frozen=True, slots=True)
class Approval:
    """Changes that are approved, by fingerprint or by pattern, for a reason, and until when: a date or a version."""

    reason: str
    fingerprints: frozenset[str] = frozenset()
    pattern: Pattern = Pattern()
    until: date | Version | None = None

    def fits(self, change: Change) -> bool:
        """Whether it is an approval of a change."""
        return (not self.fingerprints or change.fingerprint in self.fingerprints) and self.pattern.fits(change)

    def is_over(self, moment: Moment) -> bool:
        """Whether the day has passed, or the version has been released."""
        if isinstance(self.until, date):
            return moment.today > self.until
        return self.until is not None and moment.released is not None and moment.released >= self.until

    def __str__(self) -> str:
        found = " ".join(sorted(self.fingerprints))
        return ", ".join(filter(None, [f"fingerprint {found}" if found else "", str(self.pattern)]))


def until_of(text: str) -> date | Version | None:
    """`2027-01-31` or `3.0.0`; None for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return version_of(text)


def approving(changes: Sequence[Change]) -> str:
    """The line of a review file that approves one change, or several that are one edit of the input."""
    marks = [_scalar(fingerprint) for fingerprint in dict.fromkeys(change.fingerprint for change in changes)]
    which = marks[0] if len(marks) == 1 else f"[{', '.join(marks)}]"
    return f"- {{fingerprint: {which}, reason: {REASON}}}"


def approving_entity(subject: str, until: Version | None = None) -> str:
    """The line of a review file that approves all changes of an entity, until a version if there is a next one."""
    end = f"until: {until}, " if until is not None else ""
    return f"- {{entity: {_scalar(subject)}, {end}reason: {REASON}}}"


def open_entities(changes: Iterable[Change]) -> list[str]:
    """The subjects of entities that have several breaking changes or warnings which nobody has approved."""
    counts: dict[str, int] = {}
    for change in changes:
        if change.counts and change.severity.rank <= 1:
            subject = str(change.subject)
            counts[subject] = counts.get(subject, 0) + 1
    return [subject for subject, count in counts.items() if count > 1]


def _scalar(text: str) -> str:
    """A text as a YAML scalar within `{}`; what a reader may take for something else is quoted."""
    is_plain = _PLAIN.match(text) and text.lower() not in _YAML_WORDS
    is_hex = re.fullmatch(r"[0-9a-f]+", text) and not _NUMBER.match(text)
    return text if is_plain or is_hex else json.dumps(text)
