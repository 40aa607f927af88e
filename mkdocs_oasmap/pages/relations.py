"""Finds related entities for links between pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from mapper.model import Body, Entity, EntityRef, nested_body

_Shared = str | tuple[str, str]


class Relations:
    """The relations between entities, by the keys of their pages."""

    def __init__(self, entities: Mapping[str, Entity], provider: str) -> None:
        self._entities = entities
        self._order = {key: number for number, key in enumerate(entities)}
        self._sharing: dict[_Shared, set[str]] = defaultdict(set)
        for key, entity in entities.items():
            for shared in _shared(entity):
                self._sharing[shared].add(key)
        self._linked = _linked(entities, provider)

    def of(self, key: str) -> list[str]:
        """Entities with the same name, with a common operation, or connected by a reference."""
        related = {other for shared in _shared(self._entities[key]) for other in self._sharing[shared]}
        related |= self._linked[key]
        others = (other for other in related - {key} if not self._entities[other].kind.is_single)
        return sorted(others, key=self._order.__getitem__)


def _shared(entity: Entity) -> Iterator[_Shared]:
    yield entity.name
    yield from ((operation.method, operation.path) for operation in entity.operations)


def _linked(entities: Mapping[str, Entity], provider: str) -> dict[str, set[str]]:
    """The entities connected by references: through values that name them, or as their types."""
    keys = {entity.ref: key for key, entity in entities.items()}
    by_place: dict[tuple[str, str], str] = {}
    for key, entity in entities.items():
        if entity.location is not None:
            by_place[entity.location.document.uri, entity.location.pointer] = key
    links: dict[str, set[str]] = {key: set() for key in entities}
    for key, entity in entities.items():
        for target in _targets(entity.layout, provider, keys, by_place):
            links[key].add(target)
            links[target].add(key)
    return links


def _targets(
    body: Body, provider: str, keys: dict[EntityRef, str], by_place: dict[tuple[str, str], str]
) -> Iterator[str]:
    """The pages that attributes refer to. Shared bodies are visited once."""
    waiting, seen = [body], {body}
    while waiting:
        for attribute in waiting.pop().attributes:
            target = attribute.refers_to
            if target is not None and target.provider == provider and target.entity in keys:
                yield keys[target.entity]
            for origin in attribute.origins:
                for place in origin.via:
                    if (place.document.uri, place.pointer) in by_place:
                        yield by_place[place.document.uri, place.pointer]
            inner = nested_body(attribute.type)
            if inner is not None and inner not in seen:
                seen.add(inner)
                waiting.append(inner)
