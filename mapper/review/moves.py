"""Finds moves: an attribute that was removed in one place of an entity and added in another."""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ..model import Attribute, Status, nested_body, walk
from . import rules
from .attribute_changes import Bodies, Scope
from .changes import Delta
from .describe import type_words
from .field_changes import OF_STATUS
from .matching import lone, same_shape
from .sources import Sources, declaring

_GONE = (rules.ATTRIBUTE_REMOVED, rules.ATTRIBUTE_LOST)
_COME = (rules.ATTRIBUTE_ADDED, rules.REQUIRED_ADDED, rules.ATTRIBUTE_RECOVERED)


class MovedAttribute(Struct, frozen=True):
    """An attribute that was removed or added, or that is nested in one; `delta` is that change."""

    path: str
    attribute: Attribute
    delta: Delta

    @property
    def is_whole(self) -> bool:
        """Whether the attribute itself was removed or added, not one that it is nested in."""
        return self.path == self.delta.path


class Move(Struct, frozen=True):
    """One attribute in its old and new place. `evidence` says what both have in common, if only that suggests it."""

    old: MovedAttribute
    new: MovedAttribute
    evidence: str = ""

    @property
    def whole(self) -> Iterator[Delta]:
        """The changes that the move replaces."""
        return (spot.delta for spot in (self.old, self.new) if spot.is_whole)

    def deltas(self, bodies: Bodies) -> Iterator[Delta]:
        """The change of the place, and the other changes of the attribute."""
        was, now, old, new = self.old.path, self.new.path, self.old.attribute, self.new.attribute
        read_only = self.new.delta.read_only and self.old.delta.read_only
        sets = [side.status is not Status.COMPUTED for side in (old, new)]
        rule, text = rules.ATTRIBUTE_MOVED, f"moved from {was}"
        if self.evidence:
            rule = rules.MOVE_SUSPECTED
            text = f"added; {was} was removed: probably the same in another place (the same {self.evidence})"
        is_followed = bodies.policy.places_by_status and sets[0] != sets[1]  # the change of the status says it
        if not is_followed:
            yield Delta(rule, now, was, text, was, now, old, new=new, read_only=read_only)
        outer, old_outer = now.rpartition(".")[0], was.rpartition(".")[0]
        for delta in bodies.pair(old, new, Scope(read_only=read_only)):
            nested = delta.under(outer, old_outer)
            is_status = is_followed and (nested.path, nested.rule) == (now, delta.rule) and delta.rule in OF_STATUS
            yield replace(nested, text=f"{nested.text}, and moved from {was}") if is_status else nested


def find_moves(deltas: list[Delta], old_sources: Sources, new_sources: Sources) -> list[Move]:
    """The moves among the changes of one entity."""
    gone = [delta for delta in deltas if delta.rule in _GONE]
    come = [delta for delta in deltas if delta.rule in _COME]
    if not gone or not come:
        return []
    before = [spot for delta in gone if delta.old for spot in _spots(delta.path, delta.old, delta)]
    after = [spot for delta in come if delta.new for spot in _spots(delta.path, delta.new, delta)]
    proven = _pairs(before, old_sources.identity, after, new_sources.identity)
    taken = {delta for move in proven for delta in move.whole}
    before, after = ([spot for spot in side if spot.delta not in taken] for side in (before, after))
    suspected = [replace(move, evidence=_EVIDENCE) for move in _pairs(before, _look, after, _look)]
    return proven + [move for move in suspected if same_shape(move.old.attribute, move.new.attribute)]


_EVIDENCE = "name, type and description"


def _pairs(
    gone: list[MovedAttribute],
    old_key: Callable[[Attribute], object],
    come: list[MovedAttribute],
    new_key: Callable[[Attribute], object],
) -> list[Move]:
    """The moves between places that are the only ones with their key."""
    before = lone((old_key(spot.attribute), spot) for spot in gone)
    after = lone((new_key(spot.attribute), spot) for spot in come)
    pairs = [Move(before[key], after[key]) for key in after if key in before]
    return [move for move in pairs if any(move.whole)]


def _look(attribute: Attribute) -> object:
    """The key of a suspected move: name, type, description and referenced schema. None if they say too little."""
    origin = declaring(attribute)
    target = origin.via[-1].pointer if origin and origin.via and nested_body(attribute.type) else None
    if attribute.description is None and target is None:
        return None
    return attribute.name, type_words(attribute.type), attribute.description, target


def _spots(path: str, attribute: Attribute, delta: Delta) -> Iterator[MovedAttribute]:
    yield MovedAttribute(path, attribute, delta)
    inner = nested_body(attribute.type)
    if inner is not None:
        yield from (MovedAttribute(below, member, delta) for below, member in walk(inner, f"{path}."))
