"""Merges the attributes of several sources. The first source wins; later ones fill gaps."""

from collections.abc import Container, Iterable
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
from .keyword_case import is_about, of_later
from .omissions import collision
from .types import is_map_of_maps, mode_or_kind

_LeftOut = TypeVar("_LeftOut", Omission, Ignored)


class Merger:
    """Merges bodies, with a cache for shared ones."""

    def __init__(self) -> None:
        self._merged: dict[tuple[Body, Body], Body] = {}

    def merge(self, target: Body, incoming: Body, *, members: bool = False) -> Body:
        """`target` with attributes appended that only `incoming` has, and missing descriptions and children added.

        `members`: they are of an element type.
        """
        if _says_nothing(incoming):
            return target
        merged = self._merged.get((target, incoming))
        if merged is None:
            merged = self._merged[target, incoming] = self._merge(target, [incoming], members=members)
        return merged

    def merge_all(self, bodies: Iterable[Body]) -> Body:
        """All bodies merged in order."""
        first, *others = [body for body in bodies if not _says_nothing(body)] or [Body()]
        return self._merge(first, others) if others else first

    def _merge(self, target: Body, others: Iterable[Body], *, members: bool = False) -> Body:
        merged, waiting = _with_stand_ins(target)
        places: dict[str, int] = {}
        identifiers: dict[str, Attribute] = {}
        for index, attribute in enumerate(merged):
            if attribute.source_name not in waiting:
                places.setdefault(attribute.source_name, index)
                identifiers[attribute.name] = attribute
        omitted, ignored = target.omitted, target.ignored
        for incoming in others:
            collisions: list[Omission] = []
            again, lost = _with_place(incoming, places) if incoming.omitted else ([], [])
            attributes, stand_ins = _with_stand_ins(incoming)
            for attribute in (*attributes, *again):
                name = attribute.source_name
                place = places.get(name)
                if name in stand_ins:
                    self._add_stand_in(attribute, merged, places, waiting)
                elif place is not None:
                    merged[place] = self._merge_attribute(merged[place], attribute, members=members)
                elif attribute.name in identifiers:
                    collisions.append(collision(attribute, identifiers[attribute.name]))
                elif name in waiting and _is_map_of_objects(attribute.type):
                    places[name] = place = waiting.pop(name)
                    merged[place] = identifiers[attribute.name] = self._in_place_of(merged[place], attribute)
                else:
                    places[name] = len(merged)
                    identifiers[attribute.name] = attribute
                    merged.append(attribute)
            omitted = _distinct((*omitted, *lost, *collisions))
            ignored = _distinct((*ignored, *incoming.ignored))
        if omitted:
            beside = places.keys() - waiting.keys()
            omitted = tuple(_alike(omission) if omission.source_name in beside else omission for omission in omitted)
        unwritten = set(waiting.values())
        written = [a for index, a in enumerate(merged) if index not in unwritten] if unwritten else merged
        return Body(tuple(written), omitted, ignored)

    def _add_stand_in(
        self, stand_in: Attribute, merged: list[Attribute], places: dict[str, int], waiting: dict[str, int]
    ) -> None:
        """Add what only the reference tool writes of a later source: text for a map of objects, or a place for one."""
        name = stand_in.source_name
        place = places.get(name, waiting.get(name))
        if place is None:
            waiting[name] = len(merged)
            merged.append(stand_in)
        elif _is_map_of_objects(merged[place].type):
            merged[place] = self._with_text_of(merged[place], stand_in)

    def _in_place_of(self, stand_in: Attribute, attribute: Attribute) -> Attribute:
        """A map of objects, as the reference tool merges it into what it writes for an earlier source."""
        origins = _with_contribution(stand_in.origins, Contribution.MISMATCH)
        return self._merge_attribute(replace(stand_in, origins=origins), attribute)

    def _with_text_of(self, attribute: Attribute, stand_in: Attribute) -> Attribute:
        """A map of objects, described as where the reference tool writes one for a later source."""
        merged = self._merge_attribute(attribute, stand_in)
        if merged.description == attribute.description and merged.notes == attribute.notes:
            return attribute
        origins = _with_contribution(stand_in.origins, Contribution.MISMATCH)
        return replace(merged, origins=attribute.origins + origins)

    def _merge_attribute(self, target: Attribute, incoming: Attribute, *, members: bool = False) -> Attribute:
        is_withheld = target.is_withheld or incoming.is_withheld
        if target.type is incoming.type and not is_withheld and _adds_nothing(target, incoming):  # as most
            confirmed = _with_contribution(incoming.origins, Contribution.CONFIRMED)
            return replace(target, origins=target.origins + confirmed)
        merged = self._merge_two(target, incoming, members=members)
        if not is_withheld:
            return merged
        is_returned = any(origin.part.kind is PartKind.RESPONSE for origin in target.origins) and not target.is_withheld
        return replace(merged, is_withheld=incoming.is_withheld and not is_returned)

    def _merge_two(self, target: Attribute, incoming: Attribute, *, members: bool) -> Attribute:
        fills = not target.description and bool(incoming.description)
        is_text = fills and not members  # which have none
        if _form(target.type) != _form(incoming.type):
            origins = _with_contribution(incoming.origins, Contribution.MISMATCH)
            told = [n for n in incoming.notes if is_text and _may_agree(target, incoming) and is_about(n, "format")]
            note = _mismatch(target, incoming)
            return replace(target, origins=target.origins + origins).with_notes(*told, note)
        type_, agree = self._merge_type(target.type, incoming.type)
        is_other_element = not agree and type_ == target.type  # how that would be written makes no difference
        contribution = _contribution(fills, _size(type_) > _size(target.type))
        is_other_kind = target.type.__class__ is not incoming.type.__class__
        notes = target.notes
        if incoming.notes:
            surviving = {
                Survives.NEVER: False,
                Survives.ALWAYS: True,
                Survives.WITH_DESCRIPTION: not target.description,
                Survives.WITH_CONTRIBUTION: contribution is not Contribution.CONFIRMED,
            }
            gives = is_text or contribution in (Contribution.CHILDREN, Contribution.BOTH)
            said = of_later(incoming.notes, decides_kind=gives, is_other_element=is_other_element)
            notes += tuple(n for n in said if surviving[n.rule.survives_merge] or is_about(n, "format"))
        if not agree:
            notes += (_mismatch(target, incoming),)
        if not _is_empty(type_):  # after the merge
            notes = tuple(note for note in notes if note.rule is not EMPTY_MEMBERS)
        return replace(
            target,
            type=type_,
            origins=target.origins
            + _with_contribution(incoming.origins, Contribution.MISMATCH if is_other_kind else contribution),
            description=incoming.description if fills else target.description,
            notes=notes,
        )

    def _merge_type(self, target: Type, incoming: Type) -> tuple[Type, bool]:
        """The merged type, and whether both types agree at every level of elements."""
        if isinstance(target, Nested) and isinstance(incoming, Nested):  # of one mode
            return Nested(target.mode, self.merge(target.body, incoming.body)), True
        if isinstance(target, Object) and isinstance(incoming, Object):
            return Object(self.merge(target.body, incoming.body, members=True)), True
        if isinstance(target, Collection) and isinstance(incoming, Collection) and target.kind == incoming.kind:
            element, agree = self._merge_type(target.element, incoming.element)
            return Collection(target.kind, element), agree
        return target, isinstance(target, Scalar) and target == incoming


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


