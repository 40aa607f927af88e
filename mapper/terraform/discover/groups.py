"""Which operations belong together: the rules that make resources and data sources of paths.

- An *item* is a path that ends with a parameter, its *collection* the path before that.
- A **resource** is an item with GET whose collection has POST. Where that has none, the only POST on a path that ends
  with the same word (`/orgs/{org}/sites` for `/sites/{site}`) makes it, if it takes something that GET gives back and
  the item can be changed or deleted. Else PUT with a body makes it, if DELETE takes it away again.
- A **resource** is also a path without a parameter at its end (a *singleton*) with GET for one object, and with POST
  and one of PUT, PATCH and DELETE, or with PUT and a body. GET must not answer with the page of a list, unless that
  has something that the body takes.
- It is updated with PUT or PATCH of its path, whichever has the body that is more like the one of create (PUT if they
  are equally alike), else with POST on the item, else with PUT or PATCH of its collection, if that takes the same body.
- A **data source** is every GET whose success response has a schema: of an item, a list or a single object.
"""

from __future__ import annotations

from enum import Enum

from ...immutable import dataclass
from ...model import EntityKind
from ..openapi.operations import ApiOperation
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
    return _Grouping(routes, facts).groups()


class _Grouping:
    """Looks at the routes of one API description."""

    def __init__(self, routes: Routes, facts: Facts) -> None:
        self._routes = routes
        self._facts = facts
        self._collections = {shape[:-1] for shape, route in routes.items() if route.is_item and route.get("get")}
        self._creates: dict[str, list[ApiOperation]] = {}
        for shape, route in routes.items():
            if (post := route.get("post")) and not route.is_item and shape and shape not in self._collections:
                self._creates.setdefault(shape[-1], []).append(post)

    def groups(self) -> list[Group]:
        groups: list[Group] = []
        for shape, route in self._routes.items():
            read = route.get("get")
            if read is None:
                continue
            form = self._form(route)
            operations = self._resource(route, read, form)
            if operations:
                groups.append(Group(EntityKind.RESOURCE, form, shape, operations))
            if self._facts.response(read) is not None:
                groups.append(Group(EntityKind.DATA_SOURCE, form, shape, {"read": read}))
        return groups

    def _form(self, route: Route) -> Form:
        if self._facts.is_list(route.get("get")):
            return Form.LIST
        if route.shape in self._collections and not _is_one(route):
            return Form.LIST
        return Form.ITEM if route.is_item else Form.SINGLE

    def _resource(self, route: Route, read: ApiOperation, form: Form) -> dict[str, ApiOperation]:
        """Its operations in the order of a config; empty where it cannot be made or read."""
        collection = self._routes.get(route.shape[:-1]) if form is Form.ITEM else None
        if collection is not None and _is_one(collection):  # POST on another item is an update of that
            collection = None
        match form:
            case Form.LIST:
                create = None
            case Form.SINGLE:
                create = self._singleton_create(route, read)
            case Form.ITEM:
                create = self._item_create(route, read, collection)
        if create is None:
            return {}
        update, delete = self._update(create, route, collection), route.get("delete")
        found = {"create": create, "read": read, "update": update, "delete": delete}
        return {part: operation for part, operation in found.items() if operation}

    def _item_create(self, route: Route, read: ApiOperation, collection: Route | None) -> ApiOperation | None:
        if collection and (post := collection.get("post")):
            return post
        elsewhere = self._creates.get(route.shape[-2], []) if len(route.shape) > 1 else []
        if len(elsewhere) == 1 and _is_changed(route) and self._facts.is_read_back(elsewhere[0], read):
            return elsewhere[0]
        put = route.get("put")
        return put if self._facts.request(put) is not None and route.get("delete") else None

    def _singleton_create(self, route: Route, read: ApiOperation) -> ApiOperation | None:
        post, put = route.get("post"), route.get("put")
        candidates = (post if _is_changed(route) else None, put if self._facts.request(put) is not None else None)
        is_page = self._facts.is_page(read)
        return next((c for c in candidates if c and (not is_page or self._facts.is_read_back(c, read))), None)

    def _update(self, create: ApiOperation, route: Route, collection: Route | None) -> ApiOperation | None:
        if create.method == "put":
            return create
        best = self._most_alike(create, route)
        if best is None and create is not (post := route.get("post")) and self._facts.request(post) is not None:
            best = post
        if best is None and collection is not None:
            of_all = self._most_alike(create, collection)
            best = of_all if of_all and self._facts.resemblance(create, of_all) >= _ALIKE else None
        return best

    def _most_alike(self, create: ApiOperation, route: Route) -> ApiOperation | None:
        candidates = [operation for method in ("put", "patch") if (operation := route.get(method))]
        with_body = [operation for operation in candidates if self._facts.request(operation) is not None]
        return max(
            with_body or candidates, key=lambda operation: self._facts.resemblance(create, operation), default=None
        )


def _is_changed(route: Route) -> bool:
    return any(route.get(method) for method in ("put", "patch", "delete"))


def _is_one(route: Route) -> bool:
    """Whether a path with a parameter at its end is an item, and not the items of that parameter."""
    return route.is_item and _is_changed(route)
