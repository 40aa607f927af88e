"""The data of a review: its changes, each with a rule, the values before and after, and the places in the inputs."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from collections.abc import Mapping as Dict
from enum import StrEnum
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from ..model import Attribute, EntityKind, EntityRef, Status
from ..report.diagnostic import Diagnostic, Problem
from ..report.origin import Location, Source
from .field_changes import is_choice
from .rules import SHARED, Affected, ChangeRule, ChangeSeverity

FINGERPRINT = 12
BY_OVERLAY = "by an overlay"
"""How the API description made a change, if it is the same as before."""

_GRAVEST = {"provider-renamed": 0, "entity-removed": 1}

Place = tuple[int, int]
"""Line and column, counted from 1."""


class Cause(StrEnum):
    """What made a change: one of the inputs, both of them together, or another version of the tool."""

    SPEC = "API description"
    CONFIG = "generator config"
    BOTH = "API description and generator config"
    TOOL = "tool"


class Evidence(Struct, frozen=True):
    """A line of an input that explains a change; `is_new`: it is in the new state."""

    location: Location
    is_new: bool


class Peer(Struct, frozen=True):
    """How the ecosystem's own comparison tool reports the same change, in that tool's words.

    `scope` is the kind of the thing that `token` names, `location` the part of it, and `path` the path of the change
    inside.
    """

    kind: str
    severity: str
    breaking: bool
    scope: str
    token: str
    location: str
    path: str


class WrittenLine(Struct, frozen=True):
    """The line of a configuration that a change concerns, in the examples of both sides; empty where there is none."""

    before: str
    after: str


class EditKey(Struct, frozen=True):
    """What approves the changes of one edit: which edit it is, how many changes it made, and a digest of them.

    As text `EDIT.COUNT.CHANGES`, so that what the edit changes later has another key.
    """

    edit: str
    count: int
    changes: str

    @classmethod
    def of(cls, text: str) -> EditKey | None:
        """The parts of a text; None for another key, such as the fingerprint of a change."""
        match text.split("."):
            case [edit, count, changes]:
                return cls(edit, int(count), changes)
        return None

    def __str__(self) -> str:
        return f"{self.edit}.{self.count}.{self.changes}"


class Change(Struct, frozen=True, dict=True):
    """One change of an entity, or of its attribute at `path`.

    `path` is the new path, or the old one if the attribute was removed. `before` and `after` are the values in words.
    `old_places` and `new_places` are the declaration and the targets of its references. `nested` is the number of
    nested attributes that are added or removed with the attribute. `status` is the new status, or the old one if it was
    removed. `code` is the diagnostic that explains the change. `together` says how the inputs made it, `made_by` what
    the system calls the cause. `fix` is what to paste into the config at `fix_place` to keep everything as it was.
    `approved` is the reason of the approval.
    `was_deprecated`: the old side was deprecated. `mark` makes the fingerprint unique among changes that are otherwise
    equal. `refines` is the id of the shared rule that the rule of a system specializes. `condition` is the attribute
    that a configuration must set to be concerned. `title` and `old_title` are the names of the entity that users write.
    `edit` identifies all changes that one edit of the input made, as `EDIT.COUNT.CHANGES`. `seen` is how many changes
    an approval of the same edit had that is not valid any more, because the edit makes others now; 0 without one.
    `written` is what people have to write in place of what they wrote; None if that is not known, or stays.
    """

    rule: ChangeRule
    severity: ChangeSeverity
    audiences: tuple[Affected, ...]
    kind: EntityKind
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
    made_by: str = ""
    evidence: tuple[Evidence, ...] = ()
    approved: str | None = None
    status: Status | None = None
    was_deprecated: bool = False
    mark: str = ""
    edit: str = ""
    seen: int = 0
    refines: str = ""
    condition: str = ""
    title: str = ""
    old_title: str = ""
    peers: tuple[Peer, ...] = ()
    written: WrittenLine | None = None

    @cached_property
    def fingerprint(self) -> str:
        """Identifies the change: 12 hexadecimal digits that do not depend on the other changes of the review."""
        parts = [self.rule.id, str(self.kind), self.entity, self.path, self.before, self.after]
        parts += [self.mark] if self.mark else []
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()[:FINGERPRINT]

    @property
    def key(self) -> str:
        """What approves it: the fingerprint of the edit that made it and others, else its own."""
        return self.edit or self.fingerprint

    @property
    def edit_key(self) -> EditKey | None:
        """The parts of `edit`; None for a change that is alone."""
        return EditKey.of(self.edit)

    @property
    def shared_id(self) -> str:
        """The id of the shared rule, also where a system has a more specific rule."""
        return self.refines or self.rule.id

    @property
    def shared(self) -> ChangeRule:
        """The shared rule, also where a system has a more specific rule."""
        return SHARED.get(self.refines, self.rule)

    @property
    def verb(self) -> str:
        """What became of the attribute, in a verdict."""
        return self.rule.verb or self.shared.verb

    @property
    def subject(self) -> EntityRef:
        """The entity; as text `resource pet`, as in diagnostics."""
        return EntityRef(self.kind, self.entity)

    @property
    def old_subject(self) -> EntityRef:
        """The entity under its name before the change."""
        return EntityRef(self.kind, self.old_entity or self.entity)

    @property
    def path_before(self) -> str:
        """The path of the attribute before the change."""
        return self.old_path or self.path

    @property
    def address(self) -> str:
        """The entity and the path of the attribute."""
        subject = f"{self.kind} {self.name}"
        return f"{subject}, attribute {self.path}" if self.path else subject

    @property
    def name(self) -> str:
        """The name of the entity that users write."""
        return self.title or self.entity

    @property
    def gravity(self) -> int:
        """The order in a severity: the provider, entities that are gone, other entities, attributes."""
        if self.path:
            return 3
        return _GRAVEST.get(self.shared_id, 2)

    @property
    def old_location(self) -> Location | None:
        """The declaration in the old state."""
        return self.old_places[0] if self.old_places else None

    @property
    def new_location(self) -> Location | None:
        """The declaration in the new state."""
        return self.new_places[0] if self.new_places else None

    @property
    def counts(self) -> bool:
        """Whether it is not approved."""
        return self.approved is None


class ReviewSide(Struct, frozen=True):
    """One of the two states: the user's name for it, the tool's version, and date and subject of the revision."""

    name: str
    tool: str | None = None
    about: str = ""


class Skeleton(Struct, frozen=True):
    """The start of code that the user has to write for an entity, as a state upgrade; `language` as in a code fence.

    `count` is how many resources need it, if it is of all.
    """

    title: str
    entity: str
    language: str
    text: str
    count: int = 0


class Review(Struct, frozen=True):
    """All changes between two states, worst first.

    `notes` say what could not be determined, and why. `documents` are the files of the new state. `problems` say which
    part of a state could not be read and is not compared; show them before the changes. `released` is the last version,
    if it is known. `skeletons` are what the user has to write because of breaking changes. `system` is the
    system of both states. `uncompared` counts the entities of the new state without a counterpart, because one of the
    two cannot be mapped. `is_compared` is false if the old state cannot be read: there may be changes then.
    `diagnostics` are the errors and warnings of the mapping that only the new state has. `orphans` are the entities
    that the API has no more, and that the new config still names.
    """

    old: ReviewSide
    new: ReviewSide
    changes: tuple[Change, ...]
    notes: tuple[str, ...] = ()
    documents: tuple[Source, ...] = ()
    problems: tuple[str, ...] = ()
    released: Version | None = None
    skeletons: tuple[Skeleton, ...] = ()
    system: str = ""
    is_compared: bool = True
    diagnostics: tuple[Diagnostic, ...] = ()
    uncompared: int = 0
    orphans: tuple[EntityRef, ...] = ()

    def of(self, severity: ChangeSeverity) -> list[Change]:
        """The changes of one severity, with the approved ones."""
        return [change for change in self.changes if change.severity is severity]

    def reaching(self, severity: ChangeSeverity) -> list[Change]:
        """The changes of this severity or worse that are not approved."""
        return [change for change in self.changes if change.counts and change.severity.rank <= severity.rank]

    def shown_at(self, change: Change) -> tuple[str, Place | None] | None:
        """The file of the new state, and the place in it, to attach an annotation to; None if there is no file.

        The first that exists:

        - the evidence in the new state
        - the new declaration
        - for a removal, the closest parent that remains
        - the old place, if its file is gone
        - the first file, without a place
        """
        for location in (*(item.location for item in change.evidence if item.is_new), *change.new_places):
            return location.document.uri, location.document.position(location.pointer)
        if not self.documents:
            return None
        removed = [*(item.location for item in change.evidence), *change.old_places]
        files = {document.uri: document for document in self.documents}
        for location in removed:
            document, pointer = files.get(location.document.uri), location.pointer
            while document is not None and pointer:
                place = document.position(pointer)
                if place is not None:
                    return document.uri, place
                pointer = pointer.rpartition("/")[0]
            if document is not None:
                return document.uri, None
            return location.document.uri, location.document.position(location.pointer)
        return self.documents[0].uri, None


def by_severity(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes, worst first. Changes of entities come before changes of attributes; otherwise, the order stays."""
    return tuple(sorted(changes, key=lambda change: (change.severity.rank, change.gravity)))


