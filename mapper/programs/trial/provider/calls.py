"""The operations of a resource from the sidecar; the config says which part of a response is mapped."""

from typing import Any

from mapper.model import Argument as Recorded
from mapper.model import Entity, Place, Supply
from mapper.model import Operation as RecordedOperation

from .attributes import Attribute
from .resources import DELETE, UPDATE, Argument, Body, Operation, Resource


def operations(resource: Resource, entity: Entity, config: dict[str, Any]) -> dict[str, Operation]:
    """The operations of a resource by part, from its entity and its entry in the generator config."""
    return {str(op.part): _operation(resource, entity, op, config[str(op.part)]) for op in entity.operations}


def _operation(resource: Resource, entity: Entity, recorded: RecordedOperation, config: dict[str, Any]) -> Operation:
    part = str(recorded.part)
    bodies = [argument for argument in recorded.arguments if argument.place is Place.BODY]
    body = next((argument for argument in bodies if not argument.name and argument.supply is not Supply.CONSTANT), None)
    members = [argument for argument in bodies if argument is not body]
    sent = {attribute.name for attribute in entity.body.attributes if part in attribute.sent_by}
    inside = body.pointer or "" if body else ""
    places = [(argument.pointer, argument.attribute) for argument in members if argument.attribute]
    placed = [(pointer, name) for pointer, name in places if pointer and pointer.rpartition("/")[0] != inside]
    required = {place[1] for place in places if part == UPDATE and place not in placed}
    taken = frozenset(sent | {name for name in required if name in resource.attributes})
    response_config = config.get("response") or {}
    return Operation(
        part,
        recorded.method.upper(),
        recorded.path,
        arguments=tuple(
            _argument(resource, argument) for argument in recorded.arguments if argument.place is not Place.BODY
        ),
        request=Body(
            inside,
            (config.get("request") or {}).get("attribute"),
            patch=body.media_type if body else None,
        ),
        response=Body(
            response_config.get("pointer", ""), response_config.get("attribute"), bool(response_config.get("ignore"))
        ),
        sends=taken if body is not None and part != DELETE else None,
        constants=tuple((a.pointer, a.value) for a in members if a.supply is Supply.CONSTANT and a.pointer),
        placed=tuple(place for place in placed if place[1] in resource.attributes),
        requires=frozenset(name for name in required if name in resource.attributes),
    )


def _argument(resource: Resource, recorded: Recorded) -> Argument:
    name, *inside = (recorded.attribute or "").split(".")
    attribute: Attribute | None = resource.attributes.get(name)
    constant = recorded.value if recorded.supply is Supply.CONSTANT else None
    return Argument(str(recorded.place), recorded.name, attribute, constant, tuple(inside))
