"""The notes of an entity and of everything nested in it, with the path of the attribute that each is about."""

from __future__ import annotations

from typing import NamedTuple

from ...budget import Meter
from ...diagnostics import Note
from ...immutable import dataclass, replace
from ...model import Body, Omission, Scalar, nested_body
from ...places import Location
from ..config.paths import quoted
from ..identifiers import to_identifier
from ..schema.leftover import LEFT_OVER

FINDING = 100
"""Characters that a finding counts as, its paths aside."""


def _path(omission: Omission) -> str:
    """The identifiers that lead to what is left out, from the object that it is left out of."""
    name = omission.source_name
    names = name.split(".") if omission.note.rule in LEFT_OVER else [name]
    return ".".join(to_identifier(part) or part for part in names)


def _source_path(omission: Omission) -> str:
    """The source names that lead to it, as a config writes them."""
    name = omission.source_name
    return name if omission.note.rule in LEFT_OVER else quoted(name)


class Finding(NamedTuple):
    """A note and the attribute it concerns, by its identifiers (`path`) and by its source names."""

    path: str
    source_path: str
    note: Note


Found = tuple[str, str, Note]
"""The members of a finding. Of these, a mapping makes tens of thousands: a class takes too long."""


@dataclass(frozen=True, slots=True)
class _Inside:
    """What was found in a body: notes on its attributes and, in their order, what was found inside of them.

    `count` says how many notes that are in all, `length` how many characters their paths have.
    """

    body: Body
    entries: tuple[tuple[str, str, Note | _Inside], ...]
    count: int
    length: int


class Findings:
    """Collects the notes of bodies; what is shared is looked at once."""

    def __init__(self, places: Meter) -> None:
        self.places = places
        self._known: dict[int, _Inside] = {}
        self._rules: dict[int, tuple[Body, frozenset[Location]]] = {}
        self._dropped: dict[int, tuple[Body, bool]] = {}

    def of(self, body: Body) -> list[Found]:
        """All notes in `body`, with paths relative to it."""
        found: list[Found] = []
        _list(self._of(body), "", "", found)
        return found

    def _of(self, body: Body) -> _Inside:
        known = self._known.get(id(body))
        if known is None:
            known = self._known[id(body)] = self._collect(body)
        return known

    def reference_drops(self, body: Body) -> bool:
        """Whether the reference tool drops the whole of `body`."""
        known = self._dropped.get(id(body))
        if known is None:
            known = self._dropped[id(body)] = body, self._has_drop(body)
        return known[1]

    def _has_drop(self, body: Body) -> bool:
        for omission in body.omitted:
            if omission.note.rule.reference_drops_body:
                return True
        for attribute in body.attributes:
            for note in attribute.notes:
                if note.rule.reference_drops_body:
                    return True
            if attribute.type.__class__ is not Scalar:
                inner = nested_body(attribute.type)
                if inner is not None and self.reference_drops(inner):
                    return True
        return False

    def used_rules(self, body: Body) -> frozenset[Location]:
        """The places in the config whose ignores left something out of `body`."""
        known = self._rules.get(id(body))
        if known is None:
            rules = {ignored.rule for ignored in body.ignored}
            for attribute in body.attributes:
                inner = nested_body(attribute.type)
                if inner is not None:
                    rules |= self.used_rules(inner)
            known = self._rules[id(body)] = (body, frozenset(rules))
        return known[1]

    def _collect(self, body: Body) -> _Inside:
        entries: list[tuple[str, str, Note | _Inside]] = [
            (_path(omission), _source_path(omission), omission.note) for omission in body.omitted
        ]
        length = sum([len(path) + len(source_path) for path, source_path, _ in entries])
        count = len(entries)
        for attribute in body.attributes:
            if attribute.type.__class__ is Scalar and not attribute.notes:
                continue
            name, source_name = attribute.name, quoted(attribute.source_name)
            names = len(name) + len(source_name)
            for note in attribute.notes:
                entries.append((name, source_name, note))
                count += 1
                length += names
                if note.was and note.was != name:
                    text = f"it is written as {name!r}"
                    entries.append((note.was, source_name, replace(note, text=text, was="")))
                    count += 1
                    length += len(note.was) + len(source_name)
            body_inside = nested_body(attribute.type)
            if body_inside is not None and (inside := self._of(body_inside)).count:
                characters = inside.count * names + inside.length
                self.places.add(characters + inside.count * FINDING, attribute.origins[0].location)
                length += characters + 2 * inside.count
                count += inside.count
                entries.append((f"{name}.", f"{source_name}.", inside))
        return _Inside(body, tuple(entries), count, length)


def _list(inside: _Inside, path: str, source_path: str, found: list[Found]) -> None:
    """Add what was found to a list, with these paths in front: each path is put together once, for who reads it."""
    for name, source_name, what in inside.entries:
        if isinstance(what, _Inside):
            _list(what, path + name, source_path + source_name, found)
        else:
            found.append((path + name, source_path + source_name, what))
