"""Which objects are maps by `additionalProperties`, what that costs, and which branch of a choice an override names.

`{}` means the same as `true` (JSON Schema 2020-12, 4.3.2), and so does a schema with annotations only. Values that
cannot be mapped are no reason to leave out the properties next to them.
"""

from __future__ import annotations

from ...inputs import Documents, Node, bool_of
from ...inputs.document import made
from ...report.diagnostic import Note
from ...report.fix import for_all
from ...text.suggest import nearest
from ..rules import ANY_VALUES, BAD_OVERRIDE, NO_TYPE
from ..schema.choice import branch_name, says_nothing
from ..schema.keywords import Schema, Unmappable, in_place_of, single
from ..schema.normalise import Schemas
from ..schema.unmapped import ONLY_PROPERTIES_FIX

VALUES = "additionalProperties"
_FREE_FORM = for_all("policies", "free_form", value="json_string")
_OTHER_KEYS = "keys other than those of the properties cannot be given"


def is_map(documents: Documents, schema: Schema) -> bool:
    """Whether `additionalProperties` of an object schema constrains the values."""
    place = _place(schema)
    return place is not None and not says_nothing(documents, place)


def untyped_values(documents: Documents, schema: Schema) -> list[Note]:
    """A note if the schema of the values accepts anything, as the reference tool requires a type."""
    place = _place(schema)
    if place is None or not says_nothing(documents, place):
        return []
    text = f"{VALUES} has no type: it says as much as true"
    return [Note(ANY_VALUES, text, place) if property_names(schema) else Note(NO_TYPE, text, place, _FREE_FORM)]


def unmappable_values(schemas: Schemas, schema: Schema) -> list[Note]:
    """A note if an object with properties is not a map because its values cannot be mapped."""
    place = _place(schema)
    if place is None or not property_names(schema):
        return []
    try:
        schemas.normalise(single(place, []))
    except Unmappable as error:
        text = f"{in_place_of(error, VALUES)}; {_OTHER_KEYS}"
        return [Note(error.note.rule, text, place, ONLY_PROPERTIES_FIX)]
    return []


def property_names(schema: Schema) -> list[str]:
    """The sorted names of the properties of a schema."""
    properties = schema.node.value.get("properties")
    return sorted(properties) if isinstance(properties, dict) else []


def _place(schema: Schema) -> Node | None:
    """The schema of the values; None if there is none."""
    place = schema.node.get(VALUES)
    return None if place is None or bool_of(place.value) is not None else place


_INSIDE = ("items", "additionalProperties")


def branch_of(schemas: Schemas, node: Node, name: str) -> Node:
    """The schema of a property with the choice replaced by the branch. Raises Unmappable if there is no such branch."""
    branches = schemas.branches(node)
    if branches:
        found = branches.get(name) or branches.get(branch_name(name))
        if found is None:
            known = ", ".join(branches)
            text = f"it is a choice between {known}, and has no branch {name!r}{nearest(name, branches)}"
            raise Unmappable(BAD_OVERRIDE, text, node)
        return found
    written = schemas.behind(node)
    for keyword in _INSIDE:
        inner = written.get(keyword)
        if inner is not None and isinstance(inner.value, dict | list):
            members = dict(written.members())
            return made(written, {**members, keyword: branch_of(schemas, single(inner, []), name)})
    raise Unmappable(BAD_OVERRIDE, f"it is no choice, and has no branch {name!r}", node)