def distinct(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes; equal ones get a `mark`, so that every fingerprint is unique."""
    by_fingerprint: dict[str, Change] = {}
    for change in changes:
        unique, count = change, 1
        while unique.fingerprint in by_fingerprint:
            unique, count = replace(change, mark=f"{change.mark}#{count}"), count + 1
        by_fingerprint[unique.fingerprint] = unique
    return tuple(by_fingerprint.values())


_VERSION = re.compile(r"(?:.*/)?(v?)(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?\Z", re.DOTALL)


class Version(Struct, frozen=True):
    """A version of three numbers; `mark` is the prefix `v`, if it is written."""

    major: int
    minor: int
    patch: int
    mark: str = ""

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The numbers, by which versions are ordered."""
        return self.major, self.minor, self.patch

    def __str__(self) -> str:
        return f"{self.mark}{self.major}.{self.minor}.{self.patch}"

    def next(self, *, breaking: bool, feature: bool) -> Version:
        """The next version by semantic versioning; before 1.0, a breaking change raises the minor version."""
        if breaking and self.major:
            return Version(self.major + 1, 0, 0, self.mark)
        if breaking or (feature and self.major):
            return Version(self.major, self.minor + 1, 0, self.mark)
        return Version(self.major, self.minor, self.patch + 1, self.mark)


def version_of(text: str) -> Version | None:
    """The version in `v1.2.3`, `1.2` or `provider/v1.2.3`; None for other texts, such as a pre-release."""
    parts = _VERSION.match(text)
    return Version(int(parts[2]), int(parts[3]), int(parts[4] or 0), parts[1]) if parts else None


def latest(tags: Iterable[str]) -> Version | None:
    """The highest version among the tags; None if none is a version."""
    versions = (version for tag in tags if (version := version_of(tag)))
    return max(versions, key=lambda version: version.numbers, default=None)


class Delta(Struct, frozen=True, eq=False):
    """A change of one attribute. Its path is relative to the compared body; empty for the body itself.

    `read_only`: configurations set it on neither side. `unset`: no configuration can have set it on the old side, or
    can on the new one. `condition` is the path of the innermost parent that a configuration may omit. `folded` is the
    number of nested attributes that change with it.
    """

    rule: ChangeRule
    path: str
    old_path: str
    text: str
    before: str | None = None
    after: str | None = None
    old: Attribute | None = None
    new: Attribute | None = None
    old_location: Location | None = None
    new_location: Location | None = None
    read_only: bool = False
    code: str = ""
    unset: bool = False
    condition: str = ""
    folded: int = 0

    def under(self, new: str, old: str) -> Delta:
        """The same change with both paths prefixed."""
        condition = joined(new, self.condition) if self.condition else ""
        return replace(self, path=joined(new, self.path), old_path=joined(old, self.old_path), condition=condition)

    def inside(self, new: Attribute, old: Attribute) -> Delta:
        """The same change as one of an attribute nested in `new`, which was `old`."""
        delta = self.under(new.name, old.name)
        return replace(delta, condition=new.name) if not delta.condition and is_choice(old) else delta


def joined(prefix: str, path: str) -> str:
    """Two dotted paths as one; each may be empty."""
    return f"{prefix}.{path}" if path and prefix else prefix or path


Wanted = Dict[EntityRef, str]
"""Entities to map, with their names in the own config; the name is empty if that config does not have the entity."""

Lost = Dict[EntityRef, Problem]
"""Entities that the config asks for and that could not be mapped, and why."""
