"""Judges changes of a Pulumi package: by their effect on programs that use it, and on their stacks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from mapper.model import STATUS_WORDS, Attribute, Entity, EntityRef, Mapping, Status, nested_body
from mapper.review import rules
from mapper.review.changes import Change, Delta, Peer
from mapper.review.field_changes import Finding, type_rule
from mapper.review.policy import OPERATION_RULES, ChangeContext, ReviewPolicy
from mapper.review.rules import Affected, ChangeKind, ChangeRule, ChangeSeverity, read_rules, read_shared

from .kinds import CONSTANTS, ENUM, FUNCTION, MODULE, NAMED, RESOURCE, TYPE, aliases_of, token_of
from .schema import facts
from .schema.writer import schema_of, tokens_of
from .schema_tools import Difference, differences
from .sides import given_types, is_given, output_changes, plain_change, types_of

RULES = read_rules(__file__)
TOKEN_CHANGED = RULES["token-changed"]
TOKEN_REMAPPED = RULES["token-remapped"]
ALIAS_REMOVED = RULES["alias-removed"]
ALIAS_ADDED = RULES["alias-added"]
MEMBER_REMOVED = RULES["enum-member-removed"]
MEMBER_ADDED = RULES["enum-member-added"]
MEMBER_RENAMED = RULES["enum-member-renamed"]
MEMBER_CHANGED = RULES["enum-value-changed"]
CONSTANT_REMOVED = RULES["constant-removed"]
CONSTANT_ADDED = RULES["constant-added"]
POSITIONS_CHANGED = RULES["arguments-reordered"]
COMPONENT_REPLACED = RULES["component-replaced"]
PACKAGE_MOVED = RULES["package-moved"]
VALUE_NOT_ACCEPTED = RULES["input-value-removed"]


PLAIN_ONLY = RULES["plain-values-only"]
OUTPUTS_ACCEPTED = RULES["outputs-accepted"]
_STATUS = {**STATUS_WORDS, Status.COMPUTED_OPTIONAL: f"optional, {NAMED}"}
_OF_REPLACEMENT = tuple(f"its {key} changed" for key in ("replaceOnChanges", "willReplaceOnChanges"))
_OF_OUTPUT, _OF_TYPE = f"its {facts.OUTPUT} changed", f"its {facts.TYPE} changed"
_OF_TYPES = (
    rules.TYPE_CHANGED, rules.TYPE_WIDENED, rules.TYPE_ROUNDED, rules.TYPE_NARROWED, rules.COLLECTION_CHANGED,
    rules.NESTING_CHANGED, rules.ELEMENT_CHANGED, rules.UNION_WIDENED, rules.UNION_NARROWED,
)  # fmt: skip
_POSITIONS = "multiArgumentInputs"
_PACKAGES = {
    "nodejs": "packageName", "python": "packageName", "go": "importBasePath", "csharp": "rootNamespace",
    "java": "basePackage",
}  # fmt: skip
"""The members of `language` that programs import a package by."""

_CONSTANT_REASONS = ("schema-enum", "idl-enum", "idl-constant")
_OF_WHOLE = (ChangeKind.EXISTENCE, ChangeKind.NAME)
_RENAMES = (rules.ENTITY_RENAMED.id, rules.ENTITY_SUSPECTED.id)


class _Pulumi(ReviewPolicy):
    """The policy of packages. `given` are the names of the types that inputs reach on either side."""

    rules = RULES
    absent = OPERATION_RULES | {"limit-tightened", "limit-loosened", "constraint-changed"}
    shared = read_shared(__file__)
    nested_words = "object"
    has_unmapped = True
    status_words = _STATUS

    def __init__(self, given: frozenset[str] = frozenset()) -> None:
        self._given = given

    def for_mappings(self, old: Mapping, new: Mapping) -> ReviewPolicy:
        return _Pulumi(given_types(old) | given_types(new))

    def only_returns(self, old: Entity, new: Entity) -> bool:
        """Whether an entity is a type that no input reaches, so that no program gives an object of it."""
        return not (is_given(old, self._given) and is_given(new, self._given))

    def returned_status(self, old: Status, new: Status) -> Finding | None:
        match old, new:
            case Status.REQUIRED, Status.OPTIONAL:
                return rules.MAY_BE_ABSENT, "it may be absent now", None, None
            case Status.OPTIONAL, Status.REQUIRED:
                return rules.ALWAYS_THERE, "it is never absent now", None, None
        return None

    def specialize(self, rule: ChangeRule, context: ChangeContext) -> ChangeRule:
        if context.kind in CONSTANTS:
            return _of_constant(rule, is_enum=context.kind is ENUM)
        if rule is rules.VALUE_REMOVED and context.new is not None and context.new.status is not Status.COMPUTED:
            return VALUE_NOT_ACCEPTED
        return rule

    def rate(
        self, rule: ChangeRule, context: ChangeContext, *, read_only: bool
    ) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        # programs use constants by name
        severity, audiences = super().rate(rule, context, read_only=read_only and context.kind not in CONSTANTS)
        if (
            rule is rules.ENTITY_RENAMED
            and context.was
            and context.is_
            and token_of(context.was) in aliases_of(context.is_)
        ):
            return severity, _without(audiences, Affected.STATE)  # by the alias
        if rule in _OF_TYPES and context.old is not None and context.new is not None:
            audiences = _without(audiences, *_unaffected(context.old, context.new))
        if context.kind is FUNCTION:
            left = _without(audiences, Affected.STATE, Affected.PLAN)
            is_milder = bool(audiences) and not left
            return max(severity, ChangeSeverity.INFO, key=lambda s: s.rank) if is_milder else severity, left
        if (
            context.kind in (TYPE, ENUM, MODULE)
            and rule.kind in _OF_WHOLE
            and context.old is None
            and context.new is None
        ):
            return severity, (Affected.CONFIGURATION, Affected.CODE) if audiences else ()
        return severity, _without(audiences, Affected.STATE) if context.kind is TYPE else audiences

    def part_changes(self, old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Finding]:
        """The changes of parts. Changes of the keywords that make a property replace the resource are one change.

        A property as an output is compared by facts: an equal change on both sides is one change.
        """
        is_said = old.replaces != new.replaces
        plain = plain_change(old, new)
        if plain is not None and type_rule(old.type, new.type) is None:
            yield (PLAIN_ONLY, "it takes plain values only", None, None) if plain[1] else (
                OUTPUTS_ACCEPTED, "it takes outputs, too", None, None
            )  # fmt: skip
        for finding in output_changes(old, new):
            is_replacement = finding[0] in (rules.REPLACEMENT_ADDED, rules.REPLACEMENT_REMOVED)
            if not is_replacement or not is_said:
                yield finding
            is_said |= is_replacement
        for finding in super().part_changes(old, new, defaults=defaults):
            if finding[0] is rules.PART_CHANGED and (
                finding[1] == _OF_OUTPUT or (finding[1] == _OF_TYPE and (plain or type_rule(old.type, new.type)))
            ):
                continue
            is_flag = finding[0] is rules.PART_CHANGED and finding[1] in _OF_REPLACEMENT
            if not is_flag or not is_said:
                yield finding
            is_said |= is_flag

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Finding]:
        """Changes of the type token and its aliases, and of what else programs and stacks depend on."""
        before_facts, after_facts = facts.facts_of(old), facts.facts_of(new)
        if before_facts.get("isComponent") and not after_facts.get("isComponent"):
            yield COMPONENT_REPLACED, "it was a component, and is a custom resource", None, None
        yield from _package_changes(before_facts.get(facts.PACKAGE), after_facts.get(facts.PACKAGE))
        yield from _position_changes(before_facts.get(_POSITIONS), after_facts.get(_POSITIONS))
        before, after = token_of(old), token_of(new)
        aliases = aliases_of(old), aliases_of(new)
        for alias in dict.fromkeys(aliases[0]):
            if alias not in (*aliases[1], after):
                yield ALIAS_REMOVED, f"{alias} is no longer an alias of its type token", alias, None
        for alias in dict.fromkeys(aliases[1]):
            if alias not in (*aliases[0], before):
                yield ALIAS_ADDED, f"{alias} is an alias of its type token", None, alias
        if before != after and new.kind is RESOURCE:  # only resources are in stacks
            rule = TOKEN_REMAPPED if before in aliases_of(new) else TOKEN_CHANGED
            yield rule, f"its type token was {before}, and is {after}", before, after

    def attribute_changes(self, old: Attribute, new: Attribute) -> Iterator[Finding]:
        """A changed object type: renamed with the same members, or one whose members are shown elsewhere."""
        before, after = nested_body(old.type), nested_body(new.type)
        if before is None or after is None or before.name == after.name or type_rule(old.type, new.type) is not None:
            return
        text = f"its type is called {after.name}, and was called {before.name}"
        is_seen = bool(before.attributes or after.attributes)
        yield rules.TYPE_NAME_CHANGED if is_seen else rules.TYPE_CHANGED, text, before.name, after.name

    def merge_deltas(self, deltas: list[Delta]) -> list[Delta]:
        """The changes, with words for values of enums, and for what changed as an input alone.

        An output that becomes an optional input may be absent: that is said once.
        """
        optional = {delta.path for delta in deltas if delta.rule is rules.NO_LONGER_SET}
        said = [d for d in deltas if d.rule is not rules.MAY_BE_ABSENT or d.path not in optional]
        return [_in_own_words(delta) for delta in said]

    def without_consequences(self, changes: list[Change]) -> list[Change]:
        """The changes without those that follow: names of renamed types, and values of an enum where it is used."""
        of_types = [c for c in changes if c.kind in (TYPE, ENUM) and not c.path and c.shared_id in _RENAMES]
        renamed = {(change.before, change.after) for change in of_types}
        values = {(c.before, c.after) for c in changes if c.kind is ENUM and c.rule is MEMBER_CHANGED}
        at: dict[tuple[EntityRef, str], list[Change]] = defaultdict(list)
        for change in changes:
            if change.rule.id in (rules.VALUE_REMOVED.id, VALUE_NOT_ACCEPTED.id, rules.VALUE_ADDED.id):
                at[change.subject, change.path].append(change)
        follow = set()
        for edits in at.values():
            gone, come = (next((v for c in edits if (v := getattr(c, side))), None) for side in ("before", "after"))
            if (gone, come) in values:
                follow |= {change.fingerprint for change in edits}
        return [
            change
            for change in changes
            if not (change.rule is rules.TYPE_NAME_CHANGED and (change.before, change.after) in renamed)
            and change.fingerprint not in follow
        ]

    def with_peers(self, changes: tuple[Change, ...], old: Mapping, new: Mapping) -> tuple[Change, ...]:
        """The changes with the results of Pulumi's own comparison."""
        return with_peers(changes, old, new)

    def former_entity(self, entity: Entity, gone: Iterable[Entity]) -> Entity | None:
        """The removed entity whose token is an alias of the new one."""
        aliases = aliases_of(entity)
        return next((candidate for candidate in gone if token_of(candidate) in aliases), None) if aliases else None


