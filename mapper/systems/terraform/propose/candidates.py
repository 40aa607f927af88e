"""Why operations are part of no entity, and which entities they could be mapped to, without mapping them."""

from collections.abc import Container, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Candidate, Candidates, EntityKind

from .. import kinds
from ..config.config import Config, EntityConfig
from ..identifiers import free
from ..nouns import singular
from ..openapi.operations import Api, ApiOperation
from ..openapi.routes import PARAMETER, Route, Routes, Shape, read_routes, shape_of, static_nouns
from .body_shape import REQUEST, RESPONSE, Facts, item_noun
from .config_text import entity_lines
from .entity_names import name_groups
from .groups import find_groups, whole_of
from .proposal import Part, ProposedEntity, UnusedOperation

_Key = tuple[str, str]
_CHANGES = ("put", "patch", "delete")
_ALIKE = 0.5
"""The share of properties in common from which two responses are of the same kind."""


def find_candidates(api: Api, config: Config) -> Candidates:
    """The entities that `init` would propose, if they have operations that `config` does not use."""
    facts = Facts(api)
    routes, repeated, _ = read_routes(api, lambda _: True)
    groups = find_groups(routes, facts)
    names = name_groups(groups, facts)
    search = _Search(config)
    everything = [
        ProposedEntity(group.kind, names[group.shape], tuple(map(_part, group.operations, group.operations.values())))
        for group in groups
    ]
    missing = filter(None, map(search.candidate, everything))
    unused = unused_operations(api, routes, facts, everything, repeated)
    reasons = {(operation.method, operation.path): operation.reason for operation in unused}
    return Candidates(tuple(missing), {key: reason for key, reason in reasons.items() if key not in search.used})


class _Search:
    """Finds unused operations of a config. `used` are the others, by method and path."""

    def __init__(self, config: Config) -> None:
        self._names = config.names()
        self._owners: dict[tuple[EntityKind, _Key], EntityConfig] = {}
        for entity in config.entities:
            for operation in entity.operations.values():
                self._owners.setdefault((entity.kind, (operation.method.lower(), operation.path)), entity)
        self.used = {key for _, key in self._owners}

    def candidate(self, entity: ProposedEntity) -> Candidate | None:
        """An entity; only the missing operations if the config has the entity already."""
        kind, name = entity.kind, entity.name
        parts = {part.part: (part.method.lower(), part.path) for part in entity.parts}
        owner = next((self._owners[kind, key] for key in parts.values() if (kind, key) in self._owners), None)
        if owner is not None:
            name = owner.name
            parts = {part: key for part, key in parts.items() if part not in owner.operations and key not in self.used}
        elif not self.used.issuperset(parts.values()):
            name = free(name, self._names[kind])
            self._names[kind].add(name)
        else:
            return None
        left = replace(entity, name=name, parts=tuple(part for part in entity.parts if part.part in parts))
        config = "\n".join([f"{kinds.SECTIONS[kind]}:", *entity_lines(left)]) + "\n"
        return Candidate(kind, name, parts, config) if parts else None


def _part(part: str, operation: ApiOperation) -> Part:
    return Part(part, operation.path, operation.method.upper())


def unused_operations(
    api: Api,
    routes: Routes,
    facts: Facts,
    entities: Iterable[ProposedEntity],
    known: Mapping[tuple[str, str], str],
) -> tuple[UnusedOperation, ...]:
    """The unused operations in the order of the API description. `known` are reasons found earlier."""
    entities = list(entities)
    used = {(part.method.lower(), part.path) for entity in entities for part in entity.parts}
    updates = {
        shape_of(entity.part("read").path): part.method
        for entity in entities
        if entity.kind is kinds.RESOURCE
        for part in entity.parts
        if part.part == "update"
    }
    reasons = _Reasons(routes, _by_noun(routes), updates, used, facts)
    unused = []
    for path, method, _ in api.operations():
        if (method, path) in used:
            continue
        shape = shape_of(path)
        if (method, path) in known:
            unused.append(UnusedOperation(method, path, known[method, path]))
        elif shape in routes and method in routes[shape].operations:
            reason = reasons.of(routes[shape], method)
            unused.append(UnusedOperation(method, path, reason))
    return tuple(unused)


