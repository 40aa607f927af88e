"""Finds related entities for links between pages: those that one uses, those that use it, and others of its kind."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from mapper.model import Attribute, Body, Entity, Scalar, Status, nested_body

_Shared = str | tuple[str, str]


class Use(Struct, frozen=True):
    """An attribute that refers to an entity, with its path. `key` is the page of the entity with the attribute, or of
    the other one. `more` of the entity's attributes refer to it, too.
    """

    key: str
    path: str
    attribute: Attribute
    more: int = 0


class Relations:
    """The relations between entities, by the keys of their pages."""

    def __init__(self, entities: Mapping[str, Entity], provider: str) -> None:
        self._entities, self._provider = entities, provider
        self._order = {key: number for number, key in enumerate(entities)}
        self._sharing: dict[_Shared, set[str]] = defaultdict(set)
        for key, entity in entities.items():
            for shared in _shared_keys(entity):
                self._sharing[shared].add(key)
        self._types = self._linked_by_types()

    def of(self, key: str) -> list[str]:
        """Entities with the same name, with a common operation, or that are the type of an attribute."""
        related = {other for shared in _shared_keys(self._entities[key]) for other in self._sharing[shared]}
        related |= self._types[key]
        others = (other for other in related - {key} if not self._entities[other].kind.is_single)
        return sorted(others, key=self._order.__getitem__)

    def overview(self) -> list[tuple[str, tuple[int, ...]]]:
        """The entities of used kinds that refer to each other by attributes that can be set. Each has its key, and the
        numbers of the entities it uses in this list.
        """
        kinds = {self._entities[use.key].kind for uses in self.uses.values() for use in uses}
        edges = {
            key: [use.key for use in uses if use.attribute.status is not Status.COMPUTED]
            for key, uses in self.uses.items()
            if self._entities[key].kind in kinds
        }
        linked = {key for key, used in edges.items() if used} | {key for used in edges.values() for key in used}
        numbers = {key: number for number, key in enumerate(key for key in edges if key in linked)}
        return [(key, tuple(numbers[used] for used in edges[key])) for key in numbers]

    @cached_property
    def uses(self) -> dict[str, list[Use]]:
        """The entities whose attributes the values of an entity's attributes are, each once, required ones first."""
        keys = {entity.ref: key for key, entity in self._entities.items()}
        found: dict[str, list[Use]] = {}
        for key, entity in self._entities.items():
            by_target: dict[str, list[tuple[str, Attribute]]] = {}
            for path, attribute in _distinct(entity.shown):
                target = attribute.refers_to
                if target is not None and target.provider == self._provider and target.entity in keys:
                    by_target.setdefault(keys[target.entity], []).append((path, attribute))
            by_target.pop(key, None)
            found[key] = [Use(other, *places[0], len(places) - 1) for other, places in by_target.items()]
        return found

    @cached_property
    def used_by(self) -> dict[str, list[Use]]:
        """The entities that use an entity, in the order of the mapping."""
        by_user: dict[str, list[Use]] = {key: [] for key in self._entities}
        for key, uses in self.uses.items():
            for use in uses:
                by_user[use.key].append(Use(key, use.path, use.attribute, use.more))
        return by_user

    def _linked_by_types(self) -> dict[str, set[str]]:
        by_place = {
            (entity.location.document.uri, entity.location.pointer): key
            for key, entity in self._entities.items()
            if entity.location is not None
        }
        links: dict[str, set[str]] = {key: set() for key in self._entities}
        for key, entity in self._entities.items():
            for _, attribute in _distinct(entity.layout):
                for origin in attribute.origins:
                    for place in origin.via:
                        if target := by_place.get((place.document.uri, place.pointer)):
                            links[key].add(target)
                            links[target].add(key)
        return links


def _shared_keys(entity: Entity) -> Iterator[_Shared]:
    yield entity.name
    yield from ((operation.method, operation.path) for operation in entity.operations)


def _distinct(body: Body) -> Iterator[tuple[str, Attribute]]:
    """The attributes with their paths, level by level. Shared bodies are visited once."""
    level, seen = [("", body)], {body}
    while level:
        deeper = []
        for prefix, inside in level:
            for attribute in inside.attributes:
                yield f"{prefix}{attribute.name}", attribute
                inner = nested_body(attribute.type) if attribute.type.__class__ is not Scalar else None
                if inner is not None and inner not in seen:
                    seen.add(inner)
                    deeper.append((f"{prefix}{attribute.name}.", inner))
        level = deeper
