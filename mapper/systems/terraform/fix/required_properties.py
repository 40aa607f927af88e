"""Which properties the bodies of an entity require, read from the description without mapping it."""

from collections.abc import Iterable, Iterator

from mapper.inputs import Node, Unresolved, text_of
from mapper.model import EntityRef, Purpose

from ..config.config import Config, EntityConfig
from ..config.operations import OperationConfig
from ..config.paths import STEPS, plain
from ..openapi.operations import Api, BodySchema, OperationNotFound
from ..openapi.parameters import Parameter

_BRANCHES = ("allOf", "anyOf", "oneOf", "prefixItems")
_VALUES = ("items", "additionalProperties")
_MOST = 2_000
"""The most schemas of one path that are looked at; behind more, a property counts as required."""


class Required:
    """Answers for the entities of a config. A property that any branch of a schema requires counts as required."""

    def __init__(self, api: Api, config: Config) -> None:
        self._api = api
        self._entities = {entity.ref: entity for entity in config.entities}
        self._known: dict[tuple[EntityRef, str], bool] = {}
        self._bodies: dict[EntityRef, list[Node]] = {}
        self._inside: dict[tuple[tuple[object, str], tuple[str, ...]], list[Node]] = {}

    def __call__(self, entity: EntityRef, path: str) -> bool:
        """Whether a body of the entity requires the property at a path of source names."""
        if (entity, path) not in self._known:
            config = self._entities.get(entity)
            self._known[entity, path] = config is not None and self._requires(config, path)
        return self._known[entity, path]

    def _requires(self, config: EntityConfig, path: str) -> bool:
        steps = tuple(plain(step) for step in STEPS.findall(path))
        read = config.operations.get(Purpose.READ)
        if (
            read is not None
            and len(steps) == 1
            and any(p.required and p.name == steps[0] for p in self._parameters(read))
        ):
            return True
        if config.ref not in self._bodies:
            self._bodies[config.ref] = list(self._mapped_bodies(config))
        return any(self._is_required(body, steps) for body in self._bodies[config.ref])

    def _is_required(self, body: Node, steps: tuple[str, ...]) -> bool:
        outer = [self._at(body, steps[:end]) for end in range(len(steps))]
        if any(len(objects) > _MOST for objects in outer):
            return True
        return any(steps[-1] in _required_names(node) for node in outer[-1]) if outer else False

    def _at(self, body: Node, steps: tuple[str, ...]) -> list[Node]:
        """The schema objects at a path; the name of a variant is no property of what it is a variant of."""
        key = body.key, steps
        if key not in self._inside:
            nodes = [body]
            if steps:
                nodes = self._at(body, steps[:-1])
                members = (properties.get(steps[-1]) for node in nodes if (properties := node.get("properties")))
                nodes = [member for member in members if member is not None] or nodes
            self._inside[key] = list(self._objects(nodes))
        return self._inside[key]

    def _mapped_bodies(self, config: EntityConfig) -> Iterator[Node]:
        """The bodies that are mapped, without what is around the parts that the config points to."""
        for part, chosen in config.operations.items():
            try:
                operation = self._api.operation(chosen.path, chosen.method, chosen.request, chosen.response)
                if part in (Purpose.CREATE, Purpose.UPDATE):
                    yield from self._part_at_pointer(self._api.request_body(operation))
                if part in (Purpose.CREATE, Purpose.READ):
                    yield from self._part_at_pointer(self._api.success_response(operation))
            except (OperationNotFound, Unresolved):
                continue

    def _part_at_pointer(self, body: BodySchema | None) -> Iterator[Node]:
        nodes = [body.node] if body is not None else []
        for token in body.choice.tokens if body is not None and body.choice is not None else ():
            objects = [node.get("properties") for node in self._objects(nodes)]
            nodes = [member for node in objects if node is not None and (member := node.get(token))] or nodes
        yield from nodes

    def _parameters(self, read: OperationConfig) -> list[Parameter]:
        try:
            return self._api.parameters(self._api.operation(read.path, read.method))
        except OperationNotFound:
            return []

    def _objects(self, nodes: Iterable[Node]) -> Iterator[Node]:
        """The schema objects of nodes, of their items and of their values; each once."""
        seen: set[tuple[object, str]] = set()
        stack = list(nodes)
        while stack and len(seen) <= _MOST:
            try:
                node, _ = self._api.documents.follow(stack.pop())
            except Unresolved:
                continue
            if node.key in seen or not isinstance(node.value, dict):
                continue
            seen.add(node.key)
            yield node
            for keyword in _BRANCHES:
                if isinstance(node.value.get(keyword), list):
                    stack += node.child(keyword).items()
            stack += [node.child(keyword) for keyword in _VALUES if isinstance(node.value.get(keyword), dict)]


def _required_names(node: Node) -> frozenset[str | None]:
    listed = node.value.get("required")
    return frozenset(map(text_of, listed)) if isinstance(listed, list) else frozenset()
