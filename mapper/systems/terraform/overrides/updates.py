"""Marks the attributes that the request body of an update has, with notes where it takes another form of them."""

from collections.abc import Iterable, Mapping
from functools import partial

from msgspec.structs import replace

from mapper.model import (
    NUMBERS,
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Nested,
    NestingMode,
    Scalar,
    ScalarKind,
    Type,
    nested_body,
)
from mapper.model.attribute import rewrite, with_attributes, with_inner
from mapper.model.limits import ExactlyOneOf, find
from mapper.model.type_words import type_in_words
from mapper.report.diagnostic import Note

from ..attributes.types import holds_object
from ..rules import JSON_STRING, OTHER_TYPES


class UpdateMarker:
    """Marks bodies, each pair of nested ones once: a body that attributes share is shared afterwards, too."""

    def __init__(self) -> None:
        self._marked: dict[tuple[Body, Body], Body] = {}
        self._sent: dict[Body, Body] = {}

    def mark(self, body: Body, update: Body) -> Body:
        """`body` with its attributes marked that the update request body has, whether they could be mapped or not."""
        marked = self._marked.get((body, update))
        if marked is None:
            bodies = [update, *_variants(update.attributes)]
            updated = {a.source_name: a for variant in reversed(bodies) for a in variant.attributes}
            named = updated.keys() | {omission.source_name for variant in bodies for omission in variant.omitted}
            attributes = [
                self._updated(a, updated) if a.source_name in named else self._variant(a, update)
                for a in body.attributes
            ]
            marked = self._marked[body, update] = with_attributes(body, attributes)
        return marked

    def _variant(self, attribute: Attribute, update: Body) -> Attribute:
        """What the update has not by its name: if it is a variant of the object, the update may have its members."""
        if not _is_variant(attribute) or not attribute.sent_by:
            return attribute
        attribute = with_inner(attribute, partial(self.mark, update=update))
        return replace(
            attribute, is_updated=any(a.is_updated for body in _variants([attribute]) for a in body.attributes)
        )

    def _updated(self, attribute: Attribute, updated: Mapping[str, Attribute]) -> Attribute:
        there = updated.get(attribute.source_name)
        nested = None if there is None else nested_body(there.type)
        if nested is not None:
            attribute = with_inner(attribute, partial(self.mark, update=nested))
        elif isinstance(attribute.type, Nested):  # the update takes it in a form that says nothing of its members
            attribute = with_inner(attribute, lambda body: rewrite(body, _sent, self._sent))
        if there is not None and is_other_form(attribute, there):
            is_, was = _words(there), _words(attribute)
            note = Note(OTHER_TYPES, f"an update takes it as {is_}, and create as {was}", there.origins[0].location)
            attribute = attribute.with_notes(note)
        return replace(attribute, is_updated=True)


def _is_variant(attribute: Attribute) -> bool:
    return isinstance(attribute.type, Nested) and find(attribute.limits, ExactlyOneOf) is not None


def _variants(attributes: Iterable[Attribute]) -> list[Body]:
    """The bodies of those attributes that are variants of the object that has them."""
    bodies = (nested_body(attribute.type) for attribute in attributes if _is_variant(attribute))
    return [variant for variant in bodies if variant is not None]


def _sent(attribute: Attribute) -> Attribute:
    return replace(attribute, is_updated=True)


def is_other_form(attribute: Attribute, there: Attribute) -> bool:
    """Whether no value of an attribute fits what an update takes: a number for a text, a text for an object."""
    if attribute.type is there.type and not attribute.notes and not there.notes:  # as most
        return False
    was, is_ = _form(attribute), _form(there)
    return was != is_ and "" not in (was, is_)


def _words(attribute: Attribute) -> str:
    words = type_in_words(attribute.type)
    return words.replace("string", "JSON object") if holds_object(attribute.notes) else words


def _form(attribute: Attribute) -> str:
    """The kind of JSON that values are, such as *number* and *list of object*; empty if it may be any."""
    if any(note.rule is JSON_STRING for note in attribute.notes):
        return ""
    form = _form_of(attribute.type)
    return form.replace("text", "object") if holds_object(attribute.notes) else form


def _form_of(type_: Type) -> str:
    match type_:
        case Scalar(ScalarKind.DYNAMIC):
            return ""
        case Scalar(kind):
            return "number" if kind in NUMBERS else "bool" if kind is ScalarKind.BOOL else "text"
        case Collection(CollectionKind.MAP) | Nested(NestingMode.SINGLE | NestingMode.MAP):
            return "object"
        case Collection(_, element):
            form = _form_of(element)
            return form and f"list of {form}"
        case Nested():
            return "list of object"
    return "object"
