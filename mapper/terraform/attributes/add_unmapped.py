"""Adds the properties of a schema that are not mapped to the body of its object."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...model import Attribute, Body, Ignored, Omission
from ...report.diagnostic import Note
from ..config.paths import plain
from ..config.schema import Ignore
from ..schema.find_unmapped import notes_of
from ..schema.keywords import Schema
from ..schema.unmapped import Leftover, UnmappedKind
from .context import Context


class LeftOut:
    """Adds the leftovers of schemas to bodies. Where a body and a schema are shared, the result is, too."""

    def __init__(self) -> None:
        self._known: dict[tuple[Body, tuple[Leftover, ...], bool], tuple[Body, list[Note]]] = {}

    def added(self, body: Body, schema: Schema, context: Context, notes: list[Note]) -> Body:
        """The body of `schema` with its leftovers; those without a name become `notes`."""
        if not schema.leftovers:
            return body
        if context.ignores or not schema.hops:
            return _with_leftovers(body, schema.leftovers, context, notes)
        key = body, schema.leftovers, _has_choice(context)
        known = self._known.get(key)
        if known is None:
            found: list[Note] = []
            known = self._known[key] = _with_leftovers(body, schema.leftovers, context, found), found
        notes += known[1]
        return known[0]


def _with_leftovers(body: Body, leftovers: Sequence[Leftover], context: Context, notes: list[Note]) -> Body:
    """The body with leftovers among the omitted and ignored properties; those without a name become `notes`."""
    omitted, ignored = list(body.omitted), list(body.ignored)
    notes_by_name: dict[str, list[Note]] = {}
    keys: list[Leftover] = []
    has_choice = _has_choice(context)
    ignores = _by_path(context)
    for entry in leftovers:
        if entry.is_merged:
            notes_by_name.setdefault(entry.path[0], []).append(entry.note)
        elif entry.kind in (UnmappedKind.KEYS, UnmappedKind.KEYWORDS):
            keys.append(entry)
        elif entry.kind is UnmappedKind.REQUIRED:
            if has_choice:  # otherwise required and optional are written alike
                notes_by_name.setdefault(entry.path[0], []).append(entry.note)
        elif (ignore := _ignoring(entry.name, ignores)) is not None:
            ignored.append(Ignored(entry.name, entry.places[0], ignore.node))
        else:
            omitted.append(Omission(entry.name, entry.note))
    notes += notes_of(keys)
    attributes = body.attributes
    if notes_by_name:
        attributes = tuple(_noted(attribute, notes_by_name) for attribute in attributes)
    return replace(body, attributes=attributes, omitted=tuple(omitted), ignored=tuple(ignored))


def _has_choice(context: Context) -> bool:
    """Whether required and optional attributes are written differently."""
    return context.role.required != context.role.optional


_ByPath = dict[str, tuple[int, Ignore]]
"""Ignores by their paths without escapes, with their numbers."""


def _by_path(context: Context) -> _ByPath:
    found: _ByPath = {}
    for number, (path, entry) in enumerate(context.ignores):
        found.setdefault(plain(path), (number, entry))
    return found


def _ignoring(name: str, ignores: _ByPath) -> Ignore | None:
    """The first ignore for a name or, where it has dots, for one of its beginnings."""
    if not ignores or "." not in name:
        return ignores[name][1] if name in ignores else None
    ends = (*(index for index, character in enumerate(name) if character == "."), len(name))
    found = [ignores[name[:end]] for end in ends if name[:end] in ignores]
    return min(found, key=lambda entry: entry[0])[1] if found else None


def _noted(attribute: Attribute, notes_by_name: dict[str, list[Note]]) -> Attribute:
    notes = notes_by_name.get(attribute.source_name, ())
    return replace(attribute, notes=(*attribute.notes, *notes)) if notes else attribute