def _with_stand_ins(body: Body) -> tuple[list[Attribute], dict[str, int]]:
    """The attributes, with those that only the reference tool writes in their places, and these places by name."""
    attributes = list(body.attributes)
    if not body.omitted:  # as most
        return attributes, {}
    names = {attribute.source_name for attribute in attributes}
    stand_ins = {o.source_name: o.instead for o in body.omitted if o.instead and o.source_name not in names}
    for stand_in in stand_ins.values():
        attributes.insert(_place_of(stand_in, attributes), stand_in)
    return attributes, {a.source_name: index for index, a in enumerate(attributes) if a.source_name in stand_ins}


def _place_of(stand_in: Attribute, attributes: list[Attribute]) -> int:
    """The index at which an attribute keeps its body in the order of names."""
    part = stand_in.origins[0].part
    same = [index for index, attribute in enumerate(attributes) if attribute.origins[0].part == part]
    before = [index for index in same if attributes[index].source_name < stand_in.source_name]
    return before[-1] + 1 if before else next(iter(same), len(attributes))


def _alike(omission: Omission) -> Omission:
    """An omission beside an attribute that the reference tool writes in the same way."""
    if omission.instead is None or omission.note.alike:
        return omission
    return replace(omission, note=replace(omission.note, alike=True))


def _is_map_of_objects(type_: Type) -> bool:
    return isinstance(type_, Nested) and type_.mode is NestingMode.MAP


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
    """What has to agree for a later source to say anything: the kind of attribute that the reference tool writes."""
    if is_map_of_maps(type_):
        return Nested, NestingMode.MAP
    return type_.__class__, mode_or_kind(type_)


def _may_agree(target: Attribute, incoming: Attribute) -> bool:
    """Whether two kinds are one that a format tells apart."""
    one, other = _form(target.type), _form(incoming.type)
    return one[0] is other[0] and {one[1], other[1]} in _TOLD_APART


_TOLD_APART = ({"list", "set"}, {"number", "float64"})


def _with_contribution(origins: tuple[Origin, ...], contribution: Contribution) -> tuple[Origin, ...]:
    return tuple([Origin(o.part, o.location, o.via, contribution) for o in origins])


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
