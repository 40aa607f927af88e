"""Judges changes of custom resources: by what a cluster rejects, and what orphans existing objects."""

from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from mapper.model import Address, Attribute, Column, Entity, EntityRef, Type
from mapper.review.changes import Change, Delta, joined
from mapper.review.field_changes import Finding
from mapper.review.policy import ReviewPolicy
from mapper.review.rules import (
    ATTRIBUTE_RENAMED,
    IDENTITY_CHANGED,
    MEMBERS,
    NESTING_CHANGED,
    PLACEMENT_ADDED,
    PLACEMENT_REMOVED,
    REFERENCE_CHANGED,
    REPLACEMENT_ADDED,
    REPLACEMENT_REMOVED,
    SECRET_CHANGED,
    SENSITIVE_ADDED,
    SENSITIVE_REMOVED,
    TYPE_CHANGED,
    ChangeKind,
    ChangeRule,
    read_rules,
    read_shared,
)

from .manifest import CONNECTION_KEYS

RULES = read_rules(__file__)
IMMUTABLE = RULES["became-immutable"]
MUTABLE = RULES["no-longer-immutable"]
GROUP_CHANGED = RULES["api-group-changed"]
VERSION_CHANGED = RULES["api-version-changed"]
SCOPE_CHANGED = RULES["scope-changed"]
PLURAL_CHANGED = RULES["plural-changed"]
SHORT_NAME_REMOVED = RULES["short-name-removed"]
SHORT_NAME_ADDED = RULES["short-name-added"]
CATEGORIES_CHANGED = RULES["categories-changed"]
COLUMNS_CHANGED = RULES["columns-changed"]
KEY_REMOVED = RULES["connection-key-removed"]
KEY_ADDED = RULES["connection-key-added"]
_OF_KEYS = (KEY_REMOVED, KEY_ADDED)
ADDRESS_REMOVED = RULES["address-removed"]
ADDRESS_ADDED = RULES["address-added"]
KIND_CHANGED = RULES["kind-changed"]


_OF_SECRETS = (SENSITIVE_ADDED, SENSITIVE_REMOVED)
_BY_SECRETS = (TYPE_CHANGED, NESTING_CHANGED, ATTRIBUTE_RENAMED, SECRET_CHANGED, PLACEMENT_REMOVED, PLACEMENT_ADDED)
"""What follows where a value moves into a Secret, or out of one."""


class _Kubernetes(ReviewPolicy):
    rules = RULES | MEMBERS
    absent = frozenset(("replacement-added", "replacement-removed"))
    shared = read_shared(__file__)
    nested_words = "object"
    places_by_status = True

    def part_changes(self, old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Finding]:
        """The changes of default and parts. What another value replaces elsewhere, a cluster refuses to change."""
        for finding in super().part_changes(old, new, defaults=defaults):
            if finding[0] is REPLACEMENT_ADDED:
                yield IMMUTABLE, "its value cannot be changed any more", None, None
            elif finding[0] is REPLACEMENT_REMOVED:
                yield MUTABLE, "its value can be changed", None, None
            else:
                yield finding

    def type_words(self, attribute: Attribute, type_: Type | None = None) -> str:
        words = super().type_words(attribute, type_)
        return words.replace(self.nested_words, "reference to a Secret") if attribute.sensitive else words

    def merge_deltas(self, deltas: list[Delta]) -> list[Delta]:
        """One change for a value that moves into a Secret or out of one: type, name and places follow.

        The same change in several places is one, too.
        """
        deltas = _in_all_places(deltas)
        secret = next((delta for delta in deltas if delta.rule in _OF_SECRETS), None)
        if secret is None or secret.old is None or secret.new is None:
            return deltas
        types = [self.type_words(side) for side in (secret.old, secret.new)]
        names = [side.name for side in (secret.old, secret.new)]
        text = f"changed from a {types[0]} to a {types[1]}"
        if names[0] != names[1]:
            text += f", and was called {names[0]}"
        parent = secret.old_path.rpartition(".")[0]
        merged = replace(secret, text=text, before=types[0], after=types[1], old_path=joined(parent, names[0]))
        return [merged if d is secret else d for d in deltas if d.rule not in _BY_SECRETS or d.path != secret.path]

    def without_consequences(self, changes: list[Change]) -> list[Change]:
        """The changes without consequences of other changes: a reference that is gone with its field, and a key of the
        connection secret that comes or goes with a field or its value.
        """
        changes = list(_without_keys_of_fields(changes))
        gone = {(change.subject, _stem(change.path)) for change in changes if change.path and change.shared.gone}
        stems: dict[EntityRef, tuple[str, ...]] = {}
        for subject, stem in gone:
            stems[subject] = (*stems.get(subject, ()), *((stem,) if stem else ()))
        return [
            change
            for change in changes
            if change.rule.id != REFERENCE_CHANGED.id
            or change.after is not None
            or not change.path.startswith(stems.get(change.subject, ()))
        ]

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Finding]:
        """Changes of the addresses: group, version, scope, names and columns; and of the identity.

        The same change of several addresses is one, and the plural follows the Kind.
        """
        pairs = list(_pairs(old.addresses, new.addresses))
        by_rule: dict[ChangeRule, list[tuple[Address, Finding]]] = {}
        for was, is_ in pairs:
            if was is None and is_ is not None:
                yield ADDRESS_ADDED, f"it is at {is_.words(new.name)}, too", None, is_.words(new.name)
            elif is_ is None and was is not None:
                yield ADDRESS_REMOVED, f"it is no longer at {was.words(old.name)}", was.words(old.name), None
            elif was is not None and is_ is not None:
                for finding in _address_changes(was, is_):
                    by_rule.setdefault(finding[0], []).append((is_, finding))
        if KIND_CHANGED in by_rule or old.name != new.name:
            by_rule.pop(PLURAL_CHANGED, None)
        for found_at in by_rule.values():
            yield from _at_all(found_at, len(pairs))
        for rule, sides in ((KEY_REMOVED, (old, new)), (KEY_ADDED, (new, old))):
            had, has = map(_connection_keys, sides)
            for key in sorted(had - has):
                gone = rule is KEY_REMOVED
                text = f"its connection secret {'no longer ' if gone else ''}has the key {key}"
                yield rule, text, key if gone else None, None if gone else key
        before, after = (side.external_name.template if side.external_name else None for side in (old, new))
        if before != after:
            text = f"outside, it is known as {after or 'nothing'}, and was as {before or 'nothing'}"
            yield IDENTITY_CHANGED, text, before, after


