"""What became of every property that an entity's sources have: nothing of the API is left unaccounted for.

A source is one body or one parameter of an operation. Each property in it has become an attribute, has been merged
into one that an earlier source declared, is left out by a line of the config, or is lost for a reason with a code.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..model import Attribute, Body, Contribution, Entity, Origin, nested_body
from ..places import Location, Part
from ..rules import NAME_COLLISION, TYPE_MISMATCH

_UNCHANGED = (Contribution.DECLARED, Contribution.CONFIRMED)


@dataclass(slots=True)
class Account:
    """The properties of one source, or of several of the same part of an operation, nested ones included.

    `ignored` counts by the place in the config that leaves them out, `lost` by the code of the diagnostic.
    """

    part: Part
    declared: int = 0
    merged: int = 0
    ignored: Counter[Location] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    @property
    def properties(self) -> int:
        """All of them."""
        return self.declared + self.merged + self.ignored.total() + self.lost.total()

    def add(self, other: Account) -> None:
        """Count what `other` has counted, too."""
        self.declared += other.declared
        self.merged += other.merged
        if other.ignored:
            self.ignored.update(other.ignored)
        if other.lost:
            self.lost.update(other.lost)


def accounts(entity: Entity) -> tuple[Account, ...]:
    """One account for each part of an operation, in the order in which they are merged."""
    return Accounts().of(entity)


class Accounts:
    """The accounts of the entities of one mapping; what they share is counted once."""

    def __init__(self) -> None:
        self._tally = _Tally()
        self._counts: dict[int, tuple[int, int, int]] = {}

    def of(self, entity: Entity) -> tuple[Account, ...]:
        """One account for each part of an operation, in the order in which they are merged."""
        found: dict[Part, Account] = {}
        for source in entity.sources:
            account = self._tally.account(source.body, entity.body, source.part)
            found.setdefault(source.part, Account(source.part)).add(account)
        return tuple(found.values())

    def counts(self, body: Body) -> tuple[int, int, int]:
        """How many properties of an object are attributes, left out by the config, and lost; nested ones included."""
        return _counts(body, self._counts)


def body_counts(body: Body) -> tuple[int, int, int]:
    """How many properties of an object are attributes, left out by the config, and lost; nested ones included."""
    return _counts(body, {})


def _counts(body: Body, known: dict[int, tuple[int, int, int]]) -> tuple[int, int, int]:
    counted = known.get(id(body))
    if counted is None:
        mapped, ignored, lost = len(body.attributes), len(body.ignored), len(body.omitted)
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            if inner is not None:
                counts = _counts(inner, known)
                mapped, ignored, lost = mapped + counts[0], ignored + counts[1], lost + counts[2]
        counted = known[id(body)] = mapped, ignored, lost
    return counted


def count_properties(body: Body) -> int:
    """The properties of an object, those left out and those nested in others included."""
    inner = (nested_body(attribute.type) for attribute in body.attributes)
    nested = sum(count_properties(found) for found in inner if found is not None)
    return len(body.attributes) + len(body.omitted) + len(body.ignored) + nested


class _Tally:
    """Counts what became of each property. What bodies share is counted once, and added as often as it is used."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, Part], Account] = {}
        self._whole_bodies: dict[tuple[int, int, Part], Account] = {}

    def account(self, body: Body, final: Body, part: Part) -> Account:
        """What became of the properties of `body` in `final`."""
        key = (id(body), id(final), part)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Account(part)
            by_name: dict[str, list[Attribute]] = {}
            for attribute in final.attributes:
                by_name.setdefault(attribute.source_name, []).append(attribute)
            _left_out(body, known)
            for attribute in body.attributes:
                named = by_name.get(attribute.source_name, [None])
                made = (one for one in named if one is not None and _origin(attribute, one, part))  # of several
                self._attribute(attribute, next(made, named[0]), final, known)
        return known

    def _whole(self, body: Body, part: Part, *, merged: bool) -> Account:
        """The account of a body that is in both as it is, so that each property in it is an attribute."""
        key = (id(body), int(merged), part)
        known = self._whole_bodies.get(key)
        if known is None:
            known = self._whole_bodies[key] = Account(part)
            _left_out(body, known)
            known.declared, known.merged = (0, len(body.attributes)) if merged else (len(body.attributes), 0)
            for attribute in body.attributes:
                inner = nested_body(attribute.type)
                if inner is not None:
                    known.add(self._whole(inner, part, merged=merged))
        return known

    def _attribute(self, attribute: Attribute, final: Attribute | None, around: Body, account: Account) -> None:
        if final is None:
            notes = [left.note for left in around.omitted if left.source_name == attribute.source_name]
            _gone(attribute, notes[0].rule.code if notes else NAME_COLLISION.code, account)
            return
        origin = _origin(attribute, final, account.part)
        if origin is None or origin.contribution is Contribution.MISMATCH:
            _gone(attribute, TYPE_MISMATCH.code, account)
            return
        if origin.contribution is Contribution.DECLARED:
            account.declared += 1
        else:
            account.merged += 1
        inner, within = nested_body(attribute.type), nested_body(final.type)
        if inner is not None and inner is within and origin.contribution in _UNCHANGED:
            merged = origin.contribution is Contribution.CONFIRMED
            account.add(self._whole(inner, account.part, merged=merged))
        elif inner is not None and within is not None:
            account.add(self.account(inner, within, account.part))
        elif inner is not None:
            overrides = [o.location for o in final.origins if o.contribution is Contribution.OVERRIDE]
            _all_gone(inner, overrides[0] if overrides else TYPE_MISMATCH.code, account)


def _origin(attribute: Attribute, final: Attribute, part: Part) -> Origin | None:
    place = attribute.origins[0].location
    return next((origin for origin in final.origins if origin.part == part and origin.location is place), None)


def _left_out(body: Body, account: Account) -> None:
    if body.ignored:
        account.ignored.update(left.rule for left in body.ignored)
    if body.omitted:
        account.lost.update(left.note.rule.code for left in body.omitted)


def _gone(attribute: Attribute, why: Location | str, account: Account) -> None:
    """An attribute that is not there any more, with all that is nested in it."""
    if isinstance(why, str):
        account.lost[why] += 1
    else:
        account.ignored[why] += 1
    inner = nested_body(attribute.type)
    if inner is not None:
        _all_gone(inner, why, account)


def _all_gone(body: Body, why: Location | str, account: Account) -> None:
    _left_out(body, account)
    for attribute in body.attributes:
        _gone(attribute, why, account)