def _package_changes(old: object, new: object) -> Iterator[Finding]:
    """The names by which the languages import a package."""
    before, after = (side.get("language", {}) if isinstance(side, dict) else {} for side in (old, new))
    for language, key in _PACKAGES.items():
        was, is_ = (str(side.get(language, {}).get(key) or "the default") for side in (before, after))
        if was != is_:
            yield PACKAGE_MOVED, f"its package for {language} is {is_}, and was {was}", was, is_


def _position_changes(old: object, new: object) -> Iterator[Finding]:
    """What a function takes at which position; without any, programs give one object."""
    before, after = (list(side) if isinstance(side, list | tuple) else [] for side in (old, new))
    if before != after[: len(before) or None]:
        was, is_ = (", ".join(side) or "one object" for side in (before, after))
        yield POSITIONS_CHANGED, f"its arguments are {is_}, and were {was}", was, is_


def _without(audiences: tuple[Affected, ...], *others: Affected) -> tuple[Affected, ...]:
    return tuple(audience for audience in audiences if audience not in others)


def _unaffected(old: Attribute, new: Attribute) -> tuple[Affected, ...]:
    """Whom a change of the type does not concern, as it is of one side of the property alone."""
    (was_given, was_returned), (is_given_, is_returned) = types_of(old), types_of(new)
    if was_given is None or is_given_ is None or was_returned is None or is_returned is None:
        return ()
    if type_rule(was_returned, is_returned) is None:
        return (Affected.OUTPUT,)
    return (Affected.CONFIGURATION,) if type_rule(was_given, is_given_) is None else ()


