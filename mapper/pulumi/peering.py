"""What Pulumi's own comparison says, at the changes of a review that say the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from ..model import EntityRef, Mapping
from ..review.changes import Change, Peer
from ..review.rules import Severity
from .kinds import ENUM, FUNCTION, RESOURCE, TYPE
from .peer import Told, told
from .schema.writer import schema_of, tokens_of

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
"""The rules that say the same as a kind; where none of them is there, another one of the same place does."""
_RANKS = {"error": 0, "warn": 1, "info": 2}


def with_peers(changes: tuple[Change, ...], old: Mapping, new: Mapping) -> tuple[Change, ...]:
    """The changes, each with what the other comparison says of it, the worst first."""
    if not changes:
        return changes
    before, after = _subjects(old), _subjects(new)
    places = _Places(changes)
    found: dict[int, list[Peer]] = defaultdict(list)
    for one in told(schema_of(old), schema_of(new)):
        at = places.of(one, before, after)
        if at is not None:
            found[at].append(one.peer)
    return tuple(
        replace(change, peers=tuple(sorted(found[at], key=lambda peer: _RANKS[peer.severity])))
        if at in found
        else change
        for at, change in enumerate(changes)
    )


def _subjects(mapping: Mapping) -> dict[tuple[str, str], EntityRef]:
    """What has a token, by its scope and the token."""
    return {
        (scope, token): EntityRef(kind, name)
        for scope, kinds in _KINDS.items()
        for kind in kinds
        for name, token in tokens_of(mapping, kind).items()
    }


class _Places:
    """Where each change is in a list of them."""

    def __init__(self, changes: tuple[Change, ...]) -> None:
        self._changes = changes
        self._by_subject: dict[tuple[bool, EntityRef], list[int]] = defaultdict(list)
        for at, change in enumerate(changes):
            self._by_subject[True, change.subject].append(at)
            self._by_subject[False, EntityRef(change.kind, change.old_entity or change.entity)].append(at)

    def of(
        self, one: Told, before: dict[tuple[str, str], EntityRef], after: dict[tuple[str, str], EntityRef]
    ) -> int | None:
        """The change that says the same, or else one of the same property, or of the same object."""
        key = one.peer.scope, one.peer.token
        near: list[int] = []
        for is_new, subjects in ((False, before), (True, after)):
            if key in subjects:
                near += self._by_subject[is_new, subjects[key]]
        if not one.name:
            near = [at for at in near if not self._changes[at].path or one.peer.kind == "signature-changed"]
        exact = [at for at in near if one.name in (self._changes[at].path, self._changes[at].old_path)]
        rules = _RULES.get(one.peer.kind, frozenset())
        return next(self._ranked(exact, rules), None) if one.name else next(self._ranked(near, rules), None)

    def _ranked(self, places: list[int], rules: frozenset[str]) -> Iterator[int]:
        """Those of the rules first; then by severity, in which they are."""
        yield from (at for at in places if self._changes[at].rule.id in rules)
        yield from (at for at in places if self._changes[at].severity is not Severity.DOCS)
