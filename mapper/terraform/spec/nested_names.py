"""The policy `nested_names`: prefixes nested attributes with their parents' names if the name of their Go type is
taken.

In an entity, an attribute of the root keeps its name; else the first one with a name does, if Go can have it. Names
given by the config are always kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...golang.identifiers import KEYWORDS
from ...inputs import Node
from ...model import Attribute, Body, Nested
from ...report.diagnostic import Note
from ..config.additions import is_added
from ..rules import POLICY, RENAMED
from ..schema.choice import rename_choice
from .go_code import variable_name
from .nested_types import KnownTypes, TypePlace, Types, clashes, free_name

_Names = dict[str, "tuple[str, _Names]"]
"""New names by the identifiers that lead to the attributes; empty for an attribute that keeps its name."""


def named_by_path(body: Body, known: KnownTypes, place: Node) -> Body:
    """The body with unique Go type names, except for names that the config gives. `place` is the place of the notes."""
    types = known.of(body)
    taken = set(types.counts)
    names: _Names = {}
    for found in _in_the_way(types):
        _put(names, found.path, free_name(found, taken))
    return _renamed(body, names, place) if names else body


def _in_the_way(types: Types) -> Iterator[TypePlace]:
    """The attributes to rename: all but one with each name, and all nested ones if it is a keyword of Go.

    Attributes of the root keep their names, unless two of them have one.
    """
    for places in types.places(types.repeated).values():
        ordered = sorted(places, key=lambda place: (len(place.path) > 1, not _is_given(place.attribute)))
        is_nested = len(ordered[0].path) > 1
        kept = None if is_nested and variable_name(places[0].attribute.name) in KEYWORDS else ordered[0]
        yield from (place for place in places if place is not kept and not _is_given(place.attribute))
    for pair in clashes(types):
        nested = [place for place in pair[:2] if len(place.path) > 1] or pair[:2]
        free = [place for place in nested if not _is_given(place.attribute)]
        if free:
            yield max(reversed(free), key=lambda place: len(place.path))


def _is_given(attribute: Attribute) -> bool:
    """Whether the config determines the name of an attribute."""
    return is_added(attribute) or any(note.rule is RENAMED for note in attribute.notes)


def _put(names: _Names, path: tuple[str, ...], name: str) -> None:
    for step in path[:-1]:
        names = names.setdefault(step, ("", {}))[1]
    names[path[-1]] = (name, names.get(path[-1], ("", {}))[1])


def _renamed(body: Body, names: _Names, place: Node) -> Body:
    attributes = body.attributes
    for index, attribute in enumerate(body.attributes):
        name, inner = names.get(attribute.name, ("", {}))
        changes: dict[str, Any] = {}
        if inner and isinstance(attribute.type, Nested):
            changes["type"] = replace(attribute.type, body=_renamed(attribute.type.body, inner, place))
        if name:
            text = f"{attribute.name!r} is the name of another nested attribute (policy nested_names)"
            note = Note(POLICY, text, place, was=attribute.name)
            changes |= {"name": name, "notes": (*attribute.notes, note)}
            attributes = rename_choice(attributes, attribute, name)
        if changes:
            attributes = (*attributes[:index], replace(attributes[index], **changes), *attributes[index + 1 :])
    return replace(body, attributes=attributes)
