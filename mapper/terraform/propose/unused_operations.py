"""The reasons why operations are not part of any entity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import kinds
from ..openapi.operations import Api
from ..openapi.routes import PARAMETER, Route, Routes, Shape, shape_of
from .body_shape import Facts
from .proposal import ProposedEntity, UnusedOperation


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
    found = []
    for path, method, _ in api.operations():
        if (method, path) in used:
            continue
        shape = shape_of(path)
        if (method, path) in known:
            found.append(UnusedOperation(method, path, known[method, path]))
        elif shape in routes and method in routes[shape].operations:
            reason = _reason(routes[shape], method, routes, updates, facts)
            found.append(UnusedOperation(method, path, reason))
    return tuple(found)


def _reason(route: Route, method: str, routes: Routes, updates: Mapping[Shape, str], facts: Facts) -> str:
    match method:
        case "get":
            return "no success response with a schema"
        case "post":
            return _post_reason(route, routes)
        case "put" | "patch" | "delete":
            return _change_reason(route, method, routes, updates, facts)
    return "plays no part in a mapping"


def _post_reason(route: Route, routes: Routes) -> str:
    if (*route.shape, PARAMETER) in routes:
        return "no read: there is no GET for one of what it makes"
    if "get" in route.operations:
        return "no read: GET does not read one of what it makes"
    return "an action: nothing reads back what it makes"


def _change_reason(route: Route, method: str, routes: Routes, updates: Mapping[Shape, str], facts: Facts) -> str:
    if route.shape in updates:
        return f"{updates[route.shape]} updates it"
    if not route.is_item and (*route.shape, PARAMETER) in routes:
        return "concerns the whole collection"
    if "get" not in route.operations:
        return "no read: the path has no GET"
    if facts.is_list(route.get("get")):
        return "no read: GET answers with a list"
    if method == "put" and facts.request(route.get("put")) is None:
        return "no request body"
    return "no create: neither POST nor PUT makes one"
