"""Judges changes of a provider's schema: by what Terraform rejects, and by the content of states."""

from collections.abc import Iterator

from mapper.languages.hcl.review import TerraformPolicy
from mapper.languages.hcl.states import unreadable
from mapper.model import Attribute, Entity
from mapper.review import rules
from mapper.review.field_changes import Finding
from mapper.review.policy import OPERATION_RULES, ChangeContext
from mapper.review.rules import Affected, ChangeRule, ChangeSeverity, read_rules

from . import kinds
from .functions import version_of
from .statuses import NULLABLE, NULLABLE_VARIADIC, PARAMETER, VARIADIC

_MOST = 3

RULES = read_rules(__file__)
BLOCKS_REFUSED = RULES["block-count-tightened"]
UPGRADE_MISSING = RULES["state-upgrade-missing"]
VERSION_RAISED = RULES["schema-version-raised"]
VERSION_LOWERED = RULES["schema-version-lowered"]
PARAMETER_RENAMED = RULES["parameter-renamed"]
PARAMETERS_MOVED = RULES["parameters-reordered"]
NULL_REFUSED = RULES["null-refused"]
NULL_ACCEPTED = RULES["null-accepted"]
GROUPING_CHANGED = RULES["block-group-changed"]

_NO_API = frozenset((
    "constraint-changed", "enum-value-added", "enum-value-removed", "type-narrowed", "type-rounded", "type-widened",
))  # fmt: skip
"""Rules that do not apply: schemas of providers have no limits, and only one type of numbers."""

_PARAMETERS = frozenset(reason.code for reason in (PARAMETER, NULLABLE, VARIADIC, NULLABLE_VARIADIC))
_NULLABLE = frozenset(reason.code for reason in (NULLABLE, NULLABLE_VARIADIC))


class _Provider(TerraformPolicy):
    """The policy: blocks have counts, states have versions, and functions take positional arguments."""

    rules = RULES
    absent = OPERATION_RULES | _NO_API
    provider = kinds.PROVIDER
    unplanned = frozenset((kinds.DATA_SOURCE, kinds.EPHEMERAL, kinds.FUNCTION, kinds.LIST_RESOURCE, kinds.ACTION))

    def specialize(self, rule: ChangeRule, context: ChangeContext) -> ChangeRule:
        if rule in (rules.CONSTRAINT_ADDED, rules.LIMIT_TIGHTENED):  # a schema has limits of the counts of blocks alone
            return BLOCKS_REFUSED
        if (
            rule in (rules.ATTRIBUTE_RENAMED, rules.RENAME_SUSPECTED)
            and context.kind is kinds.FUNCTION
            and _same_place(context)
        ):
            return PARAMETER_RENAMED
        if rule is rules.PART_CHANGED:  # the parts of attributes are the markup and flags of their texts
            return rules.DESCRIPTION_CHANGED
        return rule

    def rate(
        self, rule: ChangeRule, context: ChangeContext, *, read_only: bool
    ) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        """Severity and audiences: no expression refers to an action, or to the parameter of a function."""
        severity, audiences = super().rate(rule, context, read_only=read_only)
        if context.kind is kinds.ACTION or _is_parameter(context):
            audiences = tuple(audience for audience in audiences if audience is not Affected.OUTPUT)
        return severity, audiences

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Finding]:
        """Changes of schema versions, states, and parameters of functions."""
        if new.kind is kinds.FUNCTION:
            yield from _calls(old, new)
        if new.kind in (kinds.RESOURCE, kinds.IDENTITY):
            yield from _versions(old, new)
        yield from _groups(old, new)


def _is_parameter(context: ChangeContext) -> bool:
    attribute = context.new or context.old
    return context.kind is kinds.FUNCTION and attribute is not None and attribute.reason.code in _PARAMETERS


def _same_place(context: ChangeContext) -> bool:
    """Whether a parameter was only renamed: both names are at the same position."""
    was, is_ = (
        side.origins[0].location.pointer if side and side.origins else None for side in (context.old, context.new)
    )
    return was is not None and was == is_


def _versions(old: Entity, new: Entity) -> Iterator[Finding]:
    before, after = version_of(old), version_of(new)
    words = str(before), str(after)
    if after > before:
        yield VERSION_RAISED, f"the version of its schema is {after}, and was {before}", *words
    elif after < before:
        yield VERSION_LOWERED, f"the version of its schema is {after}, and was {before}", *words
    elif unread_attributes := [attribute for attribute in unreadable(old.body, new.body) if attribute.always]:
        texts = [
            f"{attribute.path} was {attribute.was}, and is {attribute.is_}" for attribute in unread_attributes[:_MOST]
        ]
        more = f", and {len(unread_attributes) - _MOST} more" if len(unread_attributes) > _MOST else ""
        paths = ", ".join(attribute.path for attribute in unread_attributes)
        yield (
            UPGRADE_MISSING,
            f"its schema has the version {after} as before, but {'; '.join(texts)}{more}",
            paths,
            None,
        )


def _calls(old: Entity, new: Entity) -> Iterator[Finding]:
    before, after = _parameters(old), _parameters(new)
    common = [[name for name in side if name in other] for side, other in ((before, after), (after, before))]
    if common[0] != common[1]:
        words = ", ".join(before), ", ".join(after)
        yield PARAMETERS_MOVED, "its parameters have another order", *words
    for name in common[1]:
        was, is_ = (side[name].reason.code in _NULLABLE for side in (before, after))
        if was != is_:
            rule = NULL_ACCEPTED if is_ else NULL_REFUSED
            yield rule, f"its parameter {name} {'takes' if is_ else 'no longer takes'} null", None, None


def _parameters(entity: Entity) -> dict[str, Attribute]:
    return {a.name: a for a in entity.body.attributes if a.reason.code in _PARAMETERS}


def _groups(old: Entity, new: Entity) -> Iterator[Finding]:
    before = dict(_blocks(old))
    for path, is_group in _blocks(new):
        if before.get(path, is_group) is not is_group:
            text = (
                "there even where no configuration writes it" if is_group else "null where no configuration writes it"
            )
            yield GROUPING_CHANGED, f"the block {path} is {text} now", None, None


def _blocks(entity: Entity) -> Iterator[tuple[str, bool]]:
    """The paths of single blocks, and whether they are groups."""
    waiting = [("", entity.body)]
    while waiting:
        prefix, body = waiting.pop()
        for attribute in body.attributes:
            code = attribute.reason.code
            if code.startswith(("block-", "group-")):
                yield prefix + attribute.name, code.startswith("group-")
                waiting.append((f"{prefix}{attribute.name}.", attribute.type.body))  # type: ignore[union-attr]


POLICY = _Provider()
"""The policy for built providers."""
