"""Compares the attributes of two bodies. A pair of bodies that several attributes share is compared once."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from ..model import INTEGERS, Attribute, Body, Ignored, Nested, Omission, Scalar, Status, attribute_size, nested_body
from ..model.limits import ExactlyOneOf, Limits
from . import rules
from .changes import Delta
from .describe import limit_words, value_words
from .field_changes import FOLDED, Finding, limit_changes, status_change, type_rule
from .matching import Match, MatchBasis, pair_attributes
from .placement_changes import member_changes
from .policy import ReviewPolicy
from .rules import ChangeRule
from .sameness import Sameness
from .sources import SourceKey, Sources, declaring, is_another_id, is_other_spelling, property_name

DEMANDS = (rules.REQUIRED_ADDED, rules.BECAME_REQUIRED, rules.MEMBER_ADDED)
"""Changes that break only the configurations that set the parent of the attribute."""

_SETTABLE = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
_DEFAULTS = (rules.DEFAULT_ADDED, rules.DEFAULT_CHANGED, rules.DEFAULT_REMOVED)
_OTHER_BODY = (rules.NESTING_CHANGED, rules.COLLECTION_CHANGED)
"""Type changes that move the nested attributes to another place of the schema."""


class Scope(Struct, frozen=True):
    """What applies to all attributes of a body: they are members of an element type, or read-only.

    `unset`: the parent is or was read-only, so that no configuration sets the attributes on one of the sides.
    """

    members: bool = False
    read_only: bool = False
    unset: bool = False


_WHOLE = Scope()


class Bodies:
    """Compares the bodies of two mappings.

    `complete` is False if one side was read from an artifact. Artifacts have no limits of computed attributes, and only
    the types of members of element types. `defaults`: that side has defaults. `identity` is the name of the attribute
    that identifies an object. `policy` is the policy of the system.
    """

    def __init__(
        self,
        old_sources: Sources,
        new_sources: Sources,
        *,
        complete: bool = True,
        defaults: bool = True,
        identity: str | None = None,
        policy: ReviewPolicy,
    ) -> None:
        self._old_sources, self._new_sources = old_sources, new_sources
        self._complete, self._defaults = complete, defaults
        self._identity, self.policy = identity, policy
        self._same = Sameness(old_sources.names)
        self._compared: dict[tuple[Body, Body, Scope], tuple[Delta, ...]] = {}

    def compare(self, old: Body, new: Body, scope: Scope = _WHOLE, *, is_root: bool = False) -> tuple[Delta, ...]:
        """The changes from `old` to `new`, in the order of the attributes."""
        if self._same.bodies(old, new):
            return ()
        if is_root:
            return tuple(self._body(old, new, scope, is_root=True))
        key = (old, new, scope)
        deltas = self._compared.get(key)
        if deltas is None:
            deltas = self._compared[key] = tuple(self._body(old, new, scope, is_root=False))
        return deltas

    def pair(self, old: Attribute, new: Attribute, scope: Scope, within: Body | None = None) -> Iterator[Delta]:
        """The changes of one attribute and of those nested in it. Its name is not compared.

        `within` is the new body, if it is the body of an entity.
        """
        statuses = () if scope.members else (old.status, new.status)
        read_only = scope.read_only or statuses == (Status.COMPUTED, Status.COMPUTED)
        unset = scope.unset or Status.COMPUTED in statuses
        has_inner = not isinstance(old.type, Scalar) and not isinstance(new.type, Scalar)
        inner = self._inner(old, new, Scope(scope.members, read_only, unset)) if has_inner else ()
        status = None if scope.members else self._status(old, new, scope)
        if status is not None:
            folded = tuple(delta for delta in inner if delta.rule is status[0] and status[0] in FOLDED)
            inner = tuple(delta for delta in inner if delta not in folded) if folded else inner
            count = sum(1 + delta.folded for delta in folded)
            yield replace(_change(status, old, new, count), read_only=read_only, unset=scope.unset)
        findings = list(self._findings(old, new, scope))
        is_identity = within is not None and old.name == new.name == self._identity
        moved = list(self.policy.identity_changes(old, new, within)) if is_identity and within else []
        all_set = statuses == (Status.REQUIRED, Status.REQUIRED)
        for finding in (*findings, *moved):
            is_harmless = read_only or finding in moved or (all_set and finding[0] in _DEFAULTS)
            yield replace(_change(finding, old, new), read_only=is_harmless, unset=unset)
        is_elsewhere = old.name != new.name or any(finding[0] in _OTHER_BODY for finding in findings)
        yield from (delta for delta in inner if not is_elsewhere or delta.rule is not rules.SOURCE_CHANGED)

    def _inner(self, old: Attribute, new: Attribute, scope: Scope) -> tuple[Delta, ...]:
        inside, other = nested_body(old.type), nested_body(new.type)
        if inside is None or other is None:
            return ()
        members = scope.members or not (isinstance(old.type, Nested) and isinstance(new.type, Nested))
        deltas = self.compare(inside, other, replace(scope, members=members))
        return tuple(delta.inside(new, old) for delta in deltas)

    def _body(self, old: Body, new: Body, scope: Scope, *, is_root: bool) -> Iterator[Delta]:
        fixed = self._identity if is_root else None
        pairing = pair_attributes(old, new, (self._old_sources, self._new_sources), fixed)
        moved: dict[Move, list[tuple[Attribute, Attribute]]] = {}
        renewed = {a.name for a in pairing.gone} | {a.name for a in new.attributes if a.name not in pairing.pairs}
        for attribute in new.attributes:
            pair = pairing.pairs.get(attribute.name)
            if pair is None:
                yield self._addition(attribute, old, scope)
                continue
            if pair.how is MatchBasis.NAME and self._same.attributes(pair.old, attribute):
                continue
            deltas = [*self._pairing_changes(pair, attribute, scope)]
            if attribute.name in pairing.replaced:
                replaced = Match(pairing.replaced[attribute.name], MatchBasis.NAME_ALONE)
                deltas += self._pairing_changes(replaced, attribute, scope)
            deltas += self.pair(pair.old, attribute, scope, new if is_root else None)
            reported = [d for d in deltas if not _is_of_branches(d, renewed) and not _is_of_new_branch(d, renewed)]
            yield from self.policy.merge_deltas(reported)
            move = moves_of(pair.old, attribute, self._old_sources, self._new_sources)
            is_reported = pair.how is not MatchBasis.NAME or pair.old.status is not attribute.status
            is_reported = is_reported or (attribute.name == fixed and is_another_id(pair.old, attribute))
            if move is not None and not is_reported:
                moved.setdefault(move, []).append((pair.old, attribute))
        for attribute in pairing.gone:
            yield self._removal(attribute, new, scope)
        for move, pairs in moved.items():
            paths, change = schemas_changed(move, pairs)
            old_first, new_first = pairs[0]
            rule, text, before, after = change
            yield Delta(rule, *paths, text, before, after, old_first, new_first, read_only=scope.read_only)

    def _findings(self, old: Attribute, new: Attribute, scope: Scope) -> Iterator[Finding]:
        """The changes of the attribute itself, without the change of its status."""
        rule = None if old.type is new.type else type_rule(old.type, new.type)
        if rule is not None:
            before, after = self.policy.type_words(old), self.policy.type_words(new)
            yield rule, f"its type changed from {before} to {after}", before, after
        if scope.members and not self._complete:
            return
        has_other_default = self._defaults and old.default != new.default
        if old.fragments or new.fragments or old.replaces != new.replaces or has_other_default:
            counts = self._defaults and _defaults_count(old, new, rule)
            yield from self.policy.part_changes(old, new, defaults=counts)
        has_limits = self._complete or Status.COMPUTED not in (old.status, new.status)
        if rule is not rules.TYPE_CHANGED and old.limits != new.limits and has_limits:
            whole = all(isinstance(side.type, Scalar) and side.type.kind in INTEGERS for side in (old, new))
            yield from limit_changes(self._limits(old), self._limits(new), whole=whole)
        if old.sensitive != new.sensitive:
            yield _flag_finding(new.sensitive, rules.SENSITIVE_ADDED, rules.SENSITIVE_REMOVED, "sensitive")
        if old.write_only != new.write_only:
            yield _flag_finding(new.write_only, rules.WRITE_ONLY_ADDED, rules.WRITE_ONLY_REMOVED, "write-only")
        if old.deprecation != new.deprecation:
            yield deprecation_change(old.deprecation, new.deprecation)
        if old.description != new.description:
            yield rules.DESCRIPTION_CHANGED, "its description changed", old.description, new.description
        if self._complete:
            yield from member_changes(old, new, self.policy)
            yield from self.policy.attribute_changes(old, new)

    def _status(self, old: Attribute, new: Attribute, scope: Scope) -> Finding | None:
        words = self.policy.status_words
        if scope.read_only and (returned := self.policy.returned_status(old.status, new.status)) is not None:
            return returned
        return status_change(old.status, new.status, was_read_only=scope.unset, words=words)

    def _limits(self, attribute: Attribute) -> Limits:
        """The limits to compare; if the other side was read from an artifact, only those that an artifact has."""
        if self._complete or not attribute.origins:
            return attribute.limits
        kind = attribute.type.kind if isinstance(attribute.type, Scalar) else ""
        return tuple(limit for limit in attribute.limits if self.policy.artifact_has_limit(kind, limit))

    def _addition(self, attribute: Attribute, old: Body, scope: Scope) -> Delta:
        if scope.members:
            rule, text = rules.MEMBER_ADDED, f"objects have the new member, of type {self.policy.type_words(attribute)}"
            words = self.policy.type_words(attribute)
            unset = scope.read_only or scope.unset
            return Delta(rule, attribute.name, "", text, None, words, None, new=attribute, read_only=unset)
        omission = _omission(old, attribute)
        rule = rules.ATTRIBUTE_RECOVERED if omission else rules.ATTRIBUTE_ADDED
        text = f"added: {self._status_and_type(attribute)}"
        if omission:
            text = f"it can be mapped now, {self._status_and_type(attribute)}; before: {omission.note.text}"
        if attribute.default is not None and attribute.status in _SETTABLE:
            text += f", with the default {value_words(attribute.default.value)}"
        if attribute.status is Status.REQUIRED and not scope.unset:
            rule = rules.REQUIRED_ADDED
        read_only = scope.read_only or attribute.status is Status.COMPUTED
        where = omission.note.location if omission else None
        code = omission.note.rule.code if omission else ""
        return Delta(
            rule,
            attribute.name,
            "",
            text,
            None,
            self._summary(attribute),
            None,
            new=attribute,
            old_location=where,
            read_only=read_only,
            code=code,
            unset=scope.unset,
        )

    def _removal(self, attribute: Attribute, new: Body, scope: Scope) -> Delta:
        size = attribute_size(attribute) - 1
        text = "removed" + (f", with the {size} attributes in it" if size > 1 else "")
        rule, words, read_only = rules.MEMBER_REMOVED, self.policy.type_words(attribute), scope.read_only
        if not scope.members:
            rule, words = rules.ATTRIBUTE_REMOVED, self._summary(attribute)
            read_only |= attribute.status is Status.COMPUTED
        delta = Delta(rule, attribute.name, attribute.name, text, words, None, attribute, read_only=read_only)
        if omission := _omission(new, attribute):
            rule = rule if scope.members else rules.ATTRIBUTE_LOST
            why = f"it cannot be mapped any more: {omission.note.text}"
            return replace(
                delta, rule=rule, text=why, new_location=omission.note.location, code=omission.note.rule.code
            )
        if ignored := _ignored(new, attribute):
            return replace(delta, text=f"{text}: the config leaves it out", new_location=ignored.rule)
        return delta

    def _pairing_changes(self, pair: Match[Attribute], new: Attribute, scope: Scope) -> Iterator[Delta]:
        """The change to report for how two attributes were paired; nothing if they have the same name and source."""
        old = pair.old
        read_only = scope.read_only or old.status is new.status is Status.COMPUTED
        match pair.how:
            case MatchBasis.SOURCE:
                finding: Finding = rules.ATTRIBUTE_RENAMED, f"renamed from {old.name}", old.name, new.name
            case MatchBasis.GUESS:
                words = f"of type {self.policy.type_words(new)}" if scope.members else self._status_and_type(new)
                text = f"added: {words}; {old.name} was removed: probably the same under another name (the same"
                finding = rules.RENAME_SUSPECTED, f"{text} {pair.evidence})", old.name, new.name
            case MatchBasis.NAME_ALONE:
                finding = property_changed(old, new)
            case MatchBasis.NAME:
                return
        yield replace(_change(finding, old, new), old_path=old.name, read_only=read_only)

    def _summary(self, attribute: Attribute) -> str:
        return f"{self.policy.status_words[attribute.status]}, {self.policy.type_words(attribute)}"

    def _status_and_type(self, attribute: Attribute) -> str:
        return f"{self.policy.status_words[attribute.status]}, of type {self.policy.type_words(attribute)}"


def deprecation_change(old: str | None, new: str | None) -> Finding:
    """The rule and the words for a deprecation message that was added, removed or changed."""
    if old is None:
        return rules.DEPRECATED, "it is deprecated", None, new
    if new is None:
        return rules.UNDEPRECATED, "it is no longer deprecated", old, None
    return rules.DEPRECATION_CHANGED, "its deprecation message changed", old, new


def _flag_finding(is_on: bool, on: ChangeRule, off: ChangeRule, word: str) -> Finding:
    return on if is_on else off, f"it is {word}" if is_on else f"it is no longer {word}", None, None


def _change(finding: Finding, old: Attribute, new: Attribute, folded: int = 0) -> Delta:
    rule, text, before, after = finding
    if folded:
        text += f", with the {folded} attribute{'s' if folded > 1 else ''} in it"
    return Delta(rule, new.name, old.name, text, before, after, old, new=new, folded=folded)


def _is_of_branches(delta: Delta, renewed: set[str]) -> bool:
    """Whether the only change of a choice is that branches came or went, which are changes of their own."""
    if delta.old is None or delta.new is None:
        return False
    was, is_ = ([limit for limit in side.limits if isinstance(limit, ExactlyOneOf)] for side in (delta.old, delta.new))
    if len(was) != 1 or len(is_) != 1 or (delta.before, delta.after) != (limit_words(was[0]), limit_words(is_[0])):
        return False
    return set(was[0].names) ^ set(is_[0].names) <= renewed


def _is_of_new_branch(delta: Delta, renewed: set[str]) -> bool:
    """Whether a choice came or went with all of its other branches, and what gave a value before still does."""
    if delta.old is None or delta.new is None or delta.rule not in (rules.CONSTRAINT_ADDED, rules.CONSTRAINT_REMOVED):
        return False
    is_added = delta.rule is rules.CONSTRAINT_ADDED
    words, side = (delta.after, delta.new) if is_added else (delta.before, delta.old)
    choices = (limit for limit in side.limits if isinstance(limit, ExactlyOneOf) and limit_words(limit) == words)
    choice = next(choices, None)
    is_given = not is_added or delta.old.status is Status.REQUIRED
    return choice is not None and is_given and set(choice.names) <= renewed


def _defaults_count(old: Attribute, new: Attribute, rule: ChangeRule | None) -> bool:
    """Whether a different default is a change to report.

    It is not if every configuration sets a value on one of the sides, nor if only the spelling follows the new type.
    """
    if (old.status is Status.REQUIRED) != (new.status is Status.REQUIRED):
        return False
    if rule is rules.TYPE_CHANGED and old.default is not None and new.default is not None:
        return value_words(old.default.value).strip('"') != value_words(new.default.value).strip('"')
    return True


def _omission(body: Body, attribute: Attribute) -> Omission | None:
    return next((o for o in body.omitted if o.source_name == attribute.source_name), None)


def _ignored(body: Body, attribute: Attribute) -> Ignored | None:
    return next((i for i in body.ignored if i.source_name == attribute.source_name), None)


Move = tuple[SourceKey, SourceKey]
"""The old and the new source of attributes, without their own names."""

_SEVERAL = 2


def moves_of(old: Attribute, new: Attribute, old_sources: Sources, new_sources: Sources) -> Move | None:
    """The old and the new source of an attribute, without its name; None if they are the same or unknown."""
    before, after = old_sources.key(old), new_sources.key(new)
    if before is None or after is None:
        return None
    was, is_ = replace(before, token=""), replace(after, token="")
    return None if was == is_ else (was, is_)


def property_changed(old: Attribute, new: Attribute) -> Finding:
    """The change of an attribute that has kept its name and now stands for another property of the API.

    It is a warning if type and description are the same, or the names differ only in spelling; else it is breaking.
    """
    before, after = property_name(old) or "", property_name(new) or ""
    is_alike = type_rule(old.type, new.type) is None and old.description == new.description
    rule = rules.PROPERTY_CHANGED if is_alike or is_other_spelling(before, after) else rules.PROPERTY_REPLACED
    return rule, f"it is the property {after} of the API, and was {before}", before, after


def schemas_changed(move: Move, pairs: list[tuple[Attribute, Attribute]]) -> tuple[tuple[str, str], Finding]:
    """One change for all attributes of a body whose source changed from the same schema to the same other one.

    Returns its new and old path, empty if several attributes are concerned, and the finding.
    """
    old, new = pairs[0]
    in_file = move[0].schema == move[1].schema
    before, after = (_schema_words(key, in_file=in_file) for key in move)
    if len(pairs) < _SEVERAL:
        text = f"it comes from {after}, and came from {before}"
        return (new.name, old.name), (rules.SOURCE_CHANGED, text, before, after)
    text = f"{len(pairs)} attributes come from {after}, and came from {before}"
    return ("", ""), (rules.SOURCE_CHANGED, text, before, after)


def _schema_words(key: SourceKey, *, in_file: bool) -> str:
    """The part of the operation and the schema; with the file if the schemas differ only by file."""
    place = key.schema.removesuffix("/properties") or "/"
    return f"{key.part} ({key.document}#{place})" if in_file else f"{key.part} ({place})"


def origin_words(attribute: Attribute) -> str:
    """The part of the operation and the pointer of the declaration, in words."""
    origin = declaring(attribute)
    return f"{origin.part} ({origin.location.pointer})" if origin else "unknown"
