"""Since which version there is an attribute, and which version changed it last: from the sidecars of releases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mapper.model import Body, EntityRef, Mapping, nested_body
from mapper.review import RULES, Options, Severity, compare
from mapper.systems import system_named

Key = tuple[EntityRef, str]
"""An entity and the dotted path of an attribute; an empty path is the entity itself."""

NEXT = "the next version"

_TOLD = {rule.id: None for rule in RULES.values() if rule.severity is Severity.DOCS or rule.id == "source-changed"}
"""Changes that say nothing to those who use an attribute."""


class History:
    """What each version added and changed. `versions` are names and what they had, oldest first."""

    def __init__(self, versions: Sequence[tuple[str, Mapping]], current: Mapping) -> None:
        self._added: dict[Key, str] = {}
        self._changed: dict[Key, str] = {}
        options = Options(levels=_TOLD, judge=system_named(current.system).judge)
        for (_, old), (name, new) in pairwise([*versions, (NEXT, current)]):
            before = set(_keys(old))
            for key in _keys(new):
                if key not in before:
                    self._added[key] = name
                    self._changed.pop(key, None)
            for change in compare(old, new, options):
                key = (change.subject, change.path)
                if key in before and change.severity is not Severity.DOCS:
                    self._changed[key] = name

    def of(self, subject: EntityRef, path: str) -> tuple[str, ...]:
        """What there is to say: *added in 1.2*, *changed in 1.3*."""
        key = (subject, path)
        outer = (subject, path.rpartition(".")[0]) if path else None
        found = []
        added = self._added.get(key)
        if added is not None and (outer is None or self._added.get(outer) != added):
            found.append(f"added in {added}")
        if key in self._changed:
            found.append(f"changed in {self._changed[key]}")
        return tuple(found)


def _keys(mapping: Mapping) -> Iterator[Key]:
    for entity in mapping.entities:
        yield entity.ref, ""
        yield from ((entity.ref, path) for path in _paths(entity.layout, ""))


def _paths(body: Body, prefix: str) -> Iterator[str]:
    for attribute in body.attributes:
        yield prefix + attribute.name
        inner = nested_body(attribute.type)
        if inner is not None:
            yield from _paths(inner, f"{prefix}{attribute.name}.")
