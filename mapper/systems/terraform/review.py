"""How changes of a Terraform provider are judged: its rules, and which artifacts have which limits.

Plan modifiers that affect plans are recognized by the names of the framework's functions, or by the short names of the
config.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from mapper.languages.hcl.review import TerraformPolicy
from mapper.model import Attribute, Body, Entity, EntityKind, Mapping, Purpose, Scalar, Status
from mapper.model.limits import Each, Limit, OneOf, has_validator
from mapper.report.origin import Part, PartKind
from mapper.review.attribute_changes import origin_words
from mapper.review.changes import Delta
from mapper.review.code_changes import default_change, fragment_changes, fragment_words, parts_of, replacement_change
from mapper.review.field_changes import Finding, limit_changes
from mapper.review.policy import ChangeContext, ReviewPolicy
from mapper.review.rules import (
    ATTRIBUTE_ADDED,
    ATTRIBUTE_RECOVERED,
    CONSTRAINT_ADDED,
    CONSTRAINT_CHANGED,
    CONSTRAINT_REMOVED,
    DEFAULT_REMOVED,
    IDENTITY_CHANGED,
    OPERATION_REMOVED,
    VALUE_REMOVED,
    Affected,
    ChangeRule,
    ChangeSeverity,
    read_rules,
    read_shared,
)
from mapper.review.sameness import are_declared_alike
from mapper.review.sources import is_another_id, is_one_value, parameter_name, property_name
from mapper.text.plural import listed

from . import kinds
from .accepted_values import became_set_by_api, declared, value_changes
from .needs import demands, identifying, lacking, unfilled
from .openapi.access import Ways, alternatives, ways_of
from .overrides.upgrades import keep_name, keep_place, upgrades

RULES = {**read_rules(str(Path(__file__).with_name("review"))), IDENTITY_CHANGED.id: IDENTITY_CHANGED}
CUSTOM_TYPE_CHANGED = RULES["custom-type-changed"]
STATE_KEPT = RULES["state-for-unknown-added"]
STATE_NOT_KEPT = RULES["state-for-unknown-removed"]
PLAN_MODIFIER_CHANGED = RULES["plan-modifier-changed"]

_EXTERNAL_TYPE_CHANGED = replace(
    CUSTOM_TYPE_CHANGED,
    severity=ChangeSeverity.INFO,
    audiences=(Affected.CODE,),
    why="Generated code converts to another Go type. Users see no difference.",
    internal=True,
)
_REFUSING_TYPE = replace(
    CUSTOM_TYPE_CHANGED,
    audiences=(Affected.CONFIGURATION, *CUSTOM_TYPE_CHANGED.audiences),
    why="The type refuses texts that have another form, such as a time that is not in RFC 3339.",
)
_REFUSING = re.compile(r"\b(?:timetypes|jsontypes|iptypes|cidrtypes|hwtypes)\.")
_CUSTOM, _EXTERNAL = "custom_type", "associated_external_type"
_TYPES = {_CUSTOM: CUSTOM_TYPE_CHANGED, _EXTERNAL: _EXTERNAL_TYPE_CHANGED}
_MODIFIERS, _VALIDATORS, _DEFAULT = "plan_modifiers", "validators", "default"
_REPLACES = re.compile("RequiresReplace|requires_replace")
_ALWAYS_REPLACES = re.compile(r"RequiresReplace\(\s*\)|\brequires_replace\b(?!_)")
_KEEPS = re.compile("Use(?:NonNull)?StateForUnknown|use_(?:non_null_)?state_for_unknown")
_ALWAYS_KEEPS = re.compile("UseStateForUnknown|use_state_for_unknown")
_OBJECT = "nested_object."
"""The prefix of keywords that apply to each object of a collection."""


def code_part_changes(old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Finding]:
    """The changes of default, replacement and fragments of one attribute. `defaults`: whether defaults are compared."""
    before, after = parts_of(old), parts_of(new)
    texts = _text(before.pop(_DEFAULT, None)), _text(after.pop(_DEFAULT, None))
    if defaults:
        destroys = "; the next plan destroys objects that have no other value" if replaces_object(new) else ""
        for rule, text, was, is_ in default_change(old, new, *texts):
            yield rule, text if rule is DEFAULT_REMOVED else f"{text}{destroys}", was, is_
    yield from _modules(old, new)
    for prefix, replaced, replaces in (("", old.replaces, new.replaces), (_OBJECT, False, False)):
        entries = [_entries(side.pop(prefix + _MODIFIERS, ())) for side in (before, after)]
        yield from _modifiers(replaced, replaces, *entries)
        gone, come = (_entries(side.pop(prefix + _VALIDATORS, ())) for side in (before, after))
        yield from _validators(gone, come, "each object of it" if prefix else "it")
    for rule, text, was, is_ in fragment_changes(before, after, _TYPES, _text):
        if rule not in (CUSTOM_TYPE_CHANGED, _EXTERNAL_TYPE_CHANGED):
            yield rule, text, was, is_
            continue
        key = _CUSTOM if rule is CUSTOM_TYPE_CHANGED else _EXTERNAL
        names = [_type_named(side.get(key)) for side in (before, after)]
        is_refusing = rule is CUSTOM_TYPE_CHANGED and _REFUSING.search(is_ or "")
        words = f"its {key} is {names[1] or 'gone'}, and was {names[0] or 'none'}"
        yield _REFUSING_TYPE if is_refusing else rule, words, was, is_


def _type_named(fragment: object) -> str:
    """The Go type in a fragment."""
    return str(fragment.get("type", "")) if isinstance(fragment, dict) else ""


def _modules(old: Attribute, new: Attribute) -> Iterator[Finding]:
    """The expressions that are the same on both sides, of functions of other modules."""
    before, after = ({k: _imports(v) for k, v in parts_of(side).items()} for side in (old, new))
    for keyword in before.keys() & after.keys():
        was, is_ = before[keyword], after[keyword]
        for expression in was.keys() & is_.keys():
            if was[expression] != is_[expression]:
                gone, come = (", ".join(side[expression]) or "no module" for side in (was, is_))
                yield CONSTRAINT_CHANGED, f"{expression} comes from {come}, and came from {gone}", gone, come


def _imports(value: object) -> dict[str, tuple[str, ...]]:
    """The modules that each Go expression in a fragment imports."""
    paths_by_import: dict[str, tuple[str, ...]] = {}
    for entry in value if isinstance(value, list | tuple) else [value]:
        inner = entry.get("custom") if isinstance(entry, dict) else None
        text = _text(entry)
        if isinstance(inner, dict) and text is not None:
            listed = inner.get("imports") or ()
            paths_by_import[text] = tuple(
                str(imported.get("path")) for imported in listed if isinstance(imported, dict)
            )
    return paths_by_import


def replaces_object(attribute: Attribute) -> bool:
    """Whether a new value of the attribute replaces the object."""
    return attribute.replaces or any(map(_REPLACES.search, _entries(parts_of(attribute).get(_MODIFIERS, ()))))


def has_default(attribute: Attribute) -> bool:
    """Whether the attribute has a default, a literal or code."""
    return attribute.default is not None or _DEFAULT in parts_of(attribute)


def _validators(gone: list[str], come: list[str], subject: str) -> Iterator[Finding]:
    for entry in gone:
        if entry not in come:
            yield CONSTRAINT_REMOVED, f"{subject} no longer has the validator {entry}", entry, None
    for entry in come:
        if entry not in gone:
            yield CONSTRAINT_ADDED, f"{subject} has the validator {entry}", None, entry


def _text(value: object) -> str | None:
    """A fragment on one line; only its Go expression, if it has one."""
    inner = value.get("custom") if isinstance(value, dict) else None
    if isinstance(inner, dict) and isinstance(inner.get("schema_definition"), str):
        return " ".join(inner["schema_definition"].split())
    return fragment_words(value)


def _entries(value: object) -> list[str]:
    entries = value if isinstance(value, list | tuple) else [value]
    return [text for entry in entries if (text := _text(entry)) is not None]


def _modifiers(was: bool, is_: bool, before: list[str], after: list[str]) -> Iterator[Finding]:
    """`was` and `is_`: whether the attribute replaces the object without an explicit plan modifier."""
    replaced = _conditions(before, _REPLACES, _ALWAYS_REPLACES) | ({""} if was else set())
    replaces = _conditions(after, _REPLACES, _ALWAYS_REPLACES) | ({""} if is_ else set())
    yield from replacement_change(was=bool(replaced), is_=bool(replaces), words="forces replacement")
    kept, keeps = (_conditions(side, _KEEPS, _ALWAYS_KEEPS) for side in (before, after))
    if bool(kept) != bool(keeps):
        rule = STATE_KEPT if keeps else STATE_NOT_KEPT
        yield rule, f"plans {'no longer ' if keeps else ''}say *known after apply* for it", None, None
    others = [sorted(e for e in side if not _REPLACES.search(e) and not _KEEPS.search(e)) for side in (before, after)]
    if (replaced and replaces and replaced != replaces) or (kept and keeps and kept != keeps):
        words = [", ".join(sorted(side)) or None for side in (before, after)]
        yield PLAN_MODIFIER_CHANGED, "its plan modifiers changed", words[0], words[1]
    elif others[0] != others[1]:
        words = [", ".join(side) or None for side in others]
        yield PLAN_MODIFIER_CHANGED, "its plan modifiers changed", words[0], words[1]


def _conditions(entries: list[str], kind: re.Pattern[str], always: re.Pattern[str]) -> set[str]:
    """The conditions of the modifiers of one kind; empty for one without a condition, in any spelling."""
    return {"" if always.search(entry) else entry for entry in entries if kind.search(entry)}


_SET_BY_DEFAULT = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)

ID_SOURCE_CHANGED = RULES["id-source-changed"]
READ_BACK, UNREAD = RULES["read-back"], RULES["no-longer-read-back"]
UPDATED, NOT_UPDATED = RULES["updated"], RULES["no-longer-updated"]
NEEDED, NOT_NEEDED = RULES["needed-by-a-call"], RULES["no-longer-needed-by-a-call"]
UNFILLED, FILLED = RULES["call-lacks-a-value"], RULES["call-has-its-values"]
SET_BY_API, NOT_SET_BY_API = RULES["set-by-the-api"], RULES["no-longer-set-by-the-api"]
VALUES_CHANGED, ACCESS_CHANGED = RULES["accepted-values-changed"], RULES["access-changed"]
_WITH_CHILDREN = (READ_BACK, UNREAD, UPDATED, NOT_UPDATED)
"""Rules of what is true of all in an object if it is of the object."""

REMOVED = {part: RULES[f"{part}-removed"] for part in (Purpose.CREATE, Purpose.READ, Purpose.UPDATE)}
"""The rules of operations that are gone, without which more breaks than a delete."""
DEFAULTED_ADDED = RULES["defaulted-attribute-added"]
REPLACING_ADDED = RULES["replacing-attribute-added"]


_SHARED = TerraformPolicy.shared | read_shared(str(Path(__file__).with_name("review")))


class _Terraform(TerraformPolicy):
    """The policy of Terraform. A resource is identified by its `id`.

    `access` are the ways in which requests say who makes them on both sides, where that is known.
    """

    rules = RULES
    shared = _SHARED
    config_for_all = frozenset(("policies", "provider"))
    provider = kinds.PROVIDER
    unplanned = frozenset((kinds.DATA_SOURCE,))

    def __init__(self, access: tuple[Ways, Ways] | None = None) -> None:
        self._access = access

    def for_mappings(self, old: Mapping, new: Mapping) -> ReviewPolicy:
        was, is_ = (ways_of(mapping.documents) for mapping in (old, new))
        return _Terraform((was, is_) if was is not None and is_ is not None else None)

    def specialize(self, rule: ChangeRule, context: ChangeContext) -> ChangeRule:
        if rule is OPERATION_REMOVED and context.kind is kinds.RESOURCE:
            return next((removed for part, removed in REMOVED.items() if part == context.part), rule)
        if rule in (ATTRIBUTE_ADDED, ATTRIBUTE_RECOVERED) and _is_planned(context):
            return REPLACING_ADDED if context.new and replaces_object(context.new) else DEFAULTED_ADDED
        return rule

    def rate(
        self, rule: ChangeRule, context: ChangeContext, *, read_only: bool
    ) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        severity, audiences = super().rate(rule, context, read_only=read_only)
        if rule is ACCESS_CHANGED:  # what its settings have to be is a change of them
            severity = rule.severity
        if rule is ID_SOURCE_CHANGED and context.old and context.new and is_one_value(context.old, context.new):
            severity = ChangeSeverity.WARNING
        if rule is VALUE_REMOVED and severity is ChangeSeverity.BREAKING and not _has_choice_validator(context.new):
            severity = ChangeSeverity.WARNING
        return severity, audiences

    def reports(self, rule: ChangeRule, context: ChangeContext) -> bool:
        """Whether an attribute is read back is known only if a read returns something on both sides. Whether an update
        sends it is known only if both have one. What says which object is updated has no new value.
        """
        if rule in (UPDATED, NOT_UPDATED):
            if context.is_ is not None and context.new is not None and context.new.name in identifying(context.is_):
                return False
            is_there = _has_call(context.was, Purpose.UPDATE) and _has_call(context.is_, Purpose.UPDATE)
            return is_there and _is_update_known(context.was) and _is_update_known(context.is_)
        if rule not in (READ_BACK, UNREAD):
            return True
        is_of_entity = context.old is None and context.new is None
        return is_of_entity or (_returns(context.was) and _returns(context.is_))

    def artifact_has_defaults(self, kind: EntityKind) -> bool:
        return kind is kinds.RESOURCE

    def artifact_has_limit(self, kind: str, limit: Limit) -> bool:
        return has_validator(kind, limit)

    def identifying_attribute(self, kind: EntityKind) -> str | None:
        return "id" if kind is kinds.RESOURCE else None

    def part_changes(self, old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Finding]:
        return code_part_changes(old, new, defaults=defaults)

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Finding]:
        """What calls need that nothing gives; of the provider, how requests say who makes them."""
        if new.kind is kinds.PROVIDER and self._access is not None:
            before, after = self._access
            if not set(before) <= set(after):
                was, is_ = (alternatives(side) or "nothing" for side in (before, after))
                yield ACCESS_CHANGED, f"requests carry {is_}, and carried {was}", was, is_
        if _has_call(new, Purpose.READ) and new.sources and _is_body_known(old) and not _is_body_known(new):
            yield UNREAD, "its read operation returns nothing any more", None, None
        yield from ((UNFILLED, text, None, text) for text in unfilled(old, new))
        yield from ((FILLED, f"before, {text}", text, None) for text in unfilled(new, old))
        yield from _body_limits(old, new)

    def attribute_changes(self, old: Attribute, new: Attribute) -> Iterator[Finding]:
        """Whether the response to a read still has what is sent, an update sends it, and the API takes its values."""
        is_settable = Status.COMPUTED not in (old.status, new.status)
        was, is_ = _read_back(old), _read_back(new)
        if None not in (was, is_) and was != is_ and old.status is new.status:
            yield (READ_BACK, "a read returns it", None, None) if is_ else (UNREAD, "no read returns it", None, None)
        if old.is_updated != new.is_updated and is_settable and not (replaces_object(old) or replaces_object(new)):
            yield (
                (UPDATED, "an update sends it", None, None)
                if new.is_updated
                else (NOT_UPDATED, "no update sends it", None, None)
            )
        if is_settable and not are_declared_alike(old, new):
            yield from _declared_changes(old, new)

    def merge_deltas(self, deltas: list[Delta]) -> list[Delta]:
        """The changes of one attribute, without what follows in it from what is true of the whole."""
        if len(deltas) == 1:
            return deltas
        whole = {(delta.rule, delta.path) for delta in deltas if delta.rule in _WITH_CHILDREN}
        return [d for d in deltas if not any((d.rule, above) in whole for above in _above(d.path))] if whole else deltas

    def identity_changes(self, old: Attribute, new: Attribute, body: Body) -> Iterator[Finding]:
        before, after = origin_words(old), origin_words(new)
        if is_another_id(old, new):
            yield ID_SOURCE_CHANGED, f"it comes from the {after}, and came from the {before}", before, after
            return
        was, is_ = parameter_name(old), parameter_name(new)
        if was and is_ and was != is_ and any(one is not new and property_name(one) == is_ for one in body.attributes):
            yield ID_SOURCE_CHANGED, f"it is {is_} in the path now, which is an attribute, too, and was {was}", was, is_

    def argument_changes(self, old: Entity, new: Entity, deltas: list[Delta]) -> Iterator[Delta]:
        if new.kind is not kinds.RESOURCE:
            return
        yield from lacking(old, new, deltas, RULES["known-by-another-name"])
        yield from demands(old, new, NEEDED)
        for gone in demands(new, old, NOT_NEEDED):
            sides = {"old": gone.new, "new": gone.old, "old_location": gone.new_location, "new_location": None}
            yield replace(gone, text=f"before, {gone.text}", **sides)

    skeletons = staticmethod(upgrades)
    keep_name = staticmethod(keep_name)
    keep_place = staticmethod(keep_place)


def _body_limits(old: Entity, new: Entity) -> Iterator[Finding]:
    """The changes of the limits on whole request bodies, each with all calls that have it."""
    calls_by_change: dict[Finding, list[str]] = {}
    for operation in new.operations:
        former = old.operation(operation.part)
        if former is not None and former.limits != operation.limits:
            for change in limit_changes(former.limits, operation.limits):
                calls_by_change.setdefault(change, []).append(operation.part)
    for (rule, text, was, is_), calls in calls_by_change.items():
        yield rule, f"for the whole request body of {listed(calls)}, {text}", was, is_


def _declared_changes(old: Attribute, new: Attribute) -> Iterator[Finding]:
    """The changes of what the API says of the values of an attribute, where both descriptions are known."""
    before, after = declared(old), declared(new)
    if not before or not after:
        return
    if became_set_by_api(before, after):
        yield SET_BY_API, "the API alone sets it (readOnly)", None, None
    elif became_set_by_api(after, before):
        yield NOT_SET_BY_API, "the API no longer sets it alone (readOnly)", None, None
    if not any(_CUSTOM in parts_of(side) for side in (old, new)):  # whose change says it
        is_cleared = old.is_updated and new.is_updated and old.status is new.status is not Status.REQUIRED
        yield from ((VALUES_CHANGED, *change) for change in value_changes(before, after, is_cleared=is_cleared))


def _has_choice_validator(attribute: Attribute | None) -> bool:
    """Whether generated code refuses a value that is none of several."""
    if attribute is None:
        return False
    kind = attribute.type.kind if isinstance(attribute.type, Scalar) else ""
    inner = (limit.limit if isinstance(limit, Each) else limit for limit in attribute.limits)
    return any(isinstance(limit, OneOf) and (not kind or has_validator(kind, limit)) for limit in inner)


def _read_back(attribute: Attribute) -> bool | None:
    """Whether the response to a read has an attribute that is sent; None for one that is not sent."""
    for origin in attribute.origins:
        if origin.part.kind is PartKind.REQUEST_BODY:
            return _is_read(attribute)
    return None


def _is_read(attribute: Attribute) -> bool:
    if not attribute.is_withheld:
        for origin in attribute.origins:
            if _is_of_read(origin.part):
                return True
    return False


def _returns(entity: Entity | None) -> bool:
    """Whether the response of the read operation has an attribute."""
    return entity is not None and any(map(_is_read, entity.body.attributes))


def _is_update_known(entity: Entity | None) -> bool:
    """Whether it is known what an update sends: a sidecar may be older than that."""
    return entity is not None and (bool(entity.sources) or any(a.is_updated for a in entity.body.attributes))


def _is_body_known(entity: Entity) -> bool:
    """Whether the response of the read operation has a schema with properties; a sidecar does not say."""
    bodies = (source.body for source in entity.sources if _is_of_read(source.part))
    return any(body.attributes or body.omitted or body.ignored for body in bodies)


def _is_of_read(part: Part) -> bool:
    return part.kind is PartKind.RESPONSE and part.of == Purpose.READ


def _has_call(entity: Entity | None, purpose: Purpose) -> bool:
    operation = entity.operation(purpose) if entity is not None else None
    return operation is not None and operation.is_described


def _above(path: str) -> Iterator[str]:
    """The paths of the objects that an attribute is in."""
    while path := path.rpartition(".")[0]:
        yield path


def _is_planned(context: ChangeContext) -> bool:
    """Whether the next plan sets a new attribute to its default."""
    if context.kind is not kinds.RESOURCE or context.new is None or context.unset:
        return False
    return context.new.status in _SET_BY_DEFAULT and has_default(context.new)


POLICY = _Terraform()
