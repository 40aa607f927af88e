"""Groups operations: the rules that make resources and data sources from paths.

- An *item* is a path that ends with a parameter, its *collection* the path before that.
- A **resource** is an item with a GET that returns content, a create operation (see `create_operation`), and an
  operation that updates or deletes it. An object that is created once and never changed (a run, a payment, a commit) is
  not a resource, unless the API never updates or deletes anything.
- A **resource** is also a path without a parameter at its end (a *singleton*) with GET for one object. It has POST and
  one of PUT, PATCH and DELETE; or PUT; or a POST with the bodies of GET. The response of GET must not be a page of a
  list, unless it contains something that the request body accepts.
- The update operation is PUT or PATCH on its path: the one with the body most similar to the create body, or PUT. Else,
  it is POST on the item, which may be what creates it, too. Else, it is PUT or PATCH on its collection with the same
  body. If PUT creates it, PUT also updates it, unless PATCH accepts more of what GET returns.
- A deprecated resource gives way to its twin, if there is one: a resource with the same last noun and a similar
  response.
- A **data source** is every GET whose success response has a schema: of an item, a list or a single object.
"""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import EntityKind

from .. import kinds
from ..openapi.operations import ApiOperation
from ..openapi.routes import PARAMETER, Route, Routes, Shape, shape_of, static_nouns
from .body_shape import REQUEST, RESPONSE, Facts, item_noun
from .create_operation import Creates

_ALIKE = 0.5
_THE_SAME = 0.7
_ACTIONS = frozenset(
    """
    activate analyse analyze apply approve attach calculate cancel check clone close commit complete confirm convert
    copy deactivate detach disable enable estimate evaluate execute export import lookup match merge parse preview
    publish query rebuild reboot refresh reset resize restart restore retry revert revoke rollback rotate run search
    send simulate start stop submit suspend sync test transfer trigger unsuspend validate verify
    """.split()
)
"""Last segments of paths that are actions, which create nothing to manage."""


class Form(Enum):
    """What a path reads: one of many, a list, or a single object."""

    ITEM = "item"
    LIST = "list"
    SINGLE = "single"


class Group(Struct, frozen=True):
    """The operations of an entity; `shape` is the shape of its read operation's path.

    `twin` is the path of another resource to use instead, because this one is deprecated. `doubt` says why the create
    operation is a guess; empty if it is none.
    """

    kind: EntityKind
    form: Form
    shape: Shape
    operations: dict[str, ApiOperation]
    twin: str = ""
    doubt: str = ""

    @property
    def is_deprecated(self) -> bool:
        """Whether its create or read operation is deprecated."""
        operations = (self.operations.get(part) for part in ("create", "read"))
        return any(
            operation.node.value.get("deprecated") is True
            for operation in operations
            if operation is not None and operation.node is not None
        )


def find_groups(routes: Routes, facts: Facts) -> list[Group]:
    """All resources and data sources, in the order of the API description."""
    groups = _Grouping(routes, facts).groups()
    return [_with_twin(group, groups, facts) for group in groups]


