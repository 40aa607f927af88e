"""Which operations belong together: the rules that make resources and data sources of paths.

- An *item* is a path that ends with a parameter, its *collection* the path before that.
- A **resource** is an item with GET whose collection has POST. Where the collection has none, PUT with a body makes
  it, if DELETE takes it away again.
- A **resource** is also a path without a parameter at its end (a *singleton*) with GET for one object, and with POST
  and one of PUT, PATCH and DELETE, or with PUT and a body.
- It is updated with PUT or PATCH of its path, whichever has the body that is more like the one of create (PUT if they
  are equally alike), else with POST on the item, else with PUT or PATCH of its collection, if that takes the same body.
- A **data source** is every GET whose success response has a schema: of an item, a list or a single object.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ...model import EntityKind
from ..operations import ApiOperation
from .facts import Facts
from .routes import Route, Routes, Shape

_ALIKE = 0.5


class Form(Enum):
    """What a path reads: one of many, all of them, or the only one."""

    ITEM = "item"
    LIST = "list"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Group:
    """Operations that make an entity; `shape` is that of its read operation."""

    kind: EntityKind
    form: Form
    shape: Shape
    operations: dict[str, ApiOperation]


def find_groups(routes: Routes, facts: Facts) -> list[Group]:
    """All resources and data sources, in the order of the API description."""
    collections = {shape[:-1] for shape, route in routes.items() if route.is_item and "get" in route.operations}
    groups: list[Group] = []
    for shape, route in routes.items():
        read = route.get("get")
        if read is None:
            continue
        form = _form(route, shape in collections, facts)
        operations = _resource(route, read, form, routes, facts)
        if operations:
            groups.append(Group(EntityKind.RESOURCE, form, shape, operations))
        if facts.response(read) is not None:
            groups.append(Group(EntityKind.DATA_SOURCE, form, shape, {"read": read}))
    return groups


def _form(route: Route, is_collection: bool, facts: Facts) -> Form:
    if facts.is_list(route.get("get")):
        return Form.LIST
    if route.is_item:
        return Form.ITEM
    return Form.LIST if is_collection else Form.SINGLE


def _resource(
    route: Route, read: ApiOperation, form: Form, routes: Routes, facts: Facts
) -> dict[str, ApiOperation] | None:
    """Its operations in the order of a config; None where it cannot be made or read."""
    if form is Form.LIST:
        return None
    collection = _collection(route, routes) if form is Form.ITEM else None
    create = collection.get("post") if collection else None
    if create is None:
        create = _singleton_create(route, facts) if form is Form.SINGLE else _put_create(route, facts)
    if create is None:
        return None
    found = {
        "create": create,
        "read": read,
        "update": _update(create, route, collection, facts),
        "delete": route.get("delete"),
    }
    return {part: operation for part, operation in found.items() if operation}


def _collection(route: Route, routes: Routes) -> Route | None:
    """The route above an item. POST on another item is an update of that, not a create."""
    above = routes.get(route.shape[:-1])
    return None if above is None or (above.is_item and "get" in above.operations) else above


def _put_create(route: Route, facts: Facts) -> ApiOperation | None:
    put = route.get("put")
    return put if facts.request(put) is not None and route.get("delete") else None


def _singleton_create(route: Route, facts: Facts) -> ApiOperation | None:
    if (post := route.get("post")) and any(route.get(method) for method in ("put", "patch", "delete")):
        return post
    put = route.get("put")
    return put if facts.request(put) is not None else None


def _update(create: ApiOperation, route: Route, collection: Route | None, facts: Facts) -> ApiOperation | None:
    if create.method == "put":
        return create
    best = _most_alike(create, route, facts)
    if best is None and create is not (post := route.get("post")) and facts.request(post) is not None:
        best = post
    if best is None and collection is not None:
        of_all = _most_alike(create, collection, facts)
        best = of_all if of_all and facts.resemblance(create, of_all) >= _ALIKE else None
    return best


def _most_alike(create: ApiOperation, route: Route, facts: Facts) -> ApiOperation | None:
    candidates = [operation for method in ("put", "patch") if (operation := route.get(method))]
    with_body = [operation for operation in candidates if facts.request(operation) is not None]
    return max(with_body or candidates, key=lambda operation: facts.resemblance(create, operation), default=None)
