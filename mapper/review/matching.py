"""Matches entities by operations, then by name, then by attributes; and attributes by source, name and resemblance.

A suspected rename is a removed and an added attribute that resemble each other, without a proof in the sources.
"""

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from enum import Enum
from typing import Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import force_setattr

from ..model import Attribute, Body, Entity, Purpose, Scalar, nested_body
from ..report.origin import Part, PartKind
from ..text.plural import listed
from .describe import type_words
from .field_changes import type_rule
from .sources import Sources, declaring, is_another_property

_TEMPLATE = re.compile(r"\{[^}]*\}")
_ALIKE = 0.8
_FEWEST = 3
"""The minimum number of attributes for a guess; smaller entities are similar by chance."""

_MOST = 200

Call = tuple[str, str]
"""Method and path, without the names of parameters."""


class MatchBasis(Enum):
    """What the match of two attributes or entities is based on."""

    NAME = "name"
    SOURCE = "source"
    GUESS = "guess"
    NAME_ALONE = "name alone"  # the same name, but another property of the API


_Side = TypeVar("_Side", Entity, Attribute)


class Match(Struct, Generic[_Side], frozen=True):
    """The old entity or attribute of a new one, and how it was found; `evidence` are the words for a guess."""

    old: _Side
    how: MatchBasis
    evidence: str = ""


Former = Callable[[Entity, Iterable[Entity]], Entity | None]
"""A new entity and the removed ones -> the removed entity whose name the new one declares as its former name."""


def _no_former_entity(entity: Entity, gone: Iterable[Entity]) -> None:
    del entity, gone


def match_entities(
    before: dict[str, Entity], after: dict[str, Entity], former: Former = _no_former_entity
) -> tuple[dict[str, Match[Entity]], tuple[Entity, ...]]:
    """The matches of the entities of one kind by new name, and the old entities without a match."""
    if any(entity.kind.is_single for entity in before.values()):
        matches = {
            name: Match(was, MatchBasis.NAME if was.name == name else MatchBasis.SOURCE)
            for name in after
            for was in before.values()
        }
        return matches, tuple(was for was in before.values() if not matches)
    renamed = _by_operations(before, after)
    taken = {was.name for was in renamed.values()}
    matches = {name: Match(was, MatchBasis.SOURCE) for name, was in renamed.items()}
    for name, entity in after.items():
        if name in before and name not in matches:
            is_other = name in taken or is_another_object(before[name], entity)
            matches[name] = Match(before[name], MatchBasis.NAME_ALONE if is_other else MatchBasis.NAME)
    gone = {name: was for name, was in before.items() if name not in taken and name not in after}
    for name, entity in after.items():
        declared = former(entity, gone.values()) if gone and name not in matches else None
        if declared is not None:
            matches[name] = Match(gone.pop(declared.name), MatchBasis.SOURCE)
    added = {name: entity for name, entity in after.items() if name not in matches}
    for name, was, share in _alike(gone.values(), added.values()):
        matches[name] = Match(was, MatchBasis.GUESS, f"{share:.0%} of the attributes")
        gone.pop(was.name)
    matched_names = {match.old.name for match in matches.values()}
    return matches, tuple(was for name, was in before.items() if name not in matched_names)


def _by_operations(before: dict[str, Entity], after: dict[str, Entity]) -> dict[str, Entity]:
    """New name -> old entity with other name, and the same operations, or the same first operation."""
    renamed: dict[str, Entity] = {}
    for key in (_all_operations, _first_operation):
        taken = {was.name for was in renamed.values()}
        old = {name: key(entity) for name, entity in before.items() if name not in taken}
        new = {name: key(entity) for name, entity in after.items() if name not in renamed}
        gone = lone((value, name) for name, value in old.items())
        added = lone((value, name) for name, value in new.items())
        pairs = [(gone[value], added[value]) for value in added if value in gone]
        for was, is_ in pairs:
            # equal operations prove a rename even if both names exist on both sides; an equal first operation does not
            is_free = key is _all_operations or (is_ not in before and was not in after)
            if was != is_ and is_free:
                renamed[is_] = before[was]
    return renamed