class _Grouping:
    """Groups the routes of one API description."""

    def __init__(self, routes: Routes, facts: Facts) -> None:
        self._routes = routes
        self._facts = facts
        self._creates = Creates(routes, facts)
        self._takes_away = any(route.is_item and self._creates.is_changed(route) for route in routes.values())
        self._collections = {shape[:-1] for shape, route in routes.items() if route.is_item and route.get("get")}

    def groups(self) -> list[Group]:
        groups: list[Group] = []
        for shape, route in self._routes.items():
            read = route.get("get")
            if read is None or self._facts.schema(read, RESPONSE) is None:
                continue
            form = self._form(route)
            operations = self._resource(route, read, form)
            if operations:
                doubt = self._creates.doubt(route, operations["create"])
                groups.append(Group(kinds.RESOURCE, form, shape, operations, doubt=doubt))
            if shape_of(read.path) == shape:
                groups.append(Group(kinds.DATA_SOURCE, form, shape, {"read": read}))
        return groups

    def _form(self, route: Route) -> Form:
        if self._facts.is_list(route.get("get")):
            return Form.LIST
        if route.shape in self._collections and not self._creates.is_one(route):
            return Form.LIST
        return Form.ITEM if route.is_item else Form.SINGLE

    def _resource(self, route: Route, read: ApiOperation, form: Form) -> dict[str, ApiOperation]:
        """The operations of a resource in the order of a config; empty if it cannot be created or read."""
        collection = self._routes.get(route.shape[:-1]) if form is Form.ITEM else None
        if collection is not None and self._creates.is_one(collection):  # POST on another item updates that item
            collection = None
        match form:
            case Form.LIST:
                create = None
            case Form.SINGLE:
                create = self._singleton_create(route, read)
            case Form.ITEM:
                create = self._creates.item(route, read)
        if create is None:
            return {}
        update, delete = self._update(create, read, route, collection), self._creates.changes(route, "delete")
        if form is Form.ITEM and update is None and delete is None and self._takes_away:
            return {}
        operations = {"create": create, "read": read, "update": update, "delete": delete}
        return {part: operation for part, operation in operations.items() if operation}

    def _singleton_create(self, route: Route, read: ApiOperation) -> ApiOperation | None:
        nouns = static_nouns(read.path)
        if (nouns and nouns[-1] in _ACTIONS) or whole_of(route, self._routes, self._facts):
            return None
        if PARAMETER in route.shape[-2:] and (companion := self._creates.elsewhere(route)):
            return companion
        post, put = route.get("post"), route.get("put")
        candidates = (
            post if self._creates.is_changed(route) or self._sets(post, read) else None,
            put if self._facts.schema(put, REQUEST) is not None or route.get("delete") else None,
        )
        is_page = self._facts.is_page(read)
        return next((c for c in candidates if c and (not is_page or self._facts.is_read_back(c, read))), None)

    def _sets(self, post: ApiOperation | None, read: ApiOperation) -> bool:
        """Whether POST updates a singleton: GET has the same bodies."""
        if post is None or self._facts.answers_alike(post, read) < _THE_SAME:
            return False
        return self._facts.read_back(post, read) > _ALIKE

    def _update(
        self, create: ApiOperation, read: ApiOperation, route: Route, collection: Route | None
    ) -> ApiOperation | None:
        facts = self._facts
        if create.method == "put":
            patch = self._creates.changes(route, "patch")
            return patch if patch and facts.read_back(patch, read) > facts.read_back(create, read) else create
        best = self._most_alike(create, route)
        if best is None and (post := route.get("post")) and facts.schema(post, REQUEST) is not None:
            best = post if post is not create or route.is_item or self._sets(post, read) else None
        if best is None and collection is not None:
            of_all = self._most_alike(create, collection)
            best = of_all if of_all and facts.resemblance(create, of_all) >= _ALIKE else None
        return best

    def _most_alike(self, create: ApiOperation, route: Route) -> ApiOperation | None:
        candidates = [update for method in ("put", "patch") if (update := self._creates.changes(route, method))]
        is_list = self._facts.is_list_body(create)
        bodies = ((operation, self._facts.schema(operation, REQUEST)) for operation in candidates)
        with_body = [operation for operation, schema in bodies if schema is not None]
        like_create = [operation for operation in with_body if self._facts.is_list_body(operation) is is_list]
        with_body = like_create or with_body  # the steps of a JSON Patch are better than no update
        return max(with_body, key=lambda operation: self._facts.resemblance(create, operation), default=None)


def whole_of(route: Route, routes: Routes, facts: Facts) -> ApiOperation | None:
    """GET of the item above a path that reads and changes the item itself, such as `/pets/{id}/status` of Kubernetes.
    None for other paths.
    """
    item = routes.get(route.shape[:-1])
    if item is None or not item.is_item or route.get("delete"):
        return None
    for method, side in (("get", RESPONSE), ("put", REQUEST)):
        here, there = (facts.schema(each.get(method), side) for each in (route, item))
        if here is None or there is None or facts.target(here) != facts.target(there):
            return None
    return item.get("get")


def _with_twin(group: Group, groups: list[Group], facts: Facts) -> Group:
    """The group, with the path of the resource to use instead if it is deprecated."""
    if group.kind is not kinds.RESOURCE or not group.is_deprecated:
        return group
    read = group.operations["read"]
    noun = item_noun(read.path)
    others = (
        other.operations["read"]
        for other in groups
        if other.kind is kinds.RESOURCE and not other.is_deprecated and item_noun(other.operations["read"].path) == noun
    )
    twin = next((other.path for other in others if facts.answers_alike(read, other) >= _THE_SAME), "")
    return replace(group, twin=twin)
