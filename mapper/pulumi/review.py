"""Judges changes of a Pulumi package: by their effect on programs that use it, and on their stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import Attribute, Entity, EntityKind, Mapping, Status, nested_body
from ..review.changes import Change
from ..review.limit_changes import Found
from ..review.placement_changes import TYPE_NAME_CHANGED
from ..review.policy import OPERATION_RULES, Case, Judge
from ..review.rules import (
    ATTRIBUTE_ADDED,
    ATTRIBUTE_REMOVED,
    ATTRIBUTE_RENAMED,
    DEFAULT_CHANGED,
    RENAME_SUSPECTED,
    TYPE_CHANGED,
    VALUE_REMOVED,
    Affected,
    ChangeRule,
    ChangeSeverity,
)
from ..review.type_changes import type_rule
from .kinds import CONSTANTS, ENUM, RESOURCE, aliases_of, token_of

_CONFIG, _STATE, _PLAN, _OUTPUT, _CODE = Affected

TOKEN_CHANGED = ChangeRule(
    "token-changed", ChangeSeverity.BREAKING, (_CONFIG, _STATE), "Type token changed",
    "Stacks have the old token: the engine deletes what has it and creates the object anew, unless the resource has"
    " an alias.",
)  # fmt: skip
TOKEN_REMAPPED = ChangeRule(
    "token-remapped", ChangeSeverity.INFO, (), "Type token changed, with an alias",
    "The resource has an alias for the old token: the engine knows what is in stacks by it.",
)  # fmt: skip
MEMBER_REMOVED = ChangeRule(
    "enum-member-removed", ChangeSeverity.BREAKING, (_CONFIG, _OUTPUT, _CODE), "Enum member removed",
    "Programs that name it no longer compile, and its value is no longer accepted.", "enum-member-added",
)  # fmt: skip
MEMBER_ADDED = ChangeRule(
    "enum-member-added", ChangeSeverity.INFO, (_OUTPUT,), "Enum member added",
    "Outputs may have a value that programs do not know.", "enum-member-removed",
)  # fmt: skip
MEMBER_RENAMED = ChangeRule(
    "enum-member-renamed", ChangeSeverity.BREAKING, (_CONFIG, _CODE), "Enum member or constant renamed",
    "Programs that name it no longer compile; those that write its value are not concerned.",
)  # fmt: skip
MEMBER_CHANGED = ChangeRule(
    "enum-value-changed", ChangeSeverity.BREAKING, (_CONFIG, _STATE, _PLAN),
    "Value of an enum member or constant changed",
    "Programs that name it give another value with the next update, and those that write the old one are wrong.",
)  # fmt: skip
CONSTANT_REMOVED = ChangeRule(
    "constant-removed", ChangeSeverity.BREAKING, (_CONFIG, _CODE), "Constant removed",
    "Programs that name it no longer compile.", "constant-added",
)  # fmt: skip
CONSTANT_ADDED = ChangeRule(
    "constant-added", ChangeSeverity.INFO, (), "Constant added",
    "Nothing that exists is affected.", "constant-removed",
)  # fmt: skip
VALUE_NOT_ACCEPTED = ChangeRule(
    "input-value-removed", ChangeSeverity.BREAKING, (_CONFIG, _CODE), "Value no longer accepted",
    "Typed programs that give it no longer compile, and Check refuses it.", "enum-value-added",
)  # fmt: skip
RULES = (
    TOKEN_CHANGED, TOKEN_REMAPPED, MEMBER_REMOVED, MEMBER_ADDED, MEMBER_RENAMED, MEMBER_CHANGED,
    CONSTANT_REMOVED, CONSTANT_ADDED, VALUE_NOT_ACCEPTED,
)  # fmt: skip

_WORDS = {
    "provider-renamed": ("Package renamed", "The tokens of all types begin with the name of the package."),
    "entity-removed": (
        "Resource, type, enum or module removed",
        "Programs that use it no longer compile, and what is in a stack cannot be managed any more.",
    ),
    "entity-added": ("Resource, type, enum or module added", "Nothing that exists is affected."),
    "entity-renamed": (
        "Resource, type or enum renamed",
        "Programs have the old name, and stacks the old token of a resource.",
    ),
    "entity-deprecated": ("Resource, type or enum deprecated", "Everybody who uses it sees a warning."),
    "entity-undeprecated": ("Resource, type or enum no longer deprecated", "The warning goes away."),
    "attribute-removed": (
        "Input or output removed",
        "Programs that give it or read it no longer compile.",
    ),
    "attribute-added": ("Optional input or output added", "Nothing that exists is affected."),
    "required-attribute-added": (
        "New required input",
        "Every program that declares the resource, or gives the type, has to give it now.",
    ),
    "became-required": ("Input became required", "Programs that do not give it no longer compile, and Check refuses."),
    "no-longer-required": ("Input no longer required", "It may be left out; as an output it may be absent."),
    "became-read-only": ("Input became an output", "Programs that give it no longer compile."),
    "became-configurable": ("Output can be given", "It may be given now."),
    "became-optional": ("Output became an input", "Where no program gives it, it is absent."),
    "replacement-added": (
        "A change replaces the resource",
        "The resource is deleted and created anew, where it was updated before.",
    ),
    "replacement-removed": ("A change no longer replaces the resource", "The resource is updated in place."),
    "output-may-be-absent": (
        "Output that may be absent",
        "Typed programs that read it no longer compile: its type has undefined too.",
    ),
    "output-always-there": ("Output that is never absent", "Programs need not ask whether it is there."),
    "write-only-added": ("Input no longer among the outputs", "Programs that read it no longer compile."),
    "write-only-removed": ("Input is an output too", "It can be read."),
}


class _Pulumi(Judge):
    rules = RULES
    absent = OPERATION_RULES | {"limit-tightened", "limit-loosened", "constraint-changed"}
    words = _WORDS

    def refined(self, rule: ChangeRule, case: Case) -> ChangeRule:
        if case.kind in CONSTANTS:
            return _of_constant(rule, is_enum=case.kind is ENUM)
        if rule is VALUE_REMOVED and case.new is not None and case.new.status is not Status.COMPUTED:
            return VALUE_NOT_ACCEPTED
        return rule

    def judged(
        self, rule: ChangeRule, kind: EntityKind, *, read_only: bool
    ) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        if kind in CONSTANTS:  # programs use them by name
            return rule.severity, rule.audiences
        return super().judged(rule, kind, read_only=read_only)

    def identifying_attribute(self, kind: EntityKind) -> str | None:
        del kind
        return None

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
