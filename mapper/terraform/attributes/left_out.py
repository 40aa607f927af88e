"""Adds the properties of a schema that are not mapped to the body of its object."""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics import Note
from ...immutable import replace
from ...model import Attribute, Body, Ignored, Omission
from ..config.paths import plain
from ..config.schema import Ignore
from ..schema.leftover import Kind, Leftover
from ..schema.leftovers import notes_of
from .context import Context


def with_leftovers(body: Body, leftovers: Sequence[Leftover], context: Context, notes: list[Note]) -> Body:
    """The body with leftovers among the omitted and ignored properties; those without a name become `notes`."""
    omitted, ignored = list(body.omitted), list(body.ignored)
    notes_by_name: dict[str, list[Note]] = {}
    keys: list[Leftover] = []
    has_choice = context.role.required != context.role.optional
    for entry in leftovers:
        if entry.is_merged:
            notes_by_name.setdefault(entry.path[0], []).append(entry.note)
        elif entry.kind is Kind.KEYS:
            keys.append(entry)
        elif entry.kind is Kind.REQUIRED:
            if has_choice:  # otherwise required and optional are written alike
                notes_by_name.setdefault(entry.path[0], []).append(entry.note)
        elif (ignore := _ignoring(entry.name, context)) is not None:
            ignored.append(Ignored(entry.name, entry.places[0], ignore.node))
        else:
            omitted.append(Omission(entry.name, entry.note))
    notes += notes_of(keys)
    attributes = body.attributes
    if notes_by_name:
        attributes = tuple(_noted(attribute, notes_by_name) for attribute in attributes)
    return replace(body, attributes=attributes, omitted=tuple(omitted), ignored=tuple(ignored))


def _ignoring(name: str, context: Context) -> Ignore | None:
    return next((entry for path, entry in context.ignores if f"{name}.".startswith(f"{plain(path)}.")), None)


def _noted(attribute: Attribute, notes_by_name: dict[str, list[Note]]) -> Attribute:
    notes = notes_by_name.get(attribute.source_name, ())
    return replace(attribute, notes=(*attribute.notes, *notes)) if notes else attribute
