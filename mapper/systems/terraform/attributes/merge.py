"""Merges the attributes of several sources. The first source wins; later ones fill gaps."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Collection,
    Contribution,
    Ignored,
    Nested,
    NestingMode,
    Object,
    Omission,
    Origin,
    Scalar,
    Type,
    nested_body,
    type_in_words,
)
from mapper.report.diagnostic import Note, Survives
from mapper.report.fix import Subject, setting
from mapper.report.origin import PartKind
from mapper.report.rules import NAME_COLLISION, TYPE_MISMATCH

from ..config.types import parse_type
from ..rules import EMPTY_MEMBERS
from .omissions import collision
from .types import is_map_of_maps, mode_or_kind

_LeftOut = TypeVar("_LeftOut", Omission, Ignored)


class Merger:
    """Merges bodies, with a cache for shared ones."""

    def __init__(self) -> None:
        self._merged: dict[tuple[Body, Body], Body] = {}

    def merge(self, target: Body, incoming: Body) -> Body:
        """`target` with attributes appended that only `incoming` has, and missing descriptions and children added."""
        if _says_nothing(incoming):
            return target
        merged = self._merged.get((target, incoming))
        if merged is None:
            merged = self._merged[target, incoming] = self._merge(target, [incoming])
        return merged

    def merge_all(self, bodies: Iterable[Body]) -> Body:
        """All bodies merged in order."""
        first, *others = [body for body in bodies if not _says_nothing(body)] or [Body()]
        return self._merge(first, others) if others else first

    def _merge(self, target: Body, others: Iterable[Body]) -> Body:
        merged = list(target.attributes)
        places: dict[str, int] = {}
        identifiers: dict[str, Attribute] = {}
        for index, attribute in enumerate(merged):
            places.setdefault(attribute.source_name, index)
            identifiers[attribute.name] = attribute
        omitted, ignored = target.omitted, target.ignored
        for incoming in others:
            collisions: list[Omission] = []
            again, lost = _with_place(incoming, places) if incoming.omitted else ([], [])
            lost = [_beside(merged, places, omission) for omission in lost]
            for attribute in (*incoming.attributes, *again) if again else incoming.attributes:
                place = places.get(attribute.source_name)
                if place is not None:
                    merged[place] = self._merge_attribute(merged[place], attribute)
                elif attribute.name in identifiers:
                    collisions.append(collision(attribute, identifiers[attribute.name]))
                else:
                    places[attribute.source_name] = len(merged)
                    identifiers[attribute.name] = attribute
                    merged.append(attribute)
            omitted = _distinct((*omitted, *lost, *collisions))
            ignored = _distinct((*ignored, *incoming.ignored))
        return Body(tuple(merged), omitted, ignored)

    def _merge_attribute(self, target: Attribute, incoming: Attribute) -> Attribute:
        merged = self._merge_two(target, incoming)
        if not (target.is_withheld or incoming.is_withheld):  # as of most
            return merged
        is_returned = any(origin.part.kind is PartKind.RESPONSE for origin in target.origins) and not target.is_withheld
        return replace(merged, is_withheld=incoming.is_withheld and not is_returned)

    def _merge_two(self, target: Attribute, incoming: Attribute) -> Attribute:
        if target.type is incoming.type and _adds_nothing(target, incoming):  # the most frequent case
            return replace(
                target, origins=target.origins + _with_contribution(incoming.origins, Contribution.CONFIRMED)
            )
        if _form(target.type) != _form(incoming.type):
            origins = _with_contribution(incoming.origins, Contribution.MISMATCH)
            note = _mismatch(target, incoming)
            return replace(target, origins=target.origins + origins).with_notes(note)
        type_, agree = self._merge_type(target.type, incoming.type)
        if not agree and type_ == target.type:  # of another element: how that would be written makes no difference
            incoming = replace(incoming, notes=tuple(note for note in incoming.notes if not note.rule.differs))
        fills = not target.description and bool(incoming.description)
        contribution = _contribution(fills, _size(type_) > _size(target.type))
        notes = target.notes
        if incoming.notes:
            surviving = {
                Survives.NEVER: False,
                Survives.ALWAYS: True,
                Survives.WITH_DESCRIPTION: not target.description,
                Survives.WITH_CONTRIBUTION: contribution is not Contribution.CONFIRMED,
            }
            notes += tuple(note for note in incoming.notes if surviving[note.rule.survives_merge])
        if not agree:
            notes += (_mismatch(target, incoming),)
        if not _is_empty(type_):  # after the merge
            notes = tuple(note for note in notes if note.rule is not EMPTY_MEMBERS)
        return replace(
            target,
            type=type_,
            origins=target.origins + _with_contribution(incoming.origins, contribution),
            description=incoming.description if fills else target.description,
            notes=notes,
        )

    def _merge_type(self, target: Type, incoming: Type) -> tuple[Type, bool]:
        """The merged type, and whether both types agree at every level of elements."""
        if isinstance(target, Nested) and isinstance(incoming, Nested) and target.mode == incoming.mode:
            return Nested(target.mode, self.merge(target.body, incoming.body)), True
        if isinstance(target, Object) and isinstance(incoming, Object):
            return Object(self.merge(target.body, incoming.body)), True
        if isinstance(target, Collection) and isinstance(incoming, Collection) and target.kind == incoming.kind:
            element, agree = self._merge_type(target.element, incoming.element)
            return Collection(target.kind, element), agree
        return target, isinstance(target, Scalar) and (target is incoming or target == incoming)


def _with_place(body: Body, places: Container[str]) -> tuple[list[Attribute], list[Omission]]:
    """What another attribute of its own body displaced, but an earlier body has; and all else that is left out."""
    again: list[Attribute] = []
    lost: list[Omission] = []
    for omission in body.omitted:
        if omission.attribute is not None and omission.source_name in places:
            again.append(omission.attribute)
        else:
            lost.append(omission)
    return again, lost


def _beside(merged: Sequence[Attribute], places: Mapping[str, int], omission: Omission) -> Omission:
    """An omission. That tool writes it as a map of objects, which makes no difference beside anything else."""
    place = places.get(omission.source_name)
    if place is None or not omission.note.unseen or _is_map_of_objects(merged[place].type):
        return omission
    return replace(omission, note=replace(omission.note, alike=True))


def _is_map_of_objects(type_: Type) -> bool:
    """Whether that tool writes a type as a map of objects, which maps of maps are to it."""
    return is_map_of_maps(type_) or (isinstance(type_, Nested) and type_.mode is NestingMode.MAP)


def _says_nothing(body: Body) -> bool:
    return not (body.attributes or body.omitted or body.ignored)


def _adds_nothing(target: Attribute, incoming: Attribute) -> bool:
    """Whether a scalar attribute of the same type has neither notes nor a description that the first one lacks."""
    if target.type.__class__ is not Scalar or target.notes or incoming.notes:
        return False
    return bool(target.description) or not incoming.description


def _is_empty(type_: Type) -> bool:
    """Whether the elements are objects without members."""
    while isinstance(type_, Collection):
        type_ = type_.element
    return isinstance(type_, Object) and not type_.body.attributes


def _form(type_: Type) -> tuple[type, str]:
    return type_.__class__, mode_or_kind(type_)


def _with_contribution(origins: tuple[Origin, ...], contribution: Contribution) -> tuple[Origin, ...]:
    return tuple([replace(origin, contribution=contribution) for origin in origins])


def _contribution(fills: bool, adds: bool) -> Contribution:
    if fills and adds:
        return Contribution.BOTH
    if fills:
        return Contribution.DESCRIPTION
    return Contribution.CHILDREN if adds else Contribution.CONFIRMED


def _size(type_: Type) -> int:
    body = nested_body(type_)
    return body.size if body else 0


def _mismatch(target: Attribute, incoming: Attribute) -> Note:
    first, later = target.origins[0].part, incoming.origins[0].part
    text = f"types differ: {type_in_words(target.type)} in the {first}, {type_in_words(incoming.type)} in the {later}"
    words = type_in_words(target.type)
    fix = setting("attributes", "overrides", Subject.PATH, "type", value=words) if parse_type(words) else None
    return Note(TYPE_MISMATCH, text, incoming.origins[0].location, fix)


def _distinct(left_out: tuple[_LeftOut, ...]) -> tuple[_LeftOut, ...]:
    """Omissions or ignores without duplicates that several sources have for the same reason."""
    if len(left_out) < 2:  # noqa: PLR2004 - nothing to compare
        return left_out
    distinct: dict[tuple[object, ...], _LeftOut] = {}
    for item in left_out:
        place = item.rule if isinstance(item, Ignored) else (item.note.rule, _reason(item.note))
        distinct.setdefault((item.source_name, place), item)
    return tuple(distinct.values())


def _reason(note: Note) -> object:
    """Equal for notes that say the same: of a collision the text counts, of others the place."""
    if note.rule is NAME_COLLISION:
        return note.text
    return (note.location.document, note.location.pointer) if note.location else None