def _in_own_words(delta: Delta) -> Delta:
    if delta.old is None or delta.new is None:
        return delta
    if delta.old.reason.code == delta.new.reason.code and delta.old.reason.code in _CONSTANT_REASONS:
        return replace(delta, text=delta.text.replace("its default", "its value", 1))
    if (
        delta.rule in _OF_TYPES
        and delta.text.startswith("its type")
        and Affected.OUTPUT in _unaffected(delta.old, delta.new)
    ):
        return replace(delta, text=f"in input, {delta.text}")
    return delta


def _of_constant(rule: ChangeRule, *, is_enum: bool) -> ChangeRule:
    if rule is rules.ATTRIBUTE_REMOVED:
        return MEMBER_REMOVED if is_enum else CONSTANT_REMOVED
    if rule is rules.ATTRIBUTE_ADDED:
        return MEMBER_ADDED if is_enum else CONSTANT_ADDED
    if rule in (rules.ATTRIBUTE_RENAMED, rules.RENAME_SUSPECTED):
        return MEMBER_RENAMED
    return MEMBER_CHANGED if rule is rules.DEFAULT_CHANGED else rule


POLICY = _Pulumi()


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
            self._by_subject[False, change.old_subject].append(at)

    def of(
        self, difference: Difference, before: dict[tuple[str, str], EntityRef], after: dict[tuple[str, str], EntityRef]
    ) -> int | None:
        """The change that equals a reported difference, or else one of the same property, or of the same object."""
        near: list[int] = []
        for token in (difference.peer.token, difference.successor):
            key = difference.peer.scope, token
            for is_new, subjects in ((False, before), (True, after)):
                if key in subjects:
                    near += self._by_subject[is_new, subjects[key]]
        if not difference.name:
            near = [at for at in near if not self._changes[at].path or difference.peer.kind == "signature-changed"]
        exact = [at for at in near if difference.name in (self._changes[at].path, self._changes[at].old_path)]
        alike = _RULES.get(difference.peer.kind, frozenset())
        return (
            next(self._sort_changes(exact, alike), None)
            if difference.name
            else next(self._sort_changes(near, alike), None)
        )

    def _sort_changes(self, places: list[int], alike: frozenset[str]) -> Iterator[int]:
        """The changes of equivalent rules first, then the others, which are sorted by severity."""
        yield from (at for at in places if self._changes[at].rule.id in alike)
        yield from (at for at in places if self._changes[at].severity is not ChangeSeverity.DOCS)
