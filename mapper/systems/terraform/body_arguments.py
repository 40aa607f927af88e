"""The arguments of request bodies: the body, what it requires beside the chosen part, and what an update requires."""

from msgspec.structs import replace

from mapper.inputs import Documents, Node, escape_token
from mapper.model import Argument, Body, Place, Purpose, Reason, Status, Supply, nested_body
from mapper.model.arguments import JSON_PATCH, SCIM_PATCH
from mapper.model.limits import ExactlyOneOf, find

from .attributes.part import Part
from .openapi.declared import constant_of

_STEPS: dict[str | None, Reason] = {
    JSON_PATCH: Reason("json-patch", "the steps of a JSON Patch (RFC 6902), which change what create takes"),
    SCIM_PATCH: Reason("scim-patch", "the operations of SCIM (RFC 7644), which change what create takes"),
}
_MERGE = Reason("merge-patch", "a merge patch (RFC 7396): null removes")


def needed_of(
    documents: Documents, part: Part, body: Body, purpose: Purpose, *, is_said_who_sets: bool
) -> tuple[Argument, ...]:
    """What a request body needs: the body itself, and what it requires next to the part that the config chooses. An
    update, whose attributes a configuration may leave out, also needs what it requires.

    `is_said_who_sets`: policies say so. Without them, what an update alone requires is left to the provider.
    """
    kind = part.media_type if purpose is Purpose.UPDATE else None
    if steps := _STEPS.get(kind):
        return (Argument(Place.BODY, "", Supply.CONFIGURED, reason=steps, location=part.node, media_type=kind),)
    body_argument = Argument(Place.BODY, "", Supply.CONFIGURED, pointer=part.pointer, location=part.node)
    arguments = [replace(body_argument, reason=_MERGE, media_type=kind) if kind else body_argument]
    for sibling in part.siblings:
        schema = documents.behind(sibling.node).value
        value = constant_of(schema)
        if not sibling.is_required or (isinstance(schema, dict) and schema.get("readOnly") is True):
            continue
        supply = Supply.MISSING if value is None else Supply.CONSTANT
        arguments.append(
            Argument(
                Place.BODY, sibling.tokens[-1], supply, value=value, pointer=sibling.pointer, location=sibling.node
            )
        )
    if not part.required or purpose is not Purpose.UPDATE:
        return tuple(arguments)
    attributes = {attribute.name_on_wire: attribute for attribute in body.attributes}
    asked = {attribute.name_on_wire: attribute for attribute in part.body.attributes}
    left_out = {omission.source_name for omission in part.body.omitted}
    in_variants = members_of_variants(body)
    for name in part.required:
        attribute, asked_attribute = attributes.get(name), asked.get(name)
        pointer = f"{part.pointer}/{escape_token(name)}"
        if attribute is not None and name not in left_out:
            supply = Supply.RETURNED if attribute.status is Status.COMPUTED else Supply.CONFIGURED
            arguments.append(Argument(Place.BODY, name, supply, attribute.name, pointer=pointer, location=part.node))
        elif asked_attribute is not None and asked_attribute.status is not Status.COMPUTED and name not in in_variants:
            place = asked_attribute.origins[0].location
            value = constant_of(documents.behind(place).value) if isinstance(place, Node) else None
            if value is not None or is_said_who_sets:
                supply = Supply.MISSING if value is None else Supply.CONSTANT
                arguments.append(Argument(Place.BODY, name, supply, value=value, pointer=pointer, location=place))
    return tuple(arguments)


def members_of_variants(body: Body) -> frozenset[str]:
    """The names in the API of what one of several variants of the object has."""
    variants = [a for a in body.attributes if a.limits and find(a.limits, ExactlyOneOf) is not None]
    nested = (nested_body(variant.type) for variant in variants)
    return frozenset(member.name_on_wire for each in nested if each is not None for member in each.attributes)
