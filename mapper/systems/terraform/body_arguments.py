"""The arguments of request bodies: the body, what it requires beside the chosen part, and what an update requires."""

from msgspec.structs import replace

from mapper.inputs import Documents, escape_token
from mapper.model import Argument, Body, Place, Purpose, Reason, Status, Supply
from mapper.model.arguments import JSON_PATCH, SCIM_PATCH

from .arguments import constant_of
from .attributes.bodies import Part

_STEPS = {
    JSON_PATCH: Reason("json-patch", "the steps of a JSON Patch (RFC 6902), which change what create takes"),
    SCIM_PATCH: Reason("scim-patch", "the operations of SCIM (RFC 7644), which change what create takes"),
}
_MERGE = Reason("merge-patch", "a merge patch (RFC 7396): null removes")


def needed_of(documents: Documents, part: Part, body: Body, purpose: Purpose) -> tuple[Argument, ...]:
    """What a request body needs: the body itself, what it requires next to the part that the config chooses, and, in an
    update, which a configuration may leave out, what it requires.
    """
    kind = part.media_type if purpose is Purpose.UPDATE else None
    if steps := _STEPS.get(kind or ""):
        return (Argument(Place.BODY, "", Supply.CONFIGURED, reason=steps, location=part.node, media_type=kind),)
    attributes = {attribute.name_on_wire: attribute for attribute in body.attributes}
    left_out = {omission.source_name for omission in part.body.omitted}
    body_argument = Argument(Place.BODY, "", Supply.CONFIGURED, pointer=part.pointer, location=part.node)
    found = [replace(body_argument, reason=_MERGE, media_type=kind) if kind else body_argument]
    for sibling in part.siblings:
        schema = documents.behind(sibling.node).value
        value = constant_of(schema)
        if not sibling.is_required or (isinstance(schema, dict) and schema.get("readOnly") is True):
            continue
        supply = Supply.MISSING if value is None else Supply.CONSTANT
        found.append(
            Argument(
                Place.BODY, sibling.tokens[-1], supply, value=value, pointer=sibling.pointer, location=sibling.node
            )
        )
    for name in part.required if purpose is Purpose.UPDATE else ():
        attribute = attributes.get(name)
        if attribute is not None and name not in left_out:
            supply = Supply.RETURNED if attribute.status is Status.COMPUTED else Supply.CONFIGURED
            pointer = f"{part.pointer}/{escape_token(name)}"
            found.append(Argument(Place.BODY, name, supply, attribute.name, pointer=pointer, location=part.node))
    return tuple(found)