_FEW = 0.5


def is_another_object(old: Entity, new: Entity) -> bool:
    """Whether two entities with one name manage objects of different collections.

    The last fixed segment of the path differs, and of the attributes besides identifiers at most half are common.
    """
    places = _collection(old), _collection(new)
    if None in places or places[0] == places[1]:
        return False
    before, after = _content(old), _content(new)
    fewer = min(len(before), len(after))
    return fewer > 0 and len(before & after) <= _FEW * fewer


def _collection(entity: Entity) -> str | None:
    """The last fixed segment of the path that reads an object, else of the one that creates it."""
    paths = {o.part: o.path for o in entity.operations}
    path = next((paths[part] for part in (Purpose.READ, Purpose.CREATE) if part in paths), "")
    fixed = [segment for segment in path.split("/") if segment and not _TEMPLATE.search(segment)]
    return fixed[-1].lower() if fixed else None


def _content(entity: Entity) -> frozenset[tuple[str, str]]:
    """Names and types of the attributes that identify no object: without `id`, and without those in a path."""
    identifying = {argument.attribute for operation in entity.operations for argument in operation.in_path} | {"id"}
    return frozenset((name, type_) for name, type_ in _look(entity) if name not in identifying)


def _all_operations(entity: Entity) -> object:
    return tuple(sorted((o.part, *_call(o.method, o.path)) for o in entity.operations)) or None


def _first_operation(entity: Entity) -> object:
    """The create operation, else the read operation; None if the entity has neither."""
    calls = {o.part: _call(o.method, o.path) for o in entity.operations}
    return next(((part, calls[part]) for part in (Purpose.CREATE, Purpose.READ) if part in calls), None)


def _call(method: str, path: str) -> Call:
    return method.lower(), _TEMPLATE.sub("{}", path)


def _alike(gone: Iterable[Entity], added: Iterable[Entity]) -> list[tuple[str, Entity, float]]:
    """New entities with nearly the attributes of a removed one: new name, old entity, share of common attributes."""
    old, new = ({e.name: (e, _look(e)) for e in side} for side in (gone, added))
    if not old or not new or max(len(old), len(new)) > _MOST:
        return []
    scores = [
        (was, is_, len(look & other) / len(look | other))
        for was, (_, look) in old.items()
        for is_, (_, other) in new.items()
        if min(len(look), len(other)) >= _FEWEST
    ]
    best = unique_best(scores, _ALIKE)
    shares = {(was, is_): share for was, is_, share in scores}
    return [(is_, old[was][0], shares[was, is_]) for is_, was in best.items()]


def _look(entity: Entity) -> frozenset[tuple[str, str]]:
    return frozenset((attribute.name, type_words(attribute.type)) for attribute in entity.layout.attributes)


_PATH_PARAMETER = Part(PartKind.PARAMETER, "path")


class Pairs(Struct, frozen=True):
    """The pairs of a body by new name, and the old attributes without one.

    `replaced` are the old attributes whose name another attribute has now.
    """

    pairs: dict[str, Match[Attribute]]
    gone: tuple[Attribute, ...]
    replaced: dict[str, Attribute]


def pair_attributes(old: Body, new: Body, sources: tuple[Sources, Sources], fixed: str | None) -> Pairs:
    """Pair the attributes of two bodies. `fixed` is the attribute that is paired by name, whatever its source."""
    before = {attribute.name: attribute for attribute in old.attributes}
    after = {attribute.name: attribute for attribute in new.attributes}
    unclear = {
        name
        for name, attribute in after.items()
        if name != fixed and name in before and is_another_property(before[name], attribute)
    }
    gone = [attribute for name, attribute in before.items() if name not in after]
    added = [attribute for name, attribute in after.items() if name not in before]
    pairs = {name: Match(before[name], MatchBasis.NAME) for name in after if name in before and name not in unclear}
    if unclear or gone:
        old_open = [*gone, *(before[name] for name in before if name in unclear)]
        new_open = [*added, *(after[name] for name in after if name in unclear)]
        moved = _by_source(old_open, new_open, sources)
        if not moved:
            moved = _path_parameters(gone, added)
        pairs |= {name: Match(was, MatchBasis.SOURCE) for name, was in moved.items()}
        pairs |= {name: Match(before[name], MatchBasis.NAME_ALONE) for name in unclear if name not in pairs}
    taken = {pair.old.name for pair in pairs.values()}
    gone = [attribute for attribute in gone if attribute.name not in taken]
    added = [attribute for attribute in added if attribute.name not in pairs]
    if gone and added:
        unmatched = _still_there(gone, new), _still_there(added, old)
        suspected = _suspected_renames((old, new), unmatched, sources)
        pairs |= suspected
        gone = [attribute for attribute in gone if all(attribute is not match.old for match in suspected.values())]
    replaced = {name: before[name] for name in unclear if name not in taken}
    return Pairs(pairs, tuple(gone), replaced)


