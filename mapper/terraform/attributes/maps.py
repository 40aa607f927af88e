"""The keyword `additionalProperties`: whether an object is a map, and which properties that costs.

`{}` means the same as `true` (JSON Schema 2020-12, 4.3.2), and so does a schema with annotations only. Values that
cannot be mapped are no reason to leave out the properties next to them.
"""

from __future__ import annotations

from ...inputs import Documents, Node, bool_of
from ...report.diagnostic import Note
from ...report.fix import for_all
from ..rules import ANY_VALUES, NO_TYPE
from ..schema.choice import says_nothing
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
