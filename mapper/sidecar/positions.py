"""Looks up the positions that a sidecar needs before they are written: all of a document together, which is faster."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..inputs import Document
from ..model import Body, Mapping
from ..origin import Location, Source


def find_positions(mapping: Mapping, bodies: Iterable[Body]) -> None:
    """Look up the positions of everything in a mapping that has `bodies`, nested ones included."""
    pointers: defaultdict[Source, dict[str, None]] = defaultdict(dict)
    places = [origin.location for body in bodies for attribute in body.attributes for origin in attribute.origins]
    places += _others(mapping)
    for place in places:
        pointers[place.document][place.pointer] = None
    for document, wanted in pointers.items():
        if isinstance(document, Document):
            document.find_positions(wanted)


def _others(mapping: Mapping) -> Iterator[Location]:
    for entity in mapping.entities:
        places = (entity.location, *(operation.location for operation in entity.operations))
        yield from (place for place in places if place is not None)
    yield from (found.location for found in mapping.diagnostics if found.location is not None)
