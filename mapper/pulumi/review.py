"""Judges changes of a Pulumi package: by their effect on programs that use it, and on their stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import Attribute, Entity, Mapping, Status, nested_body
from ..review.changes import Change
from ..review.limit_changes import Found
from ..review.policy import OPERATION_RULES, Case, Judge
from ..review.rules import (
    ATTRIBUTE_ADDED,
    ATTRIBUTE_REMOVED,
    ATTRIBUTE_RENAMED,
    DEFAULT_CHANGED,
    ENTITY_RENAMED,
    PART_CHANGED,
    RENAME_SUSPECTED,
    TYPE_CHANGED,
    TYPE_NAME_CHANGED,
    VALUE_REMOVED,
    Affected,
    ChangeRule,
    ChangeSeverity,
    read_rules,
    read_shared,
)
from ..review.status_changes import STATUS_WORDS
from ..review.type_changes import type_rule
from .kinds import CONSTANTS, ENUM, RESOURCE, aliases_of, token_of

RULES = read_rules(__file__)
TOKEN_CHANGED = RULES["token-changed"]
TOKEN_REMAPPED = RULES["token-remapped"]
MEMBER_REMOVED = RULES["enum-member-removed"]
MEMBER_ADDED = RULES["enum-member-added"]
MEMBER_RENAMED = RULES["enum-member-renamed"]
MEMBER_CHANGED = RULES["enum-value-changed"]
CONSTANT_REMOVED = RULES["constant-removed"]
CONSTANT_ADDED = RULES["constant-added"]
VALUE_NOT_ACCEPTED = RULES["input-value-removed"]


_STATUS = {**STATUS_WORDS, Status.COMPUTED_OPTIONAL: "optional, and an output"}
_OF_REPLACEMENT = tuple(f"its {key} changed" for key in ("replaceOnChanges", "willReplaceOnChanges"))


class _Pulumi(Judge):
    rules = RULES
    absent = OPERATION_RULES | {"limit-tightened", "limit-loosened", "constraint-changed"}
    shared = read_shared(__file__)
    nested_words = "object"
    has_unmapped = True
    status_words = _STATUS

    def refined(self, rule: ChangeRule, case: Case) -> ChangeRule:
        if case.kind in CONSTANTS:
            return _of_constant(rule, is_enum=case.kind is ENUM)
        if rule is VALUE_REMOVED and case.new is not None and case.new.status is not Status.COMPUTED:
            return VALUE_NOT_ACCEPTED
        return rule

    def judged(self, rule: ChangeRule, case: Case, *, read_only: bool) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        # programs use constants by name
        severity, audiences = super().judged(rule, case, read_only=read_only and case.kind not in CONSTANTS)
        if rule is ENTITY_RENAMED and case.was and case.is_ and token_of(case.was) in aliases_of(case.is_):
            audiences = tuple(audience for audience in audiences if audience is not Affected.STATE)  # by the alias
        return severity, audiences

    def part_changes(self, old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Found]:
        """The changes of parts; those of the keywords that make a property replace the resource are one change."""
        is_said = old.replaces != new.replaces
        for found in super().part_changes(old, new, defaults=defaults):
            is_flag = found[0] is PART_CHANGED and found[1] in _OF_REPLACEMENT
            if not is_flag or not is_said:
                yield found
            is_said |= is_flag

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Found]:
        """Changes of the type token."""
        before, after = token_of(old), token_of(new)
        if before != after and new.kind is RESOURCE:  # only resources are in stacks
            rule = TOKEN_REMAPPED if before in aliases_of(new) else TOKEN_CHANGED
            yield rule, f"its type token was {before}, and is {after}", before, after

    def attribute_changes(self, old: Attribute, new: Attribute) -> Iterator[Found]:
        """A changed object type: renamed with the same members, or one whose members are shown elsewhere."""
        before, after = nested_body(old.type), nested_body(new.type)
        if before is None or after is None or before.name == after.name or type_rule(old.type, new.type) is not None:
            return
        text = f"its type is called {after.name}, and was called {before.name}"
        is_seen = bool(before.attributes or after.attributes)
        yield TYPE_NAME_CHANGED if is_seen else TYPE_CHANGED, text, before.name, after.name

    def with_peers(self, changes: tuple[Change, ...], old: Mapping, new: Mapping) -> tuple[Change, ...]:
        """The changes with the results of Pulumi's own comparison."""
        from .schema_tools_changes import with_peers

        return with_peers(changes, old, new)

    def former(self, entity: Entity, gone: Iterable[Entity]) -> Entity | None:
        """The removed entity whose token is an alias of the new one."""
        aliases = aliases_of(entity)
        return next((one for one in gone if token_of(one) in aliases), None) if aliases else None


def _of_constant(rule: ChangeRule, *, is_enum: bool) -> ChangeRule:
    if rule is ATTRIBUTE_REMOVED:
        return MEMBER_REMOVED if is_enum else CONSTANT_REMOVED
    if rule is ATTRIBUTE_ADDED:
        return MEMBER_ADDED if is_enum else CONSTANT_ADDED
    if rule in (ATTRIBUTE_RENAMED, RENAME_SUSPECTED):
        return MEMBER_RENAMED
    return MEMBER_CHANGED if rule is DEFAULT_CHANGED else rule


JUDGE = _Pulumi()
