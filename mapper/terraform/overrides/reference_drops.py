"""Marks attributes from bodies that the reference tool drops completely, so that every difference is explained."""

from __future__ import annotations

from msgspec.structs import replace

from ...model import Attribute, Body, Contribution
from ...model.attribute import with_attributes, with_inner
from ...origin import Part
from ...report.diagnostic import Note
from ..rules import BODY_KEPT

_GIVES = frozenset((Contribution.DECLARED, Contribution.DESCRIPTION, Contribution.BOTH))


def mark_kept(body: Body, parts: frozenset[Part]) -> Body:
    """`body` with a note on each attribute that is declared or described by one of `parts`."""
    return with_attributes(body, [_mark(attribute, parts) for attribute in body.attributes])


def _mark(attribute: Attribute, parts: frozenset[Part]) -> Attribute:
    giving = [o.part for o in attribute.origins if o.part in parts and o.contribution in _GIVES]
    if giving:
        text = f"tfplugingen-openapi skips the {giving[0]}, because it cannot map all of it"
        note = Note(BODY_KEPT, text, attribute.origins[0].location)
        return replace(attribute, notes=(*attribute.notes, note))
    if not any(origin.part in parts for origin in attribute.origins):
        return attribute
    return with_inner(attribute, lambda nested: mark_kept(nested, parts))
