"""The same envelope on both sides: what create answers is unwrapped to what read answers.

`{"lamp": {…}, "ticket": {…}}` answers a create whose lamp GET answers as `{"lamp": {…}}`, or alone. What tells the
lamp is its schema, or the name of its envelope.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from mapper.inputs import Node, escape_token, split_pointer

from ..nouns import squashed
from ..openapi.routes import segments
from .body_shape import REQUEST, RESPONSE, Facts
from .proposal import Part, ProposedEntity

_DEEPEST = 3
"""The most tokens of a pointer: an envelope in an envelope, and an item of a list."""
_LEAST = 2
"""Objects with fewer properties than this in common are not recognized by them."""


_ATTRIBUTES = "attributes"
_RELATIONSHIPS = "relationships"
_JSON_API = frozenset((_ATTRIBUTES, "id", "included", "links", "meta", _RELATIONSHIPS, "type"))
"""The members of a resource object of JSON:API."""


def with_envelopes(facts: Facts, entity: ProposedEntity) -> ProposedEntity:
    """The entity, with pointers that lead to the same object in all bodies."""
    return _with_attributes(facts, _with_requests(facts, _with_create(facts, entity)))


def identifier_beside(facts: Facts, read: Part) -> Node | None:
    """The identifier of a resource object of JSON:API, which is beside its attributes; None if it is no such object."""
    if not read.response.endswith(f"/{_ATTRIBUTES}"):
        return None
    holder = facts.at(facts.operation(read), RESPONSE, read.response.removesuffix(f"/{_ATTRIBUTES}"))
    return facts.members(holder).get("id") if _is_json_api(facts, holder) else None


def requires_identifier(facts: Facts, create: Part) -> bool:
    """Whether users choose the identifier of a resource object of JSON:API: the request requires it."""
    holder = facts.at(facts.operation(create), REQUEST, create.request.removesuffix(f"/{_ATTRIBUTES}"))
    return create.request.endswith(f"/{_ATTRIBUTES}") and "id" in facts.required(holder)


def _with_attributes(facts: Facts, entity: ProposedEntity) -> ProposedEntity:
    """The entity with pointers to the attributes of JSON:API, if all of its bodies have them."""
    changed = []
    for part in entity.parts:
        sides = [RESPONSE] if part.part in ("create", "read") else []
        sides += [REQUEST] if part.part in ("create", "update") else []
        why = part.why
        for side in sides:
            if part.why or facts.schema(facts.operation(part), side) is None:
                continue
            if not _is_json_api(facts, facts.mapped(part, side)):
                return entity
            if side == REQUEST and _RELATIONSHIPS in facts.members(facts.mapped(part, side)):
                why = f"not mapped: {_RELATIONSHIPS}"
            part = replace(part, **{side: f"{part.pointers.get(side, '')}/{_ATTRIBUTES}"})  # noqa: PLW2901
        changed.append(replace(part, why=why))
    return replace(entity, parts=tuple(changed))


def _is_json_api(facts: Facts, node: Node | None) -> bool:
    members = facts.members(node) if facts.type_of(node) == "object" else {}
    attributes = members.get(_ATTRIBUTES)
    is_whole = {"type", _ATTRIBUTES} <= members.keys() <= _JSON_API
    return is_whole and attributes is not None and bool(facts.members(attributes))


def _with_create(facts: Facts, entity: ProposedEntity) -> ProposedEntity:
    """The entity, with a pointer into the response to create that leads to what read answers."""
    read = entity.part("read")
    wanted = facts.mapped(read, RESPONSE)
    if wanted is None:
        return entity
    aligned = (_align(facts, part, read, wanted) if part.part == "create" else part for part in entity.parts)
    parts = (replace(part, is_answer_ignored=_is_of_no_object(facts, part, read, wanted)) for part in aligned)
    return replace(entity, parts=tuple(parts))


def _is_of_no_object(facts: Facts, create: Part, read: Part, wanted: Node) -> bool:
    """Whether create answers with the envelope of read alone, or with another thing in it, such as a job."""
    body = facts.schema(facts.operation(create), RESPONSE) if create.part == "create" else None
    if body is None or create.response or not read.response or not facts.names(body):
        return False
    is_envelope = facts.names(body) <= facts.names(facts.schema(facts.operation(read), RESPONSE))
    inside = (node for pointer, node in _parts(facts, body, "", _DEEPEST) if pointer == read.response)
    return is_envelope or any(not _is_alike(facts, node, wanted) for node in inside)


def _with_requests(facts: Facts, entity: ProposedEntity) -> ProposedEntity:
    """The entity, with pointers into requests with an envelope. Such a request has nothing but the member that the
    pointer into the response leads to. Or it has one member with the response's schema, and beside it nothing that the
    response has or the body requires.
    """
    wanted = facts.mapped(entity.part("read"), RESPONSE)
    answered = facts.names(wanted)
    tokens = {squashed(token) for part in entity.parts for token in split_pointer(part.response)} - answered
    parts = []
    for part in entity.parts:
        is_sent = part.part in ("create", "update") and not part.request
        body = facts.schema(facts.operation(part), REQUEST) if is_sent else None
        members = facts.members(body, of_all=True) if facts.type_of(body) == "object" else {}
        for name in members if len(members) == 1 and tokens.issuperset(map(squashed, members)) else ():
            is_list = facts.type_of(members[name]) == "array"
            if facts.members(facts.items(members[name]) if is_list else members[name]):
                part = replace(part, request=f"/{escape_token(name)}{'/0' if is_list else ''}")  # noqa: PLW2901
        same = [name for name, node in members.items() if wanted and facts.target(node) == facts.target(wanted)]
        others = [name for name in members if name not in same]
        if len(same) == 1 and len(answered) >= _LEAST and answered.isdisjoint(map(squashed, others)):
            given = {segment.parameter for segment in segments(part.path)}
            if facts.required(body) <= {*same, *given}:
                why = f"not mapped: {', '.join(others)}" if others else ""
                part = replace(part, request=f"/{escape_token(same[0])}", why=part.why or why)  # noqa: PLW2901
        parts.append(part)
    return replace(entity, parts=tuple(parts))


def _align(facts: Facts, create: Part, read: Part, wanted: Node) -> Part:
    body = facts.schema(facts.operation(create), RESPONSE)
    if body is None or create.why or _is_same(facts, facts.mapped(create, RESPONSE), wanted):
        return create
    pointers = [(pointer, node) for pointer, node in _parts(facts, body, "", _DEEPEST) if pointer]
    same = [pointer for pointer, node in pointers if _is_same(facts, node, wanted)]
    named = [pointer for pointer, node in pointers if pointer == read.response and _is_alike(facts, node, wanted)]
    of_list = [] if same or named else _of_list(facts, pointers, wanted)
    found_pointer = next(iter(sorted(same, key=lambda p: p.count("/")) or named or of_list), create.response)
    return replace(create, response=found_pointer)


def _of_list(facts: Facts, pointers: Iterable[tuple[str, Node]], wanted: Node) -> list[str]:
    """The pointer to the items of the only list whose items are mostly what read answers."""
    names = facts.names(wanted)
    in_lists = [(pointer, facts.names(node)) for pointer, node in pointers if pointer.endswith("/0")]
    alike = [pointer for pointer, item_names in in_lists if 2 * len(item_names & names) > len(names) >= _LEAST]
    return alike if len(alike) == 1 else []


def _is_same(facts: Facts, node: Node | None, wanted: Node) -> bool:
    """Whether both are one schema, or have the same properties; the response to create may have a secret besides."""
    if node is None or facts.type_of(node) == "array":
        return False
    if facts.target(node) == facts.target(wanted):
        return True
    names = facts.names(node)
    return len(names) >= _LEAST and names >= facts.names(wanted)


def _is_alike(facts: Facts, node: Node, wanted: Node) -> bool:
    """Whether an object may be the wanted one with fewer properties: the operation that makes it has others."""
    names = facts.names(node)
    return facts.type_of(node) == "object" and 2 * len(names & facts.names(wanted)) >= len(names)


def _parts(facts: Facts, node: Node, pointer: str, depth: int) -> Iterator[tuple[str, Node]]:
    """The objects in a body that a pointer can lead to, each with the pointer."""
    if facts.type_of(node) == "array":
        items = facts.items(node)
        if items is not None and depth:
            yield from _parts(facts, items, f"{pointer}/0", depth - 1)
        return
    yield pointer, node
    for name, member in facts.members(node, of_all=True).items() if depth else ():
        if facts.type_of(member) in ("array", "object"):
            yield from _parts(facts, member, f"{pointer}/{escape_token(name)}", depth - 1)
