"""Finds the operation that creates the item of a path.

In this order:

- POST on its collection. An item of several parameters (`/buckets/{region}/{bucket}`) has its collection before them,
  unless that has the items of the first one (`/stamps/{stamp}` beside `/stamps/{stamp}/{image_type}`).
- POST on a verb of its collection (`/certificates/order`).
- POST on a path that ends with the same noun and has at least all nouns of the item's path, with similar bodies
  (`/orgs/{org}/repos` for `/repos/{owner}/{repo}`). A POST creates one kind of item. If several match, the one with the
  most similar path wins; if several paths are as similar, the first one with the bodies of read and update.
- POST on the item itself, unless that is an update; else PUT. Both need a DELETE, and an identifier that the client can
  know in advance: it is not an `id` that only the response contains. No POST on the collection may make the item,
  whatever fragment its key has.
"""

from collections.abc import Iterable

from msgspec import Struct

from ..nouns import IDENTIFIERS, singular, split_words
from ..openapi.operations import ApiOperation
from ..openapi.routes import PARAMETER, Route, Routes, Shape, fragment_in, segments, static_nouns, without_fragment
from .body_shape import REQUEST, RESPONSE, Facts

_MAKES = ("order", "new", "create", "add", "register")
_ALIKE = 0.5
_THE_SAME = 0.9


class _Match(Struct, frozen=True):
    """The score of a POST on another path for an item."""

    score: tuple[float, int, float, int, float]
    item: Shape
    create: Shape

    @property
    def is_alike(self) -> bool:
        """Whether read and update have the same bodies."""
        _, _, alike, _, same = self.score
        return alike >= _THE_SAME and same >= _ALIKE

    @property
    def makes_the_same(self) -> bool:
        """Whether create and read answer with the same, and an update takes some of what create does."""
        _, _, alike, _, same = self.score
        return alike >= 1 and same > 0


