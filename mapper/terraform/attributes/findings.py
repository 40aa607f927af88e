"""Collects the notes of an entity recursively, each with the path of its attribute."""

from __future__ import annotations

from ...budget import Meter
from ...diagnostics import Note
from ...immutable import dataclass, replace
from ...model import Body, Omission, Scalar, nested_body
from ...places import Location
from ..config.paths import quoted
from ..identifiers import to_identifier
from ..schema.leftover import LEFT_OVER

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


@dataclass(frozen=True, slots=True)
class Finding:
    """A note and the path of its attribute, in identifiers and in source names."""

    path: str
    source_path: str
    note: Note


@dataclass(frozen=True, slots=True)
class _Found:
    """The findings of a body, and the length of all their paths in characters."""

    body: Body
    findings: tuple[Finding, ...]
    length: int


class Findings:
    """Collects the findings of bodies; shared bodies are visited once."""

    def __init__(self, places: Meter) -> None:
        self.places = places
        self._known: dict[int, _Found] = {}
        self._rules: dict[int, tuple[Body, frozenset[Location]]] = {}
        self._dropped: dict[int, tuple[Body, bool]] = {}

    def of(self, body: Body) -> tuple[Finding, ...]:
        """All notes in `body`, with paths relative to it."""
        return self._of(body).findings

    def _of(self, body: Body) -> _Found:
        known = self._known.get(id(body))
        if known is None:
            known = self._known[id(body)] = self._collect(body)
        return known

    def reference_drops(self, body: Body) -> bool:
        """Whether the reference tool drops the whole body."""
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
        """The lines of the config whose ignores apply to something in `body`."""
        known = self._rules.get(id(body))
        if known is None:
            rules = {ignored.rule for ignored in body.ignored}
            for attribute in body.attributes:
                inner = nested_body(attribute.type)
                if inner is not None:
                    rules |= self.used_rules(inner)
            known = self._rules[id(body)] = (body, frozenset(rules))
        return known[1]

    def _collect(self, body: Body) -> _Found:
        found = [Finding(_path(omission), _source_path(omission), omission.note) for omission in body.omitted]
        length = sum([len(finding.path) + len(finding.source_path) for finding in found])
        for attribute in body.attributes:
            if attribute.type.__class__ is Scalar and not attribute.notes:
                continue
            name, source_name = attribute.name, quoted(attribute.source_name)
            names = len(name) + len(source_name)
            for note in attribute.notes:
                found.append(Finding(name, source_name, note))
                length += names
                if note.was and note.was != name:
                    text = f"it is written as {name!r}"
                    found.append(Finding(note.was, source_name, replace(note, text=text, was="")))
                    length += len(note.was) + len(source_name)
            inner = nested_body(attribute.type)
            if inner is not None and (findings := (of_inner := self._of(inner)).findings):
                inside = len(findings) * names + of_inner.length
                self.places.add(inside + len(findings) * FINDING, attribute.origins[0].location)
                length += inside + 2 * len(findings)
                found += [Finding(f"{name}.{f.path}", f"{source_name}.{f.source_path}", f.note) for f in findings]
        return _Found(body, tuple(found), length)
