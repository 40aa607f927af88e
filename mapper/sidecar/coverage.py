"""What became of every property that an entity's sources have: nothing of the API is left unaccounted for.

A source is one body or one parameter of an operation. Each property in it has become an attribute, has been merged
into one that an earlier source declared, is left out by a line of the config, or is lost for a reason with a code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..model import Attribute, Body, Contribution, Entity, Origin, Scalar, nested_body
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
    ignored: dict[Location, int] = field(default_factory=lambda: defaultdict(int))
    lost: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def properties(self) -> int:
        """All of them."""
        return self.declared + self.merged + sum(self.ignored.values()) + sum(self.lost.values())

    def add(self, other: Account) -> None:
        """Count what `other` has counted, too."""
        self.declared += other.declared
        self.merged += other.merged
        for place, count in other.ignored.items():
            self.ignored[place] += count
        for code, count in other.lost.items():
            self.lost[code] += count


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
            if source.part not in found:
                found[source.part] = Account(source.part)
            found[source.part].add(account)
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
        for inner in _inside(body):
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
        self._named: dict[int, dict[str, list[Attribute]]] = {}
        self._whole_bodies: dict[tuple[int, int, Part], Account] = {}

    def account(self, body: Body, final: Body, part: Part) -> Account:
        """What became of the properties of `body` in `final`."""
        key = (id(body), id(final), part)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Account(part)
            by_name = self._by_name(final)
            _left_out(body, known)
            for attribute in body.attributes:
                named = by_name.get(attribute.source_name, ())
                made = named[0] if named else None
                if len(named) > 1:
                    made = next((one for one in named if _origin(attribute, one, part)), made)
                self._attribute(attribute, made, final, known)
        return known

    def _by_name(self, final: Body) -> dict[str, list[Attribute]]:
        """The attributes of a body by their names in the API, which several may share."""
        named = self._named.get(id(final))
        if named is None:
            named = self._named[id(final)] = {}
            for attribute in final.attributes:
                named.setdefault(attribute.source_name, []).append(attribute)
        return named

    def _whole(self, body: Body, part: Part, *, merged: bool) -> Account:
        """The account of a body that is in both as it is, so that each property in it is an attribute."""
        key = (id(body), int(merged), part)
        known = self._whole_bodies.get(key)
        if known is None:
            known = self._whole_bodies[key] = Account(part)
            _left_out(body, known)
            known.declared, known.merged = (0, len(body.attributes)) if merged else (len(body.attributes), 0)
            for inner in _inside(body):
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
        if attribute.type.__class__ is Scalar:  # as most are
            return
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
    for origin in final.origins:
        if origin.location is place and origin.part == part:
            return origin
    return None


def _inside(body: Body) -> Iterable[Body]:
    """The bodies of attributes."""
    nested = (nested_body(attribute.type) for attribute in body.attributes if attribute.type.__class__ is not Scalar)
    return (inner for inner in nested if inner is not None)


def _left_out(body: Body, account: Account) -> None:
    for ignored in body.ignored:
        account.ignored[ignored.rule] += 1
    for omitted in body.omitted:
        account.lost[omitted.note.rule.code] += 1


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
