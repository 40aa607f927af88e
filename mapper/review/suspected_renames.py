"""Suspected renames: a removed and an added attribute that resemble each other, without a proof in the sources."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from msgspec import Struct, field
from msgspec.structs import force_setattr

from ..model import Attribute, Body, Scalar, nested_body
from .describe import type_words
from .sources import Sources, declaring
from .type_changes import type_rule

_ALIKE = 0.6
_MOST = 50
"""If more attributes than this are removed or added at once, no renames are suspected."""


class Suspicion(Struct, frozen=True):
    """A removed attribute, and in words what an added one has in common with it."""

    old: Attribute
    evidence: tuple[str, ...]

    @property
    def words(self) -> str:
        """The evidence as text: `type, description and place`."""
        *first, last = self.evidence
        return f"{', '.join(first)} and {last}" if first else last


class _Side(Struct, frozen=True):
    """The attributes of one body, with the neighbors of each in the schema that declares it."""

    body: Body
    sources: Sources
    order: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        by_schema: dict[object, list[tuple[tuple[int, int], str]]] = {}
        for attribute in self.body.attributes:
            key, origin = self.sources.key(attribute), declaring(attribute)
            place = origin.location.document.position(origin.location.pointer) if origin else None
            if key is not None and place is not None:
                by_schema.setdefault((key.document, key.schema), []).append((place, attribute.name))
        neighbors: dict[str, tuple[str | None, str | None]] = {}
        for placed in by_schema.values():
            names = [None, *(name for _, name in sorted(placed)), None]
            for before, name, after in zip(names, names[1:], names[2:], strict=False):
                if name is not None:
                    neighbors[name] = before, after
        force_setattr(self, "order", neighbors)

    def place(self, attribute: Attribute) -> tuple[str, str] | None:
        key = self.sources.key(attribute)
        return (key.document, key.schema) if key else None


def suspected(
    bodies: tuple[Body, Body], unmatched: tuple[list[Attribute], list[Attribute]], sources: tuple[Sources, Sources]
) -> dict[str, Suspicion]:
    """New name -> suspected old attribute. `left` are the unmatched attributes of both bodies."""
    gone, come = unmatched
    if not gone or not come or max(len(gone), len(come)) > _MOST:
        return {}
    old, new = (_Side(body, source) for body, source in zip(bodies, sources, strict=True))
    pairs = {(was.name, is_.name): _evidence(was, is_, old, new) for was in gone for is_ in come}
    new_names = unique_best(((was, is_, len(evidence)) for (was, is_), evidence in pairs.items()), 1)
    before = {attribute.name: attribute for attribute in gone}
    return {is_: Suspicion(before[was], pairs[was, is_]) for is_, was in new_names.items()}


def _evidence(old: Attribute, new: Attribute, before: _Side, after: _Side) -> tuple[str, ...]:
    """What two attributes have in common, in words; empty if it is not enough for a suspicion."""
    if not same_shape(old, new):
        return ()
    places = before.place(old), after.place(new)
    has_text = old.description is not None and old.description == new.description
    has_place = None not in places and places[0] == places[1]
    if not has_place and None not in places and not has_text:
        return ()
    position = before.order.get(old.name)
    has_position = has_place and position == after.order.get(new.name) and position not in (None, (None, None))
    looks_alike = SequenceMatcher(None, old.name, new.name).ratio() >= _ALIKE
    other_text = None not in (old.description, new.description) and not has_text
    is_enough = (has_position and looks_alike) if other_text else (has_text or has_position)
    if not is_enough and not (has_place and looks_alike and not other_text):
        return ()
    marks = (
        (True, "type"),
        (has_text, "description"),
        (has_place, "place"),
        (has_position, "position"),
        (looks_alike, "a similar name"),
    )
    return tuple(word for applies, word in marks if applies)


def same_shape(old: Attribute, new: Attribute) -> bool:
    """Whether two attributes have the same type, limits and names of nested attributes."""
    if type_words(old.type) != type_words(new.type) or type_rule(old.type, new.type) is not None:
        return False
    return _names(old) == _names(new) and (old.limits == new.limits or not isinstance(old.type, Scalar))


def _names(attribute: Attribute) -> frozenset[str]:
    body = nested_body(attribute.type)
    return frozenset(inner.name for inner in body.attributes) if body else frozenset()


def unique_best(scores: Iterable[tuple[str, str, float]], least: float) -> dict[str, str]:
    """New name -> old name, for pairs with at least the score `least` that are better than all others of either
    side.
    """
    listed = [pair for pair in scores if pair[2] >= least]
    new_to_old = {}
    for was, is_, score in listed:
        rivals = [other for other in listed if (other[0] == was) != (other[1] == is_)]
        if all(other[2] < score for other in rivals):
            new_to_old[is_] = was
    return new_to_old
