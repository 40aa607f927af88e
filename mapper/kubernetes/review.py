"""Judges changes of custom resources: by what a cluster rejects, and what orphans existing objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from ..model import Address, Column, Entity
from ..review.limit_changes import Found
from ..review.policy import Judge
from ..review.rules import MEMBERS, read_rules, read_shared

RULES = read_rules(__file__)
GROUP_CHANGED = RULES["api-group-changed"]
VERSION_CHANGED = RULES["api-version-changed"]
SCOPE_CHANGED = RULES["scope-changed"]
PLURAL_CHANGED = RULES["plural-changed"]
SHORT_NAME_REMOVED = RULES["short-name-removed"]
SHORT_NAME_ADDED = RULES["short-name-added"]
CATEGORIES_CHANGED = RULES["categories-changed"]
COLUMNS_CHANGED = RULES["columns-changed"]
ADDRESS_REMOVED = RULES["address-removed"]
ADDRESS_ADDED = RULES["address-added"]
KIND_CHANGED = RULES["kind-changed"]
IDENTITY_CHANGED = RULES["identity-changed"]


class _Kubernetes(Judge):
    rules = RULES | MEMBERS
    shared = read_shared(__file__)

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Found]:
        """Changes of the addresses: group, version, scope, names and columns; and of the identity."""
        for was, is_ in _pairs(old.addresses, new.addresses):
            if was is None and is_ is not None:
                yield ADDRESS_ADDED, f"it is at {is_.words(new.name)}, too", None, is_.words(new.name)
            elif is_ is None and was is not None:
                yield ADDRESS_REMOVED, f"it is no longer at {was.words(old.name)}", was.words(old.name), None
            elif was is not None and is_ is not None:
                yield from _address_changes(was, is_)
        before, after = (side.identity.template if side.identity else None for side in (old, new))
        if before != after:
            text = f"outside, it is known as {after or 'nothing'}, and was as {before or 'nothing'}"
            yield IDENTITY_CHANGED, text, before, after


_Pair = tuple[Address | None, Address | None]


def _pairs(old: tuple[Address, ...], new: tuple[Address, ...]) -> Iterator[_Pair]:
    """Pairs of old and new addresses with the same scope; two single addresses are always a pair."""
    if len(old) <= 1 and len(new) <= 1:
        yield from zip_longest(old, new)
        return
    scopes = dict.fromkeys(address.scope for address in (*old, *new))
    for scope in scopes:
        yield from zip_longest(*([address for address in side if address.scope == scope] for side in (old, new)))


def _address_changes(old: Address, new: Address) -> Iterator[Found]:
    for rule, label, before, after in (
        (GROUP_CHANGED, "API group", old.group, new.group),
        (VERSION_CHANGED, "version", old.version, new.version),
        (SCOPE_CHANGED, "scope", old.scope, new.scope),
        (PLURAL_CHANGED, "plural", old.plural, new.plural),
        (KIND_CHANGED, "Kind", old.kind, new.kind),
    ):
        if before != after:
            yield rule, f"its {label} was {before}, and is {after}", before, after
    for name in old.short_names:
        if name not in new.short_names:
            yield SHORT_NAME_REMOVED, f"it no longer has the short name {name}", name, None
    for name in new.short_names:
        if name not in old.short_names:
            yield SHORT_NAME_ADDED, f"it has the short name {name}", None, name
    if old.categories != new.categories:
        words = [", ".join(address.categories) or None for address in (old, new)]
        yield CATEGORIES_CHANGED, "its categories changed", words[0], words[1]
    if old.columns != new.columns:
        words = [", ".join(map(_column, address.columns)) or None for address in (old, new)]
        yield COLUMNS_CHANGED, "its printed columns changed", words[0], words[1]


def _column(column: Column) -> str:
    priority = f", priority {column.priority}" if column.priority else ""
    return f"{column.name} ({column.type}, {column.path}{priority})"


KUBERNETES = _Kubernetes()
