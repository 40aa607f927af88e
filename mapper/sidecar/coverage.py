"""Coverage: what became of each property of the API in an entity.

A source is a body or a parameter of an operation. Each of its properties is one of these:

- declared as an attribute
- merged into an attribute of an earlier source
- ignored by a line of the config
- lost, for a reason that a diagnostic gives
"""

from collections import defaultdict
from functools import partial

from msgspec import Struct, field

from ..model import Attribute, Body, Contribution, Entity, Origin, Scalar, nested_body
from ..report.origin import Location, Part
from ..report.rules import NAME_COLLISION, TYPE_MISMATCH

_DECLARED, _MISMATCH = Contribution.DECLARED, Contribution.MISMATCH
_UNCHANGED = (Contribution.DECLARED, Contribution.CONFIRMED)


class Account(Struct):
    """Counts the properties of the sources of one part of an operation, with nested ones.

    `ignored` has counts by the line of the config, `lost` by the code of the diagnostic.
    """

    part: Part
    declared: int = 0
    merged: int = 0
    ignored: dict[Location, int] = field(default_factory=partial(defaultdict, int))
    lost: dict[str, int] = field(default_factory=partial(defaultdict, int))

    @property
    def properties(self) -> int:
        """The number of all properties."""
        return self.declared + self.merged + sum(self.ignored.values()) + sum(self.lost.values())

    def add(self, other: "Account") -> None:
        """Add the counts of another account."""
        self.declared += other.declared
        self.merged += other.merged
        if other.ignored:
            for place, count in other.ignored.items():
                self.ignored[place] += count
        if other.lost:
            for code, count in other.lost.items():
                self.lost[code] += count


class Accounts:
    """The accounts of the entities of one mapping; bodies that entities share are counted once."""

    def __init__(self) -> None:
        self._counts: dict[Body, tuple[int, int, int]] = {}
        self._known: dict[tuple[Body, Body, Part], Account] = {}
        self._named: dict[Body, dict[str, Attribute | list[Attribute]]] = {}
        self._whole_bodies: dict[tuple[Body, bool, Part], Account] = {}

    def of(self, entity: Entity) -> tuple[Account, ...]:
        """An account for each part of an operation, in the order of merging."""
        by_part: dict[Part, Account] = {}
        part, account = None, None
        for source in entity.sources:
            if account is None or source.part is not part:
                part = source.part
                account = by_part.get(part) or by_part.setdefault(part, Account(part))
            self._add(source.body, entity.body, account)
        return tuple(by_part.values())

    def counts(self, entity: Entity) -> tuple[int, int, int]:
        """How many properties of an entity are mapped, ignored and lost, with nested ones."""
        mapped, ignored, lost = map(sum, zip(self._of_body(entity.body), self._of_body(entity.frame), strict=True))
        return mapped, ignored, lost

    def _of_body(self, body: Body) -> tuple[int, int, int]:
        counted = self._counts.get(body)
        if counted is None:
            mapped, ignored, lost = len(body.attributes), len(body.ignored), len(body.omitted)
            for inner in _inside(body):
                counts = self._of_body(inner)
                mapped, ignored, lost = mapped + counts[0], ignored + counts[1], lost + counts[2]
            counted = self._counts[body] = mapped, ignored, lost
        return counted

    def _account(self, body: Body, final: Body, part: Part) -> Account:
        """The account of the properties of `body`, which was merged into `final`."""
        key = (body, final, part)
        account = self._known.get(key)
        if account is None:
            account = self._known[key] = Account(part)
            self._add(body, final, account)
        return account

    def _add(self, body: Body, final: Body, account: Account) -> None:
        """Count the properties of `body`, which was merged into `final`."""
        by_name, part = self._by_name(final), account.part
        if body.omitted or body.ignored:
            _left_out(body, account)
        for attribute in body.attributes:
            merged_into = by_name.get(attribute.source_name)
            if isinstance(merged_into, list):
                merged_into = next(
                    (candidate for candidate in merged_into if _origin(attribute, candidate, part)), merged_into[0]
                )
            if merged_into is attribute and attribute.type.__class__ is Scalar:  # as most are
                origin = attribute.origins[0]
                if origin.part is part and origin.contribution is _DECLARED:
                    account.declared += 1
                    continue
            self._attribute(attribute, merged_into, final, account)

    def _by_name(self, final: Body) -> dict[str, Attribute | list[Attribute]]:
        """The attributes of a body by their names in the API; a list of those that have the same."""
        named = self._named.get(final)
        if named is None:
            named = self._named[final] = {entry.source_name: entry for entry in final.attributes}
            if len(named) < len(final.attributes):
                several = defaultdict(list)
                for attribute in final.attributes:
                    several[attribute.source_name].append(attribute)
                named.update((name, same) for name, same in several.items() if len(same) > 1)
        return named

    def _whole(self, body: Body, part: Part, *, merged: bool) -> Account:
        """The account of a body that is unchanged in the result: each of its properties is an attribute."""
        key = (body, merged, part)
        account = self._whole_bodies.get(key)
        if account is None:
            account = self._whole_bodies[key] = Account(part)
            _left_out(body, account)
            account.declared, account.merged = (0, len(body.attributes)) if merged else (len(body.attributes), 0)
            for inner in _inside(body):
                account.add(self._whole(inner, part, merged=merged))
        return account

    def _attribute(self, attribute: Attribute, final: Attribute | None, parent: Body, account: Account) -> None:
        if final is None:
            notes = [left.note for left in parent.omitted if left.source_name == attribute.source_name]
            _gone(attribute, notes[0].rule.code if notes else NAME_COLLISION.code, account)
            return
        origin = _origin(attribute, final, account.part)
        if origin is None or origin.contribution is _MISMATCH:
            _gone(attribute, TYPE_MISMATCH.code, account)
            return
        if origin.contribution is _DECLARED:
            account.declared += 1
        else:
            account.merged += 1
        if attribute.type.__class__ is Scalar:  # as most are
            return
        inner, within = nested_body(attribute.type), nested_body(final.type)
        if inner is not None and inner is within and (origin.contribution in _UNCHANGED or _is_given(inner)):
            merged = origin.contribution is not Contribution.DECLARED
            account.add(self._whole(inner, account.part, merged=merged))
        elif inner is not None and within is not None:
            account.add(self._account(inner, within, account.part))
        elif inner is not None:
            overrides = [o.location for o in final.origins if o.contribution is Contribution.OVERRIDE]
            _all_gone(inner, overrides[0] if overrides else TYPE_MISMATCH.code, account)


def _origin(attribute: Attribute, final: Attribute, part: Part) -> Origin | None:
    place = attribute.origins[0].location
    for origin in final.origins:
        if origin.location is place and (origin.part is part or origin.part == part):
            return origin
    return None


def _is_given(body: Body) -> bool:
    """Whether a body comes from a system's runtime: no document declares its attributes."""
    return not any(attribute.origins for attribute in body.attributes)


def _inside(body: Body) -> list[Body]:
    """The bodies of the attributes of a body."""
    types = [attribute.type for attribute in body.attributes if attribute.type.__class__ is not Scalar]
    return [inner for type_ in types if (inner := nested_body(type_)) is not None] if types else []


def _left_out(body: Body, account: Account) -> None:
    for ignored in body.ignored:
        account.ignored[ignored.rule] += 1
    for omitted in body.omitted:
        account.lost[omitted.note.rule.code] += 1


def _gone(attribute: Attribute, why: Location | str, account: Account) -> None:
    """Count an attribute that is not in the result, and all nested in it. `why`: a line of the config, or the code."""
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
