"""What a review consists of: changes, each with its rule, what was before and after, and where that is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

from ..immutable import dataclass
from ..model import EntityRef, Kind, Status
from ..places import Location, Source
from .rules import Audience, Rule, Severity
from .versions import Version

FINGERPRINT = 12

Place = tuple[int, int]
"""Line and column."""


class Cause(StrEnum):
    """What made a change: one of the inputs, both of them together, or the tool."""

    SPEC = "API description"
    CONFIG = "generator config"
    BOTH = "API description and generator config"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line of an input that a change comes down to; `is_new` says of which side."""

    location: Location
    is_new: bool


@dataclass(frozen=True, slots=True)
class Peer:
    """What the comparison that users of a system have besides this one says of a change, in its own words.

    `scope` is the kind of what has the `token`, and `location` the part of that; `path` leads to what has changed.
    """

    kind: str
    severity: str
    breaking: bool
    scope: str
    token: str
    location: str
    path: str


@dataclass(frozen=True)
class Change:
    """One change of one entity, or of the attribute at `path` of it.

    `path` is that of the new side where there is one. `before` and `after` are values in words. The places are
    where it is, and where the references from there lead. `nested` is the number of attributes that come or go
    with it, `status` that of the attribute, on the old side where it is gone; `code` is the diagnostic that says
    why. `together` says how two inputs made it, if both did. `fix` is what to paste into the config, at `fix_place`,
    to keep everything as it was. `approved` is the reason that somebody gave for it. `was_deprecated` says so of the
    old side; `mark` tells it from another change that is the same in all else. `refines` is the id of the rule of all
    systems that the rule is a case of, where a system has a rule of its own for that.
    """

    rule: Rule
    severity: Severity
    audiences: tuple[Audience, ...]
    kind: Kind
    entity: str
    path: str
    text: str
    before: str | None = None
    after: str | None = None
    old_path: str = ""
    old_entity: str = ""
    old_places: tuple[Location, ...] = ()
    new_places: tuple[Location, ...] = ()
    fix: str | None = None
    fix_place: str = ""
    nested: int = 0
    code: str = ""
    cause: Cause | None = None
    together: str = ""
    evidence: tuple[Evidence, ...] = ()
    approved: str | None = None
    status: Status | None = None
    was_deprecated: bool = False
    mark: str = ""
    refines: str = ""
    peers: tuple[Peer, ...] = ()

    @cached_property
    def fingerprint(self) -> str:
        """What identifies the change: the same for the same change, whatever else changes around it."""
        parts = [self.rule.id, str(self.kind), self.entity, self.path, self.before, self.after]
        parts += [self.mark] if self.mark else []
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()[:FINGERPRINT]

    @property
    def shared_id(self) -> str:
        """The id of the rule, or of the one of all systems that it is a case of: what it is, whatever the system."""
        return self.refines or self.rule.id

    @property
    def subject(self) -> EntityRef:
        """`resource pet`, as diagnostics say it."""
        return EntityRef(self.kind, self.entity)

    @property
    def address(self) -> str:
        """The subject and the path of the attribute."""
        return f"{self.subject}, attribute {self.path}" if self.path else str(self.subject)

    @property
    def old_location(self) -> Location | None:
        """Where it stood."""
        return self.old_places[0] if self.old_places else None

    @property
    def new_location(self) -> Location | None:
        """Where it is."""
        return self.new_places[0] if self.new_places else None

    @property
    def location(self) -> Location | None:
        """Where it is now, or was."""
        return self.new_location or self.old_location

    @property
    def counts(self) -> bool:
        """Whether it has not been approved."""
        return self.approved is None


@dataclass(frozen=True)
class Side:
    """One of the two states: how the user names it, and what is known of how it was made.

    `about` is the date and the subject of a revision.
    """

    name: str
    tool: str | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The beginning of what only a human can write for an entity, in a language that highlighters know."""

    title: str
    entity: str
    language: str
    text: str


@dataclass(frozen=True)
class Review:
    """All changes between two states, worst first. `notes` say what could not be found out, and why.

    `documents` are the files of the new state. `problems` are to be said before all changes: what of a state could not
    be read as it was asked for, so that it is compared without it. `released` is the last version, if that is known,
    `skeletons` are what somebody has to write for what breaks, and `system` is that of both states.
    """

    old: Side
    new: Side
    changes: tuple[Change, ...]
    notes: tuple[str, ...] = ()
    documents: tuple[Source, ...] = ()
    problems: tuple[str, ...] = ()
    released: Version | None = None
    skeletons: tuple[Skeleton, ...] = ()
    system: str = ""

    def of(self, severity: Severity) -> list[Change]:
        """The changes of one severity, approved ones too."""
        return [change for change in self.changes if change.severity is severity]

    def reaching(self, severity: Severity) -> list[Change]:
        """The changes that are at least that bad and that nobody has approved."""
        return [change for change in self.changes if change.counts and change.severity.rank <= severity.rank]

    def shown_at(self, change: Change) -> tuple[str, Place | None] | None:
        """The file of the new state to show a change in, and the line: one that made it, else where it is.

        What is gone is shown at what it was in, as far as the new state still has that.
        """
        for location in (*(item.location for item in change.evidence if item.is_new), *change.new_places[:1]):
            return location.document.uri, location.document.position(location.pointer)
        if not self.documents:
            return None
        gone = [*(item.location for item in change.evidence), *change.old_places][:1]
        files = {document.uri: document for document in self.documents}
        for location in gone:
            document, pointer = files.get(location.document.uri), location.pointer
            while document is not None and pointer:
                place = document.position(pointer)
                if place is not None:
                    return document.uri, place
                pointer = pointer.rpartition("/")[0]
            if document is not None:
                return document.uri, None
        return self.documents[0].uri, None


def by_severity(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Worst first; those of one severity in the order in which they were found."""
    return tuple(sorted(changes, key=lambda change: change.severity.rank))


def distinct(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes, each with a fingerprint of its own."""
    found: dict[str, Change] = {}
    for change in changes:
        own, count = change, 1
        while own.fingerprint in found:
            own, count = replace(change, mark=f"{change.mark}#{count}"), count + 1
        found[own.fingerprint] = own
    return tuple(found.values())