def _by_source(gone: list[Attribute], added: list[Attribute], sources: tuple[Sources, Sources]) -> dict[str, Attribute]:
    """New name -> old attribute with another name and the same source."""
    before = lone((sources[0].identity(attribute), attribute) for attribute in gone)
    after = lone((sources[1].identity(attribute), attribute) for attribute in added)
    return {after[key].name: before[key] for key in after if key in before and before[key].name != after[key].name}


def _path_parameters(gone: list[Attribute], added: list[Attribute]) -> dict[str, Attribute]:
    """The only added path parameter, as a new name of the only removed one, if the types agree."""
    was, is_ = ([a for a in side if (o := declaring(a)) and o.part == _PATH_PARAMETER] for side in (gone, added))
    return {is_[0].name: was[0]} if len(was) == len(is_) == 1 and not type_rule(was[0].type, is_[0].type) else {}


def _still_there(attributes: list[Attribute], other: Body) -> list[Attribute]:
    """The attributes whose property the other side neither ignores nor leaves out."""
    explained = {omission.source_name for omission in other.omitted} | {
        explained.source_name for explained in other.ignored
    }
    return [attribute for attribute in attributes if attribute.source_name not in explained]


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def lone(pairs: Iterable[tuple[_Key | None, _Value]]) -> dict[_Key, _Value]:
    """The values by key, for keys with exactly one value."""
    by_key: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        if key is not None:
            by_key.setdefault(key, []).append(value)
    return {key: values[0] for key, values in by_key.items() if len(values) == 1}


_ALIKE_NAMES = 0.6
_MOST_RENAMES = 50
"""If more attributes than this are removed or added at once, no renames are suspected."""


class _Placed(Struct, frozen=True):
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


def _suspected_renames(
    bodies: tuple[Body, Body], unmatched: tuple[list[Attribute], list[Attribute]], sources: tuple[Sources, Sources]
) -> dict[str, Match[Attribute]]:
    """New name -> suspected old attribute. `unmatched` are the attributes of both bodies without a match."""
    gone, added = unmatched
    if not gone or not added or max(len(gone), len(added)) > _MOST_RENAMES:
        return {}
    old, new = (_Placed(body, source) for body, source in zip(bodies, sources, strict=True))
    pairs = {(was.name, is_.name): _evidence(was, is_, old, new) for was in gone for is_ in added}
    new_names = unique_best(((was, is_, len(evidence)) for (was, is_), evidence in pairs.items()), 1)
    before = {attribute.name: attribute for attribute in gone}
    return {is_: Match(before[was], MatchBasis.GUESS, listed(pairs[was, is_])) for is_, was in new_names.items()}


def _evidence(old: Attribute, new: Attribute, before: _Placed, after: _Placed) -> tuple[str, ...]:
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
    looks_alike = SequenceMatcher(None, old.name, new.name).ratio() >= _ALIKE_NAMES
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
    """New name -> old name, for pairs with a score of at least `least` that are better than all others of a side."""
    listed = [pair for pair in scores if pair[2] >= least]
    new_to_old = {}
    for was, is_, score in listed:
        rivals = [other for other in listed if (other[0] == was) != (other[1] == is_)]
        if all(other[2] < score for other in rivals):
            new_to_old[is_] = was
    return new_to_old
