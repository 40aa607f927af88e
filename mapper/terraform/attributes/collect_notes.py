"""Collects the notes of an entity recursively, each with the path of its attribute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ...budget import Meter
from ...model import Body, Omission, Scalar, nested_body
from ...origin import Location
from ...report.diagnostic import Note, Rule
from ..config.paths import quoted
from ..identifiers import to_identifier
from ..schema.unmapped import LEFT_OVER

FINDING = 100
"""The characters that a finding counts for, in addition to its paths."""


def _path(omission: Omission) -> str:
    """The identifiers that lead to a left-out property, from the object that it is missing in."""
    name = omission.source_name
    names = name.split(".") if omission.note.rule in LEFT_OVER else [name]
    return ".".join(to_identifier(part) or part for part in names)


def _source_path(omission: Omission) -> str:
    """The source names that lead to a left-out property, as a config writes them."""
    name = omission.source_name
    return name if omission.note.rule in LEFT_OVER else quoted(name)


class Finding(NamedTuple):
    """A note and the path of its attribute, in identifiers and in source names."""

    path: str
    source_path: str
    note: Note


Found = tuple[str, str, Note]
"""The fields of a finding as a plain tuple: a mapping makes tens of thousands of them."""


class _Inside(Struct, frozen=True, eq=False):
    """The findings of a body: notes on its attributes, and the findings of nested bodies, in the order of attributes.

    `count` is the number of notes, with nested ones, `length` the length of all their paths in characters.
    """

    entries: tuple[tuple[str, str, Note | _Inside], ...]
    count: int
    length: int


class Findings:
    """Collects the findings of bodies; shared bodies are visited once."""

    def __init__(self, places: Meter) -> None:
        self.places = places
        self._known: dict[Body, _Inside] = {}
        self._by_rule: dict[_Inside, Mapping[Rule, int]] = {}
        self._rules: dict[Body, frozenset[Location]] = {}
        self._dropped: dict[Body, bool] = {}

    def of(self, body: Body) -> list[Found]:
        """The findings of `body`, with paths relative to it."""
        found: list[Found] = []
        _list(self._of(body), "", "", found)
        return found

    def count(self, body: Body) -> int:
        """The number of findings of `body`."""
        return self._of(body).count

    def by_rule(self, body: Body) -> Mapping[Rule, int]:
        """The number of findings of `body` by rule."""
        return self._rules_in(self._of(body))

    def first(self, body: Body, most: int, exempt: Callable[[Rule], bool]) -> list[Found]:
        """The first findings of `body`: of each rule at most that many, or all if it is `exempt`.

        The last one of a rule says how many more there are.
        """
        counts = self.by_rule(body)
        left = {rule: count if exempt(rule) else most for rule, count in counts.items()}
        found: list[Found] = []
        self._list_first(self._of(body), "", "", found, left)
        more = {rule: count - most for rule, count in counts.items() if count > most and not exempt(rule)}
        for number in range(len(found) - 1, -1, -1):
            path, source_path, note = found[number]
            if (rest := more.pop(note.rule, 0)) > 0:
                text = f"{note.text}; and {rest:,} more of this kind"
                found[number] = path, source_path, replace(note, text=text)
            if not more:
                break
        return found

    def _list_first(
        self, inside: _Inside, path: str, source_path: str, found: list[Found], left: dict[Rule, int]
    ) -> None:
        for name, source_name, what in inside.entries:
            if isinstance(what, _Inside):
                if any(left[rule] for rule in self._rules_in(what)):
                    self._list_first(what, path + name, source_path + source_name, found, left)
            elif left[what.rule]:
                left[what.rule] -= 1
                found.append((path + name, source_path + source_name, what))

    def _rules_in(self, inside: _Inside) -> Mapping[Rule, int]:
        known = self._by_rule.get(inside)
        if known is None:
            counts = Counter[Rule]()
            for _, _, what in inside.entries:
                counts.update(self._rules_in(what) if isinstance(what, _Inside) else (what.rule,))
            known = self._by_rule[inside] = counts
        return known

    def _of(self, body: Body) -> _Inside:
        known = self._known.get(body)
        if known is None:
            known = self._known[body] = self._collect(body)
        return known

    def reference_drops(self, body: Body) -> bool:
        """Whether the reference tool drops the whole body."""
        known = self._dropped.get(body)
        if known is None:
            known = self._dropped[body] = self._has_drop(body)
        return known

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
        """The lines of the config whose ignores apply to something in `body`."""
        known = self._rules.get(body)
        if known is None:
            rules = {ignored.rule for ignored in body.ignored}
            for attribute in body.attributes:
                inner = nested_body(attribute.type)
                if inner is not None:
                    rules |= self.used_rules(inner)
            known = self._rules[body] = frozenset(rules)
        return known

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
        return _Inside(tuple(entries), count, length)


def _list(inside: _Inside, path: str, source_path: str, found: list[Found]) -> None:
    """Append the findings to a list, with the paths to the body as prefixes: each path is built once."""
    for name, source_name, what in inside.entries:
        if isinstance(what, _Inside):
            _list(what, path + name, source_path + source_name, found)
        else:
            found.append((path + name, source_path + source_name, what))


MAX_FINDINGS = 200_000
"""The findings of all entities together; the mappings of 67 real APIs have 34,000."""


def most_of_a_rule(findings: Findings, bodies: Sequence[Body]) -> int | None:
    """How many findings of one rule each body may have; None if there is no need for a limit.

    A graph of a thousand schemas that refer to each other is written out in many places, and can have millions of
    findings, of which nobody reads more than the first.
    """
    if sum(map(findings.count, bodies)) <= MAX_FINDINGS:
        return None
    return share((count for body in bodies for count in findings.by_rule(body).values()), MAX_FINDINGS)


def share(counts: Iterable[int], total: int) -> int:
    """The largest number to which all counts can be cut so that their sum is at most `total`; at least 1."""
    ordered = sorted(counts)
    left = total
    for number, count in enumerate(ordered):
        others = len(ordered) - number
        if count * others > left:
            return max(1, left // others)
        left -= count
    return max((1, *ordered))
