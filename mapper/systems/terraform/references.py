"""What attributes refer to: values that are the identity of another resource, as the API's own paths and names show.

A claim needs evidence. Either a parameter ends the path at which another resource is read (`/sites/{site_id}/…` and
`/sites/{id}`). Or a property has the name of the identity of exactly one item of the API (`site_id` and
`/sites/{site_id}`). Whatever could stand for two things is claimed for none. The config can say it: `references`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Entity,
    EntityRef,
    Mapping,
    Nested,
    Purpose,
    Reason,
    Reference,
    Scalar,
    Type,
    walk,
)
from mapper.model.attribute import BY_NAME, BY_PATH, NUMBERS, rewrite, with_attributes, with_inner
from mapper.report.diagnostic import Note
from mapper.report.origin import PartKind
from mapper.text.suggest import nearest

from . import kinds
from .config.schema import DENIED
from .nouns import singular, snake
from .openapi.routes import PARAMETER, Segment, Shape, fragment_of, segments
from .rules import BAD_OVERRIDE

_ITEM = (Purpose.READ, Purpose.UPDATE, Purpose.DELETE)
"""The operations whose path leads to one object; the first one of an entity counts."""

_IDENTITIES = ("id", "uuid", "guid")
_GENERAL = frozenset("entity external instance item object owner parent record resource source target".split())
"""Nouns that stand for objects of any kind."""

_MOST_SEGMENTS = 50
"""The segments of a path that are looked at."""

_MOST_LETTERS = 60
"""The letters of a noun that are looked at."""


class _Target(Struct, frozen=True):
    """A resource, the path that its objects are read at, and the attribute that identifies them."""

    entity: EntityRef
    path: str
    attribute: Attribute

    def claim(self, provider: str, code: str, text: str) -> Reference:
        return Reference(provider, self.entity, self.attribute.name, Reason(code, text))

    def has(self, type_: Type) -> bool:
        """Whether a value, or the elements of a list, can be the identity."""
        element = type_.element if isinstance(type_, Collection) else type_
        identity = self.attribute.type
        if not (isinstance(element, Scalar) and isinstance(identity, Scalar)):
            return False
        return element.kind is identity.kind or (element.kind in NUMBERS and identity.kind in NUMBERS)


def with_references(mapping: Mapping, paths: Iterable[str]) -> Mapping:
    """The mapping, with what its attributes refer to. `paths` are all paths of the API."""
    named, done = _Named(mapping.entities, paths, mapping.provider), dict[Body, Body]()
    return replace(mapping, entities=tuple(_with_own(entity, named, done) for entity in mapping.entities))


def unknown_targets(entities: Sequence[Entity]) -> Iterator[tuple[EntityRef, Note]]:
    """Notes on references of the config to attributes that a resource does not have."""
    seen: set[Body] = set()
    unknown = [
        (entity.ref, attribute, attribute.refers_to)
        for entity in entities
        for _, attribute in walk(entity.body, seen=seen)
        if attribute.refers_to is not None
    ]
    names = _root_attributes(entities) if unknown else {}
    for subject, attribute, target in unknown:
        if text := _unknown(target, names):
            yield subject, Note(BAD_OVERRIDE, f"references: {text}", attribute.origins[-1].location)


def _root_attributes(entities: Iterable[Entity]) -> dict[EntityRef, list[str]]:
    """The attributes at the root of each entity."""
    return {entity.ref: [attribute.name for attribute in entity.body.attributes] for entity in entities}


def _unknown(target: Reference, names: dict[EntityRef, list[str]]) -> str:
    """What does not exist of a reference of the config; empty if all does."""
    if target == DENIED or target.path in names.get(target.entity, ()):
        return ""
    if target.entity in names:
        return f"the {target.entity} has no attribute {target.path!r}{nearest(target.path, names[target.entity])}"
    same_kind = [ref.name for ref in names if ref.kind is target.entity.kind]
    return f"there is no {target.entity}{nearest(target.entity.name, same_kind)}"


def _targets(entities: Iterable[Entity]) -> dict[Shape, _Target]:
    """The resources by the shape of the path that their objects are read at. Two resources with one path are left out,
    unless only one key has no fragment.
    """
    targets: dict[Shape, _Target | None] = {}
    items = [(path, entity) for entity in entities if entity.kind is kinds.RESOURCE and (path := _item_path(entity))]
    without_fragment = {_shape(segments(path)) for path, _ in items if not fragment_of(path)}
    for path, entity in items:
        steps = segments(path)
        shape = _shape(steps)
        if fragment_of(path) and shape in without_fragment:
            continue
        attribute = _identity(entity, steps[-1].parameter or "")
        targets[shape] = None if attribute is None or shape in targets else _Target(entity.ref, path, attribute)
    return {shape: target for shape, target in targets.items() if target is not None}


def _item_path(entity: Entity) -> str:
    """The path of one object, which ends with a parameter; empty if there is none."""
    by_part = {operation.part: operation.path for operation in entity.operations}
    path = next((by_part[part] for part in _ITEM if part in by_part), "")
    steps = segments(path)[: _MOST_SEGMENTS + 1]
    return path if steps and steps[-1].parameter and len(steps) <= _MOST_SEGMENTS else ""


def _identity(entity: Entity, parameter: str) -> Attribute | None:
    """The attribute with the value of the parameter that ends the path of an object.

    If the API returns it under the same name, it is this one, else its `id`, if the parameter is called so.
    """
    arguments = next((o.in_path for part in _ITEM if (o := entity.operation(part)) is not None), ())
    filled = next((argument.attribute for argument in arguments if argument.name == parameter), None)
    own = next((a for a in entity.body.attributes if a.name == filled), None)
    if own is not None and any(origin.part.kind is not PartKind.PARAMETER for origin in own.origins):
        return own
    word = snake(parameter).rpartition("_")[2]
    ids = [a for a in entity.body.attributes if word in _IDENTITIES and snake(a.source_name) in (word, "id")]
    return next((a for a in ids if snake(a.source_name) == word), ids[0] if ids else own)


def _with_own(entity: Entity, named: "_Named", done: dict[Body, Body]) -> Entity:
    """The entity with its references; for attributes at its root, the paths of its operations count, too."""
    if entity.kind is kinds.PROVIDER:
        return entity
    in_paths = named.in_paths(entity)

    def at_root(attribute: Attribute) -> Attribute:
        if isinstance(attribute.type, Nested):
            attribute = with_inner(attribute, lambda inner: rewrite(inner, named.of, done))
        if attribute.refers_to is not None:
            return named.as_configured(attribute, attribute.refers_to)
        target, text = in_paths.get(attribute.name, (None, ""))
        if target is None:
            claim = named.claim(attribute)
        else:
            claim = target.claim(named.provider, BY_PATH, text)
            claim = claim if target.has(attribute.type) else replace(claim, path="")
        is_own = claim is None or claim.entity.name == entity.name  # its own identity
        return attribute if is_own else replace(attribute, refers_to=claim)

    return replace(entity, body=with_attributes(entity.body, map(at_root, entity.body.attributes)))


class _Named:
    """Finds what names and paths claim of the attributes of `entities`."""

    def __init__(self, entities: tuple[Entity, ...], paths: Iterable[str], provider: str) -> None:
        self._entities, self._targets, self.provider = entities, _targets(entities), provider
        self._items: dict[str, set[Shape]] = defaultdict(set)
        self._ends: dict[str, set[Shape]] = defaultdict(set)
        """The same for the ends of nouns: what `cluster` may stand for, if there is a `database_cluster_id`."""
        for path in paths:
            steps = segments(path)[: _MOST_SEGMENTS + 1]
            if steps and steps[-1].parameter and len(steps) <= _MOST_SEGMENTS:
                for noun in _nouns_of(steps):
                    self._items[noun].add(_shape(steps))
                    for end in _ends(noun):
                        self._ends[end].add(_shape(steps))

    @cached_property
    def _root_attributes(self) -> dict[EntityRef, list[str]]:
        return _root_attributes(self._entities)

    def of(self, attribute: Attribute) -> Attribute:
        """A nested attribute with what its name claims."""
        if attribute.refers_to is not None:
            return self.as_configured(attribute, attribute.refers_to)
        claim = self.claim(attribute)
        return attribute if claim is None else replace(attribute, refers_to=claim)

    def as_configured(self, attribute: Attribute, said: Reference) -> Attribute:
        """An attribute with what the config says that it refers to, if that exists."""
        exists = said.path in self._root_attributes.get(said.entity, ())
        return replace(attribute, refers_to=replace(said, provider=self.provider) if exists else None)

    def claim(self, attribute: Attribute) -> Reference | None:
        """The resource whose identity an attribute is named after; None if there is none, or more than one."""
        if "id" not in attribute.source_name.lower():  # as in most names; all identities have it
            return None
        noun, _, word = snake(attribute.source_name).rpartition("_")
        is_many = isinstance(attribute.type, Collection) and attribute.type.kind is not CollectionKind.MAP
        word = word.removesuffix("s") if is_many else word
        if not noun or word not in _IDENTITIES:
            return None
        shapes = self._items.get(noun, set())
        target = self._targets.get(next(iter(shapes))) if shapes == self._ends.get(noun) and len(shapes) == 1 else None
        if target is None or not target.has(attribute.type):
            return None
        text = f"{attribute.source_name} is named after the one item of the API with such an id, {target.path}"
        return target.claim(self.provider, BY_NAME, text)

    def in_paths(self, entity: Entity) -> dict[str, tuple[_Target, str]]:
        """What attributes refer to that fill path parameters, by name, and why: each parameter that ends the path of a
        resource's item.
        """
        targets: dict[str, tuple[_Target, str]] = {}
        for operation in entity.operations:
            filled = {argument.name: argument.attribute for argument in operation.in_path}
            steps = segments(operation.path)[:_MOST_SEGMENTS]
            for number, step in enumerate(steps, 1):
                attribute = filled.get(step.parameter or "")
                target = self._targets.get(_shape(steps[:number])) if attribute else None
                if target is not None and attribute:
                    text = f"{step.parameter} in {operation.path} is where {target.path} ends"
                    targets.setdefault(attribute, (target, text))
        return targets


def _shape(steps: list[Segment]) -> Shape:
    return tuple(PARAMETER if step.parameter else step.text for step in steps)


def _nouns_of(steps: list[Segment]) -> set[str]:
    """The nouns of an item that is identified by an id: from its parameter, and from its collection."""
    noun, _, word = snake(steps[-1].parameter or "").rpartition("_")
    if word not in _IDENTITIES:
        return set()
    collection = steps[-2] if len(steps) > 1 and not steps[-2].parameter else None
    nouns = {noun, singular(snake(collection.text)) if collection else ""}
    return nouns - _GENERAL - {""}


def _ends(noun: str) -> Iterator[str]:
    """What a noun ends with: `database_cluster` is a cluster, `logsink` a sink."""
    return (noun[number:] for number in range(max(0, len(noun) - _MOST_LETTERS), len(noun)))
