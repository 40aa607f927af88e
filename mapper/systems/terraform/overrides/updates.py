"""Marks the attributes that the request body of an update has."""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from mapper.model import Attribute, Body, nested_body
from mapper.model.attribute import with_attributes, with_inner


class UpdateMarker:
    """Marks bodies, each pair of nested ones once: a body that attributes share is shared afterwards, too."""

    def __init__(self) -> None:
        self._marked: dict[tuple[Body, Body], Body] = {}

    def mark(self, body: Body, update: Body) -> Body:
        """`body` with its attributes marked that the update request body has, whether they could be mapped or not."""
        marked = self._marked.get((body, update))
        if marked is None:
            updated = {attribute.source_name: attribute for attribute in update.attributes}
            named = updated.keys() | {omission.source_name for omission in update.omitted}
            attributes = [self._updated(a, updated) if a.source_name in named else a for a in body.attributes]
            marked = self._marked[body, update] = with_attributes(body, attributes)
        return marked

    def _updated(self, attribute: Attribute, updated: Mapping[str, Attribute]) -> Attribute:
        there = updated.get(attribute.source_name)
        nested = None if there is None else nested_body(there.type)
        if nested is not None:
            attribute = with_inner(attribute, partial(self.mark, update=nested))
        return replace(attribute, is_updated=True)
