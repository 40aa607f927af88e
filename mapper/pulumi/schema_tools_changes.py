"""Attaches the results of Pulumi's own comparison to the matching changes of a review."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from ..model import EntityRef, Mapping
from ..review.changes import Change, Peer
from ..review.rules import ChangeSeverity
from .kinds import ENUM, FUNCTION, RESOURCE, TYPE
from .schema.writer import schema_of, tokens_of
from .schema_tools import Difference, differences

_KINDS = {"resource": (RESOURCE,), "function": (FUNCTION,), "type": (TYPE, ENUM)}
_GONE = frozenset((
    "attribute-removed", "attribute-lost", "attribute-renamed", "rename-suspected", "became-read-only",
    "write-only-added", "placement-removed",
))  # fmt: skip
_TYPES = frozenset((
    "type-changed", "type-widened", "type-narrowed", "type-rounded", "collection-changed", "element-changed",
    "nesting-changed", "union-widened", "union-narrowed", "type-name-changed", "reference-changed", "reference-added",
    "part-changed", "attribute-renamed", "rename-suspected",
))  # fmt: skip
_RULES = {
    "missing-input": _GONE, "missing-output": _GONE, "missing-property": _GONE, "type-changed": _TYPES,
    "optional-to-required": frozenset(("became-required", "required-attribute-added")),
    "required-to-optional": frozenset(("output-may-be-absent", "no-longer-required", "became-read-only")),
    "signature-changed": frozenset(("attribute-added", "required-attribute-added", "attribute-removed")),
    "token-remapped": frozenset(("token-remapped",)),
}  # fmt: skip
"""Kind of a difference -> the equivalent rules; without such a change, another one at the same place is used."""
_RANKS = {"error": 0, "warn": 1, "info": 2}


def with_peers(changes: tuple[Change, ...], old: Mapping, new: Mapping) -> tuple[Change, ...]:
    """The changes, each with the differences that the other comparison reports for it, worst first."""
    if not changes:
        return changes
    before, after = _subjects(old), _subjects(new)
    places = _Places(changes)
    peers: dict[int, list[Peer]] = defaultdict(list)
    for difference in differences(schema_of(old), schema_of(new)):
        at = places.of(difference, before, after)
        if at is not None:
            peers[at].append(difference.peer)
    return tuple(
        replace(change, peers=tuple(sorted(peers[at], key=lambda peer: _RANKS[peer.severity])))
        if at in peers
        else change
        for at, change in enumerate(changes)
    )


def _subjects(mapping: Mapping) -> dict[tuple[str, str], EntityRef]:
    """The entities with tokens, by scope and token."""
    return {
        (scope, token): EntityRef(kind, name)
        for scope, kinds in _KINDS.items()
        for kind in kinds
        for name, token in tokens_of(mapping, kind).items()
    }


class _Places:
    """The positions of changes in a list, by subject."""

    def __init__(self, changes: tuple[Change, ...]) -> None:
        self._changes = changes
        self._by_subject: dict[tuple[bool, EntityRef], list[int]] = defaultdict(list)
        for at, change in enumerate(changes):
            self._by_subject[True, change.subject].append(at)
            self._by_subject[False, EntityRef(change.kind, change.old_entity or change.entity)].append(at)

    def of(
        self, difference: Difference, before: dict[tuple[str, str], EntityRef], after: dict[tuple[str, str], EntityRef]
    ) -> int | None:
        """The change that equals a reported difference, or else one of the same property, or of the same object."""
        key = difference.peer.scope, difference.peer.token
        near: list[int] = []
        for is_new, subjects in ((False, before), (True, after)):
            if key in subjects:
                near += self._by_subject[is_new, subjects[key]]
        if not difference.name:
            near = [at for at in near if not self._changes[at].path or difference.peer.kind == "signature-changed"]
        exact = [at for at in near if difference.name in (self._changes[at].path, self._changes[at].old_path)]
        rules = _RULES.get(difference.peer.kind, frozenset())
        return next(self._ranked(exact, rules), None) if difference.name else next(self._ranked(near, rules), None)

    def _ranked(self, places: list[int], rules: frozenset[str]) -> Iterator[int]:
        """The changes of equivalent rules first, then the others, which are sorted by severity."""
        yield from (at for at in places if self._changes[at].rule.id in rules)
        yield from (at for at in places if self._changes[at].severity is not ChangeSeverity.DOCS)