class Creates:
    """The create operations of the items of an API."""

    def __init__(self, routes: Routes, facts: Facts) -> None:
        self._routes = routes
        self._facts = facts
        self._nouns = {shape: tuple(map(singular, static_nouns(_path(route)))) for shape, route in routes.items()}
        self._changing = self._companions()
        self._made = {without_fragment(shape) for shape, route in routes.items() if route.get("post")}
        self._others: dict[Shape, list[str]] = {}
        self._elsewhere = self._matches()

    def changes(self, route: Route, method: str) -> ApiOperation | None:
        """PUT, PATCH or DELETE of an item, on its path or on one without GET that differs in singular and plural."""
        other = self._changing.get(route.shape)
        return route.get(method) or (other.get(method) if other else None)

    def is_changed(self, route: Route) -> bool:
        """Whether any operation updates or deletes the item."""
        return any(self.changes(route, method) for method in ("put", "patch", "delete"))

    def item(self, route: Route, read: ApiOperation) -> ApiOperation | None:
        """The create operation of the item that GET reads."""
        if post := self._of_collection(route):
            return post
        if companion := self.elsewhere(route):
            return companion
        post, put = route.get("post"), route.get("put")
        if not route.get("delete") or self._is_made_by_the_api(route, read) or route.shape[:-1] in self._made:
            return None
        if post and self._facts.schema(post, REQUEST) is not None and not self._updates_elsewhere(route, post):
            return post
        return put

    def _updates_elsewhere(self, route: Route, post: ApiOperation) -> bool:
        """Whether POST on an item is an update: the same noun takes the same body and is created in a collection."""
        noun = self._nouns[route.shape][-1:]
        others = (other for shape, other in self._routes.items() if self._nouns[shape][-1:] == noun)
        items = (other for other in others if other is not route and other.is_item and self._of_collection(other))
        same = (other.get("post") for other in items)
        return any(operation and self._facts.resemblance(post, operation) >= _ALIKE for operation in same)

    def doubt(self, route: Route, create: ApiOperation) -> str:
        """Why the create operation of an item is a guess; empty if it is none."""
        if others := self._others.get(route.shape):
            return f"a guess: {', '.join(f'POST {path}' for path in others)} may create it, too"
        read = route.get("get")
        if create is route.get("post") and read and route.is_item:
            if not self._facts.is_read_back(create, read):
                return "a guess: nothing that it takes is read back, so that it may do something with what is there"
            if self._facts.has(create, RESPONSE) and self._facts.answers_alike(create, read) < _ALIKE:
                return "a guess: GET answers with something else, so that it may do something with what is there"
        is_known = not route.is_item or create.method != "put" or bool(self._facts.has(create, RESPONSE))
        return "" if is_known else "a guess: no POST creates it, and PUT may only change what is there"

    def elsewhere(self, route: Route) -> ApiOperation | None:
        """POST on another path that creates the item of this one."""
        shape = self._elsewhere.get(route.shape)
        return None if shape is None else self._routes[shape].get("post")

    def _of_collection(self, route: Route) -> ApiOperation | None:
        collection = self._routes.get(route.shape[:-1])
        if collection is not None and not self.is_one(collection) and (post := collection.get("post")):
            return post
        shape = route.shape
        while shape[-1:] == (PARAMETER,):
            shape = shape[:-1]
        before = self._routes.get(shape)
        between = self._routes.get((*shape, PARAMETER))
        is_deeper = len(route.shape) - len(shape) > 1 and (between is None or not self.is_one(between))
        if before is not None and is_deeper and (post := before.get("post")):
            return post
        verbs = (self._routes.get((*route.shape[:-1], verb)) for verb in _MAKES)
        return next((post for route_of_verb in verbs if route_of_verb and (post := route_of_verb.get("post"))), None)

    def is_one(self, route: Route) -> bool:
        """Whether a path that ends with a parameter is an item, and not a list of the parameter's items."""
        return route.is_item and any(route.get(method) for method in ("put", "patch", "delete"))

    def _companions(self) -> dict[Shape, Route]:
        """For each path with GET only, the path without GET that changes the same object. Its nouns differ at most in
        singular and plural, or it has more nouns in front (`/admin/users/{name}`).
        """
        routes_by_nouns: dict[tuple[str, ...], list[Route]] = {}
        longer: dict[tuple[str, ...], list[Route]] = {}
        for route in self._routes.values():
            same = _singular(route.shape)
            routes_by_nouns.setdefault(same, []).append(route)
            if route.is_item and "get" not in route.operations:
                for start in range(1, same.index(PARAMETER)):
                    longer.setdefault(same[start:], []).append(route)
        return {
            route.shape: others[0]
            for same, routes in routes_by_nouns.items()
            for route in routes
            if set(route.operations) == {"get"}
            and len(others := [o for o in routes if "get" not in o.operations] or longer.get(same, [])) == 1
        }

    def _matches(self) -> dict[Shape, Shape]:
        """For each item without a create operation of its own, the POST of another path."""
        posts: dict[tuple[Shape, str], list[Shape]] = {}
        for shape, route in self._routes.items():
            if route.get("post") and not self.is_one(route) and not self._reads_below(shape) and self._nouns[shape]:
                posts.setdefault(self._kind(shape), []).append(shape)
        matches = []
        for shape, route in self._routes.items():
            read = route.get("get")
            if read is None or not self._nouns[shape] or not self.is_changed(route) or self._of_collection(route):
                continue
            if not (route.is_item or PARAMETER in shape[-2:]):
                continue
            others = (other for other in posts.get(self._kind(shape), ()) if other != shape)
            candidates = (self._match(route, read, other) for other in others)
            matches += [match for match in candidates if match]
        return self._assign(matches)

    def _kind(self, shape: Shape) -> tuple[Shape, str]:
        """The fragment and the last noun of a path."""
        return fragment_in(shape), self._nouns[shape][-1]

    def _assign(self, matches: Iterable[_Match]) -> dict[Shape, Shape]:
        """Each POST with its best item, and each item with one POST. Of several that are as good, the first one is
        taken if read and update have the same bodies; the others are noted.
        """
        ordered = sorted(matches, key=lambda match: (match.score, not self._is_deprecated(match.create)), reverse=True)
        best: dict[tuple[Shape, tuple[float, ...]], list[_Match]] = {}
        for match in ordered:
            best.setdefault((match.item, match.score), []).append(match)
        assigned: dict[Shape, Shape] = {}
        taken: set[Shape] = set()
        for match in ordered:
            equal = best[match.item, match.score]
            is_clear = len(equal) == 1 or (match is equal[0] and (match.is_alike or match.makes_the_same))
            if match.item not in assigned and match.create not in taken and is_clear:
                assigned[match.item] = match.create
                taken.add(match.create)
                if len(equal) > 1:
                    self._others[match.item] = [_path(self._routes[other.create]) for other in equal[1:]]
        return assigned

    def _is_deprecated(self, shape: Shape) -> bool:
        node = self._routes[shape].operations["post"].node
        return node is not None and node.value.get("deprecated") is True

    def _reads_below(self, shape: Shape) -> bool:
        below = self._routes.get((*shape, PARAMETER))
        return below is not None and below.get("get") is not None

    def _match(self, route: Route, read: ApiOperation, shape: Shape) -> _Match | None:
        item, place = set(self._nouns[route.shape]), set(self._nouns[shape])
        create = self._routes[shape].operations["post"]
        alike = self._facts.answers_alike(create, read)
        has_request = bool(self._facts.has(create, REQUEST))
        is_confirmed = not has_request or self._facts.is_read_back(create, read)
        is_alike = alike >= (_ALIKE if is_confirmed else _THE_SAME)
        if not item <= place or not (is_alike or (is_confirmed and has_request)):
            return None
        update = self.changes(route, "patch") or self.changes(route, "put")
        same = self._facts.resemblance(create, update) if update else 0.0
        count = shape.count(PARAMETER)
        fewest = -route.shape.count(PARAMETER)  # /webhooks/{id} before /webhooks/{id}/{token}
        return _Match((len(item) / len(place), fewest, alike, count, same), route.shape, shape)

    def _is_made_by_the_api(self, route: Route, read: ApiOperation) -> bool:
        """Whether the parameter of an item is an identifier that only the API can assign."""
        named = (segment.parameter for segment in reversed(segments(read.path)) if segment.parameter)
        words = split_words(next(named, ""))
        if not words or words[-1] not in IDENTIFIERS:
            return False
        returned = self._facts.has(read, RESPONSE)
        if words[-1] not in returned and "".join(words) not in returned:
            return False
        return not self._is_of_something_else(route)

    def _is_of_something_else(self, route: Route) -> bool:
        """Whether items with this noun are created elsewhere: the groups of `/apps/{app}/groups/{group}`."""
        noun = self._nouns[route.shape][-1:]
        return any(
            other is not route and other.is_item and self._nouns[shape][-1:] == noun and self._of_collection(other)
            for shape, other in self._routes.items()
        )


def _singular(shape: Shape) -> tuple[str, ...]:
    return tuple(part if part == PARAMETER else singular(part) for part in shape)


def _path(route: Route) -> str:
    return next(iter(route.operations.values())).path if route.operations else ""