class _Reasons(Struct, frozen=True):
    """Why operations are not used. `by_noun` are the routes with an operation of a method whose path ends with a noun.
    `updates` are the methods by the shape that they update, `used` are the operations of entities.
    """

    routes: Routes
    by_noun: Mapping[tuple[str, str], Sequence[Route]]
    updates: Mapping[Shape, str]
    used: Container[_Key]
    facts: Facts

    def of(self, route: Route, method: str) -> str:
        if method in _CHANGES:
            return self._of_change(route, method)
        if method == "post":
            return self._of_post(route)
        return "no success response with a schema" if method == "get" else "plays no part in a mapping"

    def _of_post(self, route: Route) -> str:
        item = self.routes.get((*route.shape, PARAMETER))
        if item is not None and (read := item.get("get")) is not None:
            if self.facts.is_list(read):
                return f"no read: GET {read.path} answers with a list"
            if not any(item.get(change) for change in _CHANGES):
                return "made once: nothing updates or deletes what it makes"
            return f"no resource: what GET {read.path} reads has another create operation"
        if (other := self._alike(route, "post", "get")) is not None:
            return f"no create of its own: GET {other.path} reads what it makes, as what others make"
        if item is not None:
            return "no read: there is no GET for one of what it makes"
        if "get" in route.operations:
            return "no read: GET does not read one of what it makes"
        if route.is_item and any(route.get(change) for change in _CHANGES):
            return "no read: the path has no GET"
        word = static_nouns(next(iter(route.operations.values())).path)[-1:]
        is_collection = not route.is_item and word != [singular(noun) for noun in word]
        return f"{'no read' if is_collection else 'an action'}: nothing reads back what it makes"

    def _of_change(self, route: Route, method: str) -> str:
        if route.shape in self.updates:
            return f"{self.updates[route.shape]} updates it"
        if not route.is_item and (*route.shape, PARAMETER) in self.routes:
            return "concerns the whole collection"
        if "get" not in route.operations:
            return "no read: the path has no GET"
        if why := self._of_read(route):
            return why
        if whole := whole_of(route, self.routes, self.facts):
            return f"it changes a part of what GET {whole.path} reads"
        if method in ("put", "patch") and self.facts.schema(route.get(method), REQUEST) is None:
            return "no request body"
        post = self._alike(route, "get", "post")
        if post is not None and (post.method, post.path) not in self.used:
            return f"no create that is sure: POST {post.path} may make one"
        if route.get("put"):
            why = "PUT without DELETE changes what is there"
            return f"no create: no POST makes one, and {'only the API identifies it' if route.get('delete') else why}"
        if route.get("post"):
            return (
                f"no create: {'POST changes what is there' if route.is_item else 'GET does not read what POST makes'}"
            )
        return "no create: neither POST nor PUT makes one"

    def _of_read(self, route: Route) -> str:
        """Why GET on a path reads no object; empty if it does."""
        read = route.get("get")
        if self.facts.is_list(read):
            return "no read: GET answers with a list"
        if self.facts.schema(read, RESPONSE) is None:
            return "no read: GET answers without content"
        return "no read: GET answers with a page of a list" if self.facts.is_page(read) and not route.is_item else ""

    def _alike(self, route: Route, method: str, other: str) -> ApiOperation | None:
        """An operation on another path with the same noun at its end that answers mostly the same."""
        operation = route.get(method)
        if operation is None:
            return None
        for candidate in self.by_noun.get((other, item_noun(operation.path)), ()):
            answering = (
                candidate.get(other) if candidate is not route and (other != "get" or candidate.is_item) else None
            )
            if answering is not None and self.facts.answers_alike(operation, answering) >= _ALIKE:
                return answering
        return None


def _by_noun(routes: Routes) -> dict[tuple[str, str], list[Route]]:
    """The routes by method and noun: two thousand operations are not compared with each other."""
    routes_by_noun: dict[tuple[str, str], list[Route]] = {}
    for route in routes.values():
        for method, operation in route.operations.items():
            routes_by_noun.setdefault((method, item_noun(operation.path)), []).append(route)
    return routes_by_noun
