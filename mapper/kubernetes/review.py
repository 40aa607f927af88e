"""Judges changes of custom resources: by what a cluster rejects, and what orphans existing objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from ..model import Address, Column, Entity
from ..review.limit_changes import Found
from ..review.placement_changes import MEMBER_RULES
from ..review.policy import Judge
from ..review.rules import Affected, ChangeRule, ChangeSeverity

_CONFIG, _STATE, _CODE = Affected.CONFIGURATION, Affected.STATE, Affected.CODE

GROUP_CHANGED = ChangeRule(
    "api-group-changed",
    ChangeSeverity.BREAKING,
    (_CONFIG, _STATE, _CODE),
    "API group changed",
    "The definition is another one: objects of the old group stay in the cluster, and nothing reconciles them.",
)
VERSION_CHANGED = ChangeRule(
    "api-version-changed",
    ChangeSeverity.BREAKING,
    (_CONFIG, _STATE, _CODE),
    "API version changed",
    "Manifests have the old version, which the definition no longer serves.",
)
SCOPE_CHANGED = ChangeRule(
    "scope-changed",
    ChangeSeverity.BREAKING,
    (_CONFIG, _STATE),
    "Scope changed",
    "A cluster refuses the definition: the scope of one that exists cannot be changed.",
)
PLURAL_CHANGED = ChangeRule(
    "plural-changed",
    ChangeSeverity.BREAKING,
    (_CONFIG, _STATE),
    "Plural changed",
    "The definition is another one, and roles and commands name the old one.",
)
SHORT_NAME_REMOVED = ChangeRule(
    "short-name-removed",
    ChangeSeverity.WARNING,
    (_CONFIG,),
    "Short name removed",
    "Commands and scripts that use it fail.",
    "short-name-added",
)
SHORT_NAME_ADDED = ChangeRule(
    "short-name-added",
    ChangeSeverity.INFO,
    (),
    "Short name added",
    "Nothing that exists is affected.",
    "short-name-removed",
)
CATEGORIES_CHANGED = ChangeRule(
    "categories-changed",
    ChangeSeverity.INFO,
    (_CONFIG,),
    "Categories changed",
    "Commands that name a category, such as `kubectl get all`, list other Kinds.",
)
COLUMNS_CHANGED = ChangeRule(
    "columns-changed",
    ChangeSeverity.INFO,
    (_CONFIG,),
    "Printed columns changed",
    "`kubectl get` shows other columns; scripts that read its output by position are concerned.",
)
ADDRESS_REMOVED = ChangeRule(
    "address-removed",
    ChangeSeverity.BREAKING,
    (_CONFIG, _STATE, _CODE),
    "Address removed",
    "Manifests with it are refused, and its objects go with the definition; there are others of the same resource.",
    "address-added",
)
ADDRESS_ADDED = ChangeRule(
    "address-added", ChangeSeverity.INFO, (), "Address added", "Nothing that exists is affected.", "address-removed"
)
KIND_CHANGED = ChangeRule(
    "kind-changed",
    ChangeSeverity.BREAKING,
    (_CONFIG, _STATE, _CODE),
    "Kind changed",
    "The definition is another one: manifests and objects have the old Kind.",
)
IDENTITY_CHANGED = ChangeRule(
    "identity-changed",
    ChangeSeverity.BREAKING,
    (_CONFIG, _STATE),
    "Identity changed",
    "What an object is known by outside is made in another way: those that exist may not be found.",
)
RULES = (
    GROUP_CHANGED,
    VERSION_CHANGED,
    SCOPE_CHANGED,
    PLURAL_CHANGED,
    SHORT_NAME_REMOVED,
    SHORT_NAME_ADDED,
    CATEGORIES_CHANGED,
    COLUMNS_CHANGED,
    ADDRESS_REMOVED,
    ADDRESS_ADDED,
    KIND_CHANGED,
    IDENTITY_CHANGED,
    *MEMBER_RULES,
)


_WORDS = {
    "entity-removed": (
        "Kind removed",
        "Manifests of it are refused, and its objects go with the definition.",
    ),
    "entity-added": ("Kind added", "Nothing that exists is affected."),
    "entity-renamed": (
        "Kind renamed",
        "The same operations are mapped to another Kind. Manifests and objects have the old one.",
    ),
    "entity-deprecated": ("Kind deprecated", "Everybody who uses it sees a warning."),
    "entity-undeprecated": ("Kind no longer deprecated", "The warning goes away."),
    "entity-description-changed": ("Description of a Kind changed", "Only the wording changed."),
}


class _Kubernetes(Judge):
    rules = RULES
    words = _WORDS

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
