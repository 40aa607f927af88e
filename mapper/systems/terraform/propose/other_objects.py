"""Resources beside one that reads the same path: GET answers with one of several objects, and each has a POST.

`/ips/{id}` reads an assignment or a reservation: `POST /gateways/{id}/ips` makes the one, and `POST /projects/{id}/ips`
the other. Who manages assignments cannot manage reservations with them, so that the other POST makes a resource of its
own, which is called like its object. It must be the only POST of that object on a path with the same noun.
"""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from mapper.inputs import text_of

from .. import kinds
from ..identifiers import free, is_identifier
from ..openapi.operations import ApiOperation
from ..openapi.routes import Routes
from .body_shape import REQUEST, RESPONSE, Facts, item_noun
from .proposal import Part, ProposedEntity


def with_other_objects(facts: Facts, routes: Routes, entities: Iterable[ProposedEntity]) -> Iterator[ProposedEntity]:
    """The entities. After a resource come the other objects that its path reads."""
    entities = list(entities)
    names = {entity.name for entity in entities}
    used = {(part.method.lower(), part.path) for entity in entities for part in entity.parts}
    posts: dict[str, list[ApiOperation]] = {}
    for route in routes.values():
        if (post := route.get("post")) and (post.method, post.path) not in used:
            posts.setdefault(item_noun(post.path), []).append(post)
    for entity in entities:
        yield entity
        if entity.kind is kinds.RESOURCE and (others := posts.get(item_noun(entity.part("read").path))):
            for create, name in _others(facts, entity, others):
                names.add(name := free(name, names))
                parts = (part for part in entity.parts if part.part != "create")
                yield replace(entity, name=name, parts=(create, *parts))


def _others(facts: Facts, entity: ProposedEntity, posts: Collection[ApiOperation]) -> Iterator[tuple[Part, str]]:
    """The create operations of the other objects, and what these are called."""
    read = facts.objects(facts.operation(entity.part("read")))
    created = facts.objects(facts.operation(entity.part("create")))
    if not (created and created.keys() < read.keys()):
        return
    get = facts.operation(entity.part("read"))
    creations = [(post, facts.objects(post)) for post in posts if facts.is_read_back(post, get)]
    creations = [
        (post, objects) for post, objects in creations if objects and objects.keys() <= read.keys() - created.keys()
    ]
    for post, objects in creations:
        is_only = all(objects.keys().isdisjoint(others) for other, others in creations if other is not post)
        name = next(iter(objects.values()))
        if is_only and is_identifier(name):
            summary = text_of(post.node.value.get("summary")) if post.node else None
            request, response = (facts.pointer(post, side) for side in (REQUEST, RESPONSE))
            yield Part("create", post.path, post.method.upper(), summary or "", request, response), name
