"""The arguments of request bodies: the body, what it requires beside the chosen part, and what an update requires."""

from mapper.inputs import Documents, escape_token
from mapper.model import Argument, Body, Place, Purpose, Status, Supply

from .arguments import constant_of
from .attributes.bodies import Part


def needed_of(documents: Documents, part: Part, body: Body, purpose: Purpose) -> tuple[Argument, ...]:
    """What a request body needs: the body itself, what it requires next to the part that the config chooses, and, in an
    update, which a configuration may leave out, what it requires.
    """
    attributes = {attribute.name_on_wire: attribute for attribute in body.attributes}
    left_out = {omission.source_name for omission in part.body.omitted}
    found = [Argument(Place.BODY, "", Supply.CONFIGURED, pointer=part.pointer, location=part.node)]
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
