"""Compares what attributes have only in some systems: placements, secrets, names in code, references to entities."""

from collections.abc import Iterator

from ..model import Attribute, Collection, Placement, Reference, Scalar, Status, Type
from . import rules
from .field_changes import Finding, status_change, type_rule
from .policy import ReviewPolicy


def member_changes(old: Attribute, new: Attribute, policy: ReviewPolicy) -> Iterator[Finding]:
    """The changes of one attribute. A name in code is compared if both are known and the attribute is not renamed."""
    if len(old.placements) > 1 or len(new.placements) > 1:
        yield from _placements(old, new, policy)
    if old.secret != new.secret:
        text = f"its secret is named by {new.secret}" if new.secret else "it is no longer held by a secret"
        yield (
            rules.SECRET_CHANGED,
            f"{text}, and was named by {old.secret}" if old.secret else text,
            old.secret,
            new.secret,
        )
    if old.name == new.name and None not in (old.code_name, new.code_name) and old.code_name != new.code_name:
        text = f"code calls it {new.code_name}, and called it {old.code_name}"
        yield rules.CODE_NAME_CHANGED, text, old.code_name, new.code_name
    was, is_ = _scalar_name(old.type), _scalar_name(new.type)
    if was != is_ and type_rule(old.type, new.type) is None:
        text = f"its type is called {is_}" if is_ else "its type has no name now"
        yield rules.TYPE_NAME_CHANGED, f"{text}, and {f'was called {was}' if was else 'had no name'}", was, is_
    if old.always and not new.always:
        yield rules.MAY_BE_ABSENT, "it may be absent now", None, None
    elif new.always and not old.always:
        yield rules.ALWAYS_THERE, "it is never absent now", None, None
    yield from _references(old.refers_to, new.refers_to)


def _references(old: Reference | None, new: Reference | None) -> Iterator[Finding]:
    """A change of what a value names. Where names and paths show it, a new one is no news: nothing else changed."""
    if old is new or (old is not None and old.is_same(new)) or (old is None and new is not None and new.is_inferred):
        return
    rule = rules.REFERENCE_ADDED if old is None else rules.REFERENCE_CHANGED
    if old is not None and old.is_inferred:
        rule = rules.RELATION_GONE
    before, after = _reference(old), _reference(new)
    yield rule, f"it names {after or 'nothing known'}, and named {before or 'nothing known'}", before, after


def _placements(old: Attribute, new: Attribute, policy: ReviewPolicy) -> Iterator[Finding]:
    """Placements that were added, removed or changed, except the first, which is compared as the attribute itself."""
    before, after = ({place.name: place for place in side.placements} for side in (old, new))
    is_reported = old.write_only != new.write_only or (old.status is Status.COMPUTED) != (new.status is Status.COMPUTED)
    for name, place in before.items():
        if name not in after and not is_reported:
            yield rules.PLACEMENT_REMOVED, f"it is no longer in {name}", _words(place, old, policy), None
    for name, place in after.items():
        was = before.get(name)
        if was is None:
            if is_reported:
                continue
            yield rules.PLACEMENT_ADDED, f"it is in {name}, too", None, _words(place, new, policy)
        elif name != new.placements[0].name:
            yield from _in_place(was, place, old, new, policy)


def _in_place(
    was: Placement, is_: Placement, old: Attribute, new: Attribute, policy: ReviewPolicy
) -> Iterator[Finding]:
    status = status_change(
        was.status, is_.status, was_read_only=was.status is Status.COMPUTED, words=policy.status_words
    )
    if status is not None:
        rule, text, before, after = status
        yield rule, f"in {is_.name}, {text}", before, after
    follows = [side.always is (whole.status is Status.REQUIRED) for side, whole in ((was, old), (is_, new))]
    if was.always != is_.always and not all(follows):  # else the change of the attribute's own status says it
        absent = f"in {is_.name}, it may be absent now", f"in {is_.name}, it is never absent now"
        yield rules.ALWAYS_THERE if is_.always else rules.MAY_BE_ABSENT, absent[is_.always], None, None
    before_type, after_type = was.type or old.type, is_.type or new.type
    is_reported = was.type is None and is_.type is None  # as a change of the attribute's own type
    type_ = None if is_reported else type_rule(before_type, after_type)
    if type_ is not None:
        words = policy.type_words(old, before_type), policy.type_words(new, after_type)
        yield type_, f"in {is_.name}, its type changed from {words[0]} to {words[1]}", *words


def _scalar_name(type_: Type) -> str | None:
    while isinstance(type_, Collection):
        type_ = type_.element
    return type_.name if isinstance(type_, Scalar) else None


def _words(place: Placement, attribute: Attribute, policy: ReviewPolicy) -> str:
    return f"{policy.status_words[place.status]}, {policy.type_words(attribute, place.type)}"


def _reference(reference: Reference | None) -> str | None:
    return f"{reference.path} of {reference.entity} of {reference.provider}" if reference else None
