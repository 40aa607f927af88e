"""Marks attributes from bodies that the reference tool drops completely, so that every difference is explained."""

from __future__ import annotations

from msgspec.structs import replace

from ...model import Attribute, Body, Collection, Contribution, Nested, Object, Type
from ...origin import Part
from ...report.diagnostic import Note
from ..rules import BODY_KEPT

_GIVES = frozenset((Contribution.DECLARED, Contribution.DESCRIPTION, Contribution.BOTH))


def mark_kept(body: Body, parts: frozenset[Part]) -> Body:
    """`body` with a note on each attribute that is declared or described by one of `parts`."""
    attributes = tuple(_mark(attribute, parts) for attribute in body.attributes)
    if all(new is old for new, old in zip(attributes, body.attributes, strict=True)):
        return body
    return replace(body, attributes=attributes)


def _mark(attribute: Attribute, parts: frozenset[Part]) -> Attribute:
    giving = [o.part for o in attribute.origins if o.part in parts and o.contribution in _GIVES]
    if giving:
        text = f"tfplugingen-openapi skips the {giving[0]}, because it cannot map all of it"
        note = Note(BODY_KEPT, text, attribute.origins[0].location)
        return replace(attribute, notes=(*attribute.notes, note))
    if not any(origin.part in parts for origin in attribute.origins):
        return attribute
    type_ = _mark_type(attribute.type, parts)
    return attribute if type_ is attribute.type else replace(attribute, type=type_)


def _mark_type(type_: Type, parts: frozenset[Part]) -> Type:
    if isinstance(type_, Collection):
        element = _mark_type(type_.element, parts)
        return type_ if element is type_.element else Collection(type_.kind, element)
    if isinstance(type_, Nested | Object):
        body = mark_kept(type_.body, parts)
        return type_ if body is type_.body else replace(type_, body=body)
    return type_
