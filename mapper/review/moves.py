"""Finds what is gone in one place of an entity and has come in another: the same source, nested elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from ..immutable import dataclass
from ..model import Attribute, nested_body
from .deltas import Bodies, Delta, Scope
from .keyed import lone
from .rules import (
    ATTRIBUTE_ADDED,
    ATTRIBUTE_LOST,
    ATTRIBUTE_MOVED,
    ATTRIBUTE_RECOVERED,
    ATTRIBUTE_REMOVED,
    REQUIRED_ADDED,
)
from .sources import Sources

_GONE = (ATTRIBUTE_REMOVED, ATTRIBUTE_LOST)
_COME = (ATTRIBUTE_ADDED, REQUIRED_ADDED, ATTRIBUTE_RECOVERED)


@dataclass(frozen=True, slots=True)
class Spot:
    """An attribute that is gone or has come, or is nested in one that is or has: `delta` says so."""

    path: str
    attribute: Attribute
    delta: Delta

    @property
    def is_whole(self) -> bool:
        """Whether it is the attribute itself, and not something in it."""
        return self.path == (self.delta.path or self.delta.old_path)


@dataclass(frozen=True, slots=True)
class Move:
    """One attribute, where it was and where it is."""

    old: Spot
    new: Spot

    @property
    def whole(self) -> Iterator[Delta]:
        """The changes that the move stands for."""
        return (spot.delta for spot in (self.old, self.new) if spot.is_whole)

    def deltas(self, bodies: Bodies) -> Iterator[Delta]:
        """The move, and how the attribute has changed on the way."""
        was, now, old, new = self.old.path, self.new.path, self.old.attribute, self.new.attribute
        read_only = self.new.delta.read_only
        yield Delta(ATTRIBUTE_MOVED, now, was, f"it was {was}", was, now, old, new, read_only=read_only)
        outer, old_outer = now.rpartition(".")[0], was.rpartition(".")[0]
        for delta in bodies.pair(old, new, Scope(read_only=read_only)):
            yield delta.under(outer, old_outer)


def moved(deltas: list[Delta], old_sources: Sources, new_sources: Sources) -> list[Move]:
    """The moves among the changes of one entity."""
    gone = [delta for delta in deltas if delta.rule in _GONE]
    come = [delta for delta in deltas if delta.rule in _COME]
    if not gone or not come:
        return []
    before = lone((old_sources.identity(s.attribute), s) for d in gone if d.old for s in _spots(d.path, d.old, d))
    after = lone((new_sources.identity(s.attribute), s) for d in come if d.new for s in _spots(d.path, d.new, d))
    pairs = [Move(before[key], after[key]) for key in after if key in before]
    return [move for move in pairs if any(move.whole)]


def _spots(path: str, attribute: Attribute, delta: Delta) -> Iterator[Spot]:
    yield Spot(path, attribute, delta)
    inner = nested_body(attribute.type)
    for member in inner.attributes if inner else ():
        yield from _spots(f"{path}.{member.name}", member, delta)