def _connection_keys(entity: Entity) -> set[str]:
    keys = next((part.value for part in entity.fragments if part.keyword == CONNECTION_KEYS), None)
    return set(map(str, keys)) if isinstance(keys, list | tuple) else set()


def _without_keys_of_fields(changes: list[Change]) -> Iterator[Change]:
    of_secrets = {rule.id for rule in _OF_SECRETS}
    reported = [c for c in changes if c.path and (c.rule.id in of_secrets or c.shared.kind is ChangeKind.EXISTENCE)]
    fields = {(change.subject, _letters(path)) for change in reported for path in (change.path, change.old_path)}
    for change in changes:
        if change.rule not in _OF_KEYS or (change.subject, _letters(change.before or change.after)) not in fields:
            yield change


def _letters(path: str | None) -> str:
    """The last name of a path, in whatever form a schema or a manifest writes it."""
    last = (path or "").rpartition(".")[2].removesuffix("SecretRef")
    return "".join(filter(str.isalnum, last)).lower()


_OF_REFERENCES = ("Refs", "Ref", "Selector")


def _stem(path: str) -> str:
    """What the path of a reference shares with the path of the field; empty for another field."""
    return next((path.removesuffix(end) for end in _OF_REFERENCES if path.endswith(end)), "")


def _in_all_places(deltas: list[Delta]) -> list[Delta]:
    by_change: dict[object, list[Delta]] = {}
    for delta in deltas:
        key = (delta.rule, delta.path, delta.before, delta.after) if delta.before or delta.after else delta
        by_change.setdefault(key, []).append(delta)
    return [
        replace(first, text=", also ".join([first.text, *(o.text.partition(",")[0] for o in others)]))  # "in spec"
        if others
        else first
        for first, *others in by_change.values()
    ]


def _at_all(found_at: list[tuple[Address, Finding]], count: int) -> Iterator[Finding]:
    """The changes by one rule: those that are the same at several addresses once, with the scopes where they differ."""
    by_change: dict[Finding, list[str]] = {}
    for address, finding in found_at:
        by_change.setdefault(finding, []).append(address.scope)
    if len(by_change) == 1 or found_at[0][1][0] in (SHORT_NAME_ADDED, SHORT_NAME_REMOVED):
        for (rule, text, before, after), scopes in by_change.items():
            where = "" if count == 1 else ", at both addresses" if len(scopes) > 1 else f" ({', '.join(scopes)})"
            yield rule, f"{text}{where}", before, after
        return
    rule = found_at[0][1][0]
    text = "; ".join(f"{finding[1]} ({', '.join(scopes)})" for finding, scopes in by_change.items())
    sides = [finding[2] or "none" for finding in by_change], [finding[3] or "none" for finding in by_change]
    before, after = (" and ".join(dict.fromkeys(side)) for side in sides)
    yield rule, text, before, after


_Pair = tuple[Address | None, Address | None]


def _pairs(old: tuple[Address, ...], new: tuple[Address, ...]) -> Iterator[_Pair]:
    """Pairs of old and new addresses with the same scope; two single addresses are always a pair."""
    if len(old) <= 1 and len(new) <= 1:
        yield from zip_longest(old, new)
        return
    scopes = dict.fromkeys(address.scope for address in (*old, *new))
    for scope in scopes:
        yield from zip_longest(*([address for address in side if address.scope == scope] for side in (old, new)))


def _address_changes(old: Address, new: Address) -> Iterator[Finding]:
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
